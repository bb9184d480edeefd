// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/foreigncontrollers.h"

#include "core/actuator/hollowpod.h"
#include "core/engine/controllers.h"
#include "core/engine/sayings.h"

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

bool isOfMachineSystem(std::string_view unit)
{
    return isMachineSystem(descriptorOf(unit).group);
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

api::Saying blockedReason(std::string_view unit, const ForeignControllers &foreign)
{
    if (isOfMachineSystem(unit) && !foreign.platform.empty() && lowered(foreign.platform) != ourPlatform)
        return blockedSaying("OtherPlatform", foreign.platform);
    const auto isForeignLease = descriptorOf(unit).isForeignLease;
    const auto holder = std::ranges::find_if(foreign.held,
        [&](const HeldLock &lock) { return isForeignLease && isForeignLease(lock.lease.name); });
    if (holder == foreign.held.end())
        return {};
    return blockedSaying("Rival", holder->holder, holder->lease.text());
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

ForeignControllerWatch::ForeignControllerWatch(
    client::Client &client, base::Clock &clock, std::vector<std::string> units, Report report)
    : m_client(client)
    , m_clock(clock)
    , m_units(std::move(units))
    , m_report(std::move(report))
{
    std::erase_if(m_units, [](const std::string &unit) { return !isOfMachineSystem(unit); });
}

void ForeignControllerWatch::start()
{
    for (const std::string &unit : m_units)
        m_report(unit, blockedSaying("Looking"));
    look();
}

void ForeignControllerWatch::look()
{
    m_open = lockNamespaces.size() + 1;
    m_problem = {};
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

void ForeignControllerWatch::seeLeases(const std::string &ns, const base::Result<client::ListPage> &page)
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

void ForeignControllerWatch::seePlatform(const base::Result<api::Response> &response)
{
    if (!response && response.error().kind != base::ErrorKind::NotFound)
        return answered(tl::unexpected(response.error()));
    m_platform = response && response->body ? platformOf(*response->body) : std::string();
    answered({});
}

void ForeignControllerWatch::answered(const base::Result<> &result)
{
    if (!result)
        m_problem = api::sayingOf(result.error());
    if (--m_open > 0)
        return;
    m_looked = m_looked || m_problem.empty();
    m_again = m_clock.callAfter(lookAgain, [this] { look(); });
    report();
}

void ForeignControllerWatch::report()
{
    const ForeignControllers foreign {m_leases.held(m_clock.now()), m_platform};
    for (const std::string &unit : m_units) {
        m_report(unit, m_looked ? blockedReason(unit, foreign) : blockedSaying("NotSeen", m_problem));
    }
}

} // namespace core::engine
