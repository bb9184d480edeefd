// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/auditor.h"

#include "core/api/event.h"
#include "core/api/machine.h"
#include "core/api/pod.h"

#include <algorithm>
#include <array>

namespace tests {

using namespace std::chrono_literals;
using core::api::Json;
using core::api::JsonPtr;
using core::api::textAt;
using core::api::WatchEvent;

namespace {

const std::array<const core::api::Resource *, 7> &kinds()
{
    using namespace core::api;
    static const std::array<const Resource *, 7> all {&resourceOf<MachineSet>(), &resourceOf<Machine>(),
        &resourceOf<MachineHealthCheck>(), &resourceOf<Pod>(), &resourceOf<Node>(), &resourceOf<Lease>(),
        &resourceOf<Event>()};
    return all;
}

/// A controller whose view lags or tells of the past may act on what was wanted then.
constexpr auto lately = 2min;

std::string nameOf(const Json &object)
{
    const std::string_view ns = textAt(object, {"metadata", "namespace"});
    return (ns.empty() ? "" : std::string(ns) + "/") + std::string(textAt(object, {"metadata", "name"}));
}

std::uint64_t revisionOf(const Json &object)
{
    return std::stoull(std::string(textAt(object, {"metadata", "resourceVersion"})));
}

std::string machineUidOf(const Json &pod)
{
    return std::string(textAt(pod, {"metadata", "labels", core::api::keys::podMachineUid}));
}

/// What is left of a node when its heartbeats are taken away.
Json withoutHeartbeats(Json node)
{
    if (auto *metadata = node.as_object().if_contains("metadata")) {
        metadata->as_object().erase("resourceVersion");
        metadata->as_object().erase("managedFields");
    }
    auto *status = node.as_object().if_contains("status");
    auto *conditions = status ? status->as_object().if_contains("conditions") : nullptr;
    if (conditions && conditions->is_array()) {
        for (Json &condition : conditions->get_array())
            condition.as_object().erase("lastHeartbeatTime");
    }
    return node;
}

std::string_view nameOf(WatchEvent::Type type)
{
    constexpr std::array<std::string_view, 5> names {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"};
    return names.at(static_cast<std::size_t>(type));
}

} // namespace

Auditor::Auditor(core::base::Clock &clock, core::lab::ApiServer &lab, std::function<bool()> isPastTold)
    : m_clock(clock)
    , m_isPastTold(std::move(isPastTold))
{
    for (const core::api::Resource *kind : kinds()) {
        core::api::Request request;
        request.path = core::api::collectionPath(*kind, "");
        request.query = {{"watch", "1"}, {"timeoutSeconds", "1000000"}};
        const std::string &plural = kind->plural;
        auto watch = lab.watch(request,
            {[this, plural](const std::vector<WatchEvent> &events) {
                 for (const WatchEvent &event : events)
                     take(plural, event);
             },
                [this, plural](const auto &) { m_complaint = "the watch of " + plural + " has ended"; }});
        if (watch)
            m_watches.push_back(std::move(*watch));
        else
            m_complaint = "no watch of " + plural;
    }
}

void Auditor::take(const std::string &plural, const WatchEvent &event)
{
    const std::string name = nameOf(*event.object);
    JsonPtr &held = m_objects[plural][name];
    const JsonPtr before = std::exchange(held, event.object);
    const std::string line = std::string(textAt(*event.object, {"metadata", "resourceVersion"})) + " "
        + std::string(nameOf(event.type)) + " " + plural + " " + name;
    m_log.push_back(line);
    const bool isGone = event.type == WatchEvent::Type::Deleted;
    const bool isHeartbeat = plural == "leases" || (plural == "events" && isGone)
        || (plural == "nodes" && before && !isGone
            && withoutHeartbeats(*before) == withoutHeartbeats(*event.object));
    if (!isHeartbeat)
        m_changes.push_back(line);
    if (isGone && plural == "machines")
        m_goneMachines.emplace(textAt(*event.object, {"metadata", "uid"}), revisionOf(*event.object));
    if (isGone) {
        m_objects[plural].erase(name);
        return;
    }
    if (plural == "pods")
        checkPod(*event.object, event.type == WatchEvent::Type::Added);
    else if (plural == "nodes")
        checkNodes(*event.object);
    else if (plural == "machinesets")
        remember(*event.object);
    else if (plural == "machines" && event.type == WatchEvent::Type::Added)
        checkMachines();
}

void Auditor::checkPod(const Json &pod, bool isNew)
{
    const std::string uid = machineUidOf(pod);
    if (uid.empty())
        return;
    const auto isOfSame = [&](const auto &entry) { return machineUidOf(*entry.second) == uid; };
    if (std::ranges::count_if(m_objects["pods"], isOfSame) > 1)
        m_complaint = "two pods of one machine, one is " + nameOf(pod);
    const auto gone = m_goneMachines.find(uid);
    if (isNew && gone != m_goneMachines.end() && gone->second < revisionOf(pod) && !m_isPastTold())
        m_complaint = "a pod for a machine that is gone: " + nameOf(pod);
}

void Auditor::checkNodes(const Json &node)
{
    const auto count = [&](const auto &identityOf) {
        const std::string identity(identityOf(node));
        return identity.empty() ? 0 : std::ranges::count_if(m_objects["nodes"], [&](const auto &entry) {
            return identityOf(*entry.second) == identity;
        });
    };
    const auto provider = [](const Json &one) { return textAt(one, {"spec", "providerID"}); };
    const auto machine = [](const Json &one) {
        return textAt(one, {"metadata", "annotations", core::api::keys::nodeMachine});
    };
    if (count(provider) > 1 || count(machine) > 1)
        m_complaint = "two nodes of one machine, one is " + nameOf(node);
}

void Auditor::checkMachines()
{
    const auto live = std::ranges::count_if(m_objects["machines"], [](const auto &entry) {
        return textAt(*entry.second, {"metadata", "deletionTimestamp"}).empty();
    });
    if (live > mostWanted() && !m_isPastTold())
        m_complaint = std::to_string(live) + " machines, " + std::to_string(mostWanted()) + " were wanted";
}

void Auditor::remember(const Json &machineSet)
{
    m_replicas[m_clock.now()] = core::api::integerAt(machineSet, {"spec", "replicas"}).value_or(1);
}

std::int64_t Auditor::mostWanted() const
{
    auto since = m_replicas.upper_bound(m_clock.now() - lately);
    if (since != m_replicas.begin())
        --since; // what was wanted when that time began
    std::int64_t most = 0;
    for (; since != m_replicas.end(); ++since)
        most = std::max(most, since->second);
    return most;
}

} // namespace tests
