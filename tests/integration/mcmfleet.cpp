// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/mcmfleet.h"

namespace tests::mcm {

using core::api::Node;
using core::api::mcm::Machine;
using core::api::mcm::MachineDeployment;
namespace keys = core::api::mcm::keys;
namespace phases = core::api::mcm::phases;

std::string classYaml(const std::string &name, int cores, const std::string &config)
{
    return R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineClass
metadata: {name: )"
        + name + R"(}
provider: kubemark
providerSpec: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig,
  image: docker.io/gofed/kubemark:v1.14.3-beta.0-2, numCores: )"
        + std::to_string(cores) + (config.empty() ? "" : ", " + config) + "}\n---\n";
}

std::string fleetYaml(int replicas, const std::string &strategy, const std::string &machineSpec)
{
    return classYaml("small", 1) + classYaml("large", 4) + R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineDeployment
metadata: {name: fleet}
spec:
  replicas: )"
        + std::to_string(replicas) + R"(
  selector:
    matchLabels: {app: fleet}
  strategy: )"
        + strategy + R"(
  template:
    metadata:
      labels: {app: fleet, name: fleet}
    spec: {class: {kind: MachineClass, name: small})"
        + (machineSpec.empty() ? "" : ", " + machineSpec) + "}\n";
}

void change(LabHarness &lab, const std::string &spec)
{
    QCOMPARE(lab.patch(root + "machinedeployments/fleet", R"({"spec":{)" + spec + "}}").code, 200);
}

void setClass(LabHarness &lab, const std::string &name)
{
    change(lab, R"("template":{"spec":{"class":{"name":")" + name + R"("}}})");
}

MachineDeployment fleet(LabHarness &lab)
{
    return lab.list<MachineDeployment>().front();
}

std::string reasonOf(const MachineDeployment &deployment, std::string_view type)
{
    for (const auto &condition : deployment.status.conditions) {
        if (condition.type == type)
            return condition.status + "/" + condition.reason;
    }
    return {};
}

std::set<std::string> names(LabHarness &lab)
{
    std::set<std::string> all;
    for (const Machine &machine : lab.list<Machine>())
        all.insert(machine.metadata.name);
    return all;
}

std::optional<Node> nodeOf(LabHarness &lab, const Machine &machine)
{
    for (const Node &node : lab.list<Node>()) {
        if (node.metadata.name == machine.metadata.label(keys::nodeLabel))
            return node;
    }
    return std::nullopt;
}

namespace {

bool isSettled(const Node &node)
{
    return !node.spec.unschedulable.value_or(false)
        && node.metadata.annotation(keys::scaleDownDisabled).empty()
        && node.metadata.label(keys::candidateForUpdate).empty();
}

} // namespace

bool rolledOut(LabHarness &lab, int replicas, const std::string &className)
{
    const auto machines = lab.list<Machine>();
    return machines.size() == static_cast<std::size_t>(replicas)
        && std::ranges::all_of(machines,
            [&](const Machine &machine) {
                const auto node = nodeOf(lab, machine);
                return machine.phase() == phases::running && machine.spec.class_.name == className && node
                    && isSettled(*node);
            })
        && reasonOf(fleet(lab), "Progressing") == "True/NewMachineSetAvailable"
        && fleet(lab).status.availableReplicas.value_or(0) == replicas;
}

} // namespace tests::mcm
