// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is there to be asked for, besides objects: groups, resources, version, health (docs/api-semantics.md
// J).

#include "core/api/saying.h"
#include "core/lab/route.h"

namespace core::lab {

class Access;
class OpenApi;

struct DiskState {
    std::string trouble; ///< keeps the lab from being ready; empty when nothing does
    const std::vector<api::Saying> &setAside; ///< doesn't
};

/// The versions of a group, the preferred one first.
std::vector<std::string> versionsOf(const Registry &registry, std::string_view group);
api::JsonArray verbsOf(const ResourceType &type);
api::JsonArray verbsOf(const Subresource &subresource);

/// A GET of a path that names no resource.
api::Response answerDiscovery(const api::Request &request, const Route &route, const Registry &registry,
    const DiskState &disk, OpenApi &openApi, const Access &access);

} // namespace core::lab
