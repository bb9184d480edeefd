// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A cluster small enough to steer by hand: stores and timeline that a test fills, and a server that notes
// each request and answers yes unless told otherwise.

#include "tests/unit/timeline/builders.h"

#include "core/client/localtransport.h"
#include "core/scenario/runner.h"

#include <map>

namespace test {

class FakeCluster
{
public:
    base::Clock clock {at(0)};
    runtime::Store<api::MachineDeployment> machineDeployments;
    runtime::Store<api::MachineSet> machineSets;
    runtime::Store<api::Machine> machines;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::MachineHealthCheck> healthChecks;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::Job> jobs;
    timeline::Timeline timeline;
    std::vector<std::string> requests; ///< "PATCH /path body"
    std::map<std::string, api::Response> refusals; ///< by path
    scenario::Runner *runner = nullptr; ///< told about changes

    scenario::ScenarioView view()
    {
        return {
            machineDeployments, machineSets, machines, nodes, healthChecks, pods, &jobs, timeline, "default"};
    }

    template<typename T>
    void put(T object)
    {
        const auto after = shared(std::move(object));
        const auto before = storeOf<T>().put(after->key(), after);
        if constexpr (isOnTheTimeline<T>)
            timeline.changed<T>(before, after, clock.now());
        if (runner)
            runner->clusterChanged();
    }
    template<typename T>
    void remove(const api::ObjectKey &key)
    {
        const auto before = storeOf<T>().put(key, nullptr);
        if constexpr (isOnTheTimeline<T>)
            timeline.changed<T>(before, nullptr, clock.now());
        if (runner)
            runner->clusterChanged();
    }

    /// A machine of the set workers with its node, "n" before its name; younger than those put before.
    void putWorker(const std::string &name, const std::string &ready)
    {
        api::Machine worker = machine(name, "Running", "n" + name);
        worker.metadata.creationTimestamp = at(++m_workers);
        put(std::move(worker));
        put(node("n" + name, ready, name));
    }
    void putSet(std::int64_t replicas, std::int64_t ready)
    {
        api::MachineSet set = machineSet(replicas, ready);
        set.status.replicas = replicas;
        put(std::move(set));
    }

    client::Client &client() { return m_client; }

private:
    template<typename T>
    static constexpr bool isOnTheTimeline =
        std::is_same_v<T, api::MachineSet> || std::is_same_v<T, api::Machine> || std::is_same_v<T, api::Node>;

    template<typename T>
    runtime::Store<T> &storeOf()
    {
        if constexpr (std::is_same_v<T, api::MachineSet>)
            return machineSets;
        else if constexpr (std::is_same_v<T, api::Machine>)
            return machines;
        else if constexpr (std::is_same_v<T, api::Node>)
            return nodes;
        else if constexpr (std::is_same_v<T, api::Pod>)
            return pods;
        else if constexpr (std::is_same_v<T, api::Job>)
            return jobs;
        else
            return healthChecks;
    }

    static std::string nameOf(api::Method method)
    {
        switch (method) {
        case api::Method::Get:
            return "GET";
        case api::Method::Post:
            return "POST";
        case api::Method::Patch:
            return "PATCH";
        case api::Method::Delete:
            return "DELETE";
        default:
            return "OTHER";
        }
    }

    api::Response answer(const api::Request &request)
    {
        if (request.method == api::Method::Get && request.path.find("/namespaces/") != std::string::npos)
            return {404, api::share(api::failureStatus(404, "NotFound", "there is none"))};
        if (request.method == api::Method::Get) { // discovery
            return {200,
                api::share(api::JsonObject {{"resources",
                    api::JsonArray {api::JsonObject {
                        {"name", "machinesets"}, {"kind", "MachineSet"}, {"namespaced", true}}}}})};
        }
        requests.push_back(nameOf(request.method) + " " + request.path + " "
            + (request.body ? api::writeJson(*request.body) : ""));
        if (const auto refusal = refusals.find(request.path); refusal != refusals.end())
            return refusal->second;
        return {200, request.body ? request.body : api::share(api::JsonObject())};
    }

    std::int64_t m_workers = 0;
    client::LocalTransport m_transport {
        clock, {[this](const api::Request &request) { return answer(request); }, {}}};
    client::Client m_client {m_transport};
};

} // namespace test
