// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Events about an object, as effects.

#include "core/api/effect.h"

namespace core::api {

template<typename T>
EmitEvent normalEvent(const T &about, std::string reason, std::string message)
{
    return {referenceTo(about), "Normal", std::move(reason), std::move(message)};
}

template<typename T>
EmitEvent warningEvent(const T &about, std::string reason, std::string message)
{
    return {referenceTo(about), "Warning", std::move(reason), std::move(message)};
}

} // namespace core::api
