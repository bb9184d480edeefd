// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machinereconciler.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/mcm/machine/machineflows.h"
#include "core/controllers/mcm/machine/machinereasons.h"

#include <algorithm>
#include <tuple>

namespace core::controllers::mcm {

namespace {

class MachineReconciler : public runtime::Reconciler
{
public:
    MachineReconciler(const Stores &stores, const base::Clock &clock, const actuator::Actuator &actuator,
        MachineControllerOptions options)
        : m_stores(stores)
        , m_clock(clock)
        , m_driver(actuator)
        , m_options(std::move(options))
    {
    }

    std::string_view name() const override { return machineControllerName; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const MachinePointer machine = m_stores.machines.find(key);
        if (!machine)
            return {{}, {machineReason("Gone")}, {}};
        return planMachine(*machine, look(*machine), m_driver, m_options.settings, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &) const override
    {
        const MachinePointer machine = m_stores.machines.find(key);
        if (!machine)
            return {};
        return recordMachineFailure(
            *machine, look(*machine), m_driver, m_options.settings, error, m_clock.now());
    }

private:
    MachineView look(const api::mcm::Machine &machine) const
    {
        MachineView view = viewOf(machine, m_stores, m_driver);
        view.frozen = m_options.isFrozen && m_options.isFrozen();
        if (m_options.classProblem)
            view.classProblem = m_options.classProblem({machine.metadata.ns, machine.spec.class_.name});
        return view;
    }

    const Stores m_stores;
    const base::Clock &m_clock;
    const Driver m_driver;
    const MachineControllerOptions m_options;
};

/// The pods that carry the machine's uid: a pod without one was made by somebody else, for the other family.
std::vector<PodPointer> podsOf(const api::mcm::Machine &machine, const Stores &stores, const Driver &driver)
{
    std::vector<PodPointer> pods =
        stores.pods.listBy(controllers::indexNames::podsByMachine, machine.key().text());
    std::erase_if(pods, [&](const PodPointer &pod) {
        return pod->metadata.label(api::keys::podMachineUid) != machine.metadata.uid;
    });
    const PodPointer namesake = stores.pods.find(driver.newPodKey(machine));
    if (namesake && std::ranges::find(pods, namesake) == pods.end())
        pods.push_back(namesake);
    return pods;
}

/// Older machines count also while they have no instance yet, as in the other family.
std::size_t siblingsAhead(const api::mcm::Machine &machine, const Stores &stores)
{
    const auto siblingsBy = [](const api::mcm::Machine &one) {
        const api::OwnerReference *owner = one.metadata.controller();
        return owner ? owner->uid : one.metadata.ns;
    };
    const auto age = [](const api::mcm::Machine &one) {
        return std::tie(one.metadata.creationTimestamp, one.metadata.name);
    };
    const auto isRival = [&](const MachinePointer &other) {
        if (other->metadata.uid == machine.metadata.uid || siblingsBy(*other) != siblingsBy(machine))
            return false;
        if (!stores.pods.listBy(controllers::indexNames::podsByMachine, other->key().text()).empty())
            return true;
        return !other->isDeleting() && other->phase() != api::mcm::phases::failed
            && age(*other) < age(machine);
    };
    return static_cast<std::size_t>(std::ranges::count_if(stores.machines.list(), isRival));
}

/// A machine may stand for any node that is there, unless that is somebody else's, as in the other family.
std::string otherOwnerOf(const api::Node &node, const api::mcm::Machine &machine, const Stores &stores)
{
    if (const std::string_view other = node.metadata.annotation(api::keys::nodeMachine); !other.empty())
        return "machine " + std::string(other) + " of machine.openshift.io";
    const std::string_view owner = node.metadata.label(api::mcm::keys::nodeMachineName);
    if (owner.empty() || owner == machine.metadata.name)
        return {};
    const auto holders = stores.machines.listBy(indexNames::machinesByNode, node.metadata.name);
    const bool isHeld = std::ranges::any_of(
        holders, [&](const MachinePointer &holder) { return holder->metadata.name == owner; });
    return isHeld ? "machine " + std::string(owner) : "";
}

} // namespace

MachineView viewOf(const api::mcm::Machine &machine, const Stores &stores, const Driver &driver)
{
    MachineView view;
    view.machineClass = stores.classes.find({machine.metadata.ns, machine.spec.class_.name});
    if (view.machineClass && stores.secrets) {
        for (const api::ObjectKey &key : secretsOf(*view.machineClass))
            view.secrets.push_back({key, stores.secrets->find(key)});
    }
    view.instance.pods = podsOf(machine, stores, driver);
    const std::string node = driver.nodeName(machine, view.instance);
    view.instance.node = stores.nodes.find({{}, node});
    if (view.instance.node && isStatic(machine))
        view.instance.nodeOwner = otherOwnerOf(*view.instance.node, machine, stores);
    if (!view.instance.nodeOwner.empty()
        || (!isStatic(machine) && !driver.ownsNode(machine, node, view.instance)))
        view.instance.node.reset();
    if (view.machineClass && isBeingCreated(machine) && view.instance.pods.empty()
        && driver.quota(machine, *view.machineClass))
        view.instance.siblingsAhead = siblingsAhead(machine, stores);
    if (machine.isDeleting()) {
        view.podsOnNode = stores.pods.listBy(controllers::indexNames::podsByNode, node);
        view.podBudgets = stores.podBudgets.list();
    }
    const std::string deployment(machine.metadata.label(api::mcm::keys::nameLabel));
    if (machine.phase() == api::mcm::phases::unknown && !deployment.empty())
        view.fellows = stores.machines.listBy(
            indexNames::machinesByDeployment, api::ObjectKey {machine.metadata.ns, deployment}.text());
    return view;
}

std::vector<api::ObjectKey> machinesOfPod(
    const runtime::Store<api::mcm::Machine> &machines, const api::Pod &pod)
{
    std::vector<api::ObjectKey> keys;
    if (actuator::isHollowPod(pod))
        keys.push_back(actuator::machineOfPod(pod));
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByNode, pod.spec.nodeName)) {
        if (machine->isDeleting())
            keys.push_back(machine->key());
    }
    return keys;
}

std::vector<api::ObjectKey> machinesOfNode(
    const runtime::Store<api::mcm::Machine> &machines, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByNode, node.metadata.name))
        keys.push_back(machine->key());
    return keys;
}

std::vector<api::ObjectKey> machinesOfClass(
    const runtime::Store<api::mcm::Machine> &machines, const api::ObjectKey &machineClass)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine : machines.listBy(indexNames::machinesByClass, machineClass.text())) {
        if (machine->isDeleting() || isBeingCreated(*machine))
            keys.push_back(machine->key());
    }
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineReconciler(const Stores &stores, const base::Clock &clock,
    const actuator::Actuator &actuator, MachineControllerOptions options)
{
    return std::make_unique<MachineReconciler>(stores, clock, actuator, std::move(options));
}

} // namespace core::controllers::mcm
