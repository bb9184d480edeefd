// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a step of a scenario does, in a few words. Targets, states and recipes stand in them as in its file.

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
};
inline constexpr api::Sayings<stepSayings> stepSaying;

} // namespace core::scenario
