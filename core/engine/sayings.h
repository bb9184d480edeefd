// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the engine says to the window besides its controllers' reasons, by families. Tests and translations
// walk sayingTables(), which has what the layers below say as well.

#include "core/api/saying.h"

#include <span>

namespace core::engine {

/// What happens next to a machine, told of the machine; {when} is filled in by who shows it (Outlook::due).
inline constexpr api::ReasonKind outlookSayings[] {
    {"Boots", "boots"},
    {"Boots", "boots; {next}"},
    {"Deleting", "is being deleted"},
    {"ComesBack", "comes back {when}, before health check {check} acts"},
    {"Paused", "stays: health check {check} is paused"},
    {"Uncontrolled", "stays: nobody controls it, so nobody would replace it"},
    {"Unselected", "stays: no health check selects it"},
    {"NotCarriedOut", "stays unless another program carries out health check {check}"},
    {"TooManyUnhealthy", "stays: {unhealthy} of {expected} unhealthy, {allowed} may be"},
    {"HeldByMachineBudget", "stays: {why}"},
    {"HeldUntilOneIsHealthy", "stays until one more machine is healthy: {why}"},
    {"HeldUntilSeveralAreHealthy", "stays until {count} more machines are healthy: {why}"},
    {"RolledOut", "deleted by the rollout of {deployment} once new machines are Ready"},
    {"RolledOut", "deleted by the rollout of {deployment} once new machines are Ready; else {next}"},
    {"RolledOutOrFails",
        "deleted by the rollout of {deployment} once new machines are Ready; else it fails {when}"},
    {"Healthy", "health check {check} finds nothing wrong"},
    {"NothingJudged", "health check {check} judges nothing: {problem}"},
    {"ReplacedNow", "replaced now by health check {check}"},
    {"Replaced", "replaced {when} by health check {check}"},
    {"ReplacedOnceOthersAreUp", "replaced once others have come up"},
    {"ReplacedInTurn", "replaced {when} at the earliest, others come first"},
    {"ReplacedUnlessNodeComes", "replaced {when} if it has no node by then"},
    {"HandedOverNow", "handed over for remediation now by health check {check}"},
    {"HandedOver", "handed over for remediation {when} by health check {check}"},
    {"HandedOverOnceOthersAreUp", "handed over for remediation once others have come up"},
    {"HandedOverInTurn", "handed over for remediation {when} at the earliest, others come first"},
    {"HandedOverUnlessNodeComes", "handed over for remediation {when} if it has no node by then"},
    {"RebootedNow", "its reboot is asked for now by health check {check}"},
    {"Rebooted", "its reboot is asked for {when} by health check {check}"},
    {"RebootedOnceOthersAreUp", "its reboot is asked for once others have come up"},
    {"RebootedInTurn", "its reboot is asked for {when} at the earliest, others come first"},
    {"RebootedUnlessNodeComes", "its reboot is asked for {when} if it has no node by then"},
};
inline constexpr api::Sayings<outlookSayings> outlookSaying;

/// What a health check does about one of its machines, told of the check, and its arithmetic.
inline constexpr api::ReasonKind verdictSayings[] {
    {"ReplacesNow", "replaces it now"},
    {"ReplacesNowWithoutNode", "replaces it now if it has no node by then"},
    {"Replaces", "replaces it in {time}"},
    {"ReplacesInTurn", "replaces it in {time} at the earliest, others come first"},
    {"ReplacesWithoutNode", "replaces it in {time} if it has no node by then"},
    {"ReplacesOnceOthersAreUp", "replaces it once others have come up"},
    {"HandsOverNow", "asks for its remediation now"},
    {"HandsOverNowWithoutNode", "asks for its remediation now if it has no node by then"},
    {"HandsOver", "asks for its remediation in {time}"},
    {"HandsOverInTurn", "asks for its remediation in {time} at the earliest, others come first"},
    {"HandsOverWithoutNode", "asks for its remediation in {time} if it has no node by then"},
    {"HandsOverOnceOthersAreUp", "asks for its remediation once others have come up"},
    {"RebootsNow", "asks for a reboot of its node now"},
    {"RebootsNowWithoutNode", "asks for a reboot of its node now if it has no node by then"},
    {"Reboots", "asks for a reboot of its node in {time}"},
    {"RebootsInTurn", "asks for a reboot of its node in {time} at the earliest, others come first"},
    {"RebootsWithoutNode", "asks for a reboot of its node in {time} if it has no node by then"},
    {"RebootsOnceOthersAreUp", "asks for a reboot of its node once others have come up"},
    {"Healthy", "finds nothing wrong"},
    {"NothingJudged", "judges nothing: {problem}"},
    {"Paused", "is paused and does nothing"},
    {"Deleting", "leaves it alone: it is being deleted"},
    {"ComesBack", "leaves it alone: its fault ends in {time}, before the wait is over"},
    {"Uncontrolled", "leaves it alone: nobody controls the machine, so nobody would replace it"},
    {"WaitsForNode", "waits for its node without end"},
    {"TooManyUnhealthy", "does nothing: too many machines are unhealthy"},
    {"HeldByMachineBudget", "leaves it alone: {why}"},
    {"HeldUntilOneIsHealthy", "leaves it alone until one more machine is healthy: {why}"},
    {"HeldUntilSeveralAreHealthy", "leaves it alone until {count} more machines are healthy: {why}"},
    {"NotCarriedOut", "does nothing, its controller does not run here; else it {deed}"},
    {"Many", "{unhealthy} of {expected} machines are unhealthy, {allowed} may be."},
    {"Many", "{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent})."},
    {"ManyUnderWay",
        "{unhealthy} of {expected} machines are unhealthy, {allowed} may be; {count} under way."},
    {"ManyUnderWay",
        "{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent}); {count} under way."},
    {"One", "{unhealthy} of {expected} machines is unhealthy, {allowed} may be."},
    {"One", "{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent})."},
    {"OneUnderWay", "{unhealthy} of {expected} machines is unhealthy, {allowed} may be; {count} under way."},
    {"OneUnderWay",
        "{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent}); {count} under way."},
};
inline constexpr api::Sayings<verdictSayings> verdictSaying;

/// What the health checks will do about a fault.
inline constexpr api::ReasonKind forecastSayings[] {
    {"Blocked", "Health check {check}: {problem}: none will be replaced."},
    {"NothingJudged", "it judges nothing, {problem}"},
    {"Paused", "it is paused"},
    {"NotCarriedOut", "its controller does not run here"},
    {"MachineBudgetUsedUp",
        "the MachineDisruptionBudget {budget} needs {desired} healthy machines and one to spare, {healthy} "
        "would be healthy"},
    {"OneHeld", "1 of them stays: {problem}."},
    {"SeveralHeld", "{nodes} of them stay: {problem}."},
    {"NotConcerned", "such a fault does not concern it, or not for long enough"},
    {"NoneReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: none will be replaced."},
    {"ItIsReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: it will be replaced "
        "{when}."},
    {"BothReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: both will be replaced "
        "{when}."},
    {"AllReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: all {replaced} will be "
        "replaced {when}."},
    {"OneReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: one of them will be "
        "replaced {when}."},
    {"SomeReplaced",
        "Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: {replaced} will be "
        "replaced {when}."},
    {"NoneReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "none will be replaced."},
    {"ItIsReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "it will be replaced {when}."},
    {"BothReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "both will be replaced {when}."},
    {"AllReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "all {replaced} will be replaced {when}."},
    {"OneReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "one of them will be replaced {when}."},
    {"SomeReplacedOfPercent",
        "Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: "
        "{replaced} will be replaced {when}."},
    {"OnceNoticed", "once that is noticed"},
    {"AfterNoticed", "{time} after that is noticed"},
    {"OneByOne", "one after the other, the first {when}"},
    {"SeveralAtATime", "{count} at a time, the first {when}"},
    {"OnceTheFirstIsUp",
        "one after the other, the first {when}, the others once its replacement has come up"},
    {"AfterOthers", "after others that are unhealthy already, at the earliest {when}"},
    {"InTurn", "in its turn, at the earliest {when}"},
    {"SeveralTimed", "{nodes} have a health timeout of their own: they are given up one after the other."},
    {"OneTimed", "1 has a health timeout of its own: it is given up when that is over."},
    {"SeveralUnchecked", "{nodes} are selected by no health check and stay as they are."},
    {"OneUnchecked", "1 is selected by no health check and stays as it is."},
};
inline constexpr api::Sayings<forecastSayings> forecastSaying;

/// What keeps a controller from running on somebody's cluster.
inline constexpr api::ReasonKind blockedSayings[] {
    {"NotServed", "the cluster does not serve {kinds}"},
    {"Looking", "finding out whether another program does this already"},
    {"NotSeen", "can't find out whether another program does this already: {problem}"},
    {"OtherPlatform",
        "the cluster's Infrastructure names the platform {platform}, whose own machine controllers act here; "
        "only kubemark is ours"},
    {"Rival", "another controller does this: {holder} holds the lease {lease}"},
};
inline constexpr api::Sayings<blockedSayings> blockedSaying;

/// What was done for the user.
inline constexpr api::ReasonKind outcomeSayings[] {
    {"Scaled", "Scaled {set} {replicas}"},
    {"Scaled", "Scaled {set} {before} → {replicas}"},
    {"Paused", "Paused {deployment}"},
    {"Resumed", "Resumed {deployment}"},
    {"RollingBack", "Rolling {deployment} back to revision {revision}"},
    {"SeveralNodes", "{count} nodes"},
    {"NodesTold", "Told {nodes} to be {fault}"},
    {"ZoneTold", "Told all nodes of zone {zone} to be {fault}"},
    {"NodesHealed", "Took the fault away from {nodes}"},
    {"ZoneHealed", "Took the faults away from all nodes of zone {zone}"},
    {"Deleted", "Deleted {object}"},
    {"Changed", "Changed {object}"},
    {"ConfigUnchanged", "The provider config of {name} is unchanged"},
    {"ConfigRollsOut", "Changed the provider config of {name}; its machines are replaced step by step"},
    {"ConfigChanged", "Changed the provider config of {name}; machines made from now on use it"},
    {"SwitchedOn", "Switched {controller} on"},
    {"SwitchedOff", "Switched {controller} off"},
    {"TryingAgain", "Trying again"},
    {"Locked", "Locked {cluster}"},
    {"Unlocked", "Unlocked {cluster}"},
    {"EnteredAnew", "Going on with the cluster that answers at {server} now, locked"},
    {"PaceSet", "Pace is now {pace}"},
    {"Stepped", "One step further"},
    {"ScenarioBegun", "Scenario \"{name}\" has begun"},
    {"ScenarioStopped", "Scenario \"{name}\" is stopped"},
    {"ScenarioPaused", "Scenario \"{name}\" is paused"},
    {"ScenarioGoesOn", "Scenario \"{name}\" goes on"},
};
inline constexpr api::Sayings<outcomeSayings> outcomeSaying;

/// What is wrong with the connection.
inline constexpr api::ReasonKind connectionSayings[] {
    {"Silent", "the server does not answer"},
    {"OtherCluster", "another cluster answers than at first"},
    {"OfKind", "{kind}: {problem}"},
};
inline constexpr api::Sayings<connectionSayings> connectionSaying;

/// Why a command is refused.
inline constexpr api::ReasonKind refusalSayings[] {
    {"Locked", "{cluster} is locked: unlock it first"},
    {"ReadOnly", "opened read-only: nothing is changed on {cluster}"},
    {"OtherCluster", "another cluster answers at {server} than at first"},
    {"NoSuchNode", "there is no node \"{node}\""},
    {"NoHollowNodeInZone", "there is no hollow node in zone \"{zone}\""},
    {"NotHollow", "only hollow nodes can be told to fail, not \"{node}\""},
    {"NoProviderConfig", "there is no {object} with a provider config"},
    {"ExistsAlready", "MachineSet {machineSet} exists already"},
    {"NotOurTime", "a real cluster keeps its own time"},
    {"NoScenario", "no scenario runs"},
    {"ScenarioNotOver", "the scenario of the command line is not over yet"},
    {"ScenarioOver", "the scenario is over: nothing is changed on {cluster}"},
    {"NothingSwitchedOn", "no controller is switched on: nothing is changed on {cluster}"},
    {"ScenarioUnreadable", "the scenario can't be read: {problem}"},
};
inline constexpr api::Sayings<refusalSayings> refusalSaying;

/// How many of something there are, as people write it: "5,000".
std::string grouped(std::int64_t number);

/// Everything that is said so.
const std::vector<std::span<const api::ReasonKind>> &sayingTables();

} // namespace core::engine
