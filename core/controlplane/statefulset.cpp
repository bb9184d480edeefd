// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/statefulset.h"

#include "core/api/rolloutsizes.h"
#include "core/base/number.h"
#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>
#include <ranges>

namespace core::controlplane {

using api::Pod;
using api::StatefulSet;
using base::Time;
using runtime::Plan;

namespace {

constexpr std::string_view revisionHash = "controller.kubernetes.io/hash"; ///< a label of revisions

/// The 2 of "web-2"; nothing for a pod whose name is not of the set.
std::optional<std::int64_t> numberOf(const Pod &pod, const StatefulSet &set)
{
    const std::string prefix = set.metadata.name + '-';
    if (!pod.metadata.name.starts_with(prefix))
        return {};
    const auto number =
        base::parseNumber<std::int64_t>(std::string_view(pod.metadata.name).substr(prefix.size()));
    return number && *number >= 0 ? number : std::nullopt;
}

class StatefulSetPlanner
{
public:
    StatefulSetPlanner(const StatefulSet &set, const StatefulSetView &seen, Time now)
        : m_set(set)
        , m_seen(seen)
        , m_now(now)
        , m_history(set, revisionHash, seen.revisions)
        , m_revision(m_history.name())
        , m_current(set.status.currentRevision)
        , m_currentTemplate(m_history.templateOf(m_current))
    {
        if (!m_currentTemplate)
            m_current = m_revision;
    }

