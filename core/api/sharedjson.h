// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A part of an object that core hands on without looking into it: immutable, so copies share it, and shared
// with the document it was read from where that lives as long. Reads like a Json.

#include "core/api/json.h"

namespace core::api {

class SharedJson
{
public:
    SharedJson() = default;
    SharedJson(Json json) : m_json(json.is_null() ? nullptr : share(std::move(json))) { }
    SharedJson(JsonObject object) : SharedJson(Json(std::move(object))) { }
    SharedJson(JsonArray array) : SharedJson(Json(std::move(array))) { }
    explicit SharedJson(JsonPtr json) : m_json(std::move(json)) { }

    const Json &get() const
    {
        static const Json null;
        return m_json ? *m_json : null;
    }
    operator const Json &() const { return get(); }
    bool is_null() const { return get().is_null(); }
    bool is_object() const { return get().is_object(); }

    friend bool operator==(const SharedJson &left, const SharedJson &right)
    {
        return left.m_json == right.m_json || equal(left.get(), right.get());
    }
    friend bool operator==(const SharedJson &left, const Json &right) { return equal(left.get(), right); }

private:
    JsonPtr m_json;
};

} // namespace core::api
