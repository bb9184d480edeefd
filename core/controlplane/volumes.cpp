// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/volumes.h"

#include "core/api/emit.h"

#include <algorithm>
#include <utility>

namespace core::controlplane {

using api::PersistentVolume;
using api::PersistentVolumeClaim;
using api::StorageClass;
using runtime::Plan;
using runtime::Store;

namespace {

constexpr std::string_view boundByController = "pv.kubernetes.io/bound-by-controller"; ///< and not by hand

bool refersTo(const PersistentVolume &volume, const PersistentVolumeClaim &claim)
{
    const auto &reference = volume.spec.claimRef;
    return reference && reference->name == claim.metadata.name && reference->ns == claim.metadata.ns
        && (reference->uid.empty() || reference->uid == claim.metadata.uid);
}

api::ObjectKey claimKeyOf(const PersistentVolume &volume)
{
    return {volume.spec.claimRef->ns, volume.spec.claimRef->name};
}

/// The newest of several counts, then the first by name.
const StorageClass *defaultClass(const std::vector<ClassPointer> &classes)
{
    const StorageClass *found = nullptr;
    for (const ClassPointer &each : classes) {
        const bool isDefault = each->metadata.annotation(api::keys::defaultStorageClass) == "true";
        if (isDefault && (!found || each->metadata.creationTimestamp > found->metadata.creationTimestamp))
            found = each.get();
    }
    return found;
}

PersistentVolume hollowVolume(const PersistentVolumeClaim &claim, const StorageClass &ofClass)
{
    PersistentVolume volume;
    volume.metadata.name = "pvc-" + claim.metadata.uid;
    volume.metadata.annotations.emplace(api::keys::provisionedBy, ofClass.provisioner);
    volume.spec.capacity = claim.spec.resources.requests;
    volume.spec.accessModes = claim.spec.accessModes;
    volume.spec.claimRef = api::referenceTo(claim);
    volume.spec.persistentVolumeReclaimPolicy =
        ofClass.reclaimPolicy.empty() ? "Delete" : ofClass.reclaimPolicy;
    volume.spec.storageClassName = ofClass.metadata.name;
    volume.spec.volumeMode = claim.spec.volumeMode;
    volume.spec.hostPath = api::JsonObject {{"path", "/hollow/" + volume.metadata.name}};
    return volume;
}

template<typename Object>
Plan protect(const Object &object, std::string_view finalizer)
{
    Object after = object;
    after.metadata.finalizers.emplace_back(finalizer);
    Plan plan {{}, {volumeReason("Protecting")}, {}};
    append(plan.effects, api::patchEffect(object, after));
    return plan;
}

/// Nobody uses the object any more, which is being deleted.
template<typename Object>
Plan release(const Object &object, std::string_view finalizer)
{
    Object after = object;
    std::erase(after.metadata.finalizers, finalizer);
    Plan plan {{}, {volumeReason("Deleting")}, {}};
    append(plan.effects, api::patchEffect(object, after));
    return plan;
}

/// One look at a claim.
class ClaimPlanner
{
public:
    ClaimPlanner(const PersistentVolumeClaim &claim, const ClaimView &seen) : m_claim(claim), m_seen(seen) { }

    Plan plan()
    {
        if (m_claim.metadata.isDeleting())
            return planEnd();
        if (!m_claim.metadata.hasFinalizer(api::keys::claimProtection))
            return protect(m_claim, api::keys::claimProtection);
        if (!m_claim.spec.volumeName.empty())
            keepBound();
        else
            find();
        return std::move(m_plan);
    }

private:
    void because(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }
    void tell(const char *type, const char *reason, std::string message)
    {
        m_plan.effects.emplace_back(
            api::EmitEvent {api::referenceTo(m_claim), type, reason, std::move(message)});
    }

    Plan planEnd() const
    {
        const std::string key = m_claim.key().text();
        const auto users = m_seen.pods.by(podsByClaim, key);
        return users.begin() == users.end()
            ? release(m_claim, api::keys::claimProtection)
            : Plan {{}, {volumeReason("HeldByPod", (*users.begin()).metadata.name)}, {}};
    }