    Plan plan()
    {
        if (!rollout::planAdoptions(m_plan, m_set, m_seen.revisions.orphans).empty())
            return std::move(m_plan); // from now on they are of the history
        if (m_history.collides())
            return planCollision();
        append(m_plan.effects, m_history.bringUpToDate());
        claimPods();
        writeStatus(); // first: pods may be refused
        if (makeThoseWanted() && removeThoseTooMany())
            replaceOld();
        for (const auto &[number, pod] : m_pods)
            saySoOfClaims(number, *pod);
        forgetRevisions();
        explain();
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    Plan planCollision() const
    {
        StatefulSet after = m_set;
        after.status.collisionCount = m_set.status.collisionCount.value_or(0) + 1;
        Plan plan {{}, {statefulSetReason("HashCollision", m_revision, *after.status.collisionCount)}, {}};
        append(plan.effects, api::patchEffect(m_set, after, "status", api::Precondition::Uid));
        return plan;
    }

    void claimPods()
    {
        std::vector<PodPointer> orphans = m_seen.orphans;
        std::erase_if(orphans, [this](const PodPointer &pod) { return !numberOf(*pod, m_set); });
        for (PodPointer &pod : rollout::planClaims(m_plan, m_set, m_seen.pods, orphans)) {
            if (const auto number = numberOf(*pod, m_set))
                m_pods.emplace(*number, std::move(pod));
        }
    }

    bool inOrder() const { return m_set.spec.podManagementPolicy != "Parallel"; }

    std::int64_t end() const { return m_set.firstNumber() + m_set.wantedReplicas(); }
    bool isWanted(std::int64_t number) const { return number >= m_set.firstNumber() && number < end(); }

    bool replacesOld() const { return m_set.spec.updateStrategy.type != "OnDelete"; }
    bool isBelowPartition(std::int64_t number) const
    {
        return replacesOld()
            && number - m_set.firstNumber() < m_set.spec.updateStrategy.rollingUpdate.partition;
    }
    bool mayBeReplaced(std::int64_t number) const { return replacesOld() && !isBelowPartition(number); }

    static std::string_view revisionOf(const Pod &pod)
    {
        return pod.metadata.label(api::keys::controllerRevisionHash);
    }
    bool isUpdated(const Pod &pod) const { return revisionOf(pod) == m_revision; }

    static bool runs(const Pod &pod) { return pod.status.phase == "Running" && isReady(pod); }

    bool isAvailable(const Pod &pod)
    {
        const auto from = runs(pod) ? availableFrom(pod, m_set.spec.minReadySeconds) : std::nullopt;
        if (from && *from > m_now)
            m_plan.checkAgainAfter =
                std::min<base::Duration>(m_plan.checkAgainAfter.value_or(*from - m_now), *from - m_now);
        return from && *from <= m_now;
    }

    bool isUp(const Pod &pod) { return !pod.metadata.isDeleting() && isAvailable(pod); }

    void tell(std::string reason, std::string_view verb, const std::string &pod)
    {
        m_events.push_back({api::referenceTo(m_set), "Normal", std::move(reason),
            std::string(verb) + " Pod " + pod + " in StatefulSet " + m_set.metadata.name + " successful"});
    }

    /// Whether others may go. In order, one that is not as it should be holds up those behind it, and all
    /// that go.
    bool makeThoseWanted()
    {
        bool isComplete = true;
        for (std::int64_t number = m_set.firstNumber(); number < end(); ++number) {
            const auto found = m_pods.find(number);
            if (found == m_pods.end()) {
                make(number);
            } else if (api::isFinished(*found->second)) {
                remove(*found->second);
            } else {
                if (found->second->status.phase == "Pending")
                    makeClaims(found->second->metadata.name);
                if (!inOrder() || isUp(*found->second))
                    continue;
                m_awaited = found->second->metadata.name;
            }
            isComplete = false;
            if (inOrder() || m_made == rollout::mostPerPass)
                break;
        }
        return isComplete || !inOrder();
    }

    /// A pod below the partition is made of the template that all pods had last.
    void make(std::int64_t number)
    {
        ++m_made;
        const bool isOld = m_currentTemplate && isBelowPartition(number);
        const api::PodTemplate &podTemplate = isOld ? *m_currentTemplate : m_set.spec.template_;
        const std::string name = m_set.metadata.name + '-' + std::to_string(number);
        api::ObjectMeta meta = podMeta(podTemplate, m_set);
        meta.name = name;
        meta.labels.insert_or_assign(
            std::string(api::keys::controllerRevisionHash), isOld ? m_current : m_revision);
        meta.labels.insert_or_assign(std::string(api::keys::statefulSetPodName), name);
        meta.labels.insert_or_assign("apps.kubernetes.io/pod-index", std::to_string(number));
        makeClaims(name);
        api::CreateObject create = createPod(meta, podTemplate);
        api::Json &spec = create.object.get_object().at("spec");
        if (!spec.is_object())
            spec = api::JsonObject();
        spec.get_object()["hostname"] = name;
        spec.get_object()["subdomain"] = m_set.spec.serviceName;
        claimFor(name, spec.get_object());
        m_plan.effects.emplace_back(std::move(create));
        tell("SuccessfulCreate", "create", name);
    }

    static std::string claimName(const api::SharedJson &claimTemplate, const std::string &pod)
    {
        return std::string(api::textAt(claimTemplate.get(), {"metadata", "name"})) + '-' + pod;
    }

    /// Those of the pod that are not there.
    void makeClaims(const std::string &pod)
    {
        for (const api::SharedJson &shared : m_set.spec.volumeClaimTemplates) {
            const std::string claim = claimName(shared, pod);
            if (!m_seen.claim(claim))
                m_plan.effects.emplace_back(newClaim(shared.get(), claim));
        }
    }

    /// The pod's volumes that lead to its claims.
    void claimFor(const std::string &pod, api::JsonObject &podSpec) const
    {
        if (m_set.spec.volumeClaimTemplates.empty())
            return;
        api::JsonArray volumes;
        if (const api::Json *others = api::member(podSpec, "volumes"); others && others->is_array())
            volumes = others->get_array();
        for (const api::SharedJson &shared : m_set.spec.volumeClaimTemplates) {
            const std::string volume(api::textAt(shared.get(), {"metadata", "name"}));
            const std::string claim = claimName(shared, pod);
            const auto isIt = [&](const api::Json &there) { return api::textAt(there, {"name"}) == volume; };
            volumes.erase(std::remove_if(volumes.begin(), volumes.end(), isIt), volumes.end());
            volumes.push_back(api::JsonObject {
                {"name", volume}, {"persistentVolumeClaim", api::JsonObject {{"claimName", claim}}}});
        }
        podSpec["volumes"] = std::move(volumes);
    }

    api::CreateObject newClaim(const api::Json &claimTemplate, const std::string &name) const
    {
        const api::Resource &claims = api::resourceOf<api::PersistentVolumeClaim>();
        const api::Json *like = api::find(claimTemplate, {"metadata"});
        auto meta =
            like ? api::decode<api::ObjectMeta>(*like).value_or(api::ObjectMeta()) : api::ObjectMeta();
        meta.name = name;
        meta.ns = m_set.metadata.ns;
        for (const auto &[key, value] : m_set.spec.selector.matchLabels)
            meta.labels.insert_or_assign(key, value);
        if (goesWith(policy().whenDeleted))
            meta.ownerReferences.push_back(ownerOf<StatefulSet>(m_set));
        api::JsonObject claim {
            {"apiVersion", claims.apiVersion()}, {"kind", claims.kind}, {"metadata", api::encode(meta)}};
        if (const api::Json *spec = api::find(claimTemplate, {"spec"}))
            claim.emplace("spec", *spec);
        return {&claims, std::move(claim)};
    }

    const api::ClaimRetentionPolicy &policy() const
    {
        return m_set.spec.persistentVolumeClaimRetentionPolicy;
    }
    static bool goesWith(const std::string &retention) { return retention == "Delete"; }

    /// The owner does not control, nor is held back when it goes.
    template<typename Owner>
    static api::OwnerReference ownerOf(const Owner &owner)
    {
        api::OwnerReference reference = api::controllerReference(owner);
        reference.controller.reset();
        reference.blockOwnerDeletion.reset();
        return reference;
    }

    /// A claim belongs to its pod once that is too many, to the set before, to nobody where it is kept.
    void saySoOfClaims(std::int64_t number, const Pod &pod)
    {
        const bool isPods = !isWanted(number) && goesWith(policy().whenScaled);
        const bool isSets = !isPods && goesWith(policy().whenDeleted);
        for (const api::SharedJson &shared : m_set.spec.volumeClaimTemplates) {
            const auto claim = m_seen.claim(claimName(shared, pod.metadata.name));
            if (!claim)
                continue;
            api::PersistentVolumeClaim after = *claim;
            belongsTo(after.metadata.ownerReferences, ownerOf<Pod>(pod), isPods);
            belongsTo(after.metadata.ownerReferences, ownerOf<StatefulSet>(m_set), isSets);
            if (auto patch = api::patchEffect(*claim, after)) // before the pod goes, which it may belong to
                m_plan.effects.insert(m_plan.effects.begin(), std::move(*patch));
        }
    }

    static void belongsTo(
        std::vector<api::OwnerReference> &owners, const api::OwnerReference &owner, bool does)
    {
        const auto found = std::ranges::find(owners, owner.uid, &api::OwnerReference::uid);
        if (does && found == owners.end())
            owners.push_back(owner);
        else if (!does && found != owners.end())
            owners.erase(found);
    }

    void remove(const Pod &pod)
    {
        m_awaited = pod.metadata.name;
        if (pod.metadata.isDeleting())
            return;
        m_plan.effects.emplace_back(api::deleteEffect(pod));
        tell("SuccessfulDelete", "delete", pod.metadata.name);
    }

    /// Those with the highest numbers first; in order, one after another. Whether old ones may go too.
    bool removeThoseTooMany()
    {
        for (const auto &[number, pod] : std::views::reverse(m_pods)) {
            if (isWanted(number))
                continue;
            if (inOrder()) {
                removeInTurn(*pod);
                return false;
            }
            remove(*pod);
        }
        return true;
    }

    /// Of those that are not up the one with the smallest number goes first.
    void removeInTurn(const Pod &last)
    {
        const auto firstDown = std::ranges::find_if(
            m_pods, [this](const auto &each) { return !isWanted(each.first) && !isUp(*each.second); });
        if (isUp(last) || last.metadata.isDeleting()
            || firstDown->second->metadata.name == last.metadata.name)
            return remove(last);
        m_awaited = firstDown->second->metadata.name;
    }

    /// Nothing for a pod that is not there, or has ended: it is made anew anyway.
    const Pod *alive(std::int64_t number) const
    {
        const auto found = m_pods.find(number);
        return found == m_pods.end() || api::isFinished(*found->second) ? nullptr : found->second.get();
    }

    void replaceOld()
    {
        const auto &most = m_set.spec.updateStrategy.rollingUpdate.maxUnavailable;
        const auto portion =
            most ? api::portionOf(*most, m_set.wantedReplicas(), api::Rounding::Down) : std::nullopt;
        if (portion)
            replaceSeveral(std::max<std::int64_t>(1, *portion));
        else
            replaceNext();
        for (const auto &[number, pod] : m_pods) {
            if (!isUpdated(*pod) && !mayBeReplaced(number))
                ++m_oldThatStay;
            if (m_awaited.empty() && !isUp(*pod))
                m_awaited = pod->metadata.name;
        }
    }

    /// Pods go from the highest number down to the partition; each has to be new and up before the next is
    /// looked at, and an old one that is not up goes in its turn.
    void replaceNext()
    {
        for (std::int64_t number = end() - 1; number >= m_set.firstNumber() && mayBeReplaced(number);
             --number) {
            const Pod *pod = alive(number);
            if (pod && isUpdated(*pod) && isUp(*pod))
                continue;
            if (pod && isUpdated(*pod))
                m_awaited = pod->metadata.name;
            else if (pod)
                remove(*pod);
            return;
        }
    }

    /// Pods go from the highest number down to the partition, as many at a time as may be missing; one that
    /// is missing anyway goes all the same.
    void replaceSeveral(std::int64_t most)
    {
        const auto isThere = [this](const auto &each) { return isWanted(each.first) && isUp(*each.second); };
        std::int64_t missing = m_set.wantedReplicas() - std::ranges::count_if(m_pods, isThere);
        for (const auto &[number, pod] : std::views::reverse(m_pods)) {
            if (!isWanted(number) || !mayBeReplaced(number) || api::isFinished(*pod) || isUpdated(*pod)
                || (isUp(*pod) && missing >= most))
                continue;
            missing += isUp(*pod) ? 1 : 0;
            remove(*pod);
        }
    }

    void writeStatus()
    {
        StatefulSet after = m_set;
        api::StatefulSetStatus &status = after.status;
        std::int64_t ready = 0;
        std::int64_t available = 0;
        std::int64_t updated = 0;
        std::int64_t current = 0;
        for (const auto &[number, pod] : m_pods) {
            ready += runs(*pod) ? 1 : 0;
            available += isAvailable(*pod) ? 1 : 0;
            updated += isUpdated(*pod) && !pod->metadata.isDeleting() ? 1 : 0;
            current += revisionOf(*pod) == m_current && !pod->metadata.isDeleting() ? 1 : 0;
        }
        status.observedGeneration = m_set.metadata.generation;
        status.replicas = std::ssize(m_pods);
        status.readyReplicas = api::unlessZero(ready);
        status.availableReplicas = available;
        status.updatedReplicas = api::unlessZero(updated);
        status.updateRevision = m_revision;
        const bool isRolledOut = replacesOld() && updated == status.replicas && ready == updated;
        status.currentRevision = isRolledOut ? m_revision : m_current;
        status.currentReplicas = api::unlessZero(isRolledOut ? updated : current);
        status.collisionCount = m_set.status.collisionCount.value_or(0);
        append(m_plan.effects, api::patchEffect(m_set, after, "status", api::Precondition::Uid));
    }

    void forgetRevisions()
    {
        std::vector<std::string> inUse {m_current};
        for (const auto &[number, pod] : m_pods)
            inUse.emplace_back(revisionOf(*pod));
        m_history.forget(m_plan.effects, m_set.spec.revisionHistoryLimit, inUse);
    }

    void explain()
    {
        if (m_made > 0)
            m_plan.reasons.push_back(statefulSetReason("CreatingPods", m_made));
        if (!m_awaited.empty() && inOrder())
            m_plan.reasons.push_back(statefulSetReason("WaitingForPod", m_awaited));
        else if (!m_awaited.empty())
            m_plan.reasons.push_back(statefulSetReason("WaitingForPods", m_awaited));
        if (m_oldThatStay > 0)
            m_plan.reasons.push_back(statefulSetReason("OldPodsStay", m_oldThatStay));
        if (m_plan.reasons.empty())
            m_plan.reasons.push_back(statefulSetReason("Complete", m_set.wantedReplicas()));
    }

    const StatefulSet &m_set;
    const StatefulSetView &m_seen;
    Time m_now;
    RevisionHistory m_history;
    std::string m_revision; ///< of the present template
    std::string m_current; ///< that all pods had last
    std::optional<api::PodTemplate> m_currentTemplate; ///< its template
    std::map<std::int64_t, PodPointer> m_pods;
    std::size_t m_made = 0;
    std::string m_awaited; ///< the pod that must be available, or go, before anything else happens
    std::int64_t m_oldThatStay = 0;
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

class StatefulSets : public runtime::Reconciler
{
public:
    StatefulSets(const runtime::Store<StatefulSet> &sets, const runtime::Store<Pod> &pods,
        const runtime::Store<api::ControllerRevision> &revisions,
        const runtime::Store<api::PersistentVolumeClaim> &claims, const base::Clock &clock)
        : m_sets(sets)
        , m_pods(pods)
        , m_revisions(revisions)
        , m_claims(claims)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "statefulset"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_sets.find(key);
        if (!set)
            return {};
        StatefulSetView seen;
        seen.pods = madeBy(set->metadata, "StatefulSet", m_pods);
        seen.orphans = m_pods.listBy(uncontrolled, key.ns);
        seen.revisions = revisionsOf(m_revisions, "StatefulSet", set->metadata);
        seen.claim = [&](const std::string &name) { return m_claims.find({key.ns, name}); };
        return planStatefulSet(*set, seen, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return tellRefusal(m_sets, key, error, failed);
    }

private:
    const runtime::Store<StatefulSet> &m_sets;
    const runtime::Store<Pod> &m_pods;
    const runtime::Store<api::ControllerRevision> &m_revisions;
    const runtime::Store<api::PersistentVolumeClaim> &m_claims;
    const base::Clock &m_clock;
};

} // namespace

Plan planStatefulSet(const StatefulSet &set, const StatefulSetView &seen, Time now)
{
    if (set.metadata.isDeleting())
        return {{}, {statefulSetReason("Deleting")}, {}};
    return StatefulSetPlanner(set, seen, now).plan();
}

Controllers makeStatefulSets(const runtime::ControllerContext &context)
{
    auto &sets = context.informers.of<StatefulSet>();
    auto &pods = context.informers.of<Pod>();
    auto &claims = context.informers.of<api::PersistentVolumeClaim>();
    auto &revisions = context.informers.of<api::ControllerRevision>();
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    pods.addIndex(std::string(uncontrolled), uncontrolledIn<Pod>);
    revisions.addIndex(std::string(byControllerName), controllerNameOf<api::ControllerRevision>);
    revisions.addIndex(std::string(uncontrolled), uncontrolledIn<api::ControllerRevision>);
    Controllers made;
    made.push_back(
        std::make_unique<runtime::Controller>(std::make_unique<StatefulSets>(sets.store(), pods.store(),
                                                  revisions.store(), claims.store(), context.clock),
            context.clock, context.runner));
    made.back()->watchesOwn<StatefulSet>(sets);
    made.back()->watches<Pod>(pods,
        [&store = sets.store()](const Pod &pod) { return rollout::controllersOf(store, pod.metadata); });
    made.back()->watches<api::ControllerRevision>(revisions, [&store = sets.store()](const auto &revision) {
        return rollout::controllersOf(store, revision.metadata);
    });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
