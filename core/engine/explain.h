// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// "Why?", answered for one object by every controller that decides about its kind.

#include "core/api/exchange.h"
#include "core/runtime/controller.h"

namespace core::engine {

using ControllerList = std::vector<runtime::Controller *>;

/// What each running controller has last said about the object, in the order of the controllers.
std::vector<runtime::Explanation> explanationsOf(
    const ControllerList &controllers, const api::ResourceRef &object);

/// The kinds that a name stands for as kubectl would take it: the kind, the plural, a short name, each in
/// any case and with ".<group>" behind it if wanted. Several when families share a name, none when it is
/// unknown.
std::vector<const api::Resource *> kindsNamed(const ControllerList &controllers, std::string_view name);

/// GET /debug/explain?kind=&namespace=&name=: the explanations as JSON, with those controllers of the kind
/// that are off. NotFound for an unknown kind (names the known ones) and for an object that is not there.
api::Response answerExplain(const ControllerList &controllers, const api::Request &request, api::Time now);

} // namespace core::engine
