// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a failed comparison shows of core's values, and JSON that is readable in C++.

#include "core/api/json.h"

#include <QTest>

#include <algorithm>

namespace QTest {

template<>
inline char *toString(const std::string &text)
{
    return qstrdup(("\"" + text + "\"").c_str());
}

template<>
inline char *toString(const boost::json::value &json)
{
    return qstrdup(core::api::writeJson(json).c_str());
}

} // namespace QTest

/// JSON written with single quotes. (Not raw strings: moc does not know them.)
inline std::string jsonText(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

inline core::api::Json json(std::string text)
{
    return core::api::parseJson(jsonText(std::move(text))).value();
}

/// Fails with the error's message when the result has no value.
#define QVERIFY_RESULT(result)                                                                               \
    QVERIFY2((result).has_value(), (result) ? "" : (result).error().message.c_str())
