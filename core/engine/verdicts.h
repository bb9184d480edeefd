// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a health check thinks of each of its machines, whether or not it may act on it (docs/machines.md §7.7:
// dry run), as values for the window.

#include "core/api/effect.h"
#include "core/api/saying.h"

namespace core::engine {

struct MachineVerdict {
    api::ObjectKey machine;
    std::string node; ///< empty while it has none
    std::string verdict; ///< Healthy, Starting, Pending (not for long enough), Unhealthy, Deleting
    bool countsHealthy = false;
    api::Reason reason; ///< code, sentence without a full stop, facts
    std::string remedy; ///< what is done once it is Unhealthy: Replace, External, Reboot, None
    std::optional<api::Time> nextCheck; ///< when the verdict may change by time alone
    bool waits = false; ///< Unhealthy or Pending, and others come first for what may be replaced
    std::optional<api::Time> comesBack; ///< the fault on its node ends then, before nextCheck
    /// Why a MachineDisruptionBudget lets nobody act on the machine, as long as nothing else changes
    /// (docs/machines.md §7.8); empty: it does, or will once others have come up.
    api::Reason heldBy;
    std::int64_t missing =
        0; ///< so many healthy machines more, and that budget lets it go; 0: they don't help

    bool operator==(const MachineVerdict &) const = default;
};

struct HealthCheckVerdicts {
    api::ResourceRef check; ///< of either generation
    bool exists = false;
    bool isCarriedOut = false; ///< by a controller that runs here
    bool paused = false;
    std::string problem; ///< what can't be read: then nothing is judged
    std::int64_t expected = 0;
    std::int64_t healthy = 0;
    std::optional<std::int64_t> maxUnhealthy; ///< in machines
    std::string maxUnhealthyText; ///< as written: "40%"; empty: not set
    bool allowed = false; ///< no more are unhealthy than maxUnhealthy
    std::int64_t inFlight = 0; ///< replacements under way
    std::int64_t available = 0; ///< replacements that may begin now
    /// The counts once what starts has come up, what is being deleted is gone, and each node has come back
    /// whose fault ends before the check acts.
    struct Settled {
        std::int64_t expected = 0;
        std::int64_t unhealthy = 0;
        std::int64_t maxUnhealthy = 0;
        bool allowed = false;

        bool operator==(const Settled &) const = default;
    };
    std::optional<Settled> settled; ///< unset: as they are now
    std::vector<MachineVerdict> machines; ///< by namespace and name

    std::int64_t unhealthy() const { return expected - healthy; }
    Settled onceSettled() const;
    bool operator==(const HealthCheckVerdicts &) const = default;
};

/// What a check does about one of its machines; the deed itself is the verdict's remedy.
struct Fate {
    enum class Hold {
        None, ///< it acts
        NothingJudged,
        Healthy,
        Deleting,
        ComesBack, ///< its node is told to fail, and not for long enough
        Paused,
        Uncontrolled, ///< nobody would replace it
        WaitsForNode, ///< without end
        NotCarriedOut, ///< the controller does not run here
        TooManyUnhealthy, ///< and will be, once the counts have settled
        MachineBudget, ///< a MachineDisruptionBudget does not let it go
    };
    enum class When {
        Now,
        OnceOthersAreUp,
        AtNextCheck,
        NotBeforeNextCheck, ///< others come first
        UnlessNodeComes, ///< at the next check, if it has no node by then
    };
    Hold hold = Hold::None;
    When when = When::Now; ///< also when held: what would be

    bool operator==(const Fate &) const = default;
};

Fate fateOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict);
/// What the check does about the machine, and when: "replaces it in 6s".
api::Saying outlookOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict, api::Time now);
/// The arithmetic that allows or forbids it: "1 of 50 machines is unhealthy, 20 may be (40%)." Empty while
/// nothing is judged.
api::Saying budgetOf(const HealthCheckVerdicts &check);

} // namespace core::engine
