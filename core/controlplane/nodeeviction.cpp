// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/nodeeviction.h"

#include "core/controlplane/taints.h"

#include <algorithm>

namespace core::controlplane {

using api::Node;
using base::Time;
using runtime::Plan;
using NodePointer = std::shared_ptr<const Node>;

namespace {

constexpr std::size_t mostRemovals = 100; // in one plan; the next one follows when these are seen

const api::NodeCondition &readyOf(const Node &node)
{
    static const api::NodeCondition none;
    const api::NodeCondition *ready = node.condition("Ready");
    return ready ? *ready : none;
}

std::optional<base::Duration> intervalOf(
    ZoneState state, std::size_t size, const NodeEvictionOptions &options)
{
    if (state != ZoneState::PartialDisruption)
        return options.interval;
    return size > options.largeZone ? std::optional(options.secondaryInterval) : std::nullopt;
}

runtime::IndexValues zonesOf(const Node &node)
{
    return isHollowHost(node) ? runtime::IndexValues() : runtime::IndexValues {zoneOf(node), "*"};
}

runtime::IndexValues unreadyOf(const Node &node)
{
    const bool unready = !healthTaintKey(node).empty() && !isHollowHost(node);
    return unready ? runtime::IndexValues {""} : runtime::IndexValues();
}

void appendTaintChange(Plan &plan, const Node &node, bool add, Time now)
{
    Node changed = node;
    if (add)
        changed.spec.taints.push_back(
            {std::string(healthTaintKey(node)), {}, std::string(taints::noExecute), now});
    else
        std::erase(changed.spec.taints, *healthTaint(node, taints::noExecute));
    append(plan.effects, api::patchEffect(node, changed));
}

Plan planEvictionReset(const std::map<std::string, Zone> &zones, Time now)
{
    Plan plan {{}, {nodeEvictionReason("AllZonesDead")}, {}};
    for (const auto &[name, zone] : zones) {
        for (const NodePointer &node : zone.unready) {
            if (healthTaint(*node, taints::noExecute) && plan.effects.size() < mostRemovals)
                appendTaintChange(plan, *node, false, now);
        }
    }
    return plan;
}

void planZone(
    Plan &plan, const std::string &name, const Zone &zone, const NodeEvictionOptions &options, Time now)
{
    std::optional<Time> newest;
    NodePointer next;
    std::size_t waiting = 0;
    const auto order = [](const Node &node) {
        return std::make_pair(readyOf(node).lastTransitionTime, std::string_view(node.metadata.name));
    };
    for (const NodePointer &node : zone.unready) {
        if (const api::Taint *taint = healthTaint(*node, taints::noExecute)) {
            newest = std::max(newest, taint->timeAdded);
            continue;
        }
        ++waiting;
        if (!next || order(*node) < order(*next))
            next = node;
    }
    if (!next)
        return;
    const ZoneState state = zoneState(zone.size - zone.unready.size(), zone.unready.size(), options);
    const auto interval = intervalOf(state, zone.size, options);
    if (!interval) {
        plan.reasons.push_back(nodeEvictionReason("PartialDisruption", name));
        return;
    }
    const Time allowed = newest ? *newest + *interval : now;
    if (allowed <= now) {
        appendTaintChange(plan, *next, true, api::truncatedToSeconds(now));
        plan.reasons.push_back(nodeEvictionReason("Evicting", next->metadata.name, name));
        --waiting;
    } else {
        plan.reasons.push_back(nodeEvictionReason("WaitingForPace", waiting, name));
    }
    const base::Duration again = allowed <= now ? *interval : allowed - now;
    if (waiting > 0)
        plan.checkAgainAfter = std::min(plan.checkAgainAfter.value_or(again), again);
}

} // namespace

ZoneState zoneState(std::size_t ready, std::size_t notReady, const NodeEvictionOptions &options)
{
    if (ready == 0 && notReady > 0)
        return ZoneState::FullDisruption;
    const double fraction =
        notReady == 0 ? 0 : static_cast<double>(notReady) / static_cast<double>(ready + notReady);
    const bool partial = notReady > 2 && fraction >= options.unhealthyThreshold;
    return partial ? ZoneState::PartialDisruption : ZoneState::Normal;
}

std::string zoneOf(const Node &node)
{
    const auto label = [&](std::string_view name, std::string_view oldName) {
        const std::string_view value = node.metadata.label(name);
        return std::string(value.empty() ? node.metadata.label(oldName) : value);
    };
    return label("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region") + "/"
        + label("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone");
}

Plan planEvictions(
    const std::map<std::string, Zone> &zones, bool allZonesDead, const NodeEvictionOptions &options, Time now)
{
    if (allZonesDead)
        return planEvictionReset(zones, now);
    Plan plan;
    for (const auto &[name, zone] : zones)
        planZone(plan, name, zone, options, now);
    if (plan.reasons.empty())
        plan.reasons.push_back(nodeEvictionReason("NothingToEvict"));
    return plan;
}

void addZoneIndexes(runtime::Informer<Node> &nodes)
{
    nodes.addIndex(std::string(unreadyNodes), unreadyOf);
    nodes.addIndex(std::string(nodesByZone), zonesOf);
}

NodeEviction::NodeEviction(
    const runtime::Store<Node> &nodes, const base::Clock &clock, NodeEvictionOptions options)
    : m_nodes(nodes)
    , m_clock(clock)
    , m_options(options)
{
}

Plan NodeEviction::reconcile(const api::ObjectKey &key) const
{
    if (key != NodeEviction::key())
        return {};
    std::map<std::string, Zone> zones;
    const std::vector<NodePointer> unready = m_nodes.listBy(unreadyNodes, {});
    for (const NodePointer &node : unready)
        zones[zoneOf(*node)].unready.push_back(node);
    for (auto &[name, zone] : zones)
        zone.size = m_nodes.by(nodesByZone, name).size();
    const bool allDead = !unready.empty() && unready.size() == m_nodes.by(nodesByZone, "*").size();
    return planEvictions(zones, allDead, m_options, m_clock.now());
}

Controllers makeNodeEviction(const runtime::ControllerContext &context, NodeEvictionOptions options)
{
    auto &nodes = context.informers.of<Node>();
    addZoneIndexes(nodes);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<NodeEviction>(nodes.store(), context.clock, options), context.clock,
        context.runner));
    made.back()->debounce([period = options.period] { return period; });
    made.back()->watches<Node>(nodes, [](const Node &node) {
        return unreadyOf(node).empty() ? std::vector<api::ObjectKey>() : std::vector {NodeEviction::key()};
    });
    return made;
}

} // namespace core::controlplane
