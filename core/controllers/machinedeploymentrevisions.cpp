// SPDX-License-Identifier: GPL-3.0-or-later
// Template hash, names, revisions and rollback of a MachineDeployment (machine-api.md §6.2, §6.7).
#include "core/controllers/machinedeploymentrules.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace core::controllers {

namespace {

constexpr std::array<std::string_view, 5> notCopied {api::keys::revision, api::keys::revisionHistory,
    api::keys::desiredReplicas, api::keys::maxReplicas, api::keys::lastApplied};

bool isCopied(std::string_view annotation)
{
    return std::ranges::find(notCopied, annotation) == notCopied.end();
}

void put(api::Labels &labels, std::string_view key, std::string value)
{
    labels.insert_or_assign(std::string(key), std::move(value));
}

void copyAnnotations(const api::Labels &from, api::Labels &to)
{
    for (const auto &[key, value] : from) {
        if (isCopied(key))
            put(to, key, value);
    }
}

api::MachineTemplate withoutHash(api::MachineTemplate machineTemplate)
{
    std::erase_if(machineTemplate.metadata.labels,
        [](const auto &label) { return label.first == api::keys::templateHash; });
    return machineTemplate;
}

std::uint32_t fnv1a(std::string_view text)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

} // namespace

bool isSameTemplate(const api::MachineTemplate &left, const api::MachineTemplate &right)
{
    return withoutHash(left) == withoutHash(right);
}

std::string templateHash(
    const api::MachineTemplate &machineTemplate, const std::optional<std::int64_t> &collisionCount)
{
    std::string text = api::writeCanonicalJson(api::encode(withoutHash(machineTemplate)));
    if (collisionCount)
        text += std::to_string(*collisionCount);
    return std::to_string(fnv1a(text));
}

std::string machineSetName(const api::MachineDeployment &deployment, const std::string &hash)
{
    constexpr std::string_view letters = "bcdfghjklmnpqrstvwxz2456789";
    std::string name = deployment.metadata.name + "-";
    for (const char digit : hash)
        name += letters[static_cast<unsigned char>(digit) % letters.size()];
    return name;
}

std::int64_t revisionOf(const api::ObjectMeta &meta)
{
    const std::string_view text = meta.annotation(api::keys::revision);
    std::int64_t revision = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), revision);
    return error == std::errc() && end == text.data() + text.size() ? revision : 0;
}

std::int64_t nextRevision(const Rollout &rollout)
{
    std::int64_t newest = 0;
    for (const MachineSetPointer &set : rollout.old)
        newest = std::max(newest, revisionOf(set->metadata));
    return newest + 1;
}

void annotateSize(api::MachineSet &set, const RolloutLimits &limits)
{
    put(set.metadata.annotations, api::keys::desiredReplicas, std::to_string(limits.desired));
    put(set.metadata.annotations, api::keys::maxReplicas, std::to_string(limits.maxTotal()));
}

api::MachineSet newMachineSet(
    const api::MachineDeployment &deployment, std::int64_t size, std::int64_t revision)
{
    const api::Resource &resource = api::resourceOf<api::MachineDeployment>();
    const std::string hash = templateHash(deployment.spec.template_, deployment.status.collisionCount);
    api::MachineSet set;
    set.metadata.name = machineSetName(deployment, hash);
    set.metadata.ns = deployment.metadata.ns;
    set.metadata.ownerReferences = {{resource.apiVersion(), resource.kind, deployment.metadata.name,
        deployment.metadata.uid, true, true}};
    copyAnnotations(deployment.metadata.annotations, set.metadata.annotations);
    put(set.metadata.annotations, api::keys::revision, std::to_string(revision));
    annotateSize(set, limitsOf(deployment));
    set.spec.replicas = size;
    set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    set.spec.selector = deployment.spec.selector;
    put(set.spec.selector.matchLabels, api::keys::templateHash, hash);
    set.spec.template_ = deployment.spec.template_;
    put(set.spec.template_.metadata.labels, api::keys::templateHash, hash);
    set.metadata.labels = set.spec.template_.metadata.labels;
    return set;
}

api::MachineSet broughtUpToDate(const api::MachineDeployment &deployment, const Rollout &rollout)
{
    api::MachineSet set = *rollout.current;
    copyAnnotations(deployment.metadata.annotations, set.metadata.annotations);
    set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    const std::int64_t before = revisionOf(set.metadata);
    const std::int64_t now = nextRevision(rollout);
    if (before >= now)
        return set;
    put(set.metadata.annotations, api::keys::revision, std::to_string(now));
    if (before > 0) {
        const std::string earlier(set.metadata.annotation(api::keys::revisionHistory));
        put(set.metadata.annotations, api::keys::revisionHistory,
            (earlier.empty() ? "" : earlier + ",") + std::to_string(before));
    }
    return set;
}

MachineSetPointer rollbackTarget(const Rollout &rollout, std::int64_t revision)
{
    const std::int64_t asked = revision == 0 ? nextRevision(rollout) - 1 : revision;
    const std::vector<MachineSetPointer> sets = rollout.all();
    const auto found = std::ranges::find_if(sets,
        [asked](const MachineSetPointer &set) { return asked > 0 && revisionOf(set->metadata) == asked; });
    return found == sets.end() ? nullptr : *found;
}

api::MachineDeployment rolledBack(const api::MachineDeployment &deployment, const api::MachineSet &to)
{
    api::MachineDeployment after = deployment;
    after.spec.template_ = withoutHash(to.spec.template_);
    std::erase_if(
        after.metadata.annotations, [](const auto &annotation) { return isCopied(annotation.first); });
    copyAnnotations(to.metadata.annotations, after.metadata.annotations);
    return after;
}

std::vector<MachineSetPointer> expiredSets(const api::MachineDeployment &deployment, const Rollout &rollout)
{
    constexpr std::int64_t usualLimit = 1;
    const auto limit = std::max<std::int64_t>(deployment.spec.revisionHistoryLimit.value_or(usualLimit), 0);
    const auto beyond = std::max<std::int64_t>(static_cast<std::int64_t>(rollout.old.size()) - limit, 0);
    std::vector<MachineSetPointer> expired(rollout.old.begin(), rollout.old.begin() + beyond);
    std::erase_if(expired, [](const MachineSetPointer &set) {
        return set->wantedReplicas() > 0 || set->status.replicas > 0
            || set->status.observedGeneration.value_or(0) < set->metadata.generation.value_or(0);
    });
    return expired;
}

} // namespace core::controllers
