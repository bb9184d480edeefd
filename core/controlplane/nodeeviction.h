// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts NoExecute taints on unready nodes, at the pace that the state of their zone allows, and takes all of
// them away when every zone is dead (docs/machines.md §3.6). One look covers all zones.
//
// Reads nodes by unreadyNodes and nodesByZone. Nothing is remembered: the time on the newest taint of a zone
// says when the next one is allowed.

#include "core/api/node.h"
#include "core/api/reason.h"
#include "core/controlplane/controllers.h"

namespace core::controlplane {

inline constexpr api::ReasonKind nodeEvictionReasons[] {
    {"NothingToEvict", "No unready node waits for its eviction."},
    {"WaitingForPace", "{nodes} unready nodes wait to be evicted.", "zone"},
    {"Evicting", "Pods that do not tolerate it have to leave node {node}.", "zone"},
    {"PartialDisruption", "Too many nodes of the zone are unready at once: nothing is evicted.", "zone"},
    {"AllZonesDead", "No node of any zone is ready: the fault is elsewhere, nothing is evicted."},
};
inline constexpr api::Reasons<nodeEvictionReasons> nodeEvictionReason;

struct NodeEvictionOptions {
    base::Duration period = std::chrono::milliseconds(100); ///< changes are looked at together
    base::Duration interval = std::chrono::seconds(10); ///< between two nodes of a zone: 0.1 per second
    base::Duration secondaryInterval = std::chrono::seconds(100); ///< in a partial disruption of a large zone
    std::size_t largeZone = 50; ///< more nodes than this; smaller ones are left alone in a partial disruption
    double unhealthyThreshold = 0.55;
};

enum class ZoneState { Normal, PartialDisruption, FullDisruption };

ZoneState zoneState(std::size_t ready, std::size_t notReady, const NodeEvictionOptions &options);
/// Region and zone of the node's labels; nodes without are one zone.
std::string zoneOf(const api::Node &node);

struct Zone {
    std::size_t size = 0;
    std::vector<std::shared_ptr<const api::Node>> unready; ///< Ready False or Unknown
};

/// A zone gets at most one taint at a time.
runtime::Plan planEvictions(const std::map<std::string, Zone> &zones, bool allZonesDead,
    const NodeEvictionOptions &options, base::Time now);

/// Unready nodes under the empty text, hollow hosts left out.
inline constexpr std::string_view unreadyNodes = "unready";
/// All nodes but hollow hosts by zoneOf(), and under "*".
inline constexpr std::string_view nodesByZone = "zone";
void addZoneIndexes(runtime::Informer<api::Node> &nodes);

class NodeEviction : public runtime::Reconciler
{
public:
    NodeEviction(
        const runtime::Store<api::Node> &nodes, const base::Clock &clock, NodeEvictionOptions options);

    std::string_view name() const override { return "nodeeviction"; }
    /// The one key there is: all zones.
    static api::ObjectKey key() { return {{}, "zones"}; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;

private:
    const runtime::Store<api::Node> &m_nodes;
    const base::Clock &m_clock;
    NodeEvictionOptions m_options;
};

/// The controller "nodeeviction".
Controllers makeNodeEviction(const runtime::ControllerContext &context, NodeEvictionOptions options = {});

} // namespace core::controlplane
