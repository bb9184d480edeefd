// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a webhook listens: on this machine, by an URL or by a Service that leads to a port here
// (docs/api-semantics.md U6).

#include "core/api/hookcall.h"
#include "core/lab/status.h"

namespace core::lab {

class Registry;

/// An annotation of a Service: the port of this machine where what it stands for listens.
inline constexpr std::string_view hostPortAnnotation = "hollowlab.io/host-port";

/// A webhook's clientConfig.
struct HookTarget {
    std::string url; ///< empty: by service
    std::string ns;
    std::string service;
    std::string path;
    std::uint16_t port = 443;
    std::string authorities; ///< PEM
};

HookTarget readHookTarget(const api::Json &clientConfig);
/// What is wrong with a clientConfig; the name of its member goes before the names of its fields.
void checkHookTarget(const api::Json &clientConfig, const std::string &path, FieldErrors &errors);

/// What is wrong with the versions of reviews that a webhook knows; the detail is told when there are none.
void checkReviewVersions(
    const api::JsonArray &versions, const std::string &path, std::string_view detail, FieldErrors &errors);

/// The call without its body; or why nobody can be called.
tl::expected<api::HookCall, std::string> callTo(
    const HookTarget &target, std::chrono::milliseconds timeout, const Registry &registry);

} // namespace core::lab
