// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A MachineDeployment "workers" of three machines and the sets that it may have, for tables.

#include "core/controllers/machinedeployment/machinedeployment.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QMetaType>

namespace deployments {

using namespace core;
using controllers::MachineSetPointer;
using support::fromYaml;
using support::with;
using Sets = std::vector<MachineSetPointer>;

inline const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

inline const api::MachineDeployment workers = fromYaml<api::MachineDeployment>(R"(
metadata: {name: workers, namespace: default, uid: deployment-uid, resourceVersion: "9", generation: 2,
           annotations: {note: hello, kubectl.kubernetes.io/last-applied-configuration: long}}
spec:
  replicas: 3
  minReadySeconds: 5
  selector: {matchLabels: {app: workers}}
  template:
    metadata: {labels: {app: workers}}
    spec: {providerSpec: {value: {image: i, numCores: 2}}}
)");

/// A set of the deployment, as large as it wants to be. The creation times follow the minutes.
inline MachineSetPointer set(const QByteArray &name, int cores, int minute, int wants, int has, int available,
    const QByteArray &patch = {})
{
    const auto number = [](int value) { return QByteArray::number(value); };
    return std::make_shared<const api::MachineSet>(with(
        fromYaml<api::MachineSet>("{metadata: {name: " + name + ", namespace: default, uid: uid-" + name
            + ", resourceVersion: '5', generation: 1, creationTimestamp: '2026-11-20T10:0" + number(minute)
            + R"(:00Z', labels: {app: workers, machine-template-hash: "1"},
    annotations: {note: hello, machinedeployment.clusters.k8s.io/revision: ")"
            + number(minute) + R"(", machinedeployment.clusters.k8s.io/desired-replicas: "3",
                  machinedeployment.clusters.k8s.io/max-replicas: "4"},
    ownerReferences: [{apiVersion: machine.openshift.io/v1beta1, kind: MachineDeployment, name: workers,
                       uid: deployment-uid, controller: true, blockOwnerDeletion: true}]},
  spec: {replicas: )"
            + number(wants)
            + R"(, minReadySeconds: 5, selector: {matchLabels: {app: workers, machine-template-hash: "1"}},
         template: {metadata: {labels: {app: workers, machine-template-hash: "1"}},
                    spec: {providerSpec: {value: {image: i, numCores: )"
            + number(cores) + "}}}}}, status: {observedGeneration: 1, replicas: " + number(has)
            + ", readyReplicas: " + number(available) + ", availableReplicas: " + number(available) + "}}"),
        patch));
}

inline MachineSetPointer current(int wants, int has, int available, const QByteArray &patch = {})
{
    return set("new", 2, 2, wants, has, available, patch);
}

inline MachineSetPointer old(int wants, int has, int available, const QByteArray &patch = {})
{
    return set("old", 1, 1, wants, has, available, patch);
}

inline controllers::MachineDeploymentView seeing(
    std::vector<MachineSetPointer> sets, std::size_t oldMachines = 0)
{
    return {std::move(sets), [oldMachines](const MachineSetPointer &) { return oldMachines; }};
}

inline runtime::Plan planOf(const api::MachineDeployment &of, std::vector<MachineSetPointer> sets)
{
    return controllers::planMachineDeployment(of, seeing(std::move(sets)), now);
}

/// The deployment after its plan, with the version of the one before.
inline api::MachineDeployment after(const api::MachineDeployment &of, const runtime::Plan &plan)
{
    api::MachineDeployment next = support::after(of, plan.effects);
    next.metadata = of.metadata;
    next.metadata.annotations = support::after(of, plan.effects).metadata.annotations;
    return next;
}

inline const api::CreateObject *creation(const runtime::Plan &plan)
{
    for (const api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            return create;
    }
    return nullptr;
}

} // namespace deployments

Q_DECLARE_METATYPE(deployments::Sets)
