// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time.h"
#include "core/base/number.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/workload.h"
#include "core/lab/objects.h"
#include "core/lab/target.h"

#include <limits>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::int64_t usualBackoffLimit = 6;
constexpr std::int64_t noBackoffLimit = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t manyCompletions = 100000;
constexpr std::size_t mostRules = 20; ///< of a policy

SchemaPtr failurePolicySchema()
{
    const SchemaPtr codes =
        object({{"containerName", text}, {"operator", oneOf({"In", "NotIn"})}, {"values", listOf(integer)}},
            {"operator", "values"});
    const SchemaPtr condition = object(
        {{"type", text}, {"status", withDefault(oneOf({"True", "False", "Unknown"}), "True")}}, {"type"});
    const SchemaPtr rule = object({{"action", oneOf({"FailJob", "FailIndex", "Ignore", "Count"})},
                                      {"onExitCodes", codes}, {"onPodConditions", listOf(condition)}},
        {"action"});
    return object({{"rules", listOf(rule)}}, {"rules"});
}

SchemaPtr successPolicySchema()
{
    return object(
        {{"rules", listOf(object({{"succeededIndexes", text}, {"succeededCount", atLeast(0)}}))}}, {"rules"});
}

SchemaPtr jobSchema()
{
    return workload({{"parallelism", withDefault(atLeast(0), 1)}, {"completions", atLeast(0)},
                        {"backoffLimit", atLeast(0)}, {"activeDeadlineSeconds", atLeast(0)},
                        {"backoffLimitPerIndex", atLeast(0)}, {"maxFailedIndexes", atLeast(0)},
                        {"podFailurePolicy", failurePolicySchema()}, {"successPolicy", successPolicySchema()},
                        {"podReplacementPolicy", oneOf({"TerminatingOrFailed", "Failed"})},
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

/// A job without labels has those of its pods.
void labelAsPods(Json &job)
{
    const Json *own = api::find(job, {"metadata", "labels"});
    const Json *ofPods = api::find(job, {"spec", "template", "metadata", "labels"});
    const bool isBare = !own || own->is_null() || (own->is_object() && own->get_object().empty());
    if (!isBare || !ofPods || !ofPods->is_object() || ofPods->get_object().empty())
        return;
    Json labels = *ofPods;
    metadataOf(job)["labels"] = std::move(labels);
}

/// A job of which nothing else is said is one pod that ends well.
void fillInJob(Json &job)
{
    fillInTemplate(job);
    if (api::find(job, {"metadata", "uid"})) // a new one's pods have not all of their labels yet
        labelAsPods(job);
    Json *spec = job.get_object().if_contains("spec");
    if (!spec || !spec->is_object())
        return;
    if (!api::find(*spec, {"completions"}) && !api::find(*spec, {"parallelism"}))
        spec->get_object().emplace("completions", 1);
    if (!api::find(*spec, {"backoffLimit"}))
        spec->get_object().emplace(
            "backoffLimit", api::find(*spec, {"backoffLimitPerIndex"}) ? noBackoffLimit : usualBackoffLimit);
}

/// The job's maker leaves it to the server to choose its pods or, with manualSelector, chooses every pod.
bool isEmptySelector(const Json &selector)
{
    const Json *labels = api::find(selector, {"matchLabels"});
    return selector.is_object() && (!labels || api::equal(*labels, JsonObject()))
        && listAt(selector, {"matchExpressions"}).empty();
}

/// A job finds its pods by labels that no other job has, unless its maker chose others.
void chooseOwnPods(Json &job)
{
    const Json *chosen = api::find(job, {"spec", "selector"});
    if (flagAt(job, {"spec", "manualSelector"}) || (chosen && !isEmptySelector(*chosen)))
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

void identifyJob(Json &job)
{
    chooseOwnPods(job);
    labelAsPods(job);
}

void checkNumberOfRules(const JsonArray &rules, const std::string &path, FieldErrors &errors)
{
    if (rules.size() > mostRules)
        errors.push_back({"FieldValueTooMany", path,
            "Too many: " + std::to_string(rules.size()) + ": must have at most " + std::to_string(mostRules)
                + " items"});
}

void checkIndexed(const Json &job, FieldErrors &errors)
{
    const auto completions = api::integerAt(job, {"spec", "completions"});
    const auto mostFailed = api::integerAt(job, {"spec", "maxFailedIndexes"});
    if (!completions)
        errors.push_back(required("spec.completions", "when completion mode is Indexed"));
    else if (mostFailed && *mostFailed > *completions)
        errors.push_back(
            invalid("spec.maxFailedIndexes", Json(*mostFailed), "must be less than or equal to completions"));
    else if (*completions > manyCompletions && !mostFailed
        && api::find(job, {"spec", "backoffLimitPerIndex"}))
        errors.push_back(
            required("spec.maxFailedIndexes", "must be specified when completions is above 100000"));
}

void checkExitCodes(const Json &codes, const std::string &path, FieldErrors &errors)
{
    const auto &values = listAt(codes, {"values"});
    if (values.empty())
        errors.push_back(invalid(path + ".values", Json(values), "at least one value is required"));
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string place = path + ".values[" + std::to_string(i) + "]";
        const std::int64_t value = values[i].is_int64() ? values[i].get_int64() : 0;
        if (value == 0 && api::textAt(codes, {"operator"}) == "In")
            errors.push_back(invalid(place, values[i], "must not be 0 for the In operator"));
        if (i > 0 && value == last)
            errors.push_back(duplicate(place, values[i]));
        else if (value < last)
            return errors.push_back(invalid(path + ".values", Json(values), "must be ordered"));
        last = value;
    }
}

bool hasContainer(const Json &job, std::string_view name)
{
    const auto isIt = [&](const Json &container) { return api::textAt(container, {"name"}) == name; };
    return std::ranges::any_of(
        std::initializer_list<std::string_view> {"initContainers", "containers"}, [&](std::string_view list) {
            return std::ranges::any_of(listAt(job, {"spec", "template", "spec", list}), isIt);
        });
}

void checkFailureRule(const Json &job, const Json &rule, const std::string &path, FieldErrors &errors)
{
    const Json *codes = api::find(rule, {"onExitCodes"});
    const bool onConditions = !listAt(rule, {"onPodConditions"}).empty();
    if (codes && onConditions)
        errors.push_back({"FieldValueInvalid", path,
            "Invalid value: specifying both OnExitCodes and OnPodConditions is not supported"});
    if (!codes && !onConditions)
        errors.push_back({"FieldValueInvalid", path,
            "Invalid value: specifying one of OnExitCodes and OnPodConditions is required"});
    if (api::textAt(rule, {"action"}) == "FailIndex" && !api::find(job, {"spec", "backoffLimitPerIndex"}))
        errors.push_back(invalid(
            path + ".action", std::string_view("FailIndex"), "requires the backoffLimitPerIndex to be set"));
    if (!codes)
        return;
    checkExitCodes(*codes, path + ".onExitCodes", errors);
    const std::string_view container = api::textAt(*codes, {"containerName"});
    if (!container.empty() && !hasContainer(job, container))
        errors.push_back(invalid(path + ".onExitCodes.containerName", container,
            "must be one of the container or initContainer names in the pod template"));
}

void checkFailurePolicy(const Json &job, FieldErrors &errors)
{
    if (!api::find(job, {"spec", "podFailurePolicy"}))
        return;
    const auto &rules = listAt(job, {"spec", "podFailurePolicy", "rules"});
    const std::string path = "spec.podFailurePolicy.rules";
    checkNumberOfRules(rules, path, errors);
    for (std::size_t i = 0; i < rules.size(); ++i)
        checkFailureRule(job, rules[i], path + "[" + std::to_string(i) + "]", errors);
    const std::string_view policy = api::textAt(job, {"spec", "template", "spec", "restartPolicy"});
    if (policy != "Never")
        errors.push_back(invalid("spec.template.spec.restartPolicy", policy,
            "only \"Never\" is supported when podFailurePolicy is specified"));
}

/// How many indexes "1,3-5" names; nothing when it names none that there are, or not one after another.
std::optional<std::int64_t> indexesIn(std::string_view list, std::int64_t completions)
{
    std::int64_t count = 0;
    std::int64_t last = -1;
    while (!list.empty()) {
        const std::string_view range = list.substr(0, list.find(','));
        const bool isEnd = range.size() == list.size();
        list.remove_prefix(isEnd ? range.size() : range.size() + 1);
        const auto from = base::parseNumber<std::int64_t>(range.substr(0, range.find('-')));
        const auto to = range.find('-') == range.npos
            ? from
            : base::parseNumber<std::int64_t>(range.substr(range.find('-') + 1));
        if (!from || !to || *from <= last || *to < *from || *to >= completions || (list.empty() && !isEnd))
            return std::nullopt;
        count += *to - *from + 1;
        last = *to;
    }
    return count;
}

void checkSuccessRule(const Json &job, const Json &rule, const std::string &path, FieldErrors &errors)
{
    const std::int64_t completions = api::integerAt(job, {"spec", "completions"}).value_or(0);
    const std::string_view list = api::textAt(rule, {"succeededIndexes"});
    const auto count = api::integerAt(rule, {"succeededCount"});
    if (!api::find(rule, {"succeededIndexes"}) && !count)
        return errors.push_back(
            required(path, "at least one of succeededCount or succeededIndexes must be specified"));
    const auto indexes = indexesIn(list, completions);
    if (!indexes)
        return errors.push_back(invalid(path + ".succeededIndexes", list,
            "error parsing succeededIndexes: these are no indexes below completions, in order"));
    if (count && !list.empty() && *count > *indexes)
        errors.push_back(invalid(path + ".succeededCount", Json(*count),
            "must be less than or equal to " + std::to_string(*indexes)
                + " (the number of indexes in the specified succeededIndexes field)"));
    else if (count && *count > completions)
        errors.push_back(invalid(path + ".succeededCount", Json(*count),
            "must be less than or equal to " + std::to_string(completions)
                + " (the number of specified completions)"));
}

void checkSuccessPolicy(const Json &job, FieldErrors &errors)
{
    const auto &rules = listAt(job, {"spec", "successPolicy", "rules"});
    const std::string path = "spec.successPolicy.rules";
    if (rules.empty())
        errors.push_back(
            required(path, "at least one rules must be specified when the successPolicy is specified"));
    checkNumberOfRules(rules, path, errors);
    for (std::size_t i = 0; i < rules.size(); ++i)
        checkSuccessRule(job, rules[i], path + "[" + std::to_string(i) + "]", errors);
}

void checkJob(const Json &job, FieldErrors &errors)
{
    if (const Json *spec = api::find(job, {"spec"}))
        checkJobTemplate(*spec, "spec", errors);
    if (api::find(job, {"spec", "maxFailedIndexes"}) && !api::find(job, {"spec", "backoffLimitPerIndex"}))
        errors.push_back(required("spec.backoffLimitPerIndex", "when maxFailedIndexes is specified"));
    const bool isIndexed = api::textAt(job, {"spec", "completionMode"}) == "Indexed";
    if (isIndexed)
        checkIndexed(job, errors);
    for (const std::string_view field : {"backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"}) {
        const Json *given = api::find(job, {"spec", field});
        if (given && !isIndexed)
            errors.push_back(
                invalid("spec." + std::string(field), *given, "requires indexed completion mode"));
    }
    checkFailurePolicy(job, errors);
    if (isIndexed && api::find(job, {"spec", "successPolicy"}))
        checkSuccessPolicy(job, errors);
}

/// Who chooses a job's pods by other labels than the server's says so, and chooses those that it makes.
Answer<> checkSelectorOfNew(Cluster &, const Target &target, Json &job, const Json *old)
{
    if (old)
        return {};
    FieldErrors errors;
    const Json *selector = api::find(job, {"spec", "selector"});
    const std::string_view uid = api::textAt(job, {"metadata", "uid"});
    const Json given(JsonObject {{"matchLabels", JsonObject {{"batch.kubernetes.io/controller-uid", uid}}}});
    if (!flagAt(job, {"spec", "manualSelector"}) && selector && !api::equal(*selector, given))
        errors.push_back(invalid("spec.selector", *selector, "`selector` not auto-generated"));
    if (!selector)
        errors.push_back(required("spec.selector"));
    if (!selector || !isEmptySelector(*selector))
        checkSelection(job, errors);
    return errors.empty() ? Answer<>() : refuse(invalidObject(target.aboutKind(), errors));
}

void checkJobUpdate(const Json &job, const Json &old, FieldErrors &errors)
{
    for (const std::string_view field : {"selector", "template", "completions", "completionMode"}) {
        if (api::find(job, {"spec", field}) && api::find(old, {"spec", field}))
            checkFixed(job, old, {"spec", field}, errors);
    }
    for (const std::string_view field :
        {"podFailurePolicy", "backoffLimitPerIndex", "successPolicy", "managedBy"})
        checkFixed(job, old, {"spec", field}, errors);
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
            .fitIn = checkSelectorOfNew,
            .prepare = fillInJob,
            .check = checkJob,
            .checkUpdate = checkJobUpdate}};
}

} // namespace core::lab::kinds
