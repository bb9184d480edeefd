// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr jobSchema()
{
    return workload({{"parallelism", withDefault(atLeast(0), 1)}, {"completions", atLeast(0)},
                        {"backoffLimit", withDefault(atLeast(0), 6)}, {"activeDeadlineSeconds", atLeast(0)},
                        {"ttlSecondsAfterFinished", atLeast(0)},
                        {"completionMode", withDefault(oneOf({"NonIndexed", "Indexed"}), "NonIndexed")},
                        {"suspend", withDefault(boolean, false)}},
        {"template"});
}

std::string completionsCell(const Json &object)
{
    const std::string succeeded =
        std::to_string(api::integerAt(object, {"status", "succeeded"}).value_or(0)) + "/";
    if (const auto wanted = api::integerAt(object, {"spec", "completions"}))
        return succeeded + std::to_string(*wanted);
    const auto parallelism = api::integerAt(object, {"spec", "parallelism"}).value_or(1);
    return succeeded + "1" + (parallelism > 1 ? " of " + std::to_string(parallelism) : "");
}

std::string jobStatusCell(const Json &object)
{
    std::string_view status = "Running";
    for (const Json &condition : listAt(object, {"status", "conditions"})) {
        const std::string_view type = api::textAt(condition, {"type"});
        if (api::textAt(condition, {"status"}) != "True")
            continue;
        if (type == "Complete" || type == "Failed" || type == "Suspended")
            status = type;
    }
    return std::string(isDeleting(object) && status == "Running" ? "Terminating" : status);
}

Column durationColumn()
{
    return {"Duration", "string", {}, 0, {}, [](const Json &object, base::Time now) -> Json {
                const auto start = api::parseTime(api::textAt(object, {"status", "startTime"}));
                if (!start)
                    return "";
                const auto end = api::parseTime(api::textAt(object, {"status", "completionTime"}));
                return boost::json::string(api::humanDuration(end.value_or(now) - *start));
            }};
}

/// A job of which nothing else is said is one pod that ends well.
void fillInJob(Json &job)
{
    fillInTemplate(job);
    Json *spec = job.get_object().if_contains("spec");
    if (spec && spec->is_object() && !api::find(*spec, {"completions"}) && !api::find(*spec, {"parallelism"}))
        spec->get_object().emplace("completions", 1);
}

/// A job finds its pods by labels that no other job has, unless its maker chose others.
void identifyJob(Json &job)
{
    if (flagAt(job, {"spec", "manualSelector"}) || api::find(job, {"spec", "selector"}))
        return;
    const std::string name(api::textAt(job, {"metadata", "name"}));
    const std::string uid(api::textAt(job, {"metadata", "uid"}));
    JsonObject &spec = objectIn(job, "spec");
    spec["selector"] = JsonObject {{"matchLabels", JsonObject {{"batch.kubernetes.io/controller-uid", uid}}}};
    JsonObject &labels = objectIn(objectIn(spec["template"], "metadata"), "labels");
    for (const std::string_view prefix : {"", "batch.kubernetes.io/"}) {
        labels[std::string(prefix) + "controller-uid"] = uid;
        labels[std::string(prefix) + "job-name"] = name;
    }
}

void checkJob(const Json &job, FieldErrors &errors)
{
    if (const Json *spec = api::find(job, {"spec"}))
        checkJobTemplate(*spec, "spec", errors);
    if (api::textAt(job, {"spec", "completionMode"}) == "Indexed" && !api::find(job, {"spec", "completions"}))
        errors.push_back(required("spec.completions", "when completion mode is Indexed"));
}

void checkJobUpdate(const Json &job, const Json &old, FieldErrors &errors)
{
    for (const std::string_view field : {"selector", "template", "completions", "completionMode"}) {
        if (api::find(job, {"spec", field}) && api::find(old, {"spec", field}))
            checkFixed(job, old, {"spec", field}, errors);
    }
}

} // namespace

KindDefinition job()
{
    return {.group = "batch",
        .kind = "Job",
        .plural = "jobs",
        .categories = {"all"},
        .hasStatus = true,
        .schema = jobSchema(),
        .columns = {nameColumn(), computedColumn("Status", jobStatusCell),
            computedColumn("Completions", completionsCell), durationColumn(), ageColumn(), containersColumn(),
            imagesColumn(), selectorColumn()},
        .fields = {{"status.successful", {"status", "succeeded"}, "0"}},
        .rules = {.hasGeneration = true,
            .orphansUnlessTold = true,
            .identify = identifyJob,
            .prepare = fillInJob,
            .check = checkJob,
            .checkUpdate = checkJobUpdate}};
}

} // namespace core::lab::kinds