    void keepBound()
    {
        const std::string &name = m_claim.spec.volumeName;
        const auto volume = m_seen.volumes.find({{}, name});
        if (volume && (!volume->spec.claimRef || refersTo(*volume, m_claim)))
            return bindTo(*volume);
        if (!m_claim.isBound())
            return because(volumeReason("WaitingForVolume", name));
        PersistentVolumeClaim after = m_claim;
        after.status.phase = "Lost";
        after.status.accessModes.clear();
        after.status.capacity.clear();
        if (auto patch = api::patchEffect(m_claim, after, "status", api::Precondition::Uid)) {
            m_plan.effects.emplace_back(std::move(*patch));
            tell("Warning", volume ? "ClaimMisbound" : "ClaimLost",
                volume ? "Two claims are bound to the same volume, this one is bound incorrectly"
                       : "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
        }
        because(volumeReason("Lost", name));
    }

    /// What the binding changes on both sides, as far as it is not there yet.
    void bindTo(const PersistentVolume &volume)
    {
        PersistentVolume boundVolume = volume;
        if (!volume.spec.claimRef)
            boundVolume.metadata.annotations.insert_or_assign(std::string(boundByController), "yes");
        if (!volume.spec.claimRef || volume.spec.claimRef->uid.empty())
            boundVolume.spec.claimRef = api::referenceTo(m_claim);
        boundVolume.status.phase = "Bound";
        PersistentVolumeClaim bound = m_claim;
        if (m_claim.spec.volumeName.empty())
            bound.metadata.annotations.insert_or_assign(std::string(boundByController), "yes");
        bound.metadata.annotations.insert_or_assign(std::string(api::keys::bindCompleted), "yes");
        bound.spec.volumeName = volume.metadata.name;
        bound.status = {"Bound", volume.spec.accessModes, volume.spec.capacity};
        append(m_plan.effects, api::patchEffect(volume, boundVolume));
        append(m_plan.effects, api::patchEffect(volume, boundVolume, "status", api::Precondition::Uid));
        append(m_plan.effects, api::patchEffect(m_claim, bound));
        append(m_plan.effects, api::patchEffect(m_claim, bound, "status", api::Precondition::Uid));
        const bool isDone = m_plan.effects.empty();
        because(volumeReason(
            isDone ? decltype(volumeReason)::Entry<1>("Bound") : decltype(volumeReason)::Entry<1>("Binding"),
            volume.metadata.name));
    }

    void find()
    {
        for (const PersistentVolume &volume : m_seen.volumes.by(volumesByClaim, m_claim.key().text())) {
            if (refersTo(volume, m_claim) && !volume.metadata.isDeleting())
                return bindTo(volume);
        }
        if (!m_claim.spec.storageClassName) {
            if (const StorageClass *chosen = defaultClass(m_seen.classes.list()))
                return choose(*chosen);
        }
        const StorageClass *ofClass = classOf(m_claim, m_seen.classes);
        if (ofClass && ofClass->waitsForConsumer() && selectedNode().empty()) {
            tell("Normal", "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
            return because(volumeReason("WaitingForConsumer"));
        }
        if (const auto volume = smallestThatSuits())
            return bindTo(*volume);
        provision(ofClass);
    }

    std::string_view selectedNode() const { return m_claim.metadata.annotation(api::keys::selectedNode); }

    void choose(const StorageClass &chosen)
    {
        PersistentVolumeClaim after = m_claim;
        after.spec.storageClassName = chosen.metadata.name;
        append(m_plan.effects, api::patchEffect(m_claim, after));
        because(volumeReason("ChoosingClass", chosen.metadata.name));
    }

    VolumePointer smallestThatSuits() const
    {
        const auto rank = [](const PersistentVolume &volume) {
            const auto size = volume.spec.capacity.find("storage");
            return std::pair(
                size == volume.spec.capacity.end() ? 0 : size->second.milli(), volume.metadata.name);
        };
        const api::Node *node = m_seen.nodes.peek({{}, std::string(selectedNode())});
        VolumePointer best;
        for (VolumePointer &volume : m_seen.volumes.list()) {
            if (api::suits(*volume, m_claim) && (!node || api::reaches(*volume, *node))
                && (!best || rank(*volume) < rank(*best)))
                best = std::move(volume);
        }
        return best;
    }

    void provision(const StorageClass *ofClass)
    {
        const std::string name = m_claim.spec.storageClassName.value_or("");
        if (name.empty()) {
            tell("Normal", "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set");
            return because(volumeReason("NoVolume"));
        }
        if (!ofClass) {
            tell("Warning", "ProvisioningFailed", "storageclass.storage.k8s.io \"" + name + "\" not found");
            return because(volumeReason("NoClass", name));
        }
        if (ofClass->provisioner == api::noProvisioner) {
            tell("Warning", "ProvisioningFailed", "no volume plugin matched name: " + ofClass->provisioner);
            return because(volumeReason("NoVolume"));
        }
        if (ofClass->provisioner != api::hollowProvisioner)
            return leaveToProvisioner(ofClass->provisioner);
        const PersistentVolume volume = hollowVolume(m_claim, *ofClass);
        m_plan.effects.emplace_back(api::createEffect(volume));
        tell("Normal", "ProvisioningSucceeded", "Successfully provisioned volume " + volume.metadata.name);
        because(volumeReason("Provisioning", volume.metadata.name));
    }

    void leaveToProvisioner(const std::string &provisioner)
    {
        PersistentVolumeClaim after = m_claim;
        for (const std::string_view key : {api::keys::storageProvisioner,
                 std::string_view("volume.beta.kubernetes.io/storage-provisioner")})
            after.metadata.annotations.insert_or_assign(std::string(key), provisioner);
        append(m_plan.effects, api::patchEffect(m_claim, after));
        tell("Normal", "ExternalProvisioning",
            "Waiting for a volume to be created either by the external provisioner '" + provisioner
                + "' or manually by the system administrator. If volume creation is delayed, please verify "
                  "that the provisioner is running and correctly registered.");
        because(volumeReason("ForeignProvisioner", provisioner));
    }

    const PersistentVolumeClaim &m_claim;
    const ClaimView &m_seen;
    Plan m_plan;
};

class VolumeClaims : public runtime::Reconciler
{
public:
    VolumeClaims(const Store<PersistentVolumeClaim> &claims, const ClaimView &seen)
        : m_claims(claims)
        , m_seen(seen)
    {
    }

    std::string_view name() const override { return "volumeclaim"; }
    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto claim = m_claims.find(key);
        return claim ? planClaim(*claim, m_seen) : Plan();
    }

private:
    const Store<PersistentVolumeClaim> &m_claims;
    ClaimView m_seen;
};

class Volumes : public runtime::Reconciler
{
public:
    Volumes(const Store<PersistentVolume> &volumes, const Store<PersistentVolumeClaim> &claims)
        : m_volumes(volumes)
        , m_claims(claims)
    {
    }

