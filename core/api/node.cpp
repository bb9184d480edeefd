// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"

#include "core/api/codec_says.h"

#include <algorithm>

namespace core::api {

template<>
inline constexpr std::string_view codec::changing<NodeCondition> = "lastHeartbeatTime";
template<>
inline constexpr std::string_view codec::changing<LeaseSpec> = "renewTime";

const NodeCondition *Node::condition(std::string_view type) const
{
    const auto found = std::ranges::find(status.conditions, type, &NodeCondition::type);
    return found == status.conditions.end() ? nullptr : &*found;
}

std::string_view Node::readyStatus() const
{
    const NodeCondition *ready = condition("Ready");
    return ready ? std::string_view(ready->status) : std::string_view();
}

std::string_view Node::address(std::string_view type) const
{
    const auto found = std::ranges::find(status.addresses, type, &NodeAddress::type);
    return found == status.addresses.end() ? std::string_view() : std::string_view(found->address);
}

std::optional<Lease::Heartbeat> Lease::heartbeatIn(const ObjectKey &key, const Json &spec)
{
    const auto renewTime = parseTime(textAt(spec, {"renewTime"}));
    if (!renewTime)
        return std::nullopt;
    return Heartbeat {key, *renewTime};
}

namespace {

base::Result<Time> heartbeatOf(const Json &condition)
{
    return parseTime(textAt(condition, {"lastHeartbeatTime"}));
}

bool goesOn(const Json &condition, const NodeCondition &held)
{
    const auto time = heartbeatOf(condition);
    return time && *time >= held.lastHeartbeatTime;
}

} // namespace

bool takeTimes(Node &held, const Json &newer)
{
    const Json *found = find(newer, {"status", "conditions"});
    const JsonArray *conditions = found ? found->if_array() : nullptr;
    if (!conditions || !std::ranges::equal(*conditions, held.status.conditions, goesOn))
        return false;
    for (std::size_t i = 0; i < conditions->size(); ++i)
        held.status.conditions[i].lastHeartbeatTime = *heartbeatOf((*conditions)[i]);
    held.metadata.resourceVersion = textAt(newer, {"metadata", "resourceVersion"});
    return true;
}

bool takeHeartbeat(Node &held, const Json &newer)
{
    return codec::says(newer, held) && takeTimes(held, newer);
}

} // namespace core::api

using core::api::Lease;
using core::api::Node;
HOLLOWLAB_KIND(Node, "", "v1", "nodes", false)
HOLLOWLAB_CODEC(core::api::NodeCondition)
HOLLOWLAB_CODEC(core::api::NodeStatus)
HOLLOWLAB_KIND(Lease, "coordination.k8s.io", "v1", "leases", true)
HOLLOWLAB_CODEC(core::api::NodeSpec)
