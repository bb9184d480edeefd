// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/enginesession.h"

#include "core/engine/engine.h"

namespace ui {

using core::engine::Engine;

EngineSession::EngineSession(Engine &engine, QObject *parent) : Session(parent), m_engine(engine)
{
    qRegisterMetaType<core::engine::ChangeSetPtr>("core::engine::ChangeSetPtr");
    qRegisterMetaType<core::engine::CommandOutcome>("core::engine::CommandOutcome");
    connect(&engine, &Engine::changed, this, &Session::changed, Qt::QueuedConnection);
    connect(&engine, &Engine::commandDone, this, &Session::commandDone, Qt::QueuedConnection);
}

quint64 EngineSession::submit(core::engine::Command command)
{
    const quint64 id = ++m_lastId;
    QMetaObject::invokeMethod(
        &m_engine, [engine = &m_engine, id, asked = std::move(command)] { engine->submit(id, asked); },
        Qt::QueuedConnection);
    return id;
}

void EngineSession::acknowledge()
{
    QMetaObject::invokeMethod(
        &m_engine, [engine = &m_engine] { engine->acknowledge(); }, Qt::QueuedConnection);
}

std::vector<std::string> EngineSession::prerequisiteNames() const
{
    return core::engine::prerequisiteNames();
}

} // namespace ui
