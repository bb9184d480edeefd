// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules that sets of machines and of pods follow.

#include "core/api/rolloutsizes.h"

namespace core::rollout {

/// At most this many members are created, or deleted, in one pass.
inline constexpr std::size_t mostPerPass = 100;

/// How many to create in a pass: 1, 2, 4 … as the number of members grows, so that a first failure costs
/// little.
std::size_t creationBatch(std::size_t existing, std::size_t missing);
/// The message of a refused creation without the ends of the names that the owner gives: every try has
/// another name, and without it the message stays the same while its cause does.
std::string withoutNewNames(std::string message, const std::string &owner);
/// What is wrong with a spec, and the code of the condition that says so; empty when nothing is.
struct SpecProblem {
    std::string message;
    std::string_view code = "ReconcileError";

    bool empty() const { return message.empty(); }
};

/// What is wrong with the selector of a set or deployment. It selects the members, which are made with the
/// labels of the template.
SpecProblem selectorProblem(
    const api::LabelSelector &selector, const api::Labels &templateLabels, std::string_view members);

/// What is wrong with the amounts in that block of the spec; empty when nothing is.
template<typename Block>
std::string amountsProblem(const std::string &field, const Block &block)
{
    std::string problem = api::amountProblem(field + ".maxUnavailable", block.maxUnavailable);
    return problem.empty() ? api::amountProblem(field + ".maxSurge", block.maxSurge) : problem;
}

/// What is wrong with the spec of a deployment that knows RollingUpdate and Recreate.
template<typename Deployment>
SpecProblem replacingRolloutProblem(const Deployment &deployment, std::string_view sets)
{
    const auto &spec = deployment.spec;
    if (deployment.wantedReplicas() < 0)
        return {"spec.replicas must not be negative"};
    if (spec.minReadySeconds < 0)
        return {"spec.minReadySeconds must not be negative"};
    if (spec.revisionHistoryLimit.value_or(0) < 0)
        return {"spec.revisionHistoryLimit must not be negative"};
    if (spec.progressDeadlineSeconds.value_or(0) < 0)
        return {"spec.progressDeadlineSeconds must not be negative"};
    if (SpecProblem problem = selectorProblem(spec.selector, spec.template_.metadata.labels, sets);
        !problem.empty())
        return problem;
    const std::string &type = spec.strategy.type;
    if (!type.empty() && type != "RollingUpdate" && type != "Recreate")
        return {"spec.strategy.type \"" + type + "\" is none of RollingUpdate, Recreate"};
    return {amountsProblem("spec.strategy.rollingUpdate", spec.strategy.rollingUpdate)};
}

} // namespace core::rollout
