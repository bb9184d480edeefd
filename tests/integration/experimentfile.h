// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An experiment that is quick to carry out: a MachineSet of one machine, and one of two.

#include <QByteArray>

namespace tests {

/// Of two variants. seeds as in a file ("1..2"); each run ends with that step.
inline QByteArray experimentFile(const QByteArray &name, const QByteArray &seeds, const QByteArray &lastStep)
{
    constexpr auto setOfMachines = R"(
    - apply:
        apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: few, labels: {machine.openshift.io/cluster-api-cluster: lab}}
        spec:
          replicas: 1
          selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: few}}
          template:
            metadata:
              labels:
                machine.openshift.io/cluster-api-cluster: lab
                machine.openshift.io/cluster-api-machineset: few
            spec:
              providerSpec:
                value:
                  apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
                  kind: KubemarkMachineProviderConfig
                  image: hollow
)";
    return "name: " + name + "\nseeds: " + seeds
        + "\ntiming: fast\nvary:\n  machineset.replicas: [1, 2]\nmeasure: [length, ready-machine-hours]\n"
          "scenario:\n  steps:"
        + setOfMachines + "    - " + lastStep + "\n";
}

} // namespace tests
