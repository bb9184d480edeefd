// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/selection.h"

#include "core/cel/texts.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

constexpr std::size_t mostFieldRequirements = 1000;

std::string textOf(const Json &object, const FieldLabel &field)
{
    const Json *value = valueAt(object, field.path);
    return value && !value->is_null() ? selectableText(*value) : field.absent;
}

using IsAmong = bool (*)(const std::vector<std::string> &values, std::string_view text);

bool isAmong(const std::vector<std::string> &values, std::string_view text)
{
    return std::ranges::find(values, text) != values.end();
}

bool isAmongSorted(const std::vector<std::string> &values, std::string_view text)
{
    return std::ranges::binary_search(values, text);
}

bool labelMatches(
    const api::LabelSelectorRequirement &requirement, const JsonObject *labels, IsAmong isListed)
{
    const Json *value = labels ? labels->if_contains(requirement.key) : nullptr;
    if (requirement.operator_ == "Exists")
        return value != nullptr;
    if (requirement.operator_ == "DoesNotExist")
        return value == nullptr;
    if (api::isComparison(requirement))
        return value && value->is_string() && api::isBeyond(requirement, value->get_string());
    const bool listed = value && value->is_string() && isListed(requirement.values, value->get_string());
    return listed == (requirement.operator_ == "In");
}

const JsonObject *labelsOf(const Json &object)
{
    const Json *labels = api::find(object, {"metadata", "labels"});
    return labels ? labels->if_object() : nullptr;
}

/// Where the term ends: at a comma without a backslash before it.
std::size_t endOfTerm(std::string_view terms, std::size_t begin)
{
    for (std::size_t i = begin; i < terms.size(); ++i) {
        if (terms[i] == ',')
            return i;
        if (terms[i] == '\\')
            ++i;
    }
    return terms.size();
}

/// Refuses in the original's words.
Answer<std::string> withoutBackslashes(std::string_view value)
{
    std::string plain;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '\\') {
            const std::string_view escaped = cel::charactersIn(value.substr(i + 1), 0, 1);
            if (escaped != "\\" && escaped != "," && escaped != "=")
                return refuse(
                    badRequest("invalid field selector: invalid escape sequence: \\" + std::string(escaped)));
            ++i;
        } else if (value[i] == '=') {
            return refuse(badRequest("invalid field selector: unescaped character in value: 61"));
        }
        plain += value[i];
    }
    return plain;
}

std::string knownLabels(const std::vector<FieldLabel> &fields)
{
    std::string text = "metadata.name, metadata.namespace";
    for (const FieldLabel &field : fields)
        text += ", " + field.label;
    return text;
}

} // namespace

Answer<Selection::FieldRequirement> Selection::parseField(
    std::string_view part, const std::vector<FieldLabel> &fields)
{
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
        return refuse(badRequest("invalid selector: '" + std::string(part) + "'; can't understand it"));
    FieldRequirement requirement;
    requirement.equal = !part.substr(0, equals).ends_with('!');
    const std::string_view label = part.substr(0, requirement.equal ? equals : equals - 1);
    std::string_view value = part.substr(equals + 1);
    if (requirement.equal && value.starts_with('='))
        value.remove_prefix(1);
    auto plain = withoutBackslashes(value);
    if (!plain)
        return tl::unexpected(plain.error());
    requirement.value = std::move(*plain);
    if (label == "metadata.name" || label == "metadata.namespace") {
        requirement.field = {
            std::string(label), {"metadata", std::string(label.substr(label.find('.') + 1))}};
        return requirement;
    }
    const auto known = std::ranges::find(fields, label, &FieldLabel::label);
    if (known == fields.end())
        return refuse(badRequest(
            "field label not supported: " + std::string(label) + "; supported are " + knownLabels(fields)));
    requirement.field = *known;
    return requirement;
}

Answer<Selection> Selection::parse(std::string ns, std::string_view labelSelector,
    std::string_view fieldSelector, const std::vector<FieldLabel> &fields)
{
    Selection selection;
    selection.m_namespace = std::move(ns);
    auto labels = api::parseLabelSelector(labelSelector);
    if (!labels)
        return refuse(badRequest(labels.error().message));
    selection.m_labels = std::move(labels->matchExpressions);
    for (api::LabelSelectorRequirement &requirement : selection.m_labels)
        std::ranges::sort(requirement.values);
    for (std::size_t begin = 0, end = 0; begin < fieldSelector.size(); begin = end + 1) {
        end = endOfTerm(fieldSelector, begin);
        if (end == begin)
            continue;
        auto requirement = parseField(fieldSelector.substr(begin, end - begin), fields);
        if (!requirement)
            return tl::unexpected(requirement.error());
        selection.m_fields.push_back(std::move(*requirement));
        if (selection.m_fields.size() > mostFieldRequirements)
            return refuse(badRequest("the field selector has more than "
                + std::to_string(mostFieldRequirements) + " requirements"));
    }
    return selection;
}

bool Selection::matches(const Json &object) const
{
    if (!m_namespace.empty() && api::textAt(object, {"metadata", "namespace"}) != m_namespace)
        return false;
    const JsonObject *labels = m_labels.empty() ? nullptr : labelsOf(object);
    return std::ranges::all_of(m_labels, [&](const auto &requirement) {
        return labelMatches(requirement, labels, isAmongSorted);
    }) && std::ranges::all_of(m_fields, [&](const FieldRequirement &requirement) {
        return (textOf(object, requirement.field) == requirement.value) == requirement.equal;
    });
}

std::string selectableText(const Json &value)
{
    const auto *string = value.if_string();
    return string ? api::text(*string) : api::writeJson(value);
}

std::string_view Selection::demandedValue(std::string_view label) const
{
    for (const FieldRequirement &requirement : m_fields) {
        if (requirement.equal && requirement.field.label == label)
            return requirement.value;
    }
    return {};
}

bool labelsMatch(const api::LabelSelector &selector, const Json &object)
{
    const JsonObject *labels = labelsOf(object);
    const auto equal = [&](const auto &pair) {
        return labelMatches({pair.first, "In", {pair.second}}, labels, isAmong);
    };
    return std::ranges::all_of(selector.matchLabels, equal)
        && std::ranges::all_of(selector.matchExpressions,
            [&](const auto &requirement) { return labelMatches(requirement, labels, isAmong); });
}

} // namespace core::lab
