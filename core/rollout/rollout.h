// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A rollout of any family of deployments, of machines or of pods: its sets, their sizes, templates and
// revisions. Rules on plain numbers are in rolloutsizes.h, rolloutrevisions.h and rolloutprogress.h; here
// they meet the objects.

#include "core/api/effect.h"
#include "core/api/ownership.h"
#include "core/api/rolloutsizes.h"
#include "core/api/timerange.h"
#include "core/rollout/rolloutprogress.h"
#include "core/rollout/rolloutreasons.h"
#include "core/rollout/rolloutrevisions.h"
#include "core/rollout/rolloutwords.h"

#include <algorithm>
#include <memory>

namespace core::rollout {

/// What the families do differently; one specialisation per kind of set:
///   Deployment, Template     the types that belong to the set
///   keys, hash               names of annotations, how the hash of the template is written
///   growth                   which sets grow when the size does
///   words, reason            how it calls things, and the catalogue of its reasons
///   wanted(set)
///   limits(deployment), isRecreate(deployment)  of a valid spec
///   comparable(template)     what makes a revision, without the label of the hash
///   follow(set, deployment)  takes over what changes without a new revision
///   historyLimit(deployment), deadline(deployment)
///   judgeFailures(status, sets, now)  the condition ReplicaFailure, by what the sets say
template<typename Set>
struct RolloutFamily;

/// The sets of a deployment.
template<typename Set>
struct RolloutOf {
    using Pointer = std::shared_ptr<const Set>;

    Pointer current; ///< has the deployment's template; null before it is made
    std::vector<Pointer> old; ///< the oldest first

    std::vector<Pointer> all() const
    {
        std::vector<Pointer> sets = old;
        if (current)
            sets.push_back(current);
        return sets;
    }
    bool operator==(const RolloutOf &) const = default;
};

template<typename Set>
struct ResizeOf {
    std::shared_ptr<const Set> set;
    std::int64_t size = 0;

