// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a step of a scenario does, in a few words: targets, states and recipes stand in them as in its file.
// And what a report tells.

#include "core/api/saying.h"

namespace core::scenario {

inline constexpr api::ReasonKind stepSayings[] {
    {"Apply", "apply {objects}"},
    {"Scale", "scale {set} to {replicas}"},
    {"Fault", "fault: {target} {recipe}"},
    {"Heal", "heal {target}"},
    {"Delete", "delete {object}"},
    {"WaitUntil", "wait until {conditions} (within {time})"},
    {"Assert", "assert {conditions}"},
    {"Wait", "wait {time}"},
    // conditions
    {"Both", "{condition}; {others}"},
    {"And", "{condition}, {others}"},
    {"Counted", "{what}: {count}"},
    {"Of", "{what} of {owner}"},
    {"InState", "{state} {what}"},
    {"Machines", "machines"},
    {"Nodes", "nodes"},
    {"Pods", "pods"},
    {"AtLeast", "at least {number}"},
    {"AtMost", "at most {number}"},
    {"Complete", "{set} complete, all Ready"},
    {"Exists", "{object} exists"},
    {"Gone", "{object} is gone"},
    {"OneEpisode", "{count} episode"},
    {"Episodes", "{count} episodes"},
    {"EndedAs", "{what} {outcome}"},
    {"Within", "{what} within {time}"},
    {"HealthCheck", "health check {check}: {counts}"},
    {"Expected", "expected {count}"},
    {"Healthy", "healthy {count}"},
    {"Allowed", "remediations allowed {count}"},
    {"Job", "job {job}: {counts}"},
    {"Active", "active {count}"},
    {"Succeeded", "succeeded {count}"},
    {"Failed", "failed {count}"},
    {"JobEnded", "ended as {outcome}"},
    // what was done or found
    {"On", "on {nodes}"},
    {"Deleted", "deleted {objects}"},
    {"Holds", "holds"},
    {"After", "after {time}"},
    {"Later", "{time} later"},
    {"Failing", "expected {expected}; found {found}"},
    {"Late", "expected {expected} within {time}; found {found}"},
    {"Stopped", "stopped"},
    {"WasLocked", "the cluster was locked"},
    {"FailedStep", "{step}: {why}"},
    {"NotOver", "the scenario was not over after a year"},
    // what was found instead
    {"None", "none"},
    {"InStates", "{state} {number}"},
    {"NoPhase", "no phase"},
    {"NoSet", "no such MachineSet or MachineDeployment"},
    {"ReadyOf", "{ready} Ready of {wanted} wanted, {there} there"},
    {"UpToDate", "{updated} up to date and {available} available of {wanted} wanted, {there} there"},
    {"IsThere", "that it is there"},
    {"IsNotThere", "that it is not there"},
    {"NoEpisode", "no episode"},
    {"TheseEpisodes", "{count}: {episodes}"},
    {"Ended", "{machine} {outcome}"},
    {"EndedIn", "{machine} {outcome} in {time}"},
    {"OpenFor", "{machine} {outcome} for {time}"},
    {"AndMore", "{episodes} and {more} more"},
    {"NoHealthCheck", "no such MachineHealthCheck"},
    {"NotToldYet", "not told yet"},
    {"NoJob", "no such Job"},
    {"JobsInLabs", "that Jobs are looked at in labs only"},
    {"NotEnded", "not ended"},
    // targets
    {"NoTarget", "there is no {target}"},
    {"NoNode", "machine {machine} has no node"},
    {"FoundNone", "expected {target}; found none"},
    {"FoundOnly", "expected {target}; found only {number}"},
};
inline constexpr api::Sayings<stepSayings> stepSaying;

/// What a report of a stretch of time tells (report.h).
inline constexpr api::ReasonKind reportSayings[] {
    {"RecoveriesTitle", "Recoveries"},
    {"HealthTitle", "Nodes by health"},
    {"FactsTitle", "All that happened: {count} facts"},
    {"VersionsTitle", "Versions"},
    {"StepsTitle", "Steps"},
    {"AllWell", "All steps went well."},
    {"NotAllWell", "Failed."},
    {"NobodyFailed", "No node failed."},
    {"FromTo", "{begin} to {end}"},
    {"AtRealTime", "Taken at pace 1 (as fast as real time)."},
    {"AtPace", "Taken at pace {pace} (virtual seconds per real second)."},
    {"WhilePaused", "Taken while time was paused."},
    {"NoPromise", "Hollow nodes boot and fail on command: these times promise nothing about production."},
    // a recovery
    {"Recovery", "Recovery {number}"},
    {"Failure", "Failure {number}"},
    {"ReplacedBy", "{machine} replaced by {replacement}"},
    {"ToBeReplacedBy", "{machine} to be replaced by {replacement}"},
    {"Cause", "cause: {cause}"},
    {"Fault", "fault"},
    {"DeleteAsked", "delete asked"},
    {"ReplacementCreated", "replacement created"},
    {"ReadyAgain", "Ready again"},
    {"ReplacementReady", "replacement Ready"},
    {"Recovered", "recovered"},
    {"Noticed", "noticed"},
    {"Waited", "waited"},
    {"Replaced", "replaced"},
    {"Booted", "booted"},
    {"Unhealthy", "unhealthy"},
    {"Shares", "{shares} of {whole} in all; the longest stretch is \"{longest}\"."},
    {"OldGone", "Old machine gone {time} after its deletion was asked for (not on the critical path)."},
    {"Complete", "NotReady → set complete again: {time}."},
    {"OneOfSet", "Set {set}, 1 recovery: {times}."},
    {"SomeOfSet", "Set {set}, {count} recoveries: {times}."},
    {"OneInAll", "1 recovery: {times}."},
    {"SomeInAll", "{count} recoveries: {times}."},
    {"Times", "median {median} · p95 {p95} · worst {worst}"},
    {"ChartFromTo", "Ready, NotReady and Unknown nodes from {begin} to {end}, as step functions"},
    // the steps
    {"Step", "Step"},
    {"Begin", "Begin"},
    {"Took", "Took"},
    {"Result", "Result"},
    {"StepOk", "ok"},
    {"StepFailed", "failed"},
    {"StepRuns", "running"},
    {"StepNotRun", "not run"},
    // columns of the facts
    {"Arrived", "Arrived"},
    {"ServerTime", "Server time"},
    {"Fact", "Fact"},
    {"OfController", "{fact} of {controller}"},
    {"Object", "Object"},
    {"From", "From"},
    {"To", "To"},
    {"BelongsTo", "Belongs to"},
    {"Detail", "Detail"},
};
inline constexpr api::Sayings<reportSayings> reportSaying;

/// "a, b", or "a; b": how a list goes on.
using Joint = decltype(stepSaying)::Entry<2>;
/// Nothing when there is none; each goes into the one after it, so a list is short.
api::Saying asOne(Joint joint, const std::vector<api::Saying> &all);

} // namespace core::scenario
