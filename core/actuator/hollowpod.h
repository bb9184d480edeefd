// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pod that is a hollow node: its name, its exact specification (docs/machines.md §2.2), and whose it is.

#include "core/api/machine.h"
#include "core/api/pod.h"
#include "core/api/providerconfig.h"

namespace core::actuator {

inline constexpr std::string_view podNamespace = "kubemark-actuator";
/// "kubemark://<pod name>" is the provider id of machine and node.
inline constexpr std::string_view providerScheme = "kubemark://";
/// Machine names beyond this don't fit into a label (and thus not onto a pod).
inline constexpr std::size_t longestMachineName = 63;

/// "<machine name cut to 54>-<first 8 hex digits of SHA-256(uid)>": DNS-1123, at most 63 characters, the same
/// for the machine's whole life.
std::string hollowPodName(const api::Machine &machine);
/// Whether a Node of that name is the very machine's own: the name is made of the machine's uid.
bool isNamedAfter(std::string_view node, const api::Machine &machine);
/// The shell line of the hollow-kubelet container.
std::string hollowKubeletLine(const api::KubemarkProviderConfig &config);
/// The pod to create. With a hollow host it is bound to that Node and tolerates its taint; without one
/// (empty) the cluster's scheduler places it.
api::Pod hollowPod(
    const api::Machine &machine, const api::KubemarkProviderConfig &config, const std::string &hollowHost);

/// Whether the pod carries a machine's namespace and name.
bool isHollowPod(const api::Pod &pod);
/// Whether the pod is the very machine's of that metadata: namespace, name and uid agree. A pod without the
/// uid label (made by the original actuator) is, unless it is older than the machine.
bool isPodOf(const api::Pod &pod, const api::ObjectMeta &machine);
/// The machine that the pod's labels name.
api::ObjectKey machineOfPod(const api::Pod &pod);

} // namespace core::actuator
