// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"

#include "core/api/codec_impl.h"

#include <algorithm>

namespace core::api {

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

} // namespace core::api

using core::api::Lease;
using core::api::Node;
HOLLOWLAB_KIND(Node, "", "v1", "nodes", false)
HOLLOWLAB_CODEC(core::api::NodeStatus)
HOLLOWLAB_KIND(Lease, "coordination.k8s.io", "v1", "leases", true)
HOLLOWLAB_CODEC(core::api::NodeSpec)
