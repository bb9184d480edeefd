// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/world.h"

#include "core/actuator/hollowpod.h"
#include "core/api/yaml.h"
#include "core/controllers/healthcheck.h"
#include "core/controllers/machinereconciler.h"
#include "core/controllers/nodelinkreconciler.h"
#include "core/controllers/orphansweep.h"
#include "tests/support/plantext.h"

#include <algorithm>

namespace support {

namespace {

using base::ErrorKind;

template<typename T>
std::vector<api::ObjectKey> keysOf(const runtime::Store<T> &store)
{
    std::vector<api::ObjectKey> keys;
    for (const auto &object : store.list())
        keys.push_back(object->key());
    return keys;
}

std::string uidOf(const api::Json &object)
{
    return std::string(api::textAt(object, {"metadata", "uid"}));
}

bool isDeleting(const api::Json &object)
{
    return api::find(object, {"metadata", "deletionTimestamp"}) != nullptr;
}

bool hasFinalizers(const api::Json &object)
{
    const api::Json *finalizers = api::find(object, {"metadata", "finalizers"});
    return finalizers && finalizers->is_array() && !finalizers->get_array().empty();
}

bool isOwnedBy(const api::Json &object, const std::string &uid)
{
    const api::Json *owners = api::find(object, {"metadata", "ownerReferences"});
    return owners && owners->is_array()
        && std::ranges::any_of(
            owners->get_array(), [&](const api::Json &owner) { return api::textAt(owner, {"uid"}) == uid; });
}

/// The members that the endpoint may write, taken from the patch.
api::Json restricted(const api::Json &patch, std::string_view subresource)
{
    api::Json part = patch;
    api::JsonObject &members = part.get_object();
    if (subresource == "status") {
        api::JsonObject only;
        if (const api::Json *status = members.if_contains("status"))
            only.emplace("status", *status);
        return only;
    }
    members.erase("status");
    if (api::Json *metadata = members.if_contains("metadata")) {
        metadata->get_object().erase("uid");
        metadata->get_object().erase("resourceVersion");
    }
    return part;
}

template<typename T>
std::shared_ptr<const T> unowned(const T &object)
{
    return {std::shared_ptr<const T>(), &object};
}

} // namespace

World::World() : clock(api::parseTime("2026-11-20T10:00:00Z").value())
{
    using namespace core::controllers;
    addIndexes(machineSets, machineSetIndexes());
    addIndexes(machines, machineIndexes());
    addIndexes(nodes, nodeIndexes());
    addIndexes(pods, podIndexes());
    const auto remember = [this]<typename T>(std::type_identity<T>) {
        m_resources[api::resourceOf<T>().kind] = &api::resourceOf<T>();
    };
    remember(std::type_identity<api::MachineDeployment>());
    remember(std::type_identity<api::MachineSet>());
    remember(std::type_identity<api::Machine>());
    remember(std::type_identity<api::MachineHealthCheck>());
    remember(std::type_identity<api::Node>());
    remember(std::type_identity<api::Pod>());
    remember(std::type_identity<api::Lease>());
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
}

void World::create(const char *yaml)
{
    const auto documents = api::parseYamlDocuments(yaml);
    if (!documents)
        return problems.push_back("YAML: " + QByteArray::fromStdString(documents.error().message));
    for (const api::Json &document : *documents) {
        const api::Resource *resource = m_resources[std::string(api::textAt(document, {"kind"}))];
        if (const auto created = createObject({resource, document}); !created)
            problems.push_back("create: " + QByteArray::fromStdString(created.error().message));
    }
}

void World::patchYaml(const api::ResourceRef &target, const char *yaml, const char *subresource)
{
    const auto patch = api::parseYaml(yaml);
    const auto done = patch ? patchObject({target, subresource, *patch}) : tl::unexpected(patch.error());
    if (!done)
        problems.push_back("patch: " + QByteArray::fromStdString(done.error().message));
}

void World::setReady(const std::string &node, const char *status)
{
    const std::string time = api::formatTime(clock.now());
    const std::string yaml = "status: {conditions: [{type: Ready, status: \"" + std::string(status)
        + "\", lastTransitionTime: \"" + time + "\", lastHeartbeatTime: \"" + time + "\"}]}";
    patch<api::Node>({{}, node}, yaml.c_str(), "status");
}

base::Result<> World::perform(const api::Effect &effect)
{
    return std::visit(
        Overloaded {
            [&](const api::CreateObject &e) { return createObject(e); },
            [&](const api::PatchObject &e) { return patchObject(e); },
            [&](const api::DeleteObject &e) { return deleteObject(e); },
            [&](const api::EvictPod &e) { return evict(e); },
            [&](const api::BindPod &) { return base::Result<>(base::fail(ErrorKind::Unsupported, "bind")); },
            [&](const api::EmitEvent &e) {
                events.push_back(e);
                return base::Result<>();
            },
        },
        effect);
}

base::Result<> World::createObject(const api::CreateObject &effect)
{
    const api::ObjectKey key {std::string(api::textAt(effect.object, {"metadata", "namespace"})),
        std::string(api::textAt(effect.object, {"metadata", "name"}))};
    const std::string &kind = effect.resource->kind;
    if (m_objects[kind].contains(key))
        return base::fail(ErrorKind::AlreadyExists, kind + " " + key.text() + " already exists");
    api::Json object = effect.object;
    api::JsonObject &metadata = object.get_object()["metadata"].get_object();
    metadata["uid"] = chance.uuid(kind + key.text(), "uid", m_revision);
    metadata["creationTimestamp"] = api::formatTime(clock.now());
    metadata["generation"] = 1;
    if (kind != losesResponse) {
        write(*effect.resource, key, std::move(object));
        return {};
    }
    storesLag = true;
    write(*effect.resource, key, std::move(object));
    storesLag = false;
    losesResponse.clear();
    return base::fail(ErrorKind::Transient, "the connection broke");
}

base::Result<> World::patchObject(const api::PatchObject &effect)
{
    const std::string &kind = effect.target.resource->kind;
    const std::string name = kind + " " + effect.target.key.text();
    const auto found = m_objects[kind].find(effect.target.key);
    if (found == m_objects[kind].end())
        return base::fail(ErrorKind::NotFound, name + " not found");
    for (const std::string_view precondition : {"uid", "resourceVersion"}) {
        const std::string_view wanted = api::textAt(effect.patch, {"metadata", precondition});
        if (!wanted.empty() && wanted != api::textAt(found->second, {"metadata", precondition}))
            return base::fail(ErrorKind::Conflict, name + ": " + std::string(precondition) + " differs");
    }
    api::Json after = found->second;
    api::applyMergePatch(after, restricted(effect.patch, effect.subresource));
    if (after == found->second) {
        if (!storesLag) // who can't see what is there may well repeat it
            problems.push_back(
                "write without a change: " + QByteArray::fromStdString(textOf(api::Effect(effect))));
        return {};
    }
    const api::Json *specBefore = api::find(found->second, {"spec"});
    const api::Json *specAfter = api::find(after, {"spec"});
    if (specAfter && (!specBefore || *specBefore != *specAfter))
        after.at("metadata").at("generation") =
            api::integerAt(after, {"metadata", "generation"}).value_or(0) + 1;
    if (isDeleting(after) && !hasFinalizers(after) && kind != "Pod")
        erase(*effect.target.resource, effect.target.key);
    else
        write(*effect.target.resource, effect.target.key, std::move(after));
    return {};
}

base::Result<> World::deleteObject(const api::DeleteObject &effect)
{
    const std::string &kind = effect.target.resource->kind;
    const auto found = m_objects[kind].find(effect.target.key);
    if (found == m_objects[kind].end())
        return {};
    if (!effect.uid.empty() && effect.uid != uidOf(found->second))
        return base::fail(ErrorKind::Conflict, kind + " " + effect.target.key.text() + ": uid differs");
    const bool heldByKubelet = kind == "Pod" && !api::textAt(found->second, {"spec", "nodeName"}).empty();
    if (!hasFinalizers(found->second) && !heldByKubelet) {
        erase(*effect.target.resource, effect.target.key);
        return {};
    }
    if (isDeleting(found->second))
        return {};
    api::Json going = found->second;
    const base::Duration grace =
        std::chrono::seconds(kind == "Pod" ? effect.gracePeriodSeconds.value_or(30) : 0);
    going.at("metadata").get_object()["deletionTimestamp"] = api::formatTime(clock.now() + grace);
    write(*effect.target.resource, effect.target.key, std::move(going));
    return {};
}

base::Result<> World::evict(const api::EvictPod &effect)
{
    if (protectedPods.contains(effect.pod))
        return base::fail(ErrorKind::TooManyRequests, "the disruption budget is used up");
    return deleteObject(
        {{&api::resourceOf<api::Pod>(), effect.pod}, effect.uid, effect.gracePeriodSeconds, {}});
}

void World::write(const api::Resource &resource, const api::ObjectKey &key, api::Json object)
{
    object.at("metadata").get_object()["resourceVersion"] = std::to_string(++m_revision);
    m_objects[resource.kind][key] = std::move(object);
    show(resource.kind, key);
    if (onWrite)
        onWrite();
}

void World::erase(const api::Resource &resource, const api::ObjectKey &key)
{
    ++m_revision;
    const std::string uid = uidOf(m_objects[resource.kind].at(key));
    m_objects[resource.kind].erase(key);
    show(resource.kind, key);
    collectDependents(uid);
}

void World::collectDependents(const std::string &ownerUid)
{
    std::vector<api::ResourceRef> dependents;
    for (const auto &[kind, objects] : m_objects) {
        for (const auto &[key, object] : objects) {
            if (isOwnedBy(object, ownerUid))
                dependents.push_back({m_resources.at(kind), key});
        }
    }
    for (const api::ResourceRef &dependent : dependents)
        deleteObject({dependent, {}, {}, {}});
}

void World::show(const std::string &kind, const api::ObjectKey &key)
{
    if (storesLag)
        return m_unseen.emplace_back(kind, key), void();
    showIn(deployments, kind, key);
    showIn(machineSets, kind, key);
    showIn(machines, kind, key);
    showIn(healthChecks, kind, key);
    showIn(nodes, kind, key);
    showIn(pods, kind, key);
}

/// Shows the views what the stores now have, as informers do.
template<typename T>
void World::put(runtime::Store<T> &store, const api::ObjectKey &key, std::shared_ptr<const T> object)
{
    [[maybe_unused]] const auto before = store.put(key, object);
    if constexpr (std::is_same_v<T, api::MachineSet>) {
        steadyOfSets.ownerChanged(key, object);
    } else if constexpr (std::is_same_v<T, api::MachineHealthCheck>) {
        steadyOfHealthChecks.ownerChanged(key, object);
    } else if constexpr (std::is_same_v<T, api::Machine>) {
        steadyOfSets.machineChanged(before.get(), object.get());
        steadyOfHealthChecks.machineChanged(before.get(), object.get());
    } else if constexpr (std::is_same_v<T, api::Node>) {
        steadyOfSets.nodeChanged(key.name);
        steadyOfHealthChecks.nodeChanged(key.name);
    }
}

template<typename T>
void World::showIn(runtime::Store<T> &store, const std::string &kind, const api::ObjectKey &key)
{
    if (kind != api::resourceOf<T>().kind)
        return;
    const auto found = m_objects[kind].find(key);
    if (found == m_objects[kind].end()) {
        put<T>(store, key, nullptr);
        return;
    }
    auto decoded = api::decodeShared<T>(api::share(found->second));
    if (decoded)
        put<T>(store, key, *decoded);
    else
        problems.push_back("decode: " + QByteArray::fromStdString(decoded.error().message));
}

void World::refresh()
{
    storesLag = false;
    for (const auto &[kind, key] : std::exchange(m_unseen, {}))
        show(kind, key);
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
        if (!perform(effect) && !mayFail)
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
            erase(api::resourceOf<api::Pod>(), pod->key());
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
    const std::string ip =
        "10.0." + std::to_string(m_revision / 250 % 250) + "." + std::to_string(m_revision % 250 + 1);
    patch<api::Pod>(pod.key(), ("status: {phase: Running, podIP: " + ip + "}").c_str(), "status");
    const std::string &name = pod.metadata.name;
    if (!core::actuator::isHollowPod(pod) || m_objects["Node"].contains({{}, name}))
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
        clock.moveTo(*m_nextLook);
    clock.moveTo(until);
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
