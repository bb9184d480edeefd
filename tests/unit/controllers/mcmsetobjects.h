// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sets, deployments, machines and nodes of machine.sapcloud.io for tables, and a world in which their plans
// run to a fixed point while machines join and leave at once.

#include "core/controllers/mcm/machinedeployment/machinedeployment.h"
#include "core/controllers/mcm/machineset/machinesetreconciler.h"
#include "core/controllers/mcm/nodeupdate/nodeupdate.h"
#include "core/controllers/mcm/safety/safety.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

namespace mcmtests {

using namespace core;
using api::mcm::Machine;
using api::mcm::MachineDeployment;
using api::mcm::MachineSet;
using controllers::mcm::MachinePointer;
using controllers::mcm::MachineSetPointer;
using controllers::mcm::SetMember;
using support::fromYaml;
using support::with;

inline const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
inline const base::Chance chance {7};

inline const MachineSet workers = fromYaml<MachineSet>(R"(
metadata: {name: workers, namespace: default, uid: set-uid, resourceVersion: "5", generation: 1,
           finalizers: [machine.sapcloud.io/machine-controller-manager]}
spec:
  replicas: 3
  selector: {matchLabels: {app: workers}}
  template:
    metadata: {labels: {app: workers}}
    spec: {class: {kind: MachineClass, name: small}}
)");

inline const MachineDeployment fleet = fromYaml<MachineDeployment>(R"(
metadata: {name: fleet, namespace: default, uid: fleet-uid, resourceVersion: "9", generation: 1,
           finalizers: [machine.sapcloud.io/machine-controller-manager]}
spec:
  replicas: 3
  selector: {matchLabels: {app: fleet}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  template:
    metadata: {labels: {app: fleet}}
    spec: {class: {kind: MachineClass, name: small}}
)");

/// Laid over an object of these: what the API server gives is still to come.
inline const QByteArray asNew = "metadata: {uid: null, resourceVersion: null, generation: null}";

/// A machine of the set "workers" in that phase, created at that minute.
inline SetMember member(
    const QByteArray &name, const QByteArray &phase, int minute = 0, const QByteArray &patch = {})
{
    return {std::make_shared<const Machine>(
                with(fromYaml<Machine>("{metadata: {name: " + name + ", namespace: default, uid: uid-" + name
                         + ", resourceVersion: '3', creationTimestamp: '2026-11-20T10:0"
                         + QByteArray::number(minute) + R"(:00Z', labels: {app: workers},
    ownerReferences: [{apiVersion: machine.sapcloud.io/v1alpha1, kind: MachineSet, name: workers,
    uid: set-uid,
                       controller: true, blockOwnerDeletion: true}]},
  spec: {class: {kind: MachineClass, name: small}}, status: {currentStatus: {phase: ')"
                         + phase + "'}}}"),
                    patch)),
        nullptr};
}

inline std::vector<SetMember> running(int count)
{
    std::vector<SetMember> members;
    for (int number = 0; number < count; ++number)
        members.push_back(member("m" + QByteArray::number(number), "Running"));
    return members;
}

inline runtime::Plan planOf(
    const MachineSet &set, std::vector<SetMember> owned, std::vector<MachinePointer> orphans = {})
{
    return controllers::mcm::planMachineSet(
        set, {std::move(owned), std::move(orphans), [](const std::string &) { return false; }}, chance, now);
}

template<typename T>
QByteArray namesOf(const std::vector<std::shared_ptr<const T>> &objects)
{
    QByteArray names;
    for (const auto &object : objects)
        names += (names.isEmpty() ? "" : " ") + QByteArray::fromStdString(object->metadata.name);
    return names;
}

/// Names of what the plan deletes.
inline QByteArray deletedIn(const runtime::Plan &plan)
{
    QByteArray names;
    for (const api::Effect &effect : plan.effects) {
        if (const auto *gone = std::get_if<api::DeleteObject>(&effect))
            names += (names.isEmpty() ? "" : " ") + QByteArray::fromStdString(gone->target.key.name);
    }
    return names;
}

template<typename Write>
std::ptrdiff_t countOf(const runtime::Plan &plan)
{
    return std::ranges::count_if(
        plan.effects, [](const api::Effect &effect) { return std::holds_alternative<Write>(effect); });
}

class McmSetLab : public support::PlanLab
{
public:
    controllers::mcm::SetStores stores()
    {
        return {of<MachineDeployment>(), of<MachineSet>(), of<Machine>(), of<api::Node>()};
    }

    McmSetLab() : PlanLab(now)
    {
        controllers::addIndexes(informers.of<MachineSet>(), controllers::mcm::setIndexes());
        controllers::addIndexes(informers.of<Machine>(), controllers::mcm::setMachineIndexes());
        of<MachineDeployment>();
        of<api::Node>();
        start();
    }

    bool machinesJoin = true; ///< new machines run at once, with a node
    int cutOffAfter = 0; ///< after that many more effects the plan at hand is cut off, once; 0: never
    std::function<void()> onPlan; ///< after each plan was carried out
    std::string reasons; ///< codes of the latest passes over all objects

    /// Plans and applies until nothing is left to do; false when that takes too long.
    bool settle(int mostRounds = 400)
    {
        for (int round = 0; round < mostRounds; ++round) {
            const int before = writes;
            reasons.clear();
            for (const auto &deployment : of<MachineDeployment>().list())
                carry(controllers::mcm::planMachineDeployment(
                    *deployment, controllers::mcm::viewOf(*deployment, stores()), now));
            for (const auto &set : of<MachineSet>().list())
                carry(controllers::mcm::planMachineSet(
                    *set, controllers::mcm::viewOf(*set, stores()), chance, now));
            for (const auto &node : of<api::Node>().list())
                carry(controllers::mcm::planNodeUpdate(*node, {}, now));
            if (machinesJoin)
                join();
            if (writes == before && !m_joined)
                return true;
        }
        return false;
    }

    int machinesIn(std::string_view phase)
    {
        return static_cast<int>(std::ranges::count_if(
            of<Machine>().list(), [phase](const auto &machine) { return machine->phase() == phase; }));
    }
    int machinesOfClass(std::string_view name)
    {
        return static_cast<int>(std::ranges::count_if(
            of<Machine>().list(), [name](const auto &machine) { return machine->spec.class_.name == name; }));
    }
    void setPhase(const api::ObjectKey &key, std::string_view phase)
    {
        edit<Machine>(key, [phase](Machine &machine) { machine.status.currentStatus.phase = phase; });
    }

private:
    void carry(const runtime::Plan &plan)
    {
        QVERIFY(!plan.reasons.empty());
        for (const api::Reason &reason : plan.reasons)
            reasons += reason.code + " ";
        runtime::Plan carried = plan;
        const auto effects = static_cast<int>(carried.effects.size());
        if (cutOffAfter > 0 && cutOffAfter <= effects)
            carried.effects.resize(static_cast<std::size_t>(cutOffAfter));
        cutOffAfter = std::max(cutOffAfter - effects, 0);
        apply(carried);
        if (onPlan)
            onPlan();
    }
    void join()
    {
        m_joined = false;
        for (const MachinePointer &machine : of<Machine>().list()) {
            if (!machine->phase().empty())
                continue;
            m_joined = true;
            const std::string node = "node-" + machine->metadata.name;
            edit<Machine>(machine->key(), [&](Machine &changed) {
                changed.status.currentStatus.phase = "Running";
                changed.metadata.labels.insert_or_assign("node", node);
            });
            put(with(api::Node(),
                "metadata: {name: " + QByteArray::fromStdString(node)
                    + "}\nstatus: {conditions: [{type: Ready, status: 'True'}]}"));
        }
        for (const auto &node : of<api::Node>().list()) { // leave with their machines
            if (of<Machine>()
                    .listBy(controllers::mcm::indexNames::machinesByNodeLabel, node->metadata.name)
                    .empty())
                remove<api::Node>(node->key());
        }
    }

    bool m_joined = false;
};

} // namespace mcmtests
