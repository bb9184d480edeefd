// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/world.h"

#include "core/actuator/hollowpod.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machine/machinereconciler.h"
#include "core/controllers/nodelink/nodelinkreconciler.h"
#include "core/controllers/orphansweep/orphansweep.h"
#include "core/controllers/setup.h"
#include "core/controllers/wiring.h"
#include "tests/support/plantext.h"

#include <algorithm>

namespace support {

namespace {

template<typename T>
std::vector<api::ObjectKey> keysOf(const runtime::Store<T> &store)
{
    std::vector<api::ObjectKey> keys;
    for (const auto &object : store.list())
        keys.push_back(object->key());
    return keys;
}

core::controllers::Stores storesWithIndexes(runtime::InformerSet &informers)
{
    core::controllers::addIndexes(informers);
    return core::controllers::storesOf(informers);
}

template<typename T>
std::shared_ptr<const T> unowned(const T &object)
{
    return {std::shared_ptr<const T>(), &object};
}

} // namespace

World::World()
    : stores(storesWithIndexes(informers))
    , deployments(informers.of<api::MachineDeployment>().store())
{
    using namespace core::controllers;
    const auto &managed = informers.of<api::mcm::Machine>().store();
    m_runners.push_back({makeMachineDeploymentReconciler({deployments, machineSets, machines}, clock),
        [this] { return keysOf(deployments); }});
    m_runners.push_back({makeMachineSetReconciler(stores, unowned(steadyOfSets), clock, chance),
        [this] { return keysOf(machineSets); }});
    m_runners.push_back(
        {makeMachineReconciler(stores, clock, actuator), [this] { return keysOf(machines); }});
    m_runners.push_back({makeNodeLinkReconciler(stores, clock), [this] { return keysOf(nodes); }});
    m_runners.push_back({makeHealthCheckReconciler(stores, unowned(steadyOfHealthChecks), clock),
        [this] { return keysOf(healthChecks); }});
    m_runners.push_back(
        {makeOrphanSweep(stores, managed, clock), [] { return std::vector {orphanSweepKey()}; }});
    startInformers();
}

void World::startInformers()
{
    using core::controllers::showChanges;
    m_viewsOfSets = showChanges(steadyOfSets, informers);
    m_viewsOfHealthChecks = showChanges(steadyOfHealthChecks, informers);
    informers.start();
    m_garbageCollection.start();
    start();
}

void World::setReady(const std::string &node, const char *status)
{
    const std::string time = api::formatTime(clock.now());
    const std::string yaml = "status: {conditions: [{type: Ready, status: \"" + std::string(status)
        + "\", lastTransitionTime: \"" + time + "\", lastHeartbeatTime: \"" + time + "\"}]}";
    patch<api::Node>({{}, node}, yaml.c_str(), "status");
}

bool World::settle()
{
    for (int round = 0; round < 300; ++round) {
        m_nextLook.reset();
        const bool acted = runOnce();
        if (!runHost() && !acted)
            return true;
        checkInvariants();
    }
    problems.push_back("no fixed point after 300 rounds; still wanted:\n" + wantedEffects());
    return false;
}

bool World::runOnce()
{
    bool acted = false;
    for (const Runner &runner : m_runners) {
        for (const api::ObjectKey &key : runner.keys()) {
            const runtime::Plan plan = runner.reconciler->reconcile(key);
            if (plan.reasons.empty())
                problems.push_back("no reason given by "
                    + QByteArray::fromStdString(std::string(runner.reconciler->name())));
            if (plan.checkAgainAfter)
                m_nextLook =
                    std::min(m_nextLook.value_or(base::Time::max()), clock.now() + *plan.checkAgainAfter);
            acted = acted || !plan.effects.empty();
            carryOut(plan);
        }
    }
    return acted;
}

void World::carryOut(const runtime::Plan &plan)
{
    for (const api::Effect &effect : plan.effects) {
        const bool mayFail = std::holds_alternative<api::EvictPod>(effect);
        ++effects;
        if (!performPlanned(effect) && !mayFail)
            return;
        if (cutOffAfter > 0 && --cutOffAfter == 0)
            return;
    }
}

bool World::runHost()
{
    bool acted = false;
    for (const auto &pod : pods.list()) {
        const std::string &phase = pod->status.phase;
        if (pod->metadata.isDeleting() && hostEndsPods) {
            perform(api::DeleteObject {api::refTo(*pod), pod->metadata.uid, 0});
            acted = true;
        } else if (!pod->metadata.isDeleting() && hostStartsPods && (phase.empty() || phase == "Pending")) {
            registerNode(*pod);
            acted = true;
        }
    }
    return acted;
}

void World::registerNode(const api::Pod &pod)
{
    const std::uint64_t number = revision();
    const std::string ip =
        "10.0." + std::to_string(number / 250 % 250) + "." + std::to_string(number % 250 + 1);
    patch<api::Pod>(pod.key(), ("status: {phase: Running, podIP: " + ip + "}").c_str(), "status");
    const std::string &name = pod.metadata.name;
    if (!core::actuator::isHollowPod(pod) || nodes.find({{}, name}))
        return;
    const std::string yaml = "{apiVersion: v1, kind: Node, metadata: {name: " + name
        + ", labels: {kubernetes.io/hostname: " + name + "}}, spec: {providerID: \"kubemark://" + name
        + "\"}, status: {addresses: [{type: InternalIP, address: " + ip + "}]}}";
    create(yaml.c_str());
    create(("{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: " + name
        + ", namespace: kube-node-lease}}")
               .c_str());
    setReady(name, "True");
}

void World::checkInvariants()
{
    for (const auto &machine : machines.list()) {
        const auto own = std::ranges::count_if(
            pods.list(), [&](const auto &pod) { return core::actuator::isPodOf(*pod, machine->metadata); });
        if (own > 1)
            problems.push_back("two pods for machine " + QByteArray::fromStdString(machine->metadata.name));
    }
}

void World::advance(base::Duration duration)
{
    const base::Time until = clock.now() + duration;
    while (settle() && m_nextLook && *m_nextLook <= until)
        clock.runUntil(*m_nextLook);
    clock.runUntil(until);
    settle();
}

QByteArray World::wantedEffects() const
{
    QByteArray text;
    for (const Runner &runner : m_runners) {
        for (const api::ObjectKey &key : runner.keys()) {
            const QByteArray wanted = textOf(runner.reconciler->reconcile(key).effects);
            text += wanted.isEmpty() ? QByteArray() : wanted + '\n';
        }
    }
    return text;
}

runtime::Plan World::planOf(std::string_view reconciler, const api::ObjectKey &key) const
{
    const auto found = std::ranges::find(
        m_runners, reconciler, [](const Runner &runner) { return runner.reconciler->name(); });
    return found->reconciler->reconcile(key);
}

QByteArray World::eventSummary() const
{
    std::map<std::string, int> counts;
    for (const api::EmitEvent &event : events)
        ++counts[event.reason];
    QByteArray text;
    for (const auto &[reason, count] : counts)
        text += (text.isEmpty() ? "" : ", ") + QByteArray::fromStdString(reason) + " ×"
            + QByteArray::number(count);
    return text;
}

std::vector<std::shared_ptr<const api::Machine>> World::livingMachines() const
{
    auto all = machines.list();
    std::erase_if(all, [](const auto &machine) { return machine->isDeleting(); });
    return all;
}

std::string World::nodeOf(const api::ObjectKey &machine) const
{
    const auto found = machines.find(machine);
    return found && found->status.nodeRef ? found->status.nodeRef->name : std::string();
}

} // namespace support
