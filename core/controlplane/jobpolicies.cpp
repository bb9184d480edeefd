// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/jobpolicies.h"

#include "core/api/podfit.h"

#include <algorithm>

namespace core::controlplane {

using api::Pod;

namespace {

FailureAction actionNamed(std::string_view name)
{
    if (name == "FailJob")
        return FailureAction::FailJob;
    if (name == "FailIndex")
        return FailureAction::FailIndex;
    return name == "Ignore" ? FailureAction::Ignore : FailureAction::Count;
}

bool chooses(const api::PodFailureOnExitCodes &codes, std::int64_t code)
{
    const bool isListed = std::ranges::find(codes.values, code) != codes.values.end();
    return code != 0 && isListed == (codes.operator_ == "In");
}

/// "Container c for pod default/p failed with exit code 42"; empty when none of its containers did so.
std::string failedContainer(const Pod &pod, const api::PodFailureOnExitCodes &codes)
{
    for (const auto *statuses : {&pod.status.initContainerStatuses, &pod.status.containerStatuses}) {
        for (const api::SharedJson &status : *statuses) {
            const std::string name(api::textAt(status.get(), {"name"}));
            const auto code = api::integerAt(status.get(), {"state", "terminated", "exitCode"});
            if (code && (codes.containerName.empty() || codes.containerName == name) && chooses(codes, *code))
                return "Container " + name + " for pod " + pod.key().text() + " failed with exit code "
                    + std::to_string(*code);
        }
    }
    return {};
}

/// "Pod default/p has condition DisruptionTarget"; empty when it has none of them.
std::string heldCondition(const Pod &pod, const std::vector<api::PodFailureOnCondition> &conditions)
{
    for (const api::PodFailureOnCondition &wanted : conditions) {
        const api::PodCondition *held = api::podCondition(pod, wanted.type);
        if (held && held->status == (wanted.status.empty() ? "True" : wanted.status))
            return "Pod " + pod.key().text() + " has condition " + wanted.type;
    }
    return {};
}

} // namespace

FailureVerdict verdictOn(const Pod &failed, const api::JobSpec &spec)
{
    if (!spec.podFailurePolicy)
        return {};
    std::size_t number = 0;
    for (const api::PodFailureRule &rule : spec.podFailurePolicy->rules) {
        const std::string why = rule.onExitCodes ? failedContainer(failed, *rule.onExitCodes)
                                                 : heldCondition(failed, rule.onPodConditions);
        if (!why.empty())
            return {actionNamed(rule.action),
                why + " matching " + rule.action + " rule at index " + std::to_string(number)};
        ++number;
    }
    return {};
}

std::optional<std::size_t> successRuleMet(const api::JobSpec &spec, const JobIndexes &succeeded)
{
    if (!spec.successPolicy)
        return std::nullopt;
    const std::int64_t completions = spec.completions.value_or(0);
    const auto isMet = [&](const api::JobSuccessRule &rule) {
        if (rule.succeededIndexes.empty())
            return rule.succeededCount && succeeded.count() >= *rule.succeededCount;
        const JobIndexes wanted(rule.succeededIndexes, completions);
        return succeeded.countIn(wanted) >= rule.succeededCount.value_or(wanted.count());
    };
    const auto &rules = spec.successPolicy->rules;
    const auto met = std::ranges::find_if(rules, isMet);
    return met == rules.end() ? std::nullopt : std::optional(static_cast<std::size_t>(met - rules.begin()));
}

} // namespace core::controlplane
