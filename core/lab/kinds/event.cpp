// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr eventSchema()
{
    return object(
        {{"involvedObject", objectReference}, {"related", objectReference}, {"reason", text},
            {"message", text}, {"type", text}, {"count", integer}, {"firstTimestamp", text},
            {"lastTimestamp", text}, {"eventTime", text}, {"action", text}, {"reportingComponent", text},
            {"reportingInstance", text}, {"source", object({{"component", text}, {"host", text}})},
            {"series", object({{"count", integer}, {"lastObservedTime", text}})}},
        {"involvedObject"});
}

std::string objectCell(const Json &event)
{
    return lowerCase(std::string(api::textAt(event, {"involvedObject", "kind"}))) + "/"
        + std::string(api::textAt(event, {"involvedObject", "name"}));
}

std::string sourceCell(const Json &event)
{
    const std::string component(api::textAt(event, {"source", "component"}));
    const std::string host(api::textAt(event, {"source", "host"}));
    if (component.empty())
        return std::string(api::textAt(event, {"reportingComponent"}));
    return host.empty() ? component : component + ", " + host;
}

Column timeColumn(std::string name, std::string field, int priority)
{
    return {std::move(name), "string", {}, priority, {},
        [field = std::move(field)](const Json &event, base::Time now) {
            std::string_view time = api::textAt(event, {field});
            if (time.empty())
                time = api::textAt(event, {"eventTime"});
            return since(time, now);
        }};
}

Columns eventColumns()
{
    Column name = nameColumn();
    name.priority = 1;
    return {timeColumn("Last Seen", "lastTimestamp", 0), textColumn("Type", {"type"}, 0, ""),
        textColumn("Reason", {"reason"}, 0, ""), computedColumn("Object", objectCell),
        textColumn("Subobject", {"involvedObject", "fieldPath"}, 1, ""),
        computedColumn("Source", sourceCell, 1), textColumn("Message", {"message"}, 0, ""),
        timeColumn("First Seen", "firstTimestamp", 1), textColumn("Count", {"count"}, 1, "1"), name};
}

constexpr std::size_t longestWord = 128; ///< of an event with a time of its own, in bytes
constexpr std::size_t longestMessage = 1024;

void checkLength(const Json &event, const char *field, std::size_t limit, FieldErrors &errors)
{
    if (api::textAt(event, {field}).size() > limit)
        errors.push_back(
            invalid(field, std::string_view(), "can have at most " + std::to_string(limit) + " characters"));
}

/// What an event with a time of its own says of who did what.
void checkTeller(const Json &event, const char *reporter, FieldErrors &errors)
{
    const std::string_view controller = api::textAt(event, {"reportingComponent"});
    if (controller.empty())
        errors.push_back(required(reporter));
    else
        complain("qualifiedName", reporter, controller, errors);
    for (const char *field : {"reportingInstance", "action", "reason"}) {
        if (api::textAt(event, {field}).empty())
            errors.push_back(required(field));
        checkLength(event, field, longestWord, errors);
    }
    checkLength(event, "message", longestMessage, errors);
}

/// The reporter is the field that names the controller.
void checkEventAs(const char *reporter, const Json &event, FieldErrors &errors)
{
    const std::string_view ns = api::textAt(event, {"metadata", "namespace"});
    const std::string_view about = api::textAt(event, {"involvedObject", "namespace"});
    if (about.empty() ? ns != "default" && ns != "kube-system" : ns != about)
        errors.push_back(invalid("involvedObject.namespace", about, "does not match event.namespace"));
    if (!api::textAt(event, {"eventTime"}).empty())
        checkTeller(event, reporter, errors);
}

void checkEvent(const Json &event, FieldErrors &errors)
{
    checkEventAs("reportingComponent", event, errors);
}

