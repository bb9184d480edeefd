// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rivals.h"

#include "core/actuator/hollowpod.h"
#include "core/engine/assembly.h"

#include <algorithm>
#include <array>

namespace core::engine {

namespace {

constexpr std::chrono::seconds lookAgain {10};
constexpr std::chrono::seconds usualLease {15};
constexpr std::string_view ourPlatform = "kubemark";

/// Where the originals keep their locks.
constexpr std::array<std::string_view, 3> lockNamespaces {
    "openshift-machine-api", "kube-system", actuator::podNamespace};

constexpr std::string_view healthCheckLock = "cluster-api-provider-healthcheck-leader";
constexpr std::string_view nodeLinkLock = "cluster-api-provider-nodelink-leader";
constexpr std::string_view machineSetLock = "cluster-api-provider-machineset-leader";

/// That of the machine controller of any provider; it runs beside the one of machine sets.
bool isProviderLock(std::string_view lock)
{
    return lock.starts_with("cluster-api-provider-") && lock.ends_with("-leader") && lock != healthCheckLock
        && lock != nodeLinkLock;
}

/// Whoever holds the lock does what the unit does.
bool isRival(std::string_view unit, std::string_view lock)
{
    if (unit == "machine" || unit == "orphansweep")
        return isProviderLock(lock);
    if (unit == "machineset" || unit == "machinedeployment")
        return lock == machineSetLock;
    if (unit == "healthcheck")
        return lock == healthCheckLock;
    if (unit == "nodelink")
        return lock == nodeLinkLock;
    if (!unit.starts_with("mcm-"))
        return false;
    const bool machines = unit == "mcm-machine" || unit == "mcm-safety";
    const bool sets = unit != "mcm-machine";
    return (machines && lock == "machine-controller") || (sets && lock == "machine-controller-manager");
}

bool isMachineController(std::string_view unit)
{
    const ControllerGroup group = Assembly::groupOf(unit);
    return group == ControllerGroup::MachineApi || group == ControllerGroup::Mcm;
}

std::string lowered(std::string text)
{
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return text;
}

std::string platformOf(const api::Json &infrastructure)
{
    const std::string_view platform = api::textAt(infrastructure, {"status", "platform"});
    return std::string(
        platform.empty() ? api::textAt(infrastructure, {"status", "platformStatus", "type"}) : platform);
}

} // namespace

std::string obstacleFor(std::string_view unit, const RivalView &seen)
{
    if (isMachineController(unit) && !seen.platform.empty() && lowered(seen.platform) != ourPlatform)
        return "the cluster's Infrastructure names the platform " + seen.platform
            + ", whose own machine controllers act here; only kubemark is ours";
    const auto rival =
        std::ranges::find_if(seen.held, [&](const HeldLock &lock) { return isRival(unit, lock.lease.name); });
    if (rival == seen.held.end())
        return {};
    return "another controller does this: " + rival->holder + " holds the lease " + rival->lease.text();
}

void LeaseJudge::see(const std::vector<api::Lease> &leases, const std::string &ns, base::Time now)
{
    std::map<api::ObjectKey, Seen> before;
    std::swap(before, m_leases);
    for (auto &[key, seen] : before) {
        if (key.ns != ns)
            m_leases.emplace(key, std::move(seen));
    }
    for (const api::Lease &lease : leases) {
        const auto old = before.find(lease.key());
        if (old != before.end() && old->second.version == lease.metadata.resourceVersion) {
            m_leases.emplace(lease.key(), std::move(old->second));
            continue;
        }
        const int given = lease.spec.leaseDurationSeconds.value_or(0);
        const std::chrono::seconds duration = given > 0 ? std::chrono::seconds(given) : usualLease;
        m_leases.emplace(lease.key(),
            Seen {lease.metadata.resourceVersion, lease.spec.holderIdentity,
                base::addSaturated(now, duration)});
    }
}

std::vector<HeldLock> LeaseJudge::held(base::Time now) const
{
    std::vector<HeldLock> held;
    for (const auto &[key, seen] : m_leases) {
        if (!seen.holder.empty() && now < seen.until)
            held.push_back({key, seen.holder});
    }
    return held;
}

RivalWatch::RivalWatch(
    client::Client &client, base::Clock &clock, std::vector<std::string> units, Report report)
    : m_client(client)
    , m_clock(clock)
    , m_units(std::move(units))
    , m_report(std::move(report))
{
    std::erase_if(m_units, [](const std::string &unit) { return !isMachineController(unit); });
}

void RivalWatch::start()
{
    for (const std::string &unit : m_units)
        m_report(unit, "finding out whether another program does this already");
    look();
}

void RivalWatch::look()
{
    m_open = lockNamespaces.size() + 1;
    m_problem.clear();
    for (const std::string_view name : lockNamespaces) {
        client::ListOptions options;
        options.ns = name;
        m_client.list(api::resourceOf<api::Lease>(), options,
            m_scope.bind([this, ns = options.ns](
                             const base::Result<client::ListPage> &page) { seeLeases(ns, page); }));
    }
    api::Request request;
    request.path = "/apis/config.openshift.io/v1/infrastructures/cluster";
    m_client.send(std::move(request),
        m_scope.bind([this](const base::Result<api::Response> &response) { seePlatform(response); }));
}

void RivalWatch::seeLeases(const std::string &ns, const base::Result<client::ListPage> &page)
{
    if (!page)
        return answered(tl::unexpected(page.error()));
    std::vector<api::Lease> leases;
    for (const api::JsonPtr &item : page->items) {
        if (auto lease = api::decode<api::Lease>(*item))
            leases.push_back(std::move(*lease));
    }
    m_leases.see(leases, ns, m_clock.now());
    answered({});
}

void RivalWatch::seePlatform(const base::Result<api::Response> &response)
{
    if (!response && response.error().kind != base::ErrorKind::NotFound)
        return answered(tl::unexpected(response.error()));
    m_platform = response && response->body ? platformOf(*response->body) : std::string();
    answered({});
}

void RivalWatch::answered(const base::Result<> &result)
{
    if (!result)
        m_problem = result.error().message;
    if (--m_open > 0)
        return;
    m_looked = m_looked || m_problem.empty();
    m_again = m_clock.callAfter(lookAgain, [this] { look(); });
    report();
}

void RivalWatch::report()
{
    const RivalView seen {m_leases.held(m_clock.now()), m_platform};
    for (const std::string &unit : m_units) {
        m_report(unit,
            m_looked ? obstacleFor(unit, seen)
                     : "can't find out whether another program does this already: " + m_problem);
    }
}

} // namespace core::engine