    bool operator==(const ResizeOf &) const = default;
};

template<typename Set>
api::RolloutSizes sizesIn(const RolloutOf<Set> &rollout)
{
    using Family = RolloutFamily<Set>;
    api::RolloutSizes sizes {{}, rollout.current != nullptr};
    for (const auto &set : rollout.all())
        sizes.sets.push_back(
            {Family::wanted(*set), set->status.replicas, set->status.availableReplicas.value_or(0),
                notedNumber(set->metadata, Family::keys.desiredReplicas),
                notedNumber(set->metadata, Family::keys.maxReplicas)});
    return sizes;
}

template<typename Set>
std::vector<ResizeOf<Set>> resizesOf(const RolloutOf<Set> &rollout, const std::vector<api::SizeOfSet> &sizes)
{
    const auto sets = rollout.all();
    std::vector<ResizeOf<Set>> resizes;
    for (const api::SizeOfSet &each : sizes)
        resizes.push_back({sets[each.set], each.size});
    return resizes;
}

/// The earliest created first; of those created in the same second, the lower revision.
template<typename Set>
bool isOlder(const std::shared_ptr<const Set> &left, const std::shared_ptr<const Set> &right)
{
    const auto rank = [](const api::ObjectMeta &meta) {
        return std::tuple(meta.creationTimestamp.value_or(base::Time()),
            revisionOf(meta, RolloutFamily<Set>::keys), std::string_view(meta.name));
    };
    return rank(left->metadata) < rank(right->metadata);
}

/// Equal in all that makes a revision.
template<typename Set, typename Template>
bool hasTemplate(const Set &set, const Template &wanted)
{
    return RolloutFamily<Set>::comparable(set.spec.template_) == RolloutFamily<Set>::comparable(wanted);
}

/// Tells the deployment's sets apart, without those that are being deleted. The current one is the oldest
/// with its template, whatever the revisions say: these follow from who is the current one, so that two of
/// the same second would take turns.
template<typename Set>
RolloutOf<Set> rolloutAmong(
    const typename RolloutFamily<Set>::Deployment &deployment, std::vector<std::shared_ptr<const Set>> sets)
{
    std::ranges::sort(sets, isOlder<Set>);
    const auto birth = [](const std::shared_ptr<const Set> &set) {
        return std::tuple(set->metadata.creationTimestamp.value_or(base::Time()), set->metadata.name);
    };
    RolloutOf<Set> rollout;
    for (const auto &set : sets) {
        if (hasTemplate(*set, deployment.spec.template_)
            && (!rollout.current || birth(set) < birth(rollout.current)))
            rollout.current = set;
    }
    std::ranges::copy_if(
        sets, std::back_inserter(rollout.old), [&](const auto &set) { return set != rollout.current; });
    return rollout;
}

/// One more than any old set has.
template<typename Set>
std::int64_t nextRevision(const RolloutOf<Set> &rollout)
{
    std::int64_t newest = 0;
    for (const auto &set : rollout.old)
        newest = std::max(newest, revisionOf(set->metadata, RolloutFamily<Set>::keys));
    return newest + 1;
}

/// Notes the bounds that the set was sized by.
template<typename Set>
void annotateSize(Set &set, const api::RolloutLimits &limits)
{
    put(set.metadata.annotations, RolloutFamily<Set>::keys.desiredReplicas, std::to_string(limits.desired));
    put(set.metadata.annotations, RolloutFamily<Set>::keys.maxReplicas, std::to_string(limits.maxTotal()));
}

template<typename Set>
std::string hashOfTemplate(const typename RolloutFamily<Set>::Deployment &deployment)
{
    return hashOf(api::encode(RolloutFamily<Set>::comparable(deployment.spec.template_)),
        deployment.status.collisionCount);
}

/// The set for the deployment's template, with its revision and the annotations of its size.
template<typename Set>
Set newSetFor(
    const typename RolloutFamily<Set>::Deployment &deployment, std::int64_t size, std::int64_t revision)
{
    using Family = RolloutFamily<Set>;
    const std::string hash = hashOfTemplate<Set>(deployment);
    const std::string letters = lettersOf(hash, Family::hash.lettersInName);
    const std::string &label = Family::hash.labelHasLetters ? letters : hash;
    Set set;
    set.metadata.name = deployment.metadata.name + "-" + letters;
    set.metadata.ns = deployment.metadata.ns;
    set.metadata.ownerReferences = {api::controllerReference(deployment)};
    copyAnnotations(deployment.metadata.annotations, set.metadata.annotations, Family::keys);
    noteRevision(set.metadata, revision, Family::keys);
    annotateSize(set, Family::limits(deployment));
    set.spec.selector = deployment.spec.selector;
    put(set.spec.selector.matchLabels, Family::keys.templateHash, label);
    set.spec.template_ = deployment.spec.template_;
    put(set.spec.template_.metadata.labels, Family::keys.templateHash, label);
    set.metadata.labels = set.spec.template_.metadata.labels;
    set.spec.replicas = size;
    Family::follow(set, deployment);
    return set;
}

/// The current set as it should be: the deployment's annotations, what goes without a new revision, and the
/// newest revision.
template<typename Set>
Set currentBroughtUpToDate(
    const typename RolloutFamily<Set>::Deployment &deployment, const RolloutOf<Set> &rollout)
{
    using Family = RolloutFamily<Set>;
    Set set = *rollout.current;
    copyAnnotations(deployment.metadata.annotations, set.metadata.annotations, Family::keys);
    Family::follow(set, deployment);
    if (const std::int64_t now = nextRevision(rollout); revisionOf(set.metadata, Family::keys) < now)
        noteRevision(set.metadata, now, Family::keys);
    return set;
}

/// The set of the revision that is asked for; 0 asks for the newest old one. Null when there is none.
template<typename Set>
std::shared_ptr<const Set> rollbackTarget(const RolloutOf<Set> &rollout, std::int64_t revision)
{
    const std::int64_t asked = revision == 0 ? nextRevision(rollout) - 1 : revision;
    for (const auto &set : rollout.all()) {
        if (asked > 0 && revisionOf(set->metadata, RolloutFamily<Set>::keys) == asked)
            return set;
    }
    return nullptr;
}

/// The deployment with the template and annotations of the set.
template<typename Set>
typename RolloutFamily<Set>::Deployment rolledBackTo(
    typename RolloutFamily<Set>::Deployment deployment, const Set &set)
{
    using Family = RolloutFamily<Set>;
    deployment.spec.template_ = withoutLabel(set.spec.template_, Family::keys.templateHash);
    std::erase_if(deployment.metadata.annotations,
        [](const auto &annotation) { return isCopiedToSets(annotation.first, Family::keys); });
    copyAnnotations(set.metadata.annotations, deployment.metadata.annotations, Family::keys);
    return deployment;
}

/// Old sets beyond the history limit that have nothing left, the oldest first.
template<typename Set>
std::vector<std::shared_ptr<const Set>> setsBeyondHistory(
    const RolloutOf<Set> &rollout, std::optional<std::int64_t> limit)
{
    const auto old = static_cast<std::int64_t>(rollout.old.size());
    const std::int64_t beyond = limit ? std::clamp<std::int64_t>(old - *limit, 0, old) : 0;
    std::vector<std::shared_ptr<const Set>> expired(rollout.old.begin(), rollout.old.begin() + beyond);
    std::erase_if(expired, [](const auto &set) {
        return RolloutFamily<Set>::wanted(*set) > 0 || set->status.replicas > 0
            || set->status.observedGeneration.value_or(0) < set->metadata.generation.value_or(0);
    });
    return expired;
}

template<typename Status>
RolloutCounts countsIn(const Status &status)
{
    return {status.replicas, status.updatedReplicas.value_or(0), status.readyReplicas.value_or(0),
        status.availableReplicas.value_or(0)};
}

/// Fills in the counts that the sets give a deployment.
template<typename Status, typename Set>
void count(Status &status, const RolloutOf<Set> &rollout)
{
    std::int64_t wanted = 0;
    RolloutCounts counts;
    for (const auto &set : rollout.all()) {
        wanted += RolloutFamily<Set>::wanted(*set);
        counts.total += set->status.replicas;
        counts.ready += set->status.readyReplicas.value_or(0);
        counts.available += set->status.availableReplicas.value_or(0);
    }
    status.replicas = counts.total;
    status.updatedReplicas = api::unlessZero(rollout.current ? rollout.current->status.replicas : 0);
    status.readyReplicas = api::unlessZero(counts.ready);
    status.availableReplicas = api::unlessZero(counts.available);
    status.unavailableReplicas = api::unlessZero(std::max<std::int64_t>(wanted - counts.available, 0));
}

} // namespace core::rollout