/// What is deprecated in the newer form is not told in it.
void checkNewerEvent(const Json &event, FieldErrors &errors)
{
    checkEventAs("reportingController", event, errors);
    if (api::textAt(event, {"eventTime"}).empty())
        errors.push_back(required("eventTime"));
    const std::string_view type = api::textAt(event, {"type"});
    if (type != "Normal" && type != "Warning")
        errors.push_back(
            invalid("type", std::string_view(), "has invalid value: " + clipped(std::string(type))));
    const Json *source = api::find(event, {"source"});
    const bool isUnset[] = {api::textAt(event, {"firstTimestamp"}).empty(),
        api::textAt(event, {"lastTimestamp"}).empty(), api::integerAt(event, {"count"}).value_or(0) == 0,
        !source || !source->is_object() || source->get_object().empty()};
    const char *const fields[] = {"firstTimestamp", "lastTimestamp", "count", "source"};
    for (std::size_t i = 0; i < std::size(fields); ++i) {
        if (!isUnset[i])
            errors.push_back(invalid(fields[i], std::string_view(), "needs to be unset"));
    }
}

/// Only the series goes on.
void checkNewerEventUpdate(const Json &event, const Json &old, FieldErrors &errors)
{
    for (const char *field :
        {"involvedObject", "reason", "message", "source", "firstTimestamp", "lastTimestamp", "count",
            "action", "related", "reportingComponent", "reportingInstance", "type", "eventTime"})
        checkFixed(event, old, {field}, errors);
}

/// events.k8s.io/v1 shows the events of the core group under newer names (docs/api-semantics.md M4).
constexpr std::pair<std::string_view, std::string_view> eventFields[] = {{"message", "note"},
    {"involvedObject", "regarding"}, {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"}, {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"}, {"reportingComponent", "reportingController"}};

void rename(api::Json &object, std::string_view from, std::string_view to)
{
    api::JsonObject &members = object.get_object();
    auto *const found = members.find(from);
    if (found == members.end())
        return;
    api::Json value = std::move(found->value()); // inserting may move all members
    members.stable_erase(found);
    members.insert_or_assign(to, std::move(value));
}

std::vector<FieldLabel> eventLabels(const std::string &object, const std::vector<FieldLabel> &others)
{
    const auto ofObject = [&](const std::string &member) {
        return FieldLabel {object + "." + member, {"involvedObject", member}};
    };
    std::vector<FieldLabel> all {ofObject("kind"), ofObject("namespace"), ofObject("name"), ofObject("uid"),
        ofObject("apiVersion"), ofObject("resourceVersion"), ofObject("fieldPath"), {"reason", {"reason"}}};
    all.insert(all.end(), others.begin(), others.end());
    all.push_back({"type", {"type"}});
    return all;
}

KindForm newerForm()
{
    return {.group = "events.k8s.io",
        .fields = eventLabels("regarding", {{"reportingController", {"reportingComponent"}}}),
        .documented = object({{"regarding", objectReference}, {"related", objectReference}}, {"regarding"}),
        .toServed =
            [](Json &event) {
                for (const auto &[core, newer] : eventFields)
                    rename(event, core, newer);
                event.get_object()["apiVersion"] = "events.k8s.io/v1";
            },
        .toStored =
            [](Json &event) {
                for (const auto &[core, newer] : eventFields)
                    rename(event, newer, core);
                event.get_object()["apiVersion"] = "v1";
            },
        .check = checkNewerEvent,
        .checkUpdate = checkNewerEventUpdate};
}

} // namespace

KindDefinition event()
{
    return {.kind = "Event",
        .plural = "events",
        .shortNames = {"ev"},
        .schema = eventSchema(),
        .columns = eventColumns(),
        .fields = eventLabels("involvedObject",
            {{"reportingComponent", {"reportingComponent"}}, {"source", {"source", "component"}}}),
        .otherForms = {newerForm()},
        .rules = {.createsOnUpdate = true, .check = checkEvent}};
}

} // namespace core::lab::kinds
