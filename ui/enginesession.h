// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A Session over an Engine that lives on another thread. The engine must outlive it.

#include "ui/session.h"

namespace core::engine {
class Engine;
}

namespace ui {

class EngineSession : public Session
{
    Q_OBJECT

public:
    explicit EngineSession(core::engine::Engine &engine, QObject *parent = nullptr);

    quint64 submit(core::engine::Command command) override;
    void acknowledge() override;
    std::vector<std::string> prerequisiteNames() const override;

private:
    core::engine::Engine &m_engine;
    quint64 m_lastId = 0;
};

} // namespace ui
