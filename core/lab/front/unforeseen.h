// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The end of one request, and of nothing else: an exception that nobody foresaw (docs/api-semantics.md I8).

#include "core/api/exchange.h"

#include <exception>
#include <string>
#include <string_view>

namespace core::lab::front {

/// "GET /api/v1/pods", of a long path its start.
std::string verbAndPath(api::Method method, std::string_view path);

/// 500 for whoever asked for that; the log says so, too.
api::Response unforeseen(const std::exception &exception, std::string_view verbAndPath);

} // namespace core::lab::front
