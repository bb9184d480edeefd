// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/auditedlab.h"

#include "core/api/mcm.h"

#include <algorithm>

namespace tests {

using core::api::Json;
using core::api::Machine;
using core::api::MachineDeployment;
using core::api::MachineSet;
using core::api::Node;
using core::api::Pod;
using core::base::Duration;

AuditedLab::AuditedLab(std::uint64_t seed, const std::string &database, Family family)
    : lab(database, seed)
    , auditor(
          lab.clock(), [this] { return lab.transport().isPastTold(); }, family)
{
    auditor.follow(lab.lab());
}

std::string AuditedLab::complaint() const
{
    if (!auditor.complaint().empty())
        return auditor.complaint();
    return lab.transport().complaint().empty() ? m_problem : lab.transport().complaint();
}

void AuditedLab::advance(Duration step)
{
    lab.advance(step);
    if (lab.transport().crashed())
        lab.crash();
}

void AuditedLab::reach(const std::function<std::string()> &missing, Duration limit, Duration step)
{
    const core::base::Time end = lab.clock().now() + limit;
    while (isWell()) {
        const std::string what = missing();
        if (what.empty())
            return;
        if (lab.clock().now() >= end)
            return complain(what);
        advance(step);
    }
}

void AuditedLab::restartLab()
{
    lab.restart();
    auditor.follow(lab.lab());
}

std::string AuditedLab::unsettled()
{
    int wanted = 0;
    for (const MachineSet &set : lab.list<MachineSet>())
        wanted += static_cast<int>(set.wantedReplicas());
    for (const core::api::mcm::MachineSet &set : lab.list<core::api::mcm::MachineSet>())
        wanted += static_cast<int>(set.wantedReplicas());
    for (const std::string &unfinished : {unfinishedRollout<MachineDeployment>(),
             unfinishedRollout<core::api::mcm::MachineDeployment>(), untoldSet()}) {
        if (!unfinished.empty())
            return unfinished;
    }
    return missingMachines(wanted);
}

/// A set whose writes were refused again and again may be silent for minutes (docs/machines.md §10.2).
std::string AuditedLab::untoldSet()
{
    for (const MachineSet &set : lab.list<MachineSet>()) {
        const std::int64_t wanted = set.wantedReplicas();
        const core::api::MachineSetStatus &status = set.status;
        if (status.observedGeneration != set.metadata.generation || status.replicas != wanted
            || status.availableReplicas.value_or(0) != wanted)
            return set.metadata.name + " tells of " + std::to_string(status.replicas) + " machines and "
                + std::to_string(status.availableReplicas.value_or(0)) + " available, of "
                + std::to_string(wanted);
    }
    return {};
}

template<typename Deployment>
std::string AuditedLab::unfinishedRollout()
{
    for (const Deployment &deployment : lab.list<Deployment>()) {
        const std::int64_t wanted = std::optional<std::int64_t>(deployment.spec.replicas).value_or(1);
        const auto &status = deployment.status;
        if (status.observedGeneration != deployment.metadata.generation || status.replicas != wanted
            || status.updatedReplicas.value_or(0) != wanted || status.availableReplicas.value_or(0) != wanted)
            return deployment.metadata.name + " has " + std::to_string(status.replicas) + " machines, "
                + std::to_string(status.updatedReplicas.value_or(0)) + " updated and "
                + std::to_string(status.availableReplicas.value_or(0)) + " available, of "
                + std::to_string(wanted);
    }
    return {};
}

std::string AuditedLab::missingMachines(int wanted)
{
    const auto leases = static_cast<int>(lab.list<core::api::Lease>().size());
    if (lab.settled(wanted) && leases == wanted + 1) // and the hollow host's
        return {};
    std::string text = std::to_string(wanted) + " wanted; " + std::to_string(leases) + " leases;";
    for (const Machine &machine : lab.machines())
        text += " machine " + machine.metadata.name + " " + machine.status.phase
            + (machine.isDeleting() ? " deleting" : "") + ",";
    for (const auto &machine : lab.list<core::api::mcm::Machine>())
        text += " machine " + machine.metadata.name + " " + std::string(machine.phase())
            + (machine.isDeleting() ? " deleting" : "") + ",";
    for (const Pod &pod : lab.hollowPods())
        text += " pod " + pod.metadata.name + " " + pod.status.phase
            + (pod.metadata.isDeleting() ? " deleting" : "") + ",";
    for (const Node &node : lab.hollowNodes())
        text += " node " + node.metadata.name + " " + std::string(node.readyStatus()) + ",";
    return text;
}

namespace {

bool differsFromRunToRun(std::string_view key)
{
    constexpr std::array<std::string_view, 17> identities {"uid", "startedAt", "finishedAt",
        "resourceVersion", "generation", "observedGeneration", "managedFields", "lastUpdated", "podIP",
        "hostIP", "address", "ip", "bootID", "machineID", "systemUUID", "containerID",
        core::api::mcm::keys::joinDuration};
    return std::ranges::find(identities, key) != identities.end() || key.ends_with("Time")
        || key.ends_with("Timestamp");
}

void replaceAll(std::string &text, const std::string &from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Names of what is replaced, longest first, so that a pod's is not taken for its machine's.
using Names =
    std::map<std::string, std::string, std::function<bool(const std::string &, const std::string &)>>;

void simplify(Json &json, const Names &names)
{
    // An MCM driver keeps an object of its own as a text (status.lastKnownState).
    if (const auto *text = json.if_string(); text && text->starts_with('{')) {
        if (auto held = core::api::parseJson(std::string_view(*text)))
            json = std::move(*held);
    }
    if (auto *text = json.if_string()) {
        std::string simple(*text);
        for (const auto &[name, kind] : names)
            replaceAll(simple, name, kind);
        json = simple;
    } else if (auto *list = json.if_array()) {
        for (Json &item : *list)
            simplify(item, names);
    } else if (auto *object = json.if_object()) {
        std::map<std::string, Json> kept; // in the order of their names
        for (auto &member : *object) {
            if (differsFromRunToRun(member.key()))
                continue;
            simplify(member.value(), names);
            kept.emplace(member.key(), std::move(member.value()));
        }
        object->clear();
        object->insert(kept.begin(), kept.end());
    }
}

std::vector<const core::api::Resource *> machineSystem()
{
    using namespace core::api;
    namespace mcm = core::api::mcm; // and not the tests' own
    return {&resourceOf<MachineDeployment>(), &resourceOf<MachineSet>(), &resourceOf<MachineHealthCheck>(),
        &resourceOf<Machine>(), &resourceOf<mcm::MachineDeployment>(), &resourceOf<mcm::MachineSet>(),
        &resourceOf<mcm::Machine>(), &resourceOf<Pod>(), &resourceOf<Node>()};
}

} // namespace

std::vector<std::string> endState(LabHarness &lab)
{
    Names names([](const std::string &a, const std::string &b) {
        return std::pair(b.size(), a) < std::pair(a.size(), b);
    });
    std::vector<core::api::JsonPtr> objects;
    for (const core::api::Resource *kind : machineSystem()) {
        const auto response = lab.request(core::api::Method::Get, core::api::collectionPath(*kind, ""));
        for (const auto &object : response.list->items) {
            objects.push_back(object);
            for (const char *identity : {"name", "uid"})
                names.emplace(core::api::textAt(*object, {"metadata", identity}), "<" + kind->kind + ">");
        }
    }
    std::vector<std::string> lines;
    for (const auto &object : objects) {
        Json simple = core::api::Json(*object, {});
        simplify(simple, names);
        lines.push_back(core::api::writeJson(simple));
    }
    std::ranges::sort(lines);
    return lines;
}

std::string rollersYaml(int replicas)
{
    return R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata:
  name: rollers
spec:
  replicas: )"
        + std::to_string(replicas) + R"(
  selector:
    matchLabels: {set: rollers}
  template:
    metadata:
      labels: {set: rollers, machine.openshift.io/cluster-api-cluster: lab}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
          numCores: 1
)";
}

} // namespace tests
