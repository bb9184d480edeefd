// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// At most one of several programs acts (docs/machines.md §10.1): whoever holds a Lease. Expiry is judged by
// our own clock since we last saw the Lease change, never by the times written in it; our own hold counts
// from when we asked for it, not from when the answer came.

#include "core/api/node.h"
#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

namespace core::runtime {

struct ElectionOptions {
    api::ObjectKey lease;
    std::string identity; ///< "<host>_<uuid>"
    base::Duration leaseDuration = std::chrono::seconds(15);
    base::Duration renewDeadline = std::chrono::seconds(10);
    base::Duration retryPeriod = std::chrono::seconds(2);
};

class LeaderElection
{
public:
    LeaderElection(
        client::Client &client, base::Clock &clock, const base::Chance &chance, ElectionOptions options);

    /// Tries to become leader until stop(). gained and lost alternate, gained first; both may call stop().
    void start(std::function<void()> gained, std::function<void()> lost);
    /// Gives the lease back if held (holder emptied, duration 1 s), then calls done; lost is not called.
    void stop(std::function<void()> done);
    bool isLeader() const { return m_leader; }
    /// Who holds the lease as last seen; empty when nobody does.
    const std::string &holder() const { return m_holder; }

private:
    using LeasePtr = std::shared_ptr<const api::Lease>;

    void attempt();
    void judge(const base::Result<api::JsonPtr> &seen);
    bool isFree(const api::Lease &lease) const;
    void take(const LeasePtr &current);
    void taken(const base::Result<api::JsonPtr> &written, base::Time asked);
    void failed(const base::Error &error);
    void stepDown(const std::string &why);
    void tryIn(base::Duration wait);
    base::Duration usualWait();
    void release(const LeasePtr &held, const api::LeaseSpec &asked, std::function<void()> done);
    void readAndRelease(const api::LeaseSpec &asked, std::function<void()> done);

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    ElectionOptions m_options;
    std::function<void()> m_gained;
    std::function<void()> m_lost;
    bool m_leader = false;
    std::string m_holder;
    std::string m_seenVersion; ///< resourceVersion of the Lease when it last changed
    base::Time m_seenChangeAt {}; ///< by our clock
    LeasePtr m_held; ///< as the server answered our last write
    api::LeaseSpec m_asked; ///< what we wrote last, whether or not it was answered
    std::uint64_t m_draws = 0;
    base::Timer m_timer; ///< of the next attempt
    base::Timer m_deadline; ///< when we are no longer sure to lead
    base::Scope m_attempt; ///< an attempt that takes too long is given up
    base::Scope m_release;
};

} // namespace core::runtime
