// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"

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

void checkEvent(const Json &event, FieldErrors &errors)
{
    const std::string_view ns = api::textAt(event, {"metadata", "namespace"});
    const std::string_view about = api::textAt(event, {"involvedObject", "namespace"});
    if (about.empty() ? ns != "default" && ns != "kube-system" : ns != about)
        errors.push_back(invalid("involvedObject.namespace", about, "does not match event.namespace"));
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
            }};
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
