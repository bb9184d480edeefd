// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What happened, as the watch showed it, and what controllers decided about it: the one source of every
// number shown to people (docs/design.md D19). Each fact has two times: when the server says it happened
// (whole seconds for most), and when its watch event arrived here.

#include "core/api/resource.h"
#include "core/api/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::timeline {

enum class FactKind {
    NodeHealth, ///< from, to: "Ready", "NotReady", "Unknown", "" (no such node)
    MachineCreated, ///< the machine is there
    MachinePhase, ///< from, to: the phases of docs/machines.md §4.5; to "": the machine is gone
    MachineDeleting, ///< the deletion of a machine was asked for
    SetReplicas, ///< from, to: the replicas wanted of a MachineSet, as decimal text; "": no such set
    SetReady, ///< from, to: readyReplicas of a MachineSet, as decimal text; "": no such set
    McmMachineCreated, ///< the same of machines and sets of machine.sapcloud.io, phases as in §9.2
    McmMachinePhase,
    McmMachineDeleting,
    McmSetReplicas,
    McmSetReady,
    Fault, ///< to: the fault put on a node ("not-ready for 30s"); "" when it was taken away
    /// from, to: the codes of the reasons why a controller acts, or does not yet ("ScalingUp", or several
    /// with ", " between them); told only where they change.
    Decision,
};

/// What facts about machines and sets of machine.openshift.io tell, and which tell it of machine.sapcloud.io.
inline constexpr std::pair<FactKind, FactKind> kindsOfFamilies[] {
    {FactKind::MachineCreated, FactKind::McmMachineCreated},
    {FactKind::MachinePhase, FactKind::McmMachinePhase},
    {FactKind::MachineDeleting, FactKind::McmMachineDeleting},
    {FactKind::SetReplicas, FactKind::McmSetReplicas},
    {FactKind::SetReady, FactKind::McmSetReady},
};

/// What is told, of either family: MachinePhase of McmMachinePhase.
constexpr FactKind commonKind(FactKind kind)
{
    for (const auto &[common, mcm] : kindsOfFamilies) {
        if (kind == mcm)
            return common;
    }
    return kind;
}

constexpr FactKind mcmKind(FactKind common)
{
    for (const auto &[kind, mcm] : kindsOfFamilies) {
        if (kind == common)
            return mcm;
    }
    return common;
}

constexpr bool isOfMcm(FactKind kind)
{
    return commonKind(kind) != kind;
}

struct Fact {
    std::uint64_t index = 0; ///< strictly rising, kept across restarts
    FactKind kind = FactKind::NodeHealth;
    api::ObjectKey object; ///< the node, machine or set
    std::string uid;
    std::string from;
    std::string to;
    /// lastTransitionTime, creationTimestamp or deletionTimestamp; the arrival when there is none.
    api::Time serverTime;
    api::Time arrivalTime;
    std::uint64_t revision = 0; ///< resourceVersion of the object; 0 when it is no number
    /// Reason and message of the condition, error of the machine, first reason of a Decision; in English. Of
    /// SetReplicas how many its deployment wanted when it was last sized.
    std::string detail;
    /// Of a node its machine, of a machine its MachineSet, of a set its deployment; empty when there is none.
    api::ObjectKey owner;
    std::string node; ///< of a machine the node that it is linked to; empty when there is none
    std::string controller; ///< of a Decision: whose
    std::string said; ///< of a Decision what detail is made of, for sayingOf() (text.h); empty: it is plain
    bool operator==(const Fact &) const = default;
};

enum class Outcome { Open, Replaced, HealedByItself, Gone };

inline constexpr std::string_view goneCondition = "node gone";
inline constexpr std::string_view faultBegin = " (fault: ";

/// One failure and its recovery: NotReady → (deletion asked → gone → replacement created) → complete again.
/// Times are arrival times, so differences are exact to the millisecond; unset while it has not happened.
struct Episode {
    std::uint64_t id = 0;
    api::ObjectKey machine; ///< empty name for a node without a machine
    std::string node;
    api::ObjectKey machineSet;
    std::string cause; ///< the condition; "NotReady (fault: not-ready for 30s)" when one was put on the node
    std::optional<api::Time> faultAt;
    api::Time unhealthyAt;
    std::optional<api::Time> deleteAskedAt;
    std::optional<api::Time> oldGoneAt;
    std::optional<api::Time> replacementCreatedAt;
    std::optional<api::Time> recoveredAt; ///< replacement Ready, or the node Ready again
    std::optional<api::Time> completeAt; ///< after that, the set showed as many Ready machines as it wants
    api::ObjectKey replacement;
    Outcome outcome = Outcome::Open;
    bool isOfMcm = false; ///< machines and set are of machine.sapcloud.io

    /// "NotReady", "Unknown", "Failed", or goneCondition.
    std::string_view condition() const { return std::string_view(cause).substr(0, cause.find(faultBegin)); }
    /// "not-ready for 30s"; empty when no fault was put on the node.
    std::string_view fault() const
    {
        const std::size_t begin = cause.find(faultBegin);
        return begin == std::string::npos ? std::string_view()
                                          : std::string_view(cause).substr(begin + faultBegin.size(),
                                              cause.rfind(')') - begin - faultBegin.size());
    }
    /// Also where neither has one.
    bool isOfSameSet(const Episode &other) const
    {
        return isOfMcm == other.isOfMcm && machineSet == other.machineSet;
    }
    void putFault(const std::string &words) { cause.append(faultBegin).append(words).append(")"); }

    /// Unhealthy → recovered; nothing while open.
    std::optional<base::Duration> recovery() const
    {
        return recoveredAt ? std::optional<base::Duration>(*recoveredAt - unhealthyAt) : std::nullopt;
    }
    bool operator==(const Episode &) const = default;
};

/// How many nodes are in which state from a moment on.
struct HealthCounts {
    api::Time at;
    int ready = 0;
    int notReady = 0;
    int unknown = 0;

    int total() const { return ready + notReady + unknown; }
    bool operator==(const HealthCounts &) const = default;
};

} // namespace core::timeline
