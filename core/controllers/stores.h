// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the machine controllers read: the stores, and the indexes that these must have (addIndexes() before
// the first object is there).

#include "core/api/cluster.h"
#include "core/api/configmap.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machine.h"
#include "core/api/machinedisruptionbudget.h"
#include "core/api/pod.h"
#include "core/api/workload.h"
#include "core/runtime/indexes.h"

namespace core::controllers {

using MachinePointer = std::shared_ptr<const api::Machine>;
using NodePointer = std::shared_ptr<const api::Node>;
using PodPointer = std::shared_ptr<const api::Pod>;
using PodBudgetPointer = std::shared_ptr<const api::PodDisruptionBudget>;

struct Stores {
    const runtime::Store<api::MachineSet> &machineSets;
    const runtime::Store<api::Machine> &machines;
    const runtime::Store<api::MachineHealthCheck> &healthChecks;
    const runtime::Store<api::Node> &nodes;
    const runtime::Store<api::Pod> &pods;
    const runtime::Store<api::HealthCheckV1alpha1> &healthChecksV1alpha1;
    const runtime::Store<api::ConfigMap> &configMaps; ///< of one namespace, unhealthyConditionsKey()
    const runtime::Store<api::Cluster> &clusters;
    const runtime::Store<api::MachineDisruptionBudget> &machineBudgets;
    const runtime::Store<api::PodDisruptionBudget> &podBudgets;
};

/// Stores that no informer fills, without an index.
struct OwnStores {
    runtime::Store<api::MachineSet> machineSets;
    runtime::Store<api::Machine> machines;
    runtime::Store<api::MachineHealthCheck> healthChecks;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::HealthCheckV1alpha1> healthChecksV1alpha1;
    runtime::Store<api::ConfigMap> configMaps;
    runtime::Store<api::Cluster> clusters;
    runtime::Store<api::MachineDisruptionBudget> machineBudgets;
    runtime::Store<api::PodDisruptionBudget> podBudgets;
    const Stores stores {machineSets, machines, healthChecks, nodes, pods, healthChecksV1alpha1, configMaps,
        clusters, machineBudgets, podBudgets};
};

/// The node that status.nodeRef names, or nullptr; good until the store changes.
const api::Node *nodeOf(const runtime::Store<api::Node> &nodes, const api::Machine &machine);

/// The one of them that controls the object, or nullptr; good until the store changes.
template<typename Owner>
const Owner *ownerIn(const runtime::Store<Owner> &owners, const api::ObjectMeta &meta)
{
    const api::OwnerReference *reference = meta.controller();
    if (!reference || reference->kind != api::resourceOf<Owner>().kind)
        return nullptr;
    const Owner *held = owners.peek({meta.ns, reference->name});
    return held && held->metadata.uid == reference->uid ? held : nullptr;
}

/// Not a single node is seen: more likely an error than the truth (docs/faults-and-threats.md T18).
bool isBlind(const Stores &stores);
/// The machine that the node's annotation names, null when there is none.
MachinePointer annotatedMachine(const runtime::Store<api::Machine> &machines, const api::Node &node);

namespace indexNames {
inline constexpr std::string_view machinesByNamespace = "namespace";
inline constexpr std::string_view machinesByOwner = "controllerUid";
inline constexpr std::string_view machinesWithoutOwner = "namespaceWithoutController";
inline constexpr std::string_view machinesByNode = "nodeRef";
inline constexpr std::string_view machinesByStaticNode = "staticNode";
inline constexpr std::string_view machinesByProviderId = "providerID";
inline constexpr std::string_view machinesByAddress = "internalIP";
inline constexpr std::string_view nodesByProviderId = "providerID";
inline constexpr std::string_view nodesByAddress = "internalIP"; ///< the first one
inline constexpr std::string_view nodesByMachine = "machine"; ///< the annotation, "<namespace>/<name>"
inline constexpr std::string_view podsByMachine = "machine"; ///< the labels, "<namespace>/<name>"
using runtime::podsByNode;
inline constexpr std::string_view podsUnschedulable = "unschedulable"; ///< the empty text
} // namespace indexNames

template<typename T>
struct Index {
    std::string_view name;
    typename runtime::Store<T>::IndexFunction function;
};

std::vector<Index<api::Machine>> machineIndexes();
std::vector<Index<api::Node>> nodeIndexes();
std::vector<Index<api::Pod>> podIndexes();

/// Registers the indexes with a Store or an Informer.
template<typename Indexed, typename T>
void addIndexes(Indexed &indexed, const std::vector<Index<T>> &indexes)
{
    for (const Index<T> &index : indexes)
        indexed.addIndex(std::string(index.name), index.function);
}

/// Whether nothing changed but heartbeat times: what idle kubelets do all the time.
bool isHeartbeat(const api::Node &before, const api::Node &after);

} // namespace core::controllers
