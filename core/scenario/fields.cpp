// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/fields.h"

#include "core/scenario/problems.h"

#include <algorithm>

namespace core::scenario {

bool Field::isObject() const
{
    if (m_json.is_object())
        return true;
    problem(problemSaying("NotFields"));
    return false;
}

void Field::allowOnly(std::initializer_list<std::string_view> names) const
{
    std::string known;
    for (const std::string_view name : names)
        known += (known.empty() ? "" : ", ") + std::string(name);
    for (const auto &[name, field] : members()) {
        if (std::ranges::find(names, name) == names.end())
            field.problem(problemSaying("UnknownField", known));
    }
}

Field Field::memberField(std::string_view name, const api::Json &json) const
{
    return {json, m_path.empty() ? std::string(name) : m_path + "." + std::string(name), m_problems};
}

std::optional<Field> Field::find(std::string_view name) const
{
    const api::Json *json = api::find(m_json, {name});
    return json ? std::optional(memberField(name, *json)) : std::nullopt;
}

std::optional<Field> Field::require(std::string_view name) const
{
    auto found = find(name);
    if (!found)
        problem(problemSaying("Missing", name));
    return found;
}

std::vector<std::pair<std::string, Field>> Field::members() const
{
    std::vector<std::pair<std::string, Field>> all;
    if (const api::JsonObject *object = m_json.if_object()) {
        for (const auto &member : *object) {
            const std::string name(member.key().data(), member.key().size());
            all.emplace_back(name, memberField(name, member.value()));
        }
    }
    return all;
}

std::vector<Field> Field::items() const
{
    std::vector<Field> all;
    const api::JsonArray *array = m_json.if_array();
    if (!array) {
        problem(problemSaying("NotAList"));
        return all;
    }
    for (std::size_t i = 0; i < array->size(); ++i)
        all.emplace_back((*array)[i], m_path + "[" + std::to_string(i) + "]", m_problems);
    return all;
}

std::optional<std::string> Field::text() const
{
    if (m_json.is_string() && !m_json.get_string().empty())
        return api::text(m_json.get_string());
    problem(problemSaying("NotAText"));
    return std::nullopt;
}

std::optional<std::int64_t> Field::integer() const
{
    if (m_json.is_int64())
        return m_json.get_int64();
    problem(problemSaying("NotANumber"));
    return std::nullopt;
}

template<typename T>
std::optional<T> Field::taken(const base::Result<T> &result) const
{
    if (result)
        return *result;
    problem(api::sayingOf(result.error()));
    return std::nullopt;
}

std::optional<base::Duration> Field::duration() const
{
    if (!m_json.is_string()) {
        problem(problemSaying("NotADuration"));
        return std::nullopt;
    }
    const auto length = taken(api::parseDuration(api::text(m_json.get_string())));
    if (length && *length <= base::Duration::zero()) {
        problem(problemSaying("TooShort"));
        return std::nullopt;
    }
    return length;
}

std::optional<ObjectKey> Field::name() const
{
    const auto written = text();
    if (!written)
        return std::nullopt;
    const std::size_t slash = written->find('/');
    if (slash == std::string::npos)
        return ObjectKey {{}, *written};
    return ObjectKey {written->substr(0, slash), written->substr(slash + 1)};
}

std::optional<Bound> Field::bound() const
{
    if (m_json.is_int64() && m_json.get_int64() >= 0)
        return Bound {Bound::Kind::Exactly, m_json.get_int64()};
    if (m_json.is_string())
        return taken(parseBound(api::text(m_json.get_string())));
    problem(problemSaying("NotACount"));
    return std::nullopt;
}

} // namespace core::scenario
