// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::size_t mostTargets = 2; // as many as kubectl shows
constexpr std::string_view targetPercentage = "targetCPUUtilizationPercentage";
constexpr std::string_view presentPercentage = "currentCPUUtilizationPercentage";
constexpr std::string_view conditionsAnnotation = "autoscaling.alpha.kubernetes.io/conditions";

SchemaPtr scalingRules(JsonArray policies, const SchemaPtr &window)
{
    const SchemaPtr rules =
        object({{"stabilizationWindowSeconds", window}, {"selectPolicy", withDefault(text, "Max")},
            {"policies", withDefault(listOf(object({})), std::move(policies))}});
    return withDefault(rules, JsonObject());
}

/// What is left out of a behavior is as without one.
SchemaPtr behaviorSchema()
{
    const JsonObject all {{"type", "Percent"}, {"value", 100}, {"periodSeconds", 15}};
    const JsonObject four {{"type", "Pods"}, {"value", 4}, {"periodSeconds", 15}};
    return object(
        {{"scaleUp", scalingRules({four, all}, zero)}, {"scaleDown", scalingRules({all}, integer)}});
}

SchemaPtr scaleTarget()
{
    return object({{"apiVersion", text}, {"kind", text}, {"name", text}}, {"kind", "name"});
}

/// The schema is that of autoscaling/v1.
SchemaPtr firstSchema()
{
    return object({{"spec",
                      object({{"scaleTargetRef", scaleTarget()}, {"minReplicas", withDefault(atLeast(0), 1)},
                                 {"maxReplicas", integer}, {std::string(targetPercentage), atLeast(1)}},
                          {"scaleTargetRef", "maxReplicas"})}},
        {"spec"});
}

/// The schema has the fields of the first version too, so that those that can't be carried over are told.
SchemaPtr podAutoscalerSchema(const Members &ofFirst)
{
    const SchemaPtr metric = object({{"type", text}}, {"type"});
    const SchemaPtr status = object({{"currentReplicas", integer}, {"desiredReplicas", zero},
        {"observedGeneration", integer}, {"lastScaleTime", text}, {"conditions", conditions}});
    auto spec = std::make_shared<Schema>(
        *object({{"scaleTargetRef", scaleTarget()}, {"minReplicas", withDefault(atLeast(0), 1)},
                    {"maxReplicas", integer}, {"metrics", listOf(metric)}, {"behavior", behaviorSchema()}},
            {"scaleTargetRef"}));
    spec->properties.insert(ofFirst.begin(), ofFirst.end());
    return object({{"spec", spec}, {"status", withDefault(status, JsonObject())}}, {"spec"});
}

void checkAutoscaler(const Json &autoscaler, FieldErrors &errors)
{
    const std::string field = "spec.maxReplicas";
    const std::int64_t most = api::integerAt(autoscaler, {"spec", "maxReplicas"}).value_or(0);
    if (most < 1)
        errors.push_back(invalid(field, Json(most), "must be greater than 0"));
    if (most < api::integerAt(autoscaler, {"spec", "minReplicas"}).value_or(0))
        errors.push_back(invalid(field, Json(most), "must be greater than or equal to `minReplicas`"));
    for (const std::string_view member : {"kind", "name"}) {
        const std::string path = "spec.scaleTargetRef." + std::string(member);
        const std::string_view value = api::textAt(autoscaler, {"spec", "scaleTargetRef", member});
        if (value.empty())
            errors.push_back(required(path));
        else
            checkPathSegment(value, path, errors);
    }
    const JsonArray &metrics = listAt(autoscaler, {"spec", "metrics"});
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        const auto percent = api::integerAt(metrics[i], {"resource", "target", "averageUtilization"});
        if (percent && *percent < 1)
            errors.push_back(
                invalid("spec.metrics[" + std::to_string(i) + "].resource.target.averageUtilization",
                    Json(*percent), "must be greater than 0"));
    }
}

std::string referenceCell(const Json &autoscaler)
{
    return std::string(api::textAt(autoscaler, {"spec", "scaleTargetRef", "kind"})) + "/"
        + std::string(api::textAt(autoscaler, {"spec", "scaleTargetRef", "name"}));
}

/// "12%/50%": what is, as far as it is known, and what shall be.
std::string targetCell(const Json &metric, const Json *present)
{
    std::string_view source; // the member named as the type, its first letter small
    for (const std::string_view name : {"resource", "containerResource", "pods", "object", "external"}) {
        if (api::find(metric, {name}))
            source = name;
    }
    const auto value = [&](const Json *of, std::string_view side) {
        if (of) {
            if (const auto percent = api::integerAt(*of, {source, side, "averageUtilization"}))
                return std::to_string(*percent) + '%';
            for (const std::string_view field : {"averageValue", "value"}) {
                const std::string_view quantity = api::textAt(*of, {source, side, field});
                if (!quantity.empty())
                    return std::string(quantity);
            }
        }
        return std::string("<unknown>");
    };
    return value(present, "current") + '/' + value(&metric, "target");
}

std::string targetsCell(const Json &autoscaler)
{
    const JsonArray &metrics = listAt(autoscaler, {"spec", "metrics"});
    const JsonArray &present = listAt(autoscaler, {"status", "currentMetrics"});
    std::string all;
    for (std::size_t i = 0; i < metrics.size() && i < mostTargets; ++i)
        all += (i ? ", " : "") + targetCell(metrics[i], i < present.size() ? &present[i] : nullptr);
    if (metrics.size() > mostTargets)
        all += " + " + std::to_string(metrics.size() - mostTargets) + " more...";
    return metrics.empty() ? std::string(noValue) : all;
}

