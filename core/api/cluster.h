// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cluster of cluster.k8s.io/v1alpha1 (docs/machines.md §4.9): what machines with its label belong to.
// Optional.

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

namespace keys {
/// Label of a Machine: the name of its Cluster, in the same namespace.
inline constexpr std::string_view clusterName = "cluster.k8s.io/cluster-name";
/// Finalizer: an object goes once those that it owns have gone; of machines that belong to a Cluster (§4.3).
inline constexpr std::string_view foregroundDeletion = "foregroundDeletion";
} // namespace keys

struct NetworkRanges {
    std::vector<std::string> cidrBlocks;

    bool operator==(const NetworkRanges &) const = default;
};
BOOST_DESCRIBE_STRUCT(NetworkRanges, (), (cidrBlocks))

struct ClusterNetwork {
    NetworkRanges services;
    NetworkRanges pods;
    std::string serviceDomain;

    bool operator==(const ClusterNetwork &) const = default;
};
BOOST_DESCRIBE_STRUCT(ClusterNetwork, (), (services, pods, serviceDomain))

struct ClusterSpec {
    ClusterNetwork clusterNetwork;

    bool operator==(const ClusterSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(ClusterSpec, (), (clusterNetwork))

struct Cluster {
    ObjectMeta metadata;
    ClusterSpec spec;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Cluster &) const = default;
};
BOOST_DESCRIBE_STRUCT(Cluster, (), (metadata, spec))

} // namespace core::api
