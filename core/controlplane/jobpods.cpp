// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/jobpods.h"

#include "core/base/number.h"

#include <algorithm>

namespace core::controlplane {

using api::Job;
using api::Pod;
using base::Time;

namespace {

/// A pod that is on its way out is not replaced before it has ended.
bool replacesFailedOnly(const Job &job)
{
    return job.spec.podReplacementPolicy == "Failed"
        || (job.spec.podReplacementPolicy.empty() && job.spec.podFailurePolicy);
}

} // namespace

PodOutcome outcomeOf(const Pod &pod, const Job &job, Time now)
{
    if (pod.status.phase == "Succeeded")
        return PodOutcome::Succeeded;
    const auto &going = pod.metadata.deletionTimestamp;
    const bool isGone = going && (!replacesFailedOnly(job) || *going <= now);
    return pod.status.phase == "Failed" || isGone ? PodOutcome::Failed : PodOutcome::Active;
}

bool isHeldByJob(const Pod &pod)
{
    return pod.metadata.hasFinalizer(api::keys::jobFinalizer);
}

std::optional<api::PatchObject> letGoByJob(const Pod &pod)
{
    Pod after = pod;
    std::erase(after.metadata.finalizers, api::keys::jobFinalizer);
    return api::patchEffect(pod, after);
}

bool isIndexed(const Job &job)
{
    return job.spec.completionMode == "Indexed" && job.spec.completions;
}

std::optional<std::int64_t> indexOf(const Pod &pod, const Job &job)
{
    const auto index = base::parseNumber<std::int64_t>(pod.metadata.annotation(completionIndex));
    return index && *index >= 0 && *index < *job.spec.completions ? index : std::nullopt;
}

std::int64_t earlierFailures(const Pod &pod)
{
    return base::parseNumber<std::int64_t>(pod.metadata.annotation(indexFailureCount)).value_or(0);
}

api::PodTemplate indexedTemplate(api::PodTemplate podTemplate, const std::string &hostName)
{
    constexpr std::string_view variable = "JOB_COMPLETION_INDEX";
    if (!podTemplate.spec.is_object())
        return podTemplate;
    const api::Json reference = api::JsonObject {{"fieldRef",
        api::JsonObject {{"fieldPath", "metadata.labels['" + std::string(completionIndex) + "']"}}}};
    const auto isIt = [&](const api::Json &one) { return api::textAt(one, {"name"}) == variable; };
    api::JsonObject spec = podTemplate.spec.get().get_object();
    for (const std::string_view list : {"initContainers", "containers"}) {
        api::Json *containers = api::member(spec, list);
        if (!containers || !containers->is_array())
            continue;
        for (api::Json &container : containers->get_array()) {
            if (!container.is_object())
                continue;
            api::Json &environment = container.get_object()["env"];
            if (!environment.is_array())
                environment = api::JsonArray();
            if (std::ranges::none_of(environment.get_array(), isIt))
                environment.get_array().push_back(
                    api::JsonObject {{"name", variable}, {"valueFrom", reference}});
        }
    }
    spec["hostname"] = hostName;
    podTemplate.spec = std::move(spec);
    return podTemplate;
}

} // namespace core::controlplane
