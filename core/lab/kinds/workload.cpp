// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/workload.h"

#include "core/api/codec.h"
#include "core/api/selector.h"
#include "core/base/number.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <limits>

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
    fillInPodSpecAt(workload, {"spec", "template", "spec"});
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

namespace {

bool isPercentage(std::string_view text)
{
    return text.size() > 1 && text.ends_with('%')
        && std::ranges::all_of(text.substr(0, text.size() - 1), [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t portionOf(const api::Json &value)
{
    if (value.is_int64())
        return value.get_int64();
    const std::string text = value.is_string() ? api::text(value.get_string()) : std::string();
    return isPercentage(text)
        ? base::parseNumber<std::int64_t>(std::string_view(text).substr(0, text.size() - 1))
              .value_or(std::numeric_limits<std::int64_t>::max())
        : 0;
}

} // namespace

std::int64_t portionAt(const api::Json &in, std::string_view member)
{
    const api::Json *value = api::find(in, {member});
    return value ? portionOf(*value) : 0;
}

void checkPortion(const api::Json &in, std::string_view member, const std::string &path,
    bool mayBeMoreThanAll, FieldErrors &errors)
{
    const api::Json *value = api::find(in, {member});
    if (!value)
        return;
    const std::string field = path + "." + std::string(member);
    const bool isText = value->is_string();
    if (value->is_int64() && value->get_int64() < 0)
        errors.push_back(invalid(field, *value, "must be greater than or equal to 0"));
    if (isText && !isPercentage(std::string_view(value->get_string())))
        errors.push_back(invalid(field, *value,
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or "
            "'93%', regex "
            "used for validation is '[0-9]+%')"));
    else if (isText && !mayBeMoreThanAll && portionOf(*value) > 100)
        errors.push_back(invalid(field, *value, "must not be greater than 100%"));
}

namespace {

/// Deployments leave their pods to ReplicaSets.
std::string makerOfPods(const api::Json &workload)
{
    const std::string kind(api::textAt(workload, {"kind"}));
    return kind == "Deployment" ? "ReplicaSet" : kind;
}

/// What each pod of a StatefulSet gets beside the volumes of its template.
std::set<std::string_view> volumesOfClaims(const api::Json &workload)
{
    std::set<std::string_view> names;
    for (const api::Json &claim : listAt(workload, {"spec", "volumeClaimTemplates"}))
        names.insert(api::textAt(claim, {"metadata", "name"}));
    return names;
}

} // namespace

void checkTemplate(const api::Json &workload, FieldErrors &errors)
{
    checkLabels(
        api::find(workload, {"spec", "template", "metadata", "labels"}), "spec.template.labels", errors);
    if (const api::Json *spec = api::find(workload, {"spec", "template", "spec"}))
        checkTemplateSpec(*spec, "spec.template.spec", errors, volumesOfClaims(workload));
    if (api::integerAt(workload, {"spec", "template", "spec", "activeDeadlineSeconds"}))
        errors.push_back(forbidden("spec.template.spec.activeDeadlineSeconds",
            "activeDeadlineSeconds in " + makerOfPods(workload) + " is not Supported"));
    if (const auto policy = api::textAt(workload, {"spec", "template", "spec", "restartPolicy"});
        !policy.empty() && policy != "Always")
        errors.push_back(notSupported("spec.template.spec.restartPolicy", policy, {"Always"}));
}

void checkWorkload(const api::Json &workload, FieldErrors &errors)
{
    checkTemplate(workload, errors);
    checkSelection(workload, errors);
}

void checkSelection(const api::Json &workload, FieldErrors &errors)
{
    const api::Json *selector = api::find(workload, {"spec", "selector"});
    if (!api::find(workload, {"spec", "template"})
        || (selector && !checkLabelSelector(*selector, "spec.selector", errors)))
        return;
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
    checkTemplateSpec(*pod, path + ".template.spec", errors);
    const std::string_view policy = api::textAt(*pod, {"restartPolicy"});
    if (policy != "OnFailure" && policy != "Never")
        errors.push_back(
            required(path + ".template.spec.restartPolicy", "valid values: \"OnFailure\", \"Never\""));
}

namespace {

/// Refuses more ready pods than there are, and more available ones than are ready.
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

ScalePaths replicasScale(std::string missingGroup)
{
    return {{"spec", "replicas"}, {"status", "replicas"}, {"spec", "selector"}, std::move(missingGroup)};
}

} // namespace core::lab::kinds
