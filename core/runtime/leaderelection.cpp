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
    m_attempt.reset();
    tryIn(m_options.renewDeadline); // if nobody answers
    const api::ResourceRef ref {&api::resourceOf<api::Lease>(), m_options.lease};
    m_client.get(ref, m_attempt.bind([this](const base::Result<api::JsonPtr> &seen) { judge(seen); }));
}

void LeaderElection::judge(const base::Result<api::JsonPtr> &seen)
{
    if (!seen && seen.error().kind == base::ErrorKind::NotFound)
        return take(nullptr);
    if (!seen)
        return failed(seen.error());
    const auto lease = api::decodeShared<api::Lease>(*seen);
    if (!lease)
        return failed(lease.error());
    if ((*lease)->metadata.resourceVersion != m_seenVersion) {
        m_seenVersion = (*lease)->metadata.resourceVersion;
        m_seenChangeAt = m_clock.now();
    }
    m_holder = (*lease)->spec.holderIdentity;
    if (isFree(**lease))
        return take(*lease);
    tryIn(usualWait());
    stepDown("was taken by " + m_holder);
}

bool LeaderElection::isFree(const api::Lease &lease) const
{
    if (m_holder.empty() || m_holder == m_options.identity)
        return true;
    const int seconds = lease.spec.leaseDurationSeconds.value_or(0);
    const base::Duration validFor = seconds > 0 ? std::chrono::seconds(seconds) : m_options.leaseDuration;
    return m_clock.now() >= m_seenChangeAt + validFor;
}

void LeaderElection::take(const LeasePtr &current)
{
    api::Lease wanted = current ? *current : api::Lease();
    const bool change = wanted.spec.holderIdentity != m_options.identity;
    wanted.metadata.ns = m_options.lease.ns;
    wanted.metadata.name = m_options.lease.name;
    wanted.spec.holderIdentity = m_options.identity;
    wanted.spec.leaseDurationSeconds =
        static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(m_options.leaseDuration).count());
    wanted.spec.renewTime = api::MicroTime {std::chrono::floor<std::chrono::microseconds>(m_clock.now())};
    if (change) {
        wanted.spec.acquireTime = wanted.spec.renewTime;
        wanted.spec.leaseTransitions = current ? wanted.spec.leaseTransitions.value_or(0) + 1 : 0;
    }
    m_asked = wanted.spec;
    const auto answer = m_attempt.bind(
        [this, asked = m_clock.now()](const base::Result<api::JsonPtr> &written) { taken(written, asked); });
    if (current)
        m_client.update(api::refTo(wanted), api::encodeObject(wanted), answer);
    else
        m_client.create(api::resourceOf<api::Lease>(), api::encodeObject(wanted), answer);
}

void LeaderElection::taken(const base::Result<api::JsonPtr> &written, base::Time asked)
{
    if (!written)
        return failed(written.error());
    const auto lease = api::decodeShared<api::Lease>(*written);
    if (!lease)
        return failed(lease.error());
    m_held = *lease;
    m_seenVersion = m_held->metadata.resourceVersion;
    m_seenChangeAt = m_clock.now();
    m_holder = m_options.identity;
    const base::Time sureUntil = asked + m_options.renewDeadline;
    if (m_clock.now() >= sureUntil)
        return failed({base::ErrorKind::Transient, "the answer came too late", {}});
    m_deadline = m_clock.guardAt(sureUntil, [this] { stepDown("was not renewed in time"); });
    const bool isNew = !std::exchange(m_leader, true);
    tryIn(usualWait());
    if (!isNew)
        return;
    qCInfo(electionLog) << str(m_options.identity) << "leads" << str(m_options.lease.text());
    m_gained();
}

/// The deadline goes on running.
void LeaderElection::failed(const base::Error &error)
{
    qCInfo(electionLog) << str(m_options.lease.text()) << str(error.message);
    const bool contested = m_leader && error.kind == base::ErrorKind::Conflict; // find out by whom
    tryIn(contested ? base::Duration::zero() : usualWait());
}

/// Comes last wherever it is called: who has lost may stop us.
void LeaderElection::stepDown(const std::string &why)
{
    if (!std::exchange(m_leader, false))
        return;
    m_deadline.cancel();
    qCWarning(electionLog) << str(m_options.lease.text()) << str(why) << ": stepping down";
    m_lost();
}

void LeaderElection::tryIn(base::Duration wait)
{
    m_timer = m_clock.callAfter(wait, [this] { attempt(); });
}

base::Duration LeaderElection::usualWait()
{
    if (m_leader)
        return m_options.retryPeriod;
    return std::chrono::duration_cast<base::Duration>(
        m_options.retryPeriod * (1 + 1.2 * m_chance.unit(m_options.identity, "election", m_draws++)));
}

void LeaderElection::stop(std::function<void()> done)
{
    m_attempt.reset();
    m_timer.cancel();
    m_deadline.cancel();
    if (!std::exchange(m_leader, false))
        return done();
    release(m_held, m_asked, std::move(done));
}

void LeaderElection::release(const LeasePtr &held, const api::LeaseSpec &asked, std::function<void()> done)
{
    api::Lease released = *held;
    released.spec.leaseDurationSeconds = 1;
    api::Json object = api::encodeObject(released);
    object.at("spec").get_object()["holderIdentity"] = "";
    m_client.update(api::refTo(released), std::move(object),
        m_release.bind([this, asked, done = std::move(done)](const base::Result<api::JsonPtr> &written) {
            if (!written && written.error().kind == base::ErrorKind::Conflict)
                return readAndRelease(asked, done);
            done();
        }));
}

/// A renewal that was under way at stop() came first: it is still ours to give, unless somebody has written
/// since.
void LeaderElection::readAndRelease(const api::LeaseSpec &asked, std::function<void()> done)
{
    const api::ResourceRef ref {&api::resourceOf<api::Lease>(), m_options.lease};
    m_client.get(
        ref, m_release.bind([this, asked, done = std::move(done)](const base::Result<api::JsonPtr> &seen) {
            const auto lease = seen ? api::decodeShared<api::Lease>(*seen) : tl::unexpected(seen.error());
            if (lease && (*lease)->spec == asked)
                return release(*lease, asked, done);
            done();
        }));
}

} // namespace core::runtime
