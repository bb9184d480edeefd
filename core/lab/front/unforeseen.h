// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The end of one request, and of nothing else: an exception that nobody foresaw (docs/api-semantics.md I8).

#include "core/api/exchange.h"

#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace core::lab::front {

/// "GET /api/v1/pods", of a long path its start.
std::string verbAndPath(api::Method method, std::string_view path);

/// 500 for whoever asked for that; the log says so, too.
api::Response unforeseen(const std::exception &exception, std::string_view verbAndPath);

/// The last barrier of a thread: what leaves the handling of one event of a socket or a timer is logged, and
/// the loop runs on.
void runToTheEnd(const std::function<void()> &loop, std::string_view name);

} // namespace core::lab::front
