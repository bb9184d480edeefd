// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Conditions of machines and health checks (docs/machines.md §4.7), and events about objects.

#include "core/api/conditions.h"
#include "core/api/emit.h"

namespace core::controllers {

using api::findCondition;
using api::normalEvent;
using api::setCondition;
using api::warningEvent;

bool isTrue(const std::vector<api::Condition> &conditions, std::string_view type);

api::Condition trueCondition(std::string_view type, std::string message = {});
/// Severity is Error, Warning or Info.
api::Condition falseCondition(
    std::string_view type, std::string severity, std::string reason, std::string message);

api::Condition unknownCondition(
    std::string_view type, std::string severity, std::string reason, std::string message);

/// The earlier of two optional delays.
inline void checkAgain(std::optional<base::Duration> &delay, std::optional<base::Duration> other)
{
    if (other && (!delay || *other < *delay))
        delay = other;
}

} // namespace core::controllers
