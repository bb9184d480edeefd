// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/jsonpath.h"

#include "core/base/number.h"

namespace core::lab {

using api::Json;
using api::JsonArray;

namespace {

/// Takes up to one of the ends, undoing "\.".
std::string takeName(std::string_view &text, std::string_view ends)
{
    std::string name;
    while (!text.empty() && ends.find(text.front()) == std::string_view::npos) {
        if (text.front() == '\\' && text.size() > 1)
            text.remove_prefix(1);
        name += text.front();
        text.remove_prefix(1);
    }
    return name;
}

std::optional<Json> literal(std::string_view text)
{
    const auto trimmedEnd = text.find_last_not_of(' ');
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return std::nullopt;
    text = text.substr(begin, trimmedEnd - begin + 1);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        return Json(text.substr(1, text.size() - 2));
    auto parsed = api::parseJson(text);
    return parsed ? std::optional(*parsed) : std::nullopt;
}

base::Failure bad(std::string_view text)
{
    return base::fail(
        base::ErrorKind::Invalid, "\"" + std::string(text) + "\" is not a path the lab understands");
}

} // namespace

base::Result<JsonPath> JsonPath::parse(std::string_view text)
{
    JsonPath path;
    std::string_view rest = text;
    while (!rest.empty()) {
        Step step;
        if (rest.front() == '.') {
            rest.remove_prefix(1);
            step.name = takeName(rest, ".[");
            if (!step.name.empty())
                path.m_steps.push_back(std::move(step));
            else if (rest.empty() || rest.front() != '[')
                return bad(text);
            continue;
        }
        const std::size_t close = rest.find(rest.starts_with("[?(") ? ")]" : "]");
        if (rest.front() != '[' || close == std::string_view::npos)
            return bad(text);
        std::string_view inner = rest.substr(1, close - 1);
        rest.remove_prefix(close + 1);
        if (inner.starts_with("?(@.")) {
            rest.remove_prefix(1);
            inner.remove_prefix(4);
            step.kind = Step::Kind::Filter;
            step.name = takeName(inner, "= ");
            const std::size_t equals = inner.find("==");
            const auto value =
                equals == std::string_view::npos ? std::nullopt : literal(inner.substr(equals + 2));
            if (!value)
                return bad(text);
            step.value = *value;
        } else if (inner == "*") {
            step.kind = Step::Kind::All;
        } else if (inner.size() >= 2 && (inner.front() == '\'' || inner.front() == '"')
            && inner.back() == inner.front()) {
            inner = inner.substr(1, inner.size() - 2);
            step.name = takeName(inner, "");
        } else {
            step.kind = Step::Kind::Index;
            const auto index = base::parseNumber<decltype(step.index)>(inner);
            if (!index)
                return bad(text);
            step.index = *index;
        }
        path.m_steps.push_back(std::move(step));
    }
    if (path.m_steps.empty())
        return bad(text);
    return path;
}

void JsonPath::walk(const Json &json, const Step &step, std::vector<const Json *> &found)
{
    if (step.kind == Step::Kind::Field) {
        if (const Json *value = api::find(json, {step.name}))
            found.push_back(value);
        return;
    }
    const JsonArray *array = json.if_array();
    if (!array)
        return;
    if (step.kind == Step::Kind::Index) {
        const auto size = static_cast<std::int64_t>(array->size());
        const std::int64_t index = step.index < 0 ? size + step.index : step.index;
        if (index >= 0 && index < size)
            found.push_back(&(*array)[static_cast<std::size_t>(index)]);
        return;
    }
    for (const Json &item : *array) {
        const Json *value = step.kind == Step::Kind::Filter ? api::find(item, {step.name}) : nullptr;
        if (step.kind == Step::Kind::All || (value && api::equal(*value, step.value)))
            found.push_back(&item);
    }
}

std::vector<const Json *> JsonPath::find(const Json &json) const
{
    std::vector<const Json *> found {&json};
    for (const Step &step : m_steps) {
        std::vector<const Json *> next;
        for (const Json *at : found)
            walk(*at, step, next);
        found = std::move(next);
    }
    return found;
}

} // namespace core::lab
