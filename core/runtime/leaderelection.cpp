// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/leaderelection.h"

#include "core/base/log.h"

namespace core::runtime {

HOLLOWLAB_LOG(electionLog, "hollowlab.core.runtime.election")

using base::str;

LeaderElection::LeaderElection(
    client::Client &client, base::Clock &clock, const base::Chance &chance, ElectionOptions options)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
    , m_options(std::move(options))
{
}

void LeaderElection::start(std::function<void()> gained, std::function<void()> lost)
{
    m_gained = std::move(gained);
    m_lost = std::move(lost);
    attempt();
}

void LeaderElection::attempt()
{
    const api::ResourceRef ref {&api::resourceOf<api::Lease>(), m_options.lease};
    m_client.get(ref, m_scope.bind([this](const base::Result<api::JsonPtr> &seen) { judge(seen); }));
}

void LeaderElection::judge(const base::Result<api::JsonPtr> &seen)
{
    if (!seen) {
        if (seen.error().kind == base::ErrorKind::NotFound)
            return take(nullptr);
        return failed(seen.error().message);
    }
    const auto lease = api::decodeShared<api::Lease>(**seen);
    if (!lease)
        return failed(lease.error().message);
    if ((*lease)->metadata.resourceVersion != m_seenVersion) {
        m_seenVersion = (*lease)->metadata.resourceVersion;
        m_seenChangeAt = m_clock.now();
    }
    m_holder = (*lease)->spec.holderIdentity;
    const base::Duration validFor = std::chrono::seconds((*lease)->spec.leaseDurationSeconds.value_or(0));
    const bool free =
        m_holder.empty() || m_holder == m_options.identity || m_clock.now() >= m_seenChangeAt + validFor;
    if (free)
        return take(*lease);
    stepDownIfLate();
    again();
}

void LeaderElection::take(const std::shared_ptr<const api::Lease> &current)
{
    api::Lease wanted = current ? *current : api::Lease();
    const bool change = wanted.spec.holderIdentity != m_options.identity;
    wanted.metadata.ns = m_options.lease.ns;
    wanted.metadata.name = m_options.lease.name;
    wanted.spec.holderIdentity = m_options.identity;
    wanted.spec.leaseDurationSeconds =
        static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(m_options.leaseDuration).count());
    wanted.spec.renewTime = api::MicroTime {m_clock.now()};
    if (change) {
        wanted.spec.acquireTime = wanted.spec.renewTime;
        wanted.spec.leaseTransitions = current ? wanted.spec.leaseTransitions.value_or(0) + 1 : 0;
    }
    const auto answer = m_scope.bind([this](const base::Result<api::JsonPtr> &written) { taken(written); });
    if (current)
        m_client.update(api::refTo(wanted), api::encodeObject(wanted), answer);
    else
        m_client.create(api::resourceOf<api::Lease>(), api::encodeObject(wanted), answer);
}

void LeaderElection::taken(const base::Result<api::JsonPtr> &written)
{
    if (!written)
        return failed(written.error().message);
    if (const auto lease = api::decodeShared<api::Lease>(**written)) {
        m_held = *lease;
        m_seenVersion = m_held->metadata.resourceVersion;
    }
    m_seenChangeAt = m_clock.now();
    m_renewedAt = m_clock.now();
    m_holder = m_options.identity;
    m_deadline = m_clock.callAfter(m_options.renewDeadline, [this] { stepDownIfLate(); });
    if (!m_leader) {
        m_leader = true;
        qCInfo(electionLog) << str(m_options.identity) << "leads" << str(m_options.lease.text());
        m_gained();
    }
    again();
}

void LeaderElection::failed(const std::string &why)
{
    qCInfo(electionLog) << str(m_options.lease.text()) << str(why);
    stepDownIfLate();
    again();
}

void LeaderElection::stepDownIfLate()
{
    if (!m_leader || m_clock.now() < m_renewedAt + m_options.renewDeadline)
        return;
    m_leader = false;
    qCWarning(electionLog) << str(m_options.lease.text()) << "was not renewed in time: stepping down";
    m_lost();
}

void LeaderElection::again()
{
    base::Duration wait = m_options.retryPeriod;
    if (!m_leader)
        wait = std::chrono::duration_cast<base::Duration>(
            wait * (1 + 1.2 * m_chance.unit(m_options.identity, "election", m_draws++)));
    m_timer = m_clock.callAfter(wait, [this] { attempt(); });
}

void LeaderElection::stop(std::function<void()> done)
{
    m_scope.reset();
    m_timer.cancel();
    m_deadline.cancel();
    if (!std::exchange(m_leader, false) || !m_held)
        return done();
    api::Lease released = *m_held;
    released.spec.holderIdentity.clear();
    released.spec.leaseDurationSeconds = 1;
    api::Json object = api::encodeObject(released);
    object.at("spec").get_object()["holderIdentity"] = "";
    m_client.update(api::refTo(released), std::move(object),
        m_scope.bind([done = std::move(done)](const base::Result<api::JsonPtr> &) { done(); }));
}

} // namespace core::runtime
