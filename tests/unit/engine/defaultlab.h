// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A new lab with what it begins with, and the engine that runs it, on the test's own thread and clock.

#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <set>
#include <string>

class DefaultLab
{
public:
    /// All controllers run but these.
    explicit DefaultLab(const std::set<std::string> &off = {})
    {
        core::engine::EngineOptions options {.clock = m_clock, .transport = m_transport};
        options.controllers = core::engine::Engine::allControllers();
        for (const std::string &name : off)
            options.controllers.erase(name);
        options.createDefaultLab = true;
        m_engine = std::make_unique<core::engine::Engine>(std::move(options));
    }

    void advance(core::base::Duration duration) { m_clock.advance(duration); }

protected:
    /// Starts the engine; its three nodes are Ready afterwards.
    void start()
    {
        m_engine->start();
        advance(std::chrono::seconds(5));
    }

    core::base::Clock m_clock {core::api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> m_lab = *core::lab::ApiServer::create({m_clock, 1, ":memory:"});
    core::client::LocalTransport m_transport {m_clock, m_lab->localServer()};
    std::unique_ptr<core::engine::Engine> m_engine;
};
