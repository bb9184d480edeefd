// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/sight.h"

#include "core/api/codec.h"
#include "core/api/yaml.h"
#include "ui/format.h"

#include <algorithm>
#include <ranges>

namespace ui {

using namespace std::chrono_literals;

namespace {

constexpr auto replacedWithin = 5s; // a set answers a deletion at once

/// The latest of a machine, or of that of a node.
template<typename Wanted>
const core::timeline::Episode *latestEpisode(
    const ClusterView &cluster, const ObjectRef &object, Wanted isWanted)
{
    const bool isNode = object.kind == Kind::Node;
    if (!isNode && !isMachine(object.kind))
        return nullptr;
    const bool isOfMcm = object.kind == Kind::McmMachine;
    for (const auto &[id, episode] : std::views::reverse(cluster.health().episodes())) {
        const bool isOfIt = isNode ? episode.node == object.key.name
                                   : episode.isOfMcm == isOfMcm && episode.machine == object.key;
        if (isOfIt && isWanted(episode))
            return &episode;
    }
    return nullptr;
}

template<typename M>
std::optional<ObjectRef> onlyNewcomer(const ClusterView &cluster, const Sight &sight)
{
    std::optional<ObjectRef> newcomer;
    for (const auto &[key, machine] : cluster.all<M>()) {
        const auto &created = machine->metadata.creationTimestamp;
        if (!created || *created < *sight.deletionAsked || *created > *sight.goneAt + replacedWithin
            || ClusterView::setOf(machine->metadata) != sight.set)
            continue;
        if (newcomer)
            return std::nullopt; // several went at once: who came for whom is not known
        newcomer = {kindOf<M>(), key};
    }
    return newcomer;
}

/// One large value must not push all others out of sight, nor hold the window up (T12).
void shorten(core::api::Json &json)
{
    if (auto *text = json.if_string()) {
        const std::string begin = beginning({text->data(), text->size()});
        text->assign(begin.data(), begin.size());
    } else if (auto *list = json.if_array()) {
        std::ranges::for_each(*list, shorten);
    } else if (auto *object = json.if_object()) {
        std::ranges::for_each(*object, [](auto &&member) { shorten(member.value()); });
    }
}

QString yamlOf(core::api::Json object)
{
    shorten(object);
    return lines(core::api::writeYaml(object));
}

} // namespace

std::optional<Sight> sightOf(const ClusterView &cluster, const ObjectRef &object)
{
    auto details = detailsOf(cluster, object);
    if (!details)
        return std::nullopt;
    Sight sight {.details = std::move(*details)};
    cluster.withObject(object, [&]<typename T>(const T &found) {
        sight.uid = found.metadata.uid;
        sight.version = found.metadata.resourceVersion;
        sight.made = found.metadata.creationTimestamp;
        sight.deletionAsked = found.metadata.deletionTimestamp;
        if constexpr (requires { nodeNameOf(found); })
            sight.set = ClusterView::setOf(found.metadata);
        sight.yaml = [kept = cluster.all<T>().at(object.key)] {
            return yamlOf(core::api::encodeObject(*kept));
        };
    });
    return sight;
}

const core::timeline::Episode *episodeInRecord(const ClusterView &cluster, const ObjectRef &object)
{
    return latestEpisode(
        cluster, object, [&](const core::timeline::Episode &each) { return cluster.hadBegun(each); });
}

std::optional<core::api::Time> goneInRecord(const ClusterView &cluster, const ObjectRef &object)
{
    const auto *episode = latestEpisode(cluster, object,
        [&](const core::timeline::Episode &each) { return cluster.asKnown(each).oldGoneAt.has_value(); });
    return episode ? episode->oldGoneAt : std::nullopt;
}

std::optional<ObjectRef> replacementInRecord(const ClusterView &cluster, const ObjectRef &object)
{
    const auto *episode = latestEpisode(cluster, object,
        [&](const core::timeline::Episode &each) { return !cluster.asKnown(each).replacement.name.empty(); });
    return episode ? std::optional(replacementOf(*episode)) : std::nullopt;
}

std::optional<ObjectRef> replacementOf(
    const ClusterView &cluster, const ObjectRef &object, const Sight &sight)
{
    if (auto recorded = replacementInRecord(cluster, object))
        return recorded;
    if (!sight.set || !sight.deletionAsked || !sight.goneAt)
        return std::nullopt;
    return object.kind == Kind::Machine ? onlyNewcomer<core::api::Machine>(cluster, sight)
                                        : onlyNewcomer<core::api::mcm::Machine>(cluster, sight);
}

} // namespace ui
