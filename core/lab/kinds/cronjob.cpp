// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/cronschedule.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"
#include "core/lab/target.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr cronJobSchema()
{
    const SchemaPtr job = object({{"parallelism", atLeast(0)}, {"completions", atLeast(0)},
                                     {"backoffLimit", atLeast(0)}, {"template", podTemplate()}},
        {"template"});
    const SchemaPtr jobTemplate = object({{"metadata", metadataSchema()}, {"spec", job}}, {"spec"});
    const SchemaPtr status = object(
        {{"active", listOf(objectReference)}, {"lastScheduleTime", text}, {"lastSuccessfulTime", text}});
    return object(
        {{"spec",
             object({{"schedule", text}, {"timeZone", text}, {"jobTemplate", jobTemplate},
                        {"startingDeadlineSeconds", atLeast(0)}, {"suspend", withDefault(boolean, false)},
                        {"concurrencyPolicy", withDefault(oneOf({"Allow", "Forbid", "Replace"}), "Allow")},
                        {"successfulJobsHistoryLimit", withDefault(atLeast(0), 3)},
                        {"failedJobsHistoryLimit", withDefault(atLeast(0), 1)}},
                 {"schedule", "jobTemplate"})},
            {"status", withDefault(status, JsonObject())}},
        {"spec"});
}

void fillInCronJob(Json &job)
{
    fillInPodSpecAt(job, {"spec", "jobTemplate", "spec", "template", "spec"});
}

std::string suspendCell(const Json &job)
{
    return flagAt(job, {"spec", "suspend"}) ? "True" : "False";
}

std::string activeCell(const Json &job)
{
    return std::to_string(listAt(job, {"status", "active"}).size());
}

Column lastScheduleColumn()
{
    return {"Last Schedule", "string", {}, 0, {}, [](const Json &job, base::Time now) -> Json {
                const std::string_view time = api::textAt(job, {"status", "lastScheduleTime"});
                return time.empty() ? Json(noValue) : since(time, now);
            }};
}

void checkCronJob(const Json &job, FieldErrors &errors)
{
    const std::string schedule(api::textAt(job, {"spec", "schedule"}));
    const std::string_view timeZone = api::textAt(job, {"spec", "timeZone"});
    if (schedule.find("TZ=") != std::string::npos)
        errors.push_back(invalid(
            "spec.schedule", schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
    else if (const auto read = api::CronSchedule::parse(schedule); !read)
        errors.push_back(invalid("spec.schedule", schedule, read.error().message));
    if (!api::CronSchedule::parse("@daily", timeZone))
        errors.push_back(
            invalid("spec.timeZone", std::string(timeZone), "unknown time zone " + std::string(timeZone)));
    if (const Json *spec = api::find(job, {"spec", "jobTemplate", "spec"}))
        checkJobTemplate(*spec, "spec.jobTemplate.spec", errors);
}

/// One that is there keeps its name, however long.
Answer<> checkNameOfNew(Cluster &, const Target &target, Json &job, const Json *old)
{
    constexpr std::size_t longestNameOfCronJob = 52; // its jobs' names are longer
    const std::string_view name = api::textAt(job, {"metadata", "name"});
    if (old || name.size() <= longestNameOfCronJob)
        return {};
    return refuse(invalidObject(
        target.aboutKind(), {invalid("metadata.name", name, "must be no more than 52 characters")}));
}

} // namespace

KindDefinition cronJob()
{
    return {.group = "batch",
        .kind = "CronJob",
        .plural = "cronjobs",
        .shortNames = {"cj"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = cronJobSchema(),
        .columns = {nameColumn(), textColumn("Schedule", {"spec", "schedule"}, 0, ""),
            textColumn("Timezone", {"spec", "timeZone"}), computedColumn("Suspend", suspendCell),
            computedColumn("Active", activeCell), lastScheduleColumn(), ageColumn(),
            containersColumn({"spec", "jobTemplate", "spec", "template"}),
            imagesColumn({"spec", "jobTemplate", "spec", "template"}),
            selectorColumn({"spec", "jobTemplate", "spec", "selector"})},
        .otherForms = {sameFieldsIn("batch", "v1beta1")},
        .rules = {
            .hasGeneration = true, .fitIn = checkNameOfNew, .prepare = fillInCronJob, .check = checkCronJob}};
}

} // namespace core::lab::kinds
