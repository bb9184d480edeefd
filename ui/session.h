// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window's side of the border to the core thread: values come in as signals, commands go out.
// EngineSession joins it to an Engine; tests bring a session of their own.

#include "core/engine/values.h"

#include <QObject>

namespace ui {

class Session : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Returns at once; the outcome arrives through commandDone with the returned id, which is never 0.
    virtual quint64 submit(core::engine::Command command) = 0;
    /// The window has taken the last ChangeSet in; only then the next one is sent.
    virtual void acknowledge() = 0;
    /// What InstallPrerequisites would create, for showing before asking.
    virtual std::vector<std::string> prerequisiteNames() const = 0;

signals:
    void changed(core::engine::ChangeSetPtr changes);
    void commandDone(core::engine::CommandOutcome outcome);
};

} // namespace ui
