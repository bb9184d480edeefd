// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Conditions of machines and health checks (docs/machines.md §4.7), and events about objects.

#include "core/api/effect.h"

namespace core::controllers {

/// The condition of that type, or nullptr.
const api::Condition *findCondition(const std::vector<api::Condition> &conditions, std::string_view type);
bool isTrue(const std::vector<api::Condition> &conditions, std::string_view type);

api::Condition trueCondition(std::string_view type, std::string message = {});
/// Severity is Error, Warning or Info.
api::Condition falseCondition(
    std::string_view type, std::string severity, std::string reason, std::string message);

api::Condition unknownCondition(
    std::string_view type, std::string severity, std::string reason, std::string message);

/// Puts the condition in its place in the list, which stays sorted by type. The transition time becomes now
/// (whole seconds) when anything about the condition changes. Returns whether it did.
bool setCondition(std::vector<api::Condition> &conditions, api::Condition wanted, base::Time now);

template<typename T>
api::EmitEvent normalEvent(const T &about, std::string reason, std::string message)
{
    return {api::referenceTo(about), "Normal", std::move(reason), std::move(message)};
}

template<typename T>
api::EmitEvent warningEvent(const T &about, std::string reason, std::string message)
{
    return {api::referenceTo(about), "Warning", std::move(reason), std::move(message)};
}

/// The earlier of two optional delays.
inline void checkAgain(std::optional<base::Duration> &delay, std::optional<base::Duration> other)
{
    if (other && (!delay || *other < *delay))
        delay = other;
}

} // namespace core::controllers
