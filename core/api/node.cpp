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

namespace {

bool isText(const Json &json, std::string_view text)
{
    const auto *string = json.if_string();
    return string && std::string_view(*string) == text;
}

bool isSame(const Json &json, const OwnerReference &held)
{
    const auto isSameMember = [&](const auto &member) {
        const std::string_view key = member.key();
        const Json &value = member.value();
        return (key == "uid" && isText(value, held.uid)) || (key == "name" && isText(value, held.name))
            || (key == "kind" && isText(value, held.kind))
            || (key == "apiVersion" && isText(value, held.apiVersion));
    };
    const auto *owner = json.if_object();
    return owner && owner->size() == 4 && std::ranges::all_of(*owner, isSameMember) && !held.controller
        && !held.blockOwnerDeletion;
}

bool isSame(const Json &json, const std::vector<OwnerReference> &held)
{
    const auto same = [](const Json &owner, const OwnerReference &other) { return isSame(owner, other); };
    const auto *owners = json.if_array();
    return owners && std::ranges::equal(*owners, held, same);
}

/// Of the metadata that a kubelet's lease has, no more.
bool isSame(const JsonObject &metadata, const ObjectMeta &held)
{
    const bool isPlain = !held.generation && !held.isDeleting() && held.labels.empty()
        && held.annotations.empty() && held.finalizers.empty();
    const auto isSameMember = [&](const auto &member) {
        const std::string_view key = member.key();
        const Json &value = member.value();
        return (key == "name" && isText(value, held.name)) || (key == "namespace" && isText(value, held.ns))
            || (key == "uid" && isText(value, held.uid))
            || (key == "ownerReferences" && isSame(value, held.ownerReferences)) || key == "resourceVersion"
            || key == "creationTimestamp"; // which is the uid's
    };
    const std::size_t members = held.ownerReferences.empty() ? 5 : 6;
    return isPlain && metadata.size() == members && std::ranges::all_of(metadata, isSameMember);
}

/// But for renewTime.
bool isSame(const JsonObject &spec, const LeaseSpec &held)
{
    const auto isSameMember = [&](const auto &member) {
        const std::string_view key = member.key();
        const Json &value = member.value();
        const bool isDuration = key == "leaseDurationSeconds" && held.leaseDurationSeconds;
        return key == "renewTime" || (key == "holderIdentity" && isText(value, held.holderIdentity))
            || (isDuration && value.is_int64() && value.get_int64() == *held.leaseDurationSeconds);
    };
    return spec.size() == 3 && !held.acquireTime && !held.leaseTransitions
        && std::ranges::all_of(spec, isSameMember);
}

} // namespace

bool takeTimes(Lease &held, const Json &newer)
{
    const auto renewTime = parseTime(textAt(newer, {"spec", "renewTime"}));
    if (!renewTime)
        return false;
    held.metadata.resourceVersion = textAt(newer, {"metadata", "resourceVersion"});
    held.spec.renewTime = MicroTime {*renewTime};
    return true;
}

bool takeHeartbeat(Lease &held, const Json &newer)
{
    const Json *metadata = find(newer, {"metadata"});
    const Json *spec = find(newer, {"spec"});
    return metadata && metadata->is_object() && spec && spec->is_object()
        && isSame(metadata->get_object(), held.metadata) && isSame(spec->get_object(), held.spec)
        && takeTimes(held, newer);
}

} // namespace core::api

using core::api::Lease;
using core::api::Node;
HOLLOWLAB_KIND(Node, "", "v1", "nodes", false)
HOLLOWLAB_CODEC(core::api::NodeCondition)
HOLLOWLAB_CODEC(core::api::NodeStatus)
HOLLOWLAB_KIND(Lease, "coordination.k8s.io", "v1", "leases", true)
HOLLOWLAB_CODEC(core::api::NodeSpec)
