// SPDX-License-Identifier: GPL-3.0-or-later
// A day of many machines in virtual time, as fast as the loop turns: nodes break by chance, health checks
// replace their machines.

#include "tests/bench/bench.h"

#include "core/api/node.h"
#include "core/base/chance.h"
#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <QElapsedTimer>

#include <utility>

namespace bench {

namespace {

using namespace std::chrono_literals;
using core::api::Method;
using core::api::Node;
using core::base::Duration;

constexpr std::uint64_t daySeed = 1;
constexpr Duration day = 24h;
constexpr Duration longestStart = 10min;

bool isHost(const std::string &node)
{
    return node.starts_with("hollow-host-");
}

/// Engine and lab on a clock that only moves when told to.
class VirtualLab
{
public:
    VirtualLab();

    core::base::Clock &clock() { return m_clock; }
    core::api::Response request(
        Method method, std::string path, std::string_view body = {}, std::string_view contentType = {});
    core::base::Result<> scale(int machines);
    std::vector<core::api::JsonPtr> list(const std::string &path);
    std::vector<std::string> readyNodes();

private:
    core::base::Clock m_clock {core::api::parseTime("2026-11-20T00:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> m_lab;
    std::unique_ptr<core::client::LocalTransport> m_transport;
    std::unique_ptr<core::engine::Engine> m_engine;
};

VirtualLab::VirtualLab()
    : m_lab(core::lab::ApiServer::create({m_clock, daySeed, ":memory:"}).value())
    , m_transport(std::make_unique<core::client::LocalTransport>(m_clock, m_lab->localServer()))
{
    core::engine::EngineOptions options {.clock = m_clock, .transport = *m_transport};
    options.controllers = core::engine::Engine::allControllers();
    options.seed = daySeed;
    options.createDefaultLab = true;
    m_engine = std::make_unique<core::engine::Engine>(std::move(options));
    m_engine->start();
    m_clock.advance(10s);
}

core::api::Response VirtualLab::request(
    Method method, std::string path, std::string_view body, std::string_view contentType)
{
    core::api::Request request;
    request.method = method;
    request.path = std::move(path);
    request.contentType = contentType;
    if (!body.empty())
        request.body = core::api::share(*core::api::parseJson(body));
    return m_lab->answer(request);
}

std::vector<core::api::JsonPtr> VirtualLab::list(const std::string &path)
{
    const core::api::Response response = request(Method::Get, path);
    return response.list ? response.list->items : std::vector<core::api::JsonPtr>();
}

std::vector<std::string> VirtualLab::readyNodes()
{
    std::vector<std::string> names;
    for (const auto &object : list("/api/v1/nodes")) {
        const auto node = core::api::decode<Node>(*object);
        if (node && node->isReady() && !isHost(node->metadata.name))
            names.push_back(node->metadata.name);
    }
    return names;
}

core::base::Result<> VirtualLab::scale(int machines)
{
    request(Method::Patch, "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers/scale",
        R"({"spec":{"replicas":)" + std::to_string(machines) + "}}", core::api::contentTypes::mergePatch);
    const core::base::Time end = m_clock.now() + longestStart;
    while (std::cmp_not_equal(readyNodes().size(), machines)) {
        if (m_clock.now() >= end)
            return core::base::fail(core::base::ErrorKind::Transient,
                std::to_string(readyNodes().size()) + " of " + std::to_string(machines) + " nodes are Ready");
        m_clock.advance(1s);
    }
    return {};
}

/// Each node breaks about once a day: half of them say so, half fall silent.
class Breakage
{
public:
    Breakage(VirtualLab &lab, int machines) : m_lab(lab), m_every(day / machines) { arm(); }

    int broken() const { return m_broken; }

private:
    void arm()
    {
        const double wait = 2 * m_chance.unit("day", "wait", m_draws++);
        m_timer = m_lab.clock().callAfter(
            std::chrono::duration_cast<Duration>(m_every * wait), [this] { strike(); });
    }

    void strike()
    {
        const auto nodes = m_lab.list("/api/v1/nodes");
        const std::uint64_t draw = m_chance.draw("day", "node", m_draws++);
        const char *fault = draw % 2 == 0 ? "not-ready" : "silent";
        const std::string node(core::api::textAt(*nodes[draw / 2 % nodes.size()], {"metadata", "name"}));
        if (!isHost(node)) {
            m_lab.request(Method::Patch, "/api/v1/nodes/" + node,
                std::string(R"({"metadata":{"annotations":{"hollowlab.io/fault":")") + fault + R"("}}})",
                core::api::contentTypes::mergePatch);
            ++m_broken;
        }
        arm();
    }

    VirtualLab &m_lab;
    const Duration m_every;
    const core::base::Chance m_chance {daySeed};
    std::uint64_t m_draws = 0;
    int m_broken = 0;
    core::base::Timer m_timer;
};

} // namespace

core::base::Result<core::api::JsonObject> runDay(int machines)
{
    VirtualLab lab;
    if (auto scaled = lab.scale(machines); !scaled)
        return tl::unexpected(scaled.error());
    const Breakage breakage(lab, machines);
    const double before = processorSeconds();
    QElapsedTimer timer;
    timer.start();
    lab.clock().advance(day);
    const double seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
    const double processor = processorSeconds() - before;
    return core::api::JsonObject {{"seconds", seconds}, {"processor_seconds", processor},
        {"machines", machines}, {"broken", breakage.broken()}, {"ready_at_the_end", lab.readyNodes().size()},
        {"resident_bytes", residentBytes()}};
}

} // namespace bench
