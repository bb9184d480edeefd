// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"

#include "core/api/codec_matches.h"

#include <algorithm>

namespace core::api {

template<>
inline constexpr std::string_view codec::ignoredInComparison<NodeCondition> = HeartbeatFields<Node>::time;
template<>
inline constexpr std::string_view codec::ignoredInComparison<LeaseSpec> = HeartbeatFields<Lease>::time;

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

std::optional<LeaseRenewal> HeartbeatFields<Lease>::read(const ObjectKey &key, const Json &spec)
{
    const auto renewTime = parseTime(textAt(spec, {time}));
    if (!renewTime)
        return std::nullopt;
    return LeaseRenewal {key, *renewTime};
}

namespace {

base::Result<Time> heartbeatOf(const Json &condition)
{
    return parseTime(textAt(condition, {HeartbeatFields<Node>::time}));
}

bool goesOn(const Json &condition, const NodeCondition &held)
{
    const auto time = heartbeatOf(condition);
    return time && *time >= held.*HeartbeatFields<Node>::timeMember;
}

/// The member is the one that a heartbeat overwrites.
template<typename Pointer>
constexpr bool isHeartbeatTime(Pointer pointer)
{
    if constexpr (std::is_same_v<Pointer, std::remove_const_t<decltype(HeartbeatFields<Node>::timeMember)>>)
        return pointer == HeartbeatFields<Node>::timeMember;
    else
        return false;
}

} // namespace

bool HeartbeatFields<Node>::takeTimes(Node &held, const Json &newer)
{
    const Json *found = find(newer, {part, "conditions"});
    const JsonArray *conditions = found ? found->if_array() : nullptr;
    if (!conditions || !std::ranges::equal(*conditions, held.status.conditions, goesOn))
        return false;
    for (std::size_t i = 0; i < conditions->size(); ++i)
        held.status.conditions[i].*timeMember = *heartbeatOf((*conditions)[i]);
    held.metadata.resourceVersion = textAt(newer, {"metadata", "resourceVersion"});
    return true;
}

bool HeartbeatFields<Node>::takeIn(Node &held, const Json &newer)
{
    return codec::matches(newer, held) && takeTimes(held, newer);
}

bool sameButHeartbeats(const NodeCondition &one, const NodeCondition &other)
{
    bool same = true;
    using Members = boost::describe::describe_members<NodeCondition, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) {
        constexpr auto pointer = decltype(member)::pointer;
        same = same && (isHeartbeatTime(pointer) || one.*pointer == other.*pointer);
    });
    return same;
}

bool sameButHeartbeats(const std::vector<NodeCondition> &some, const std::vector<NodeCondition> &others)
{
    return std::ranges::equal(some, others,
        [](const NodeCondition &one, const NodeCondition &other) { return sameButHeartbeats(one, other); });
}

} // namespace core::api

using core::api::Lease;
using core::api::Node;
HOLLOWLAB_KIND(Node, "", "v1", "nodes", false)
HOLLOWLAB_CODEC(core::api::NodeCondition)
HOLLOWLAB_CODEC(core::api::NodeStatus)
HOLLOWLAB_KIND(Lease, "coordination.k8s.io", "v1", "leases", true)
HOLLOWLAB_CODEC(core::api::NodeSpec)
