// SPDX-License-Identifier: GPL-3.0-or-later
// Where pods would go: into nodes that are there, and into nodes that a group would make.
#include "core/api/podneighbours.h"
#include "core/api/selector.h"
#include "core/controllers/autoscaler/autoscaler.h"
#include "core/controllers/drain.h"

#include <algorithm>
#include <tuple>

namespace core::controllers {

namespace {

using PodRow = std::vector<PodPointer>;

/// The largest first, so that the small ones fill the gaps.
void sortForPlacing(PodRow &pods)
{
    std::ranges::sort(pods, {}, [](const PodPointer &pod) {
        const api::Amounts requests = api::requestsOf(*pod);
        return std::tuple(-api::amountOf(requests, "cpu"), -api::amountOf(requests, "memory"), pod->key());
    });
}

bool isReady(const api::Pod &pod)
{
    const api::PodCondition *ready = api::podCondition(pod, "Ready");
    return ready && ready->status == "True" && !pod.metadata.isDeleting();
}

bool hasLocalStorage(const api::Pod &pod)
{
    return std::ranges::any_of(pod.spec.volumes, [](const api::SharedJson &volume) {
        return api::find(volume, {"emptyDir"}) || api::find(volume, {"hostPath"});
    });
}

/// How many of the pods that the budget covers may go at once.
std::int64_t allowance(const api::PodDisruptionBudget &budget, const PodRow &inNamespace)
{
    std::int64_t expected = 0;
    std::int64_t healthy = 0;
    for (const PodPointer &pod : inNamespace) {
        if (!coversPod(budget, *pod) || api::isFinished(*pod))
            continue;
        ++expected;
        healthy += isReady(*pod) ? 1 : 0;
    }
    std::int64_t needed = 0;
    if (budget.spec.maxUnavailable)
        needed =
            expected - api::portionOf(*budget.spec.maxUnavailable, expected, api::Rounding::Up).value_or(0);
    else if (budget.spec.minAvailable)
        needed = api::portionOf(*budget.spec.minAvailable, expected, api::Rounding::Up).value_or(expected);
    return std::max<std::int64_t>(healthy - needed, 0);
}

/// Why the pod alone keeps its node; empty when it does not.
std::string whyKept(const api::Pod &pod, const AutoscalerView &seen)
{
    const std::string_view safe = pod.metadata.annotation(autoscaling::safeToEvict);
    if (safe == "true")
        return {};
    if (safe == "false")
        return "pod " + pod.key().text() + " is annotated as not safe to evict";
    if (!pod.metadata.controller())
        return "pod " + pod.key().text() + " has no controller that would make it anew";
    if (hasLocalStorage(pod))
        return "pod " + pod.key().text() + " has local storage";
    const bool budgeted =
        std::ranges::any_of(seen.budgets, [&](const auto &budget) { return coversPod(*budget, pod); });
    if (pod.metadata.ns == "kube-system" && !budgeted)
        return "pod " + pod.key().text() + " belongs to the system";
    return {};
}

std::string whyBudgetsForbid(const PodRow &toEvict, const AutoscalerView &seen)
{
    for (const auto &budget : seen.budgets) {
        const auto count =
            std::ranges::count_if(toEvict, [&](const PodPointer &pod) { return coversPod(*budget, *pod); });
        if (count > 0 && count > allowance(*budget, seen.podsIn(budget->metadata.ns)))
            return "the disruption budget " + budget->key().text() + " does not let its pods go";
    }
    return {};
}

/// The pod's neighbours in those rooms that matter to it.
api::PodNeighbours neighboursIn(const api::Pod &pod, std::initializer_list<const Rooms *> all)
{
    const bool minds = api::mindsNeighbours(pod);
    std::vector<const api::Node *> nodes;
    std::vector<api::PlacedPod> placed;
    for (const Rooms *rooms : all) {
        for (const Room &room : *rooms) {
            if (!room.node || !(minds || room.repels))
                continue;
            nodes.push_back(room.node.get());
            for (const PodPointer &other : room.pods)
                placed.push_back({other.get(), room.node.get()});
        }
    }
    return {pod, nodes, placed};
}

} // namespace

void Room::take(const PodPointer &pod)
{
    api::add(used, api::requestsOf(*pod));
    pods.push_back(pod);
    repels = repels || api::repels(*pod);
}

Room newRoom(const api::Node &like, std::size_t number)
{
    api::Node node = like;
    node.metadata.labels.insert_or_assign("kubernetes.io/hostname", "new-" + std::to_string(number));
    return {std::make_shared<const api::Node>(std::move(node)), {}};
}

std::optional<std::size_t> place(const PodPointer &pod, Rooms &rooms, const Rooms &beside, std::size_t from)
{
    const api::Amounts requests = api::requestsOf(*pod);
    const api::PodNeighbours neighbours = neighboursIn(*pod, {&rooms, &beside});
    for (std::size_t i = from; i < rooms.size(); ++i) {
        const NodePointer &node = rooms[i].node;
        if (node && api::unschedulableReason(*pod, requests, *node, rooms[i].used).empty()
            && neighbours.blockedReason(*node).empty()) {
            rooms[i].take(pod);
            return i;
        }
    }
    return std::nullopt;
}

std::string whyNotOn(const api::Node &like, const api::Pod &pod, const Rooms &beside)
{
    const Rooms empty {newRoom(like, 0)};
    const api::Node &node = *empty.front().node;
    std::string why = api::unschedulableReason(pod, api::requestsOf(pod), node, {});
    return why.empty() ? neighboursIn(pod, {&empty, &beside}).blockedReason(node) : why;
}

Growth grow(const api::Node &like, PodRow pods, std::int64_t mostNodes, const Rooms &beside)
{
    sortForPlacing(pods);
    Growth growth;
    Rooms rooms;
    for (const PodPointer &pod : pods) {
        if (place(pod, rooms, beside)) {
            growth.pods.push_back(pod);
            continue;
        }
        if (static_cast<std::int64_t>(rooms.size()) == mostNodes)
            continue;
        rooms.push_back(newRoom(like, rooms.size()));
        if (place(pod, rooms, beside, rooms.size() - 1))
            growth.pods.push_back(pod);
        else
            rooms.pop_back();
    }
    growth.nodes = static_cast<std::int64_t>(rooms.size());
    for (const std::string_view resource : {"cpu", "memory"}) {
        std::int64_t used = 0;
        for (const Room &room : rooms)
            used += api::amountOf(room.used, resource);
        const auto offered = static_cast<double>(api::allocatable(like, resource) * growth.nodes);
        growth.waste += offered > 0 ? 1 - static_cast<double>(used) / offered : 0;
    }
    return growth;
}

double utilization(const Room &room)
{
    double most = 0;
    for (const std::string_view resource : {"cpu", "memory"}) {
        const auto offered = static_cast<double>(api::allocatable(*room.node, resource));
        if (offered > 0)
            most = std::max(most, static_cast<double>(api::amountOf(room.used, resource)) / offered);
    }
    return most;
}

std::string whyStays(const api::Node &node, const PodRow &pods, const AutoscalerView &seen)
{
    if (node.metadata.annotation(autoscaling::scaleDownDisabled) == "true")
        return "the node is annotated to stay";
    PodRow toEvict;
    for (const PodPointer &pod : pods) {
        if (api::isFinished(*pod) || !mustLeave(*pod))
            continue;
        if (std::string why = whyKept(*pod, seen); !why.empty())
            return why;
        toEvict.push_back(pod);
    }
    return whyBudgetsForbid(toEvict, seen);
}

} // namespace core::controllers
