// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A node that is ready and gives no sign of life: it counts as well until its grace period is over.

#include "core/api/resource.h"
#include "core/api/saying.h"
#include "core/api/time.h"

namespace core::runtime {
class Controller;
class InformerSet;
} // namespace core::runtime

namespace core::engine {

struct Silence {
    std::string node;
    api::Time lastSeen;
    api::Time unknownAt; ///< unless it gives a sign of life
    std::vector<api::Saying> then; ///< a sentence each: what the health checks do about it once it is

    bool operator==(const Silence &) const = default;
};

/// The node that the object is, or the machine has; empty when there is none.
std::string nodeBehind(const api::ResourceRef &object, runtime::InformerSet &informers);
/// All nodes that are silent, ordered by name.
std::vector<std::string> silentNodes(
    const std::vector<runtime::Controller *> &controllers, base::Duration heartbeat, base::Time now);
/// Nothing unless the node has been silent for clearly longer than its heartbeats are apart, and where our
/// controller of node lifecycles, which alone knows, does not run. Does not tell what is done then.
std::optional<Silence> silenceOf(const std::string &node,
    const std::vector<runtime::Controller *> &controllers, base::Duration heartbeat, base::Time now);

} // namespace core::engine
