// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/auditor.h"

#include "core/api/event.h"
#include "core/api/mcm.h"
#include "core/api/pod.h"
#include "core/api/selector.h"
#include "core/controllers/healthcheck/healthcheck.h"

#include <algorithm>
#include <array>

namespace tests {

using namespace std::chrono_literals;
using core::api::Json;
using core::api::JsonPtr;
using core::api::textAt;
using core::api::WatchEvent;

namespace {

using Kinds = std::array<const core::api::Resource *, 8>;

const Kinds &kindsOf(Family family)
{
    using namespace core::api;
    static const Kinds openShift {&resourceOf<MachineDeployment>(), &resourceOf<MachineSet>(),
        &resourceOf<Machine>(), &resourceOf<MachineHealthCheck>(), &resourceOf<Pod>(), &resourceOf<Node>(),
        &resourceOf<Lease>(), &resourceOf<Event>()};
    static const Kinds ofMcm {&resourceOf<mcm::MachineDeployment>(), &resourceOf<mcm::MachineSet>(),
        &resourceOf<mcm::Machine>(), &resourceOf<mcm::MachineClass>(), &resourceOf<Pod>(),
        &resourceOf<Node>(), &resourceOf<Lease>(), &resourceOf<Event>()};
    return family == Family::OpenShift ? openShift : ofMcm;
}

/// A controller whose view lags or tells of the past may act on what was wanted then: two outages of two
/// minutes, one after the other, and the back-off of a minute after each.
constexpr auto lately = 6min;

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

std::string uidOf(const Json &object)
{
    return std::string(textAt(object, {"metadata", "uid"}));
}

/// The controller is that of the ownerReferences; empty when there is none.
std::string controllerOf(const Json &object)
{
    const Json *owners = core::api::find(object, {"metadata", "ownerReferences"});
    if (!owners || !owners->is_array())
        return {};
    for (const Json &owner : owners->get_array()) {
        const Json *controls = core::api::find(owner, {"controller"});
        if (controls && controls->is_bool() && controls->get_bool())
            return std::string(textAt(owner, {"uid"}));
    }
    return {};
}

bool isDeleting(const Json &object)
{
    return !textAt(object, {"metadata", "deletionTimestamp"}).empty();
}

/// Both families spell these fields alike; of a MachineDeployment without a surge it is one.
std::int64_t mostOf(const std::string &plural, const Json &object)
{
    const std::int64_t replicas = core::api::integerAt(object, {"spec", "replicas"}).value_or(1);
    if (plural == "machinesets")
        return replicas;
    const Json *surge = core::api::find(object, {"spec", "strategy", "rollingUpdate", "maxSurge"});
    if (!surge)
        return replicas + 1;
    if (!surge->is_string())
        return replicas + surge->to_number<std::int64_t>();
    const std::int64_t percent = std::stoll(std::string(surge->get_string()));
    return replicas + (replicas * percent + 99) / 100;
}

std::string_view nameOf(WatchEvent::Type type)
{
    constexpr std::array<std::string_view, 5> names {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR"};
    return names.at(static_cast<std::size_t>(type));
}

} // namespace

std::int64_t LatelyMost::at(core::base::Time now) const
{
    auto since = m_since.upper_bound(now - lately);
    if (since != m_since.begin())
        --since; // what it was when that time began
    std::int64_t most = 0;
    for (; since != m_since.end(); ++since)
        most = std::max(most, since->second);
    return most;
}

Auditor::Auditor(core::base::Clock &clock, std::function<bool()> isPastTold, Family family)
    : m_clock(clock)
    , m_isPastTold(std::move(isPastTold))
    , m_family(family)
{
}

/// Returns the revision of the list.
std::string Auditor::list(core::lab::ApiServer &lab, const core::api::Resource &kind, Objects &objects) const
{
    core::api::Request request;
    request.path = core::api::collectionPath(kind, "");
    const core::api::Response response = lab.answer(request);
    for (const JsonPtr &object : response.list->items)
        objects.emplace(nameOf(*object), object);
    return response.list->resourceVersion;
}

void Auditor::follow(core::lab::ApiServer &lab)
{
    if (!m_watches.empty())
        compare(lab);
    m_watches.clear();
    for (const core::api::Resource *kind : kindsOf(m_family)) {
        const std::string &plural = kind->plural;
        const std::string revision = list(lab, *kind, m_objects[plural]);
        core::api::Request request;
        request.path = core::api::collectionPath(*kind, "");
        request.query = {{"watch", "1"}, {"timeoutSeconds", "1000000"}, {"resourceVersion", revision}};
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

void Auditor::compare(core::lab::ApiServer &lab)
{
    for (const core::api::Resource *kind : kindsOf(m_family)) {
        Objects listed;
        list(lab, *kind, listed);
        const Objects &told = m_objects[kind->plural];
        for (const auto &[name, object] : told) {
            const auto found = listed.find(name);
            if (found == listed.end() || revisionOf(*found->second) != revisionOf(*object))
                m_complaint = kind->plural + " " + name + " is listed otherwise than told";
        }
        if (listed.size() > told.size())
            m_complaint = "there are more " + kind->plural + " than were told";
    }
}

void Auditor::take(const std::string &plural, const WatchEvent &event)
{
    const std::string name = nameOf(*event.object);
    checkOrder(plural, name, event);
    JsonPtr &held = m_objects[plural][name];
    const JsonPtr before = std::exchange(held, event.object);
    note(plural, name, event, before);
    if (event.type != WatchEvent::Type::Deleted)
        return check(plural, *event.object, event.type == WatchEvent::Type::Added);
    if (plural == "machines")
        m_goneMachines.emplace(uidOf(*event.object), revisionOf(*event.object));
    m_objects[plural].erase(name);
}

void Auditor::checkOrder(const std::string &plural, const std::string &name, const WatchEvent &event)
{
    const std::uint64_t revision = revisionOf(*event.object);
    std::uint64_t &last = m_revisions[plural];
    if (revision <= last)
        m_complaint = "the watch of " + plural + " went back from " + std::to_string(last) + " to "
            + std::to_string(revision);
    last = revision;
    const bool isKnown = m_objects[plural].contains(name);
    if (isKnown == (event.type == WatchEvent::Type::Added))
        m_complaint = std::string(nameOf(event.type)) + " of " + plural + " " + name
            + (isKnown ? ", which was there" : ", which was not there");
}

void Auditor::note(
    const std::string &plural, const std::string &name, const WatchEvent &event, const JsonPtr &before)
{
    const std::string line = std::string(textAt(*event.object, {"metadata", "resourceVersion"})) + " "
        + std::string(nameOf(event.type)) + " " + plural + " " + name;
    m_log.push_back(line);
    const bool isGone = event.type == WatchEvent::Type::Deleted;
    const bool isHeartbeat = plural == "leases" || (plural == "events" && isGone)
        || (plural == "nodes" && before && !isGone
            && withoutHeartbeats(*before) == withoutHeartbeats(*event.object));
    if (!isHeartbeat)
        m_changes.push_back(line);
}

void Auditor::check(const std::string &plural, const Json &object, bool isNew)
{
    if (plural == "pods")
        checkPod(object, isNew);
    else if (plural == "nodes")
        checkNodes(object);
    else if (plural == "machinesets")
        checkSet(object, mostOf(plural, object));
    else if (plural == "machinedeployments")
        checkDeployment(uidOf(object), mostOf(plural, object));
    else if (plural == "machinehealthchecks" || plural == "machines")
        rememberBudgets();
    else if (plural == "events" && textAt(object, {"reason"}) == "MachineDeleted")
        checkRemediation(object);
    if (plural == "machines" && isNew)
        checkMachines(object);
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

std::int64_t Auditor::living(const std::set<std::string> &controllers)
{
    return std::ranges::count_if(m_objects["machines"], [&](const auto &entry) {
        return !isDeleting(*entry.second) && controllers.contains(controllerOf(*entry.second));
    });
}

const JsonPtr *Auditor::byUid(const std::string &plural, std::string_view uid)
{
    const auto found = std::ranges::find_if(m_objects[plural], [&](const auto &entry) {
        return textAt(*entry.second, {"metadata", "uid"}) == uid;
    });
    return found == m_objects[plural].end() ? nullptr : &found->second;
}

void Auditor::checkMachines(const Json &machine)
{
    const auto complainOf = [&](const std::string &owner, std::int64_t count) {
        const std::int64_t most = m_wanted[owner].at(m_clock.now());
        if (count > most + tolerated(most))
            m_complaint = std::to_string(count) + " machines, " + std::to_string(most)
                + " were wanted: " + nameOf(machine);
    };
    const std::string set = controllerOf(machine);
    complainOf(set, living({set}));
    const JsonPtr *object = byUid("machinesets", set);
    const std::string deployment = object ? controllerOf(**object) : std::string();
    if (!deployment.empty())
        complainOf(deployment, living(setsOf(deployment)));
}

/// A smaller surge does not make sets smaller that are there already (docs/machines.md §6.4): only what grows
/// is bound by it.
void Auditor::checkSet(const Json &set, std::int64_t wanted)
{
    LatelyMost &ofSet = m_wanted[uidOf(set)];
    const bool hasGrown = wanted > ofSet.latest();
    ofSet.set(m_clock.now(), wanted);
    const std::string deployment = controllerOf(set);
    if (deployment.empty())
        return;
    const LatelyMost &allowed = m_allowed[deployment];
    const std::int64_t together = wantedTogether(deployment);
    m_wanted[deployment].set(m_clock.now(), std::max(allowed.latest(), together));
    const std::int64_t most = allowed.at(m_clock.now());
    if (hasGrown && together > most + tolerated(most))
        m_complaint = "sets of " + std::to_string(together) + " machines, " + std::to_string(most)
            + " are allowed: " + nameOf(set);
}

void Auditor::checkDeployment(const std::string &uid, std::int64_t allowed)
{
    m_allowed[uid].set(m_clock.now(), allowed);
    m_wanted[uid].set(m_clock.now(), std::max(allowed, wantedTogether(uid)));
}

std::set<std::string> Auditor::setsOf(const std::string &deployment)
{
    std::set<std::string> sets;
    for (const auto &[name, set] : m_objects["machinesets"]) {
        if (controllerOf(*set) == deployment)
            sets.insert(uidOf(*set));
    }
    return sets;
}

std::int64_t Auditor::wantedTogether(const std::string &deployment)
{
    std::int64_t together = 0;
    for (const std::string &set : setsOf(deployment))
        together += m_wanted[set].latest();
    return together;
}

void Auditor::rememberBudgets()
{
    for (const auto &[name, object] : m_objects["machinehealthchecks"]) {
        const auto check = core::api::decode<core::api::MachineHealthCheck>(*object);
        const auto expected = std::ranges::count_if(m_objects["machines"], [&](const auto &entry) {
            return core::api::matches(
                check->spec.selector, core::api::decode<core::api::Machine>(*entry.second)->metadata.labels);
        });
        const auto budget = core::controllers::maxUnhealthyOf(check->spec.maxUnhealthy, expected);
        m_budgets[check->metadata.name].set(m_clock.now(), budget.value_or(0));
    }
}

/// The health check's event says which machine it deleted, and at its end, in parentheses, whose it is.
void Auditor::checkRemediation(const Json &event)
{
    const std::string message(textAt(event, {"message"}));
    const std::size_t open = message.rfind('(');
    if (open == std::string::npos || !message.ends_with(')'))
        return;
    const std::string check = message.substr(open + 1, message.size() - open - 2);
    auto &remediated = m_remediated[check];
    std::erase_if(remediated, [this](const std::string &uid) { return !byUid("machines", uid); });
    const std::string uid(textAt(event, {"involvedObject", "uid"}));
    if (!byUid("machines", uid) || !remediated.insert(uid).second)
        return;
    ++m_remediations;
    const std::int64_t budget = m_budgets[check].at(m_clock.now());
    if (std::ssize(remediated) > budget)
        m_complaint = std::to_string(remediated.size()) + " machines remediated at once by " + check + ", "
            + std::to_string(budget) + " are allowed";
}

} // namespace tests
