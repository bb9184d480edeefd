// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps our controllers from fighting with the originals on an external cluster: one of ours is blocked while
// the Lease of a program that does the same is held (docs/machines.md §10.1), or while the Infrastructure
// object "cluster" names a platform other than kubemark (§2.9). Looks again from time to time, also while
// ours run.

#include "core/api/node.h"
#include "core/api/saying.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

namespace core::engine {

/// A Lease that counts as held.
struct HeldLock {
    api::ObjectKey lease;
    std::string holder;

    bool operator==(const HeldLock &) const = default;
};

/// What is known of the controllers of others on the cluster.
struct ForeignControllers {
    std::vector<HeldLock> held;
    std::string platform; ///< of Infrastructure "cluster"; empty when there is none
};

/// Why the unit must not run at present, for people; empty when nothing speaks against it.
api::Saying blockedReason(std::string_view unit, const ForeignControllers &foreign);

/// Tells which Leases are held, by our own clock: one that has not changed for its duration is not.
class LeaseJudge
{
public:
    /// Takes in every Lease of one namespace as it is now.
    void see(const std::vector<api::Lease> &leases, const std::string &ns, base::Time now);
    std::vector<HeldLock> held(base::Time now) const;

private:
    struct Seen {
        std::string version;
        std::string holder;
        base::Time until; ///< when it counts as abandoned, unless it changes before
    };
    std::map<api::ObjectKey, Seen> m_leases;
};

class ForeignControllerWatch
{
public:
    /// Is told for each of the units, after each look, what blocks it.
    using Report = std::function<void(const std::string &unit, const api::Saying &blockedReason)>;
    ForeignControllerWatch(
        client::Client &client, base::Clock &clock, std::vector<std::string> units, Report report);

    /// Every controller of a machine system is blocked until the first look is complete.
    void start();

private:
    void look();
    void seeLeases(const std::string &ns, const base::Result<client::ListPage> &page);
    void seePlatform(const base::Result<api::Response> &response);
    void answered(const base::Result<> &result);
    void report();

    client::Client &m_client;
    base::Clock &m_clock;
    std::vector<std::string> m_units;
    Report m_report;
    LeaseJudge m_leases;
    std::string m_platform;
    std::size_t m_open = 0; ///< questions of this look without an answer
    api::Saying m_problem; ///< of this look
    bool m_looked = false; ///< one look went well
    base::Timer m_again;
    base::Scope m_scope;
};

} // namespace core::engine
