// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/workload.h"

#include "core/api/codec.h"
#include "core/api/selector.h"
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
    if (!selector || !api::find(workload, {"spec", "template"}))
        return;
    const auto chosen = api::decode<api::LabelSelector>(*selector);
    if (!chosen)
        return; // the schema has refused it
    const api::Json *labels = api::find(workload, {"spec", "template", "metadata", "labels"});
    if (chosen->isEmpty())
        errors.push_back(invalid("spec.selector", *selector,
            "empty selector is invalid for " + lowerCase(std::string(api::textAt(workload, {"kind"})))));
    else if (!api::matches(*chosen, labelsIn(labels)))
        errors.push_back(invalid("spec.template.metadata.labels", labels ? *labels : api::Json(),
            "`selector` does not match template `labels`"));
}

void checkWorkloadUpdate(const api::Json &workload, const api::Json &old, FieldErrors &errors)
{
    const api::Json *selector = api::find(workload, {"spec", "selector"});
    const api::Json *before = api::find(old, {"spec", "selector"});
    if (selector && before && !api::equal(*selector, *before))
        errors.push_back(invalid("spec.selector", *selector, "field is immutable"));
}

ScalePaths replicasScale()
{
    return {{"spec", "replicas"}, {"status", "replicas"}, {"spec", "selector"}};
}

} // namespace core::lab::kinds
