// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// "Why?", answered for one object by every controller that decides about its kind.

#include "core/api/exchange.h"
#include "core/engine/verdicts.h"
#include "core/runtime/controller.h"

namespace core::engine {

using ControllerList = std::vector<runtime::Controller *>;

/// What each running controller has last said about the object, in the order of the controllers; then about
/// the machine behind it, if that is another object.
std::vector<runtime::Explanation> explanationsOf(const ControllerList &controllers,
    const api::ResourceRef &object, const std::optional<api::ResourceRef> &machine);

/// The kinds that a name stands for as kubectl would take it: the kind, the plural, a short name, each in
/// any case and with ".<group>" behind it if wanted. Several when families share a name, none when it is
/// unknown.
std::vector<const api::Resource *> kindsNamed(const ControllerList &controllers, std::string_view name);

/// What else is known of an object that is asked about.
struct ExplainParts {
    const ControllerList &controllers;
    /// The machine that it is, or whose node it is.
    std::function<std::optional<api::ResourceRef>(const api::ResourceRef &)> machineBehind;
    /// What the health checks think of that machine.
    std::function<std::vector<HealthCheckVerdicts>(const api::ResourceRef &)> checksOn;
};

/// GET /debug/explain?kind=&namespace=&name=: the explanations as JSON, with those controllers of the kind
/// that are off, and of a machine or its node what the health checks will do. NotFound for an unknown kind
/// (names the known ones) and for an object that is not there.
api::Response answerExplain(const ExplainParts &parts, const api::Request &request, api::Time now);

} // namespace core::engine
