// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/workload.h"

#include "core/api/codec.h"
#include "core/api/selector.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/names.h"

namespace core::lab::kinds {

SchemaPtr workload(Members specMembers, std::vector<std::string> required, Members statusMembers)
{
    auto spec = std::make_shared<Schema>(*object(specMembers, std::move(required)));
    spec->properties.emplace("selector", labelSelector);
    spec->properties.emplace("template", podTemplate());
    auto status = std::make_shared<Schema>(*object(statusMembers));
    for (const std::string_view count :
        {"replicas", "readyReplicas", "availableReplicas", "observedGeneration"})
        status->properties.emplace(count, atLeast(0));
    status->properties.emplace("conditions", conditions);
    return object({{"spec", spec}, {"status", withDefault(status, api::JsonObject())}}, {"spec"});
}

void fillInTemplate(api::Json &workload)
{
    api::JsonObject *at = workload.if_object();
    for (const std::string_view member : {"spec", "template", "spec"}) {
        api::Json *inner = at ? at->if_contains(member) : nullptr;
        at = inner ? inner->if_object() : nullptr;
    }
    if (at)
        fillInPullPolicies(*at);
}

namespace {

/// Labels as the selector's texts see them; nothing when they are no labels.
api::Labels labelsIn(const api::Json *labels)
{
    api::Labels read;
    if (labels && labels->is_object()) {
        for (const auto &label : labels->get_object())
            read[std::string(label.key())] =
                label.value().is_string() ? api::text(label.value().get_string()) : "";
    }
    return read;
}

} // namespace

void checkWorkload(const api::Json &workload, FieldErrors &errors)
{
    if (const api::Json *spec = api::find(workload, {"spec", "template", "spec"}))
        checkPodSpec(*spec, "spec.template.spec", errors);
    const api::Json *selector = api::find(workload, {"spec", "selector"});
    if (!api::find(workload, {"spec", "template"}))
        return;
    if (const auto policy = api::textAt(workload, {"spec", "template", "spec", "restartPolicy"});
        !policy.empty() && policy != "Always")
        errors.push_back(notSupported("spec.template.spec.restartPolicy", policy, {"Always"}));
    const auto chosen = selector ? api::decode<api::LabelSelector>(*selector)
                                 : base::Result<api::LabelSelector>(api::LabelSelector());
    if (!chosen)
        return; // the schema has refused it
    const api::Json *labels = api::find(workload, {"spec", "template", "metadata", "labels"});
    if (selector && chosen->isEmpty())
        errors.push_back(invalid("spec.selector", *selector,
            "empty selector is invalid for " + lowerCase(std::string(api::textAt(workload, {"kind"})))));
    else if (!selector || !api::matches(*chosen, labelsIn(labels)))
        errors.push_back(invalid("spec.template.metadata.labels", labels ? *labels : api::Json(),
            "`selector` does not match template `labels`"));
}

void checkJobTemplate(const api::Json &jobSpec, const std::string &path, FieldErrors &errors)
{
    const api::Json *pod = api::find(jobSpec, {"template", "spec"});
    if (!pod)
        return; // the schema has refused it
    checkPodSpec(*pod, path + ".template.spec", errors);
    const std::string_view policy = api::textAt(*pod, {"restartPolicy"});
    if (policy != "OnFailure" && policy != "Never")
        errors.push_back(notSupported(path + ".template.spec.restartPolicy", policy, {"OnFailure", "Never"}));
}

namespace {

/// Of the pods that there are, some are ready, and of those some available.
void checkCounts(const api::Json &workload, FieldErrors &errors)
{
    const auto count = [&](std::string_view field) {
        return api::integerAt(workload, {"status", field}).value_or(0);
    };
    const auto bound = [&](std::string_view field, std::string_view most, std::string_view words) {
        if (count(field) > count(most))
            errors.push_back(invalid("status." + std::string(field), api::Json(count(field)),
                "cannot be greater than " + std::string(words)));
    };
    for (const std::string_view field : {"updatedReplicas", "readyReplicas", "availableReplicas"})
        bound(field, "replicas", "status.replicas");
    bound("availableReplicas", "readyReplicas", "readyReplicas");
}

bool hasOtherStatus(const api::Json &workload, const api::Json &old)
{
    const api::Json *status = api::find(workload, {"status"});
    const api::Json *before = api::find(old, {"status"});
    return status && (!before || !api::equal(*status, *before));
}

} // namespace

void checkNewCounts(const api::Json &workload, const api::Json &old, FieldErrors &errors)
{
    if (hasOtherStatus(workload, old))
        checkCounts(workload, errors);
}

void checkWorkloadUpdate(const api::Json &workload, const api::Json &old, FieldErrors &errors)
{
    checkNewCounts(workload, old, errors);
    if (api::find(workload, {"spec", "selector"}) && api::find(old, {"spec", "selector"}))
        checkFixed(workload, old, {"spec", "selector"}, errors);
}

ScalePaths replicasScale()
{
    return {{"spec", "replicas"}, {"status", "replicas"}, {"spec", "selector"}};
}

} // namespace core::lab::kinds