    std::string_view name() const override { return "volume"; }
    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto volume = m_volumes.find(key);
        if (!volume)
            return {};
        const auto claim = volume->spec.claimRef ? m_claims.find(claimKeyOf(*volume)) : nullptr;
        return planVolume(*volume, claim.get());
    }

private:
    const Store<PersistentVolume> &m_volumes;
    const Store<PersistentVolumeClaim> &m_claims;
};

/// Claims that a new or changed volume or class may help.
std::vector<api::ObjectKey> unboundClaims(const Store<PersistentVolumeClaim> &claims)
{
    std::vector<api::ObjectKey> keys;
    for (const auto &claim : claims.list()) {
        if (!claim->isBound())
            keys.push_back(claim->key());
    }
    return keys;
}

Plan withPhase(const PersistentVolume &volume, const char *phase, api::Reason reason)
{
    PersistentVolume after = volume;
    after.status.phase = phase;
    Plan plan {{}, {std::move(reason)}, {}};
    append(plan.effects, api::patchEffect(volume, after, "status", api::Precondition::Uid));
    return plan;
}

} // namespace

const StorageClass *classOf(const PersistentVolumeClaim &claim, const Store<StorageClass> &classes)
{
    const auto &name = claim.spec.storageClassName;
    if (!name)
        return defaultClass(classes.list());
    return name->empty() ? nullptr : classes.peek({{}, *name});
}

Plan planClaim(const PersistentVolumeClaim &claim, const ClaimView &seen)
{
    return ClaimPlanner(claim, seen).plan();
}

Plan planVolume(const PersistentVolume &volume, const PersistentVolumeClaim *claim)
{
    const bool isBound = claim && refersTo(volume, *claim) && volume.status.phase == "Bound";
    if (volume.metadata.isDeleting())
        return isBound ? Plan {{}, {volumeReason("HeldByClaim", claimKeyOf(volume).text())}, {}}
                       : release(volume, api::keys::volumeProtection);
    if (!volume.metadata.hasFinalizer(api::keys::volumeProtection))
        return protect(volume, api::keys::volumeProtection);
    if (!volume.spec.claimRef || volume.spec.claimRef->uid.empty())
        return withPhase(volume, "Available", volumeReason("Available"));
    const std::string name = claimKeyOf(volume).text();
    if (claim && refersTo(volume, *claim))
        return {{}, {volumeReason("InUse", name)}, {}};
    const bool isOurs = volume.metadata.annotation(api::keys::provisionedBy) == api::hollowProvisioner;
    if (isOurs && volume.spec.persistentVolumeReclaimPolicy == "Delete")
        return {{api::deleteEffect(volume)}, {volumeReason("Removing", name)}, {}};
    return withPhase(volume, "Released", volumeReason("Released", name));
}

void addVolumeIndexes(runtime::Informer<PersistentVolume> &volumes)
{
    volumes.addIndex(std::string(volumesByClaim), [](const PersistentVolume &volume) {
        return volume.spec.claimRef ? runtime::IndexValues {claimKeyOf(volume).text()}
                                    : runtime::IndexValues();
    });
}

runtime::IndexValues claimKeysOf(const api::Pod &pod)
{
    runtime::IndexValues keys;
    for (const std::string &name : api::claimsOf(pod.spec))
        keys.push_back(api::ObjectKey {pod.metadata.ns, name}.text());
    return keys;
}

void addClaimIndexes(runtime::Informer<api::Pod> &pods)
{
    pods.addIndex(std::string(podsByClaim), [](const api::Pod &pod) {
        return pod.spec.nodeName.empty() ? runtime::IndexValues() : claimKeysOf(pod);
    });
}

Controllers makeVolumes(const runtime::ControllerContext &context)
{
    auto &claims = context.informers.of<PersistentVolumeClaim>();
    auto &volumes = context.informers.of<PersistentVolume>();
    auto &classes = context.informers.of<StorageClass>();
    auto &nodes = context.informers.of<api::Node>();
    auto &pods = context.informers.of<api::Pod>();
    addVolumeIndexes(volumes);
    addClaimIndexes(pods);
    const auto allUnbound = [&store = claims.store()] { return unboundClaims(store); };
    // One at a time, so that no two claims want the same volume.
    auto ofClaims = std::make_unique<runtime::Controller>(
        std::make_unique<VolumeClaims>(
            claims.store(), ClaimView {volumes.store(), classes.store(), nodes.store(), pods.store()}),
        context.clock, context.runner, 1);
    ofClaims->watchesOwn<PersistentVolumeClaim>(claims);
    ofClaims->watches<StorageClass>(classes, [allUnbound](const StorageClass &) { return allUnbound(); });
    ofClaims->watches<PersistentVolume>(volumes, [allUnbound](const PersistentVolume &volume) {
        return volume.spec.claimRef ? std::vector {claimKeyOf(volume)} : allUnbound();
    });
    ofClaims->watches<api::Pod>(pods, [&store = claims.store()](const api::Pod &pod) {
        std::vector<api::ObjectKey> keys;
        for (const std::string &name : api::claimsOf(pod.spec)) {
            const auto *claim = store.peek({pod.metadata.ns, name});
            if (claim && claim->metadata.isDeleting())
                keys.push_back(claim->key());
        }
        return keys;
    });
    auto ofVolumes = std::make_unique<runtime::Controller>(
        std::make_unique<Volumes>(volumes.store(), claims.store()), context.clock, context.runner);
    ofVolumes->watchesOwn<PersistentVolume>(volumes);
    ofVolumes->watches<PersistentVolumeClaim>(claims, [&volumes](const PersistentVolumeClaim &claim) {
        std::vector<api::ObjectKey> keys;
        for (const PersistentVolume &volume : volumes.store().by(volumesByClaim, claim.key().text()))
            keys.push_back(volume.key());
        return keys;
    });
    Controllers made;
    made.push_back(std::move(ofClaims));
    made.push_back(std::move(ofVolumes));
    return made;
}

} // namespace core::controlplane
