// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// At most one of several programs acts (machine-api.md §10.1): whoever holds a Lease. Expiry is judged by our own clock
// since we last saw the Lease change, never by the times written in it.

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

    /// Tries to become leader until stop(). gained and lost alternate, gained first.
    void start(std::function<void()> gained, std::function<void()> lost);
    /// Gives the lease back if held (holder emptied, duration 1 s), then calls done; lost is not called.
    void stop(std::function<void()> done);
    bool isLeader() const { return m_leader; }
    /// Who holds the lease as last seen; empty when nobody does.
    const std::string &holder() const { return m_holder; }

private:
    void attempt();
    void judge(const base::Result<api::JsonPtr> &seen);
    void take(const std::shared_ptr<const api::Lease> &current);
    void taken(const base::Result<api::JsonPtr> &written);
    void failed(const std::string &why);
    void stepDownIfLate();
    void again();

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
    base::Time m_renewedAt {};
    std::shared_ptr<const api::Lease> m_held; ///< as we wrote it last
    std::uint64_t m_draws = 0;
    base::Timer m_timer;
    base::Timer m_deadline;
    base::Scope m_scope;
};

} // namespace core::runtime
