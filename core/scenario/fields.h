// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a JSON tree with its place in the file, gathering every problem instead of stopping at the first.

#include "core/scenario/parse.h"

#include <initializer_list>

namespace core::scenario {

class Field
{
public:
    Field(const api::Json &json, std::string path, std::vector<Problem> &problems)
        : m_json(json)
        , m_path(std::move(path))
        , m_problems(problems)
    {
    }

    const api::Json &json() const { return m_json; }
    void problem(api::Saying message) const { m_problems.push_back({m_path, std::move(message)}); }

    /// False, and a problem told, when it is no object.
    bool isObject() const;
    /// Tells a problem for each member of another name.
    void allowOnly(std::initializer_list<std::string_view> names) const;
    std::optional<Field> find(std::string_view name) const;
    /// Tells a problem when it is not there.
    std::optional<Field> require(std::string_view name) const;
    std::vector<std::pair<std::string, Field>> members() const;
    /// The items of a list; a problem when it is none.
    std::vector<Field> items() const;

    /// Each tells a problem and answers nothing when the value is of another type.
    std::optional<std::string> text() const;
    std::optional<std::int64_t> integer() const;
    std::optional<base::Duration> duration() const;
    std::optional<ObjectKey> name() const;
    std::optional<Bound> bound() const;

private:
    Field memberField(std::string_view name, const api::Json &json) const;
    template<typename T>
    std::optional<T> taken(const base::Result<T> &result) const;

    const api::Json &m_json;
    std::string m_path;
    std::vector<Problem> &m_problems;
};

} // namespace core::scenario
