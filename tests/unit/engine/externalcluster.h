// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The user's cluster, played by the lab, and an engine that enters it from outside.

#include "core/api/yaml.h"
#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <algorithm>

struct ExternalCluster {
    core::base::Clock clock {core::api::parseTime("2026-11-20T00:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> server;
    std::unique_ptr<core::client::LocalTransport> transport;
    std::unique_ptr<core::engine::Engine> engine;
    std::vector<std::string> wanted; ///< units that are switched on
    std::map<std::string, core::engine::ControllerState> controllers; ///< as the window is told
    std::vector<std::string> missing; ///< CRDs, as the window is told
    /// What the engine is answered instead, by how the path begins.
    std::map<std::string, core::api::Response> instead;
    std::vector<std::string> writes; ///< paths of all that may change something, as they arrived
    std::function<void(const std::string &)> wrote; ///< called with each of them
    bool readOnly = false;
    std::string url; ///< of the server, as the kubeconfig would name it
    std::optional<core::engine::Status> status; ///< the last that the window was told

    explicit ExternalCluster(std::vector<std::string> units) : wanted(std::move(units))
    {
        server = std::move(*core::lab::ApiServer::create({clock, 7, ":memory:"}));
        const core::api::LocalServer all = server->localServer();
        transport = std::make_unique<core::client::LocalTransport>(clock,
            core::api::LocalServer {[this, all](const core::api::Request &request) {
                                        const auto other =
                                            std::ranges::find_if(instead, [&](const auto &entry) {
                                                return request.path.starts_with(entry.first);
                                            });
                                        if (request.method != core::api::Method::Get) {
                                            writes.push_back(request.path);
                                            if (wrote)
                                                wrote(request.path);
                                        }
                                        return other == instead.end() ? all.answer(request) : other->second;
                                    },
                all.watch});
    }
    ~ExternalCluster() { engine.reset(); }
    ExternalCluster(const ExternalCluster &) = delete;
    ExternalCluster &operator=(const ExternalCluster &) = delete;

    void enter()
    {
        core::engine::EngineOptions options {.clock = clock, .transport = *transport};
        options.mode = core::engine::Mode::External;
        options.contextName = "prod";
        options.server = url;
        options.readOnly = readOnly;
        options.controllers.insert(wanted.begin(), wanted.end());
        engine = std::make_unique<core::engine::Engine>(std::move(options));
        QObject::connect(
            engine.get(), &core::engine::Engine::changed, engine.get(), [this](const auto &changes) {
                if (changes->status) {
                    for (const core::engine::ControllerState &state : changes->status->controllers)
                        controllers[state.name] = state;
                    missing = changes->status->missingCrds;
                    status = changes->status;
                }
                engine->acknowledge();
            });
        engine->start();
        clock.advance(std::chrono::seconds(1));
    }
    /// How the command ends; an error that it was not told when it was not.
    core::base::Result<std::string> carryOut(const core::engine::Command &command)
    {
        core::base::Result<std::string> result =
            core::base::fail(core::base::ErrorKind::Transient, "no outcome");
        const auto listening = QObject::connect(engine.get(), &core::engine::Engine::commandDone,
            [&](const core::engine::CommandOutcome &outcome) {
                result = outcome.result.map([](const core::api::Saying &said) { return said.text; });
            });
        engine->submit(1, command);
        clock.advance(std::chrono::seconds(20));
        QObject::disconnect(listening);
        return result;
    }
    core::api::Response ask(
        core::api::Method method, const std::string &path, const char *yaml = nullptr) const
    {
        core::api::Request request;
        request.method = method;
        request.path = path;
        if (method == core::api::Method::Patch)
            request.contentType = core::api::contentTypes::mergePatch;
        if (yaml)
            request.body = core::api::share(*core::api::parseYaml(yaml));
        return server->answer(request);
    }
    /// Who acts, by our own leases: "machine nodelink".
    std::string acting() const
    {
        std::string names;
        for (const std::string &name : wanted) {
            const auto ours = ask(core::api::Method::Get,
                "/apis/coordination.k8s.io/v1/namespaces/kubemark-actuator/leases/hollowlab-" + name);
            if (ours.code == 200 && !core::api::textAt(*ours.body, {"spec", "holderIdentity"}).empty())
                names += (names.empty() ? "" : " ") + name;
        }
        return names;
    }
};