std::optional<std::int64_t> cpuUtilization(const Json &metric, std::string_view side)
{
    return api::textAt(metric, {"resource", "name"}) == "cpu"
        ? api::integerAt(metric, {"resource", side, "averageUtilization"})
        : std::nullopt;
}

bool isCpuUtilization(const Json &metric)
{
    return cpuUtilization(metric, "target").has_value();
}

JsonObject cpuMetric(std::int64_t percentage)
{
    return {{"type", "Resource"},
        {"resource",
            JsonObject {{"name", "cpu"},
                {"target", JsonObject {{"type", "Utilization"}, {"averageUtilization", percentage}}}}}};
}

void tellPresentUse(Json &autoscaler)
{
    std::optional<std::int64_t> use;
    for (const Json &metric : listAt(autoscaler, {"status", "currentMetrics"}))
        use = use ? use : cpuUtilization(metric, "current");
    if (use)
        objectIn(autoscaler, "status")[presentPercentage] = *use;
}

/// Whoever writes in autoscaling/v1 tells conditions in an annotation.
void takePresentUse(Json &autoscaler)
{
    JsonObject &status = objectIn(autoscaler, "status");
    const auto use = api::integerAt(autoscaler, {"status", presentPercentage});
    status.erase(presentPercentage);
    if (use) {
        JsonArray &metrics = arrayIn(status, "currentMetrics");
        const auto isOfCpu = [](const Json &metric) { return cpuUtilization(metric, "current").has_value(); };
        auto cpu = std::ranges::find_if(metrics, isOfCpu);
        if (cpu == metrics.end())
            cpu = metrics.insert(cpu,
                JsonObject {{"type", "Resource"},
                    {"resource", JsonObject {{"name", "cpu"}, {"current", JsonObject()}}}});
        cpu->at("resource").at("current").get_object()["averageUtilization"] = *use;
    }
    const auto told =
        api::parseJson(api::textAt(autoscaler, {"metadata", "annotations", conditionsAnnotation}));
    if (told && told->is_array())
        status["conditions"] = *told;
}

/// autoscaling/v1 knows one metric only, the use of CPU, and has a field of its own for it.
void toFirstVersion(Json &autoscaler)
{
    autoscaler.get_object()["apiVersion"] = "autoscaling/v1";
    objectIn(autoscaler, "status").emplace("currentReplicas", 0); // which the newer one leaves out
    tellPresentUse(autoscaler);
    const JsonArray &metrics = listAt(autoscaler, {"spec", "metrics"});
    const auto cpu = std::ranges::find_if(metrics, isCpuUtilization);
    if (cpu == metrics.end())
        return;
    const auto percentage = *api::integerAt(*cpu, {"resource", "target", "averageUtilization"});
    JsonObject &spec = objectIn(autoscaler, "spec");
    spec[targetPercentage] = percentage;
    JsonArray others;
    for (Json &metric : arrayIn(spec, "metrics")) {
        if (!isCpuUtilization(metric))
            others.push_back(std::move(metric));
    }
    if (others.empty())
        spec.erase("metrics");
    else
        spec["metrics"] = std::move(others);
}

void fromFirstVersion(Json &autoscaler)
{
    autoscaler.get_object()["apiVersion"] = "autoscaling/v2";
    if (const Json *status = api::find(autoscaler, {"status"}); status && status->is_object())
        takePresentUse(autoscaler);
    const auto percentage = api::integerAt(autoscaler, {"spec", targetPercentage});
    if (!percentage)
        return;
    JsonObject &spec = objectIn(autoscaler, "spec");
    spec.erase(targetPercentage);
    arrayIn(spec, "metrics").push_back(cpuMetric(*percentage));
}

/// The use of CPU decides where there is no metric.
void fillInMetrics(Json &autoscaler)
{
    constexpr int usualUse = 80; // percent of what pods request
    const Json *spec = api::find(autoscaler, {"spec"});
    if (!spec || !spec->is_object() || !listAt(*spec, {"metrics"}).empty())
        return;
    objectIn(autoscaler, "spec")["metrics"] = JsonArray {cpuMetric(usualUse)};
}

} // namespace

KindDefinition horizontalPodAutoscaler()
{
    return {.group = "autoscaling",
        .version = "v2",
        .kind = "HorizontalPodAutoscaler",
        .plural = "horizontalpodautoscalers",
        .shortNames = {"hpa"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = podAutoscalerSchema({{std::string(targetPercentage), atLeast(1)}}),
        .documented = podAutoscalerSchema({}),
        .columns = {nameColumn(), computedColumn("Reference", referenceCell),
            computedColumn("Targets", targetsCell),
            textColumn("MinPods", {"spec", "minReplicas"}, 0, "<unset>"),
            saidToBeText(countColumn("MaxPods", {"spec", "maxReplicas"})),
            saidToBeText(countColumn("Replicas", {"status", "currentReplicas"})), ageColumn()},
        .otherForms = {{.group = "autoscaling",
                           .version = "v1",
                           .documented = firstSchema(),
                           .toServed = toFirstVersion,
                           .toStored = fromFirstVersion},
            sameFieldsIn("autoscaling", "v2beta2", "v2")},
        .rules = {.prepare = fillInMetrics, .check = checkAutoscaler}};
}

} // namespace core::lab::kinds
