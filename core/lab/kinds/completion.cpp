// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/completion.h"

#include "core/api/messageforms.h"
#include "core/lab/kinds/schemas.h"

#include <algorithm>

namespace core::lab::kinds {

using api::MessageForm;
using Type = Schema::Type;

namespace {

/// What is no message: texts, numbers, and what Kubernetes writes in a form of its own.
SchemaPtr simpleType(const std::string &type)
{
    static const SchemaPtr moment = decoded(text, "date-time");
    static const std::map<std::string, SchemaPtr, std::less<>> types {{"s", text}, {"y", base64},
        {"b", boolean}, {"i", decoded(integer, "int32")}, {"l", decoded(integer, "int64")},
        {"meta.Time", moment}, {"meta.MicroTime", moment}, {"meta.Duration", text},
        {"intstr.IntOrString", intOrString}, {"resource.Quantity", quantity}, {"meta.FieldsV1", object({})},
        {"runtime.RawExtension", object({})}};
    const auto found = types.find(type);
    return found == types.end() ? nullptr : found->second;
}

/// "core.Pod" is "io.k8s.api.core.v1.Pod", "policyv1beta1.Eviction" "io.k8s.api.policy.v1beta1.Eviction".
std::string definitionName(const std::string &message)
{
    const auto dot = message.find('.');
    const std::string group = message.substr(0, dot);
    const auto version =
        group.find("v1beta1") != std::string::npos ? group.find("v1beta1") : group.find("v2");
    if (group == "meta")
        return "io.k8s.apimachinery.pkg.apis.meta.v1" + message.substr(dot);
    return "io.k8s.api." + group.substr(0, version) + "."
        + (version == std::string::npos ? "v1" : group.substr(version)) + message.substr(dot);
}

/// Those of other projects than api are not named like its own in documents, and a schema of schemas has no
/// end: what is served of them knows all its fields itself.
bool isKnownWhole(const std::string &message)
{
    return message == "core.ComponentStatus" || message.starts_with("apiextensions.")
        || message.starts_with("apiregistration.") || message.starts_with("metricsv1beta1.");
}

/// Objects within objects have their own apiVersion and kind, templates have none.
bool isWholeObject(const std::string &message, const MessageForm &form)
{
    const bool isTemplate = message.ends_with("Template") || message.ends_with("TemplateSpec");
    return !isTemplate && std::ranges::any_of(form.fields, [](const auto &field) {
        return field.second.name == "metadata" && field.second.type == "meta.ObjectMeta";
    });
}

} // namespace

SchemaPtr Completion::of(const SchemaPtr &schema, const std::string &message)
{
    return message.empty() || isKnownWhole(message) ? schema : ofMessage(schema, message);
}

SchemaPtr Completion::ofMessage(const SchemaPtr &known, const std::string &message)
{
    const auto form = api::messageForms().find(message);
    if (form == api::messageForms().end())
        return known ? known : object({});
    if (known && known->definition == definitionName(message))
        return known;
    SchemaPtr &done = m_done[{known, message}];
    if (!done)
        done = complete(known, message, form->second);
    return done;
}

SchemaPtr Completion::complete(const SchemaPtr &known, const std::string &message, const MessageForm &form)
{
    if (form.fields.size() == 1 && form.fields.begin()->second.name == "^"
        && form.fields.begin()->second.repeated)
        return ofField(known, form.fields.begin()->second);
    if (known && known->type != Type::Object)
        return known;
    auto schema = std::make_shared<Schema>(known ? *known : *object({}));
    schema->definition = definitionName(message);
    schema->preserveUnknown = false;
    if (isWholeObject(message, form)) {
        schema->properties.emplace("apiVersion", text);
        schema->properties.emplace("kind", text);
    }
    addFields(*schema, form);
    return schema;
}

void Completion::addFields(Schema &schema, const MessageForm &form)
{
    for (const auto &[number, field] : form.fields) {
        if (field.name == "^") {
            if (const auto inner = api::messageForms().find(field.type); inner != api::messageForms().end())
                addFields(schema, inner->second);
            continue;
        }
        const SchemaPtr known = schema.properties[field.name];
        schema.properties[field.name] = ofField(known, field);
    }
}

SchemaPtr Completion::ofField(const SchemaPtr &known, const MessageForm::Field &field)
{
    if (!field.repeated && !field.map)
        return ofType(known, field.type);
    if (known && known->type != (field.map ? Type::Object : Type::Array))
        return known;
    auto schema = std::make_shared<Schema>(known ? *known : *(field.map ? mapOf(nullptr) : listOf(nullptr)));
    SchemaPtr &inner = field.map ? schema->additional : schema->items;
    inner = ofType(inner, field.type);
    return schema;
}

SchemaPtr Completion::ofType(const SchemaPtr &known, const std::string &type)
{
    const SchemaPtr simple = simpleType(type);
    if (!simple)
        return ofMessage(known, type);
    const bool isOfAnySize = known && known->type == Type::Integer && known->format.empty();
    const bool isMoment = known == text && simple->format == "date-time";
    if (!known || isMoment)
        return simple;
    if (!isOfAnySize)
        return known;
    SchemaPtr &done = m_done[{known, type}];
    if (!done)
        done = known == integer ? simple : decoded(known, simple->format);
    return done;
}

} // namespace core::lab::kinds
