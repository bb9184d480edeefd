// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/autoscaler/autoscaler.h"

#include "core/api/timerange.h"
#include "core/base/number.h"
#include "core/controllers/autoscaler/autoscalerreasons.h"
#include "core/controllers/conditions.h"
#include "core/controllers/drain.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core::controllers {

namespace {

using namespace autoscaling;
using base::Duration;
using base::Time;
using runtime::Plan;

std::string percent(double part)
{
    return std::to_string(std::lround(part * 100)) + " %";
}

const api::Taint *taintOf(const api::Node &node, std::string_view key)
{
    const auto found = std::ranges::find(node.spec.taints, key, &api::Taint::key);
    return found == node.spec.taints.end() ? nullptr : &*found;
}

/// The time is since when the node is not needed, as its taint says.
std::optional<Time> unneededSince(const api::Node &node)
{
    const api::Taint *going = taintOf(node, goingTaint);
    const api::Taint *taint = going ? going : taintOf(node, candidateTaint);
    const auto seconds = taint ? base::parseNumber<std::int64_t>(taint->value) : std::nullopt;
    return seconds ? std::optional(Time(api::heldSeconds(*seconds))) : std::nullopt;
}

void dropTaints(api::Node &node)
{
    std::erase_if(node.spec.taints,
        [](const api::Taint &taint) { return taint.key == candidateTaint || taint.key == goingTaint; });
}

api::Taint taintNow(std::string_view key, std::string_view effect, Time now)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    return {std::string(key), std::to_string(seconds), std::string(effect), {}};
}

bool tellsFailure(const api::Machine &machine)
{
    return machine.status.phase == api::phases::failed && !machine.status.failureMessage.empty();
}

bool isLate(const GroupMember &member, const NodeGroup &group, Time now)
{
    return !member.node && member.machine->metadata.creationTimestamp
        && *member.machine->metadata.creationTimestamp + group.options.maxNodeProvisionTime <= now;
}

bool hasFailed(const GroupMember &member, const NodeGroup &group, Time now)
{
    return tellsFailure(*member.machine) || isLate(member, group, now);
}

/// Nodes that are on their way: machines not made yet, and machines that wait for theirs.
std::int64_t underWay(const NodeGroup &group, Time now)
{
    const auto waiting = std::ranges::count_if(group.members,
        [&](const GroupMember &member) { return !member.node && !hasFailed(member, group, now); });
    return waiting + std::max<std::int64_t>(group.size - static_cast<std::int64_t>(group.members.size()), 0);
}

std::optional<Time> backoffEnd(const NodeGroup &group, Time now)
{
    const auto until = api::parseTime(group.meta().annotation(backoffUntil));
    return until && *until > now ? std::optional(*until) : std::nullopt;
}

/// Why the group can't grow, in the words of the event that pods get; empty when it can.
std::string whyNotGrow(const NodeGroup &group, Time now)
{
    if (group.isPaused())
        return "node group(s) paused";
    if (group.size >= group.max)
        return "max node group size reached";
    return backoffEnd(group, now) ? "in backoff after failed scale-up" : std::string();
}

/// One write: the size, and until when the group backs off; an old backoff goes.
std::optional<api::PatchObject> resized(
    const NodeGroup &group, std::int64_t size, std::optional<Time> until, Time now)
{
    return std::visit(
        [&](const auto &object) {
            auto after = *object;
            after.spec.replicas = size;
            if (until)
                after.metadata.annotations.insert_or_assign(
                    std::string(backoffUntil), api::formatTime(*until));
            else if (!backoffEnd(group, now))
                after.metadata.annotations.erase(std::string(backoffUntil));
            return api::patchEffect(*object, after);
        },
        group.scaled);
}

api::EmitEvent eventOn(const NodeGroup &group, std::string type, std::string reason, std::string message)
{
    return std::visit(
        [&](const auto &object) -> api::EmitEvent {
            return {api::referenceTo(*object), std::move(type), std::move(reason), std::move(message)};
        },
        group.scaled);
}

std::optional<Time> youngest(const NodeGroup &group)
{
    std::optional<Time> last;
    for (const GroupMember &member : group.members)
        last = std::max(last, member.machine->metadata.creationTimestamp);
    return last;
}

/// A node that is not needed, and whether nothing has to move for it to go.
struct Idle {
    const GroupMember *member = nullptr;
    bool isEmpty = true;
    Time since; ///< now, when nobody noticed before
    Time due;
};

std::string namesOf(const std::vector<Idle> &nodes)
{
    std::string names;
    for (const Idle &idle : nodes)
        names += (names.empty() ? "" : ", ") + idle.member->node->metadata.name;
    return names;
}

template<std::size_t facts>
using Code = decltype(autoscalerReason)::Entry<facts>;

/// One look at all groups.
class Scan
{
public:
    Scan(const AutoscalerView &seen, const AutoscalerOptions &options, Time now)
        : m_seen(seen)
        , m_options(options)
        , m_now(now)
    {
        m_plan.checkAgainAfter = options.scan;
    }

    Plan plan()
    {
        m_plan.reasons = m_seen.problems;
        if (m_seen.groups.empty()) {
            because(autoscalerReason("NoNodeGroups"));
            return std::move(m_plan);
        }
        for (const NodeGroup &group : m_seen.groups)
            std::ranges::copy(group.problems, std::back_inserter(m_plan.reasons));
        indexCapacity();
        for (const NodeGroup &group : m_seen.groups)
            replaceFailed(group);
        scaleUp();
        for (const NodeGroup &group : m_seen.groups)
            shrink(group);
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void because(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }

    void indexCapacity()
    {
        for (const NodePointer &node : m_seen.nodes) {
            Room room {node, {}};
            for (const PodPointer &pod : m_seen.podsOn(node->metadata.name)) {
                if (!api::isFinished(*pod))
                    room.take(pod);
            }
            m_roomOf.emplace(node->metadata.name, m_rooms.size());
            m_rooms.push_back(std::move(room));
        }
    }

    void resize(const NodeGroup &group, std::int64_t size, std::optional<Time> until = {})
    {
        append(m_plan.effects, resized(group, size, until, m_now));
        m_resized.insert(group.name());
    }

    // Up

    /// A machine that got no node in time, or that failed, makes room for another try later on.
    void replaceFailed(const NodeGroup &group)
    {
        std::vector<const GroupMember *> failed;
        for (const GroupMember &member : group.members) {
            if (hasFailed(member, group, m_now))
                failed.push_back(&member);
        }
        if (failed.empty())
            return;
        const std::string name = group.name();
        const auto spare = static_cast<std::size_t>(std::max<std::int64_t>(group.size - group.min, 0));
        if (group.isPaused() || !group.isAtSize() || spare == 0)
            return because(autoscalerReason("FailedMachinesStay", failed.size(), name,
                group.isPaused() ? "the group is paused"
                    : spare == 0 ? "the group has its smallest size"
                                 : "its size is just changing"));
        failed.resize(std::min(failed.size(), spare));
        for (const GroupMember *member : failed)
            mark(*member->machine);
        const Time until = api::truncatedToSeconds(m_now) + m_options.failureBackoff;
        const bool late = isLate(*failed.front(), group, m_now);
        const std::string message = late
            ? "Nodes added to group " + name + " failed to register within "
                + api::formatDuration(group.options.maxNodeProvisionTime)
            : "Scale-up of group " + name + " failed: " + failed.front()->machine->status.failureMessage;
        resize(group, group.size - static_cast<std::int64_t>(failed.size()), until);
        m_events.push_back(
            eventOn(group, "Warning", late ? "ScaleUpTimedOut" : "FailedToScaleUpGroup", message));
        because(autoscalerReason(late ? Code<4>("ScaleUpTimedOut") : Code<4>("FailedToScaleUpGroup"), message,
            failed.size(), until, name));
    }

    void scaleUp()
    {
        std::vector<PodPointer> left = m_seen.pending;
        if (left.empty())
            return because(autoscalerReason("NoPendingPods"));
        std::erase_if(left, [this](const PodPointer &pod) {
            const auto room = place(pod, m_rooms);
            if (room)
                m_claimed.insert(*room);
            return room.has_value();
        });
        if (left.size() < m_seen.pending.size())
            because(autoscalerReason("WaitingForScheduler", m_seen.pending.size() - left.size()));
        waitForNodes(left);
        if (!left.empty())
            grow(left);
    }

    /// Takes those away that fit on nodes that are on their way.
    void waitForNodes(std::vector<PodPointer> &left)
    {
        Rooms coming;
        for (const NodeGroup &group : m_seen.groups) {
            const auto like = templateNode(group);
            const std::int64_t count = like ? underWay(group, m_now) : 0;
            for (std::int64_t i = 0; i < count; ++i)
                coming.push_back(newRoom(*like, coming.size()));
        }
        const std::size_t before = left.size();
        std::erase_if(left, [&](const PodPointer &pod) { return place(pod, coming, m_rooms).has_value(); });
        if (left.size() < before)
            because(autoscalerReason("WaitingForNodes", before - left.size(), coming.size()));
    }

    void grow(const std::vector<PodPointer> &pods)
    {
        std::optional<Growth> best;
        for (std::size_t i = 0; i < m_seen.groups.size(); ++i) {
            auto growth = growthOf(m_seen.groups[i], pods);
            if (!growth || growth->pods.empty())
                continue;
            growth->group = i;
            const auto rank = [](const Growth &each) {
                return std::pair(each.waste, -std::ssize(each.pods));
            };
            if (!best || rank(*growth) < rank(*best))
                best = std::move(growth);
        }
        std::vector<PodPointer> helpless = pods;
        if (best) {
            carryOut(*best);
            std::erase_if(helpless, [&](const PodPointer &pod) {
                return std::ranges::find(best->pods, pod) != best->pods.end();
            });
        }
        if (!helpless.empty())
            giveUp(helpless);
    }

    std::optional<Growth> growthOf(const NodeGroup &group, const std::vector<PodPointer> &pods)
    {
        const std::string name = group.name();
        if (const std::string why = whyNotGrow(group, m_now); !why.empty()) {
            because(autoscalerReason("CannotGrow", name, group.size, why, group.max));
            return std::nullopt;
        }
        if (m_resized.contains(name))
            return std::nullopt;
        const auto like = templateNode(group);
        if (!like) {
            because(autoscalerReason("UnknownCapacity", name, like.error().message));
            return std::nullopt;
        }
        return controllers::grow(*like, pods, group.max - group.size, m_rooms);
    }

    void carryOut(const Growth &growth)
    {
        const NodeGroup &group = m_seen.groups[growth.group];
        const std::string name = group.name();
        const std::string from = std::to_string(group.size);
        const std::string to = std::to_string(group.size + growth.nodes);
        const std::string max = std::to_string(group.max);
        resize(group, group.size + growth.nodes);
        m_events.push_back(eventOn(group, "Normal", "ScaledUpGroup",
            "Scale-up: setting group size to " + to + " instead of " + from + " (max: " + max + ")"));
        for (const PodPointer &pod : growth.pods)
            m_events.push_back(normalEvent(*pod, "TriggeredScaleUp",
                "pod triggered scale-up: [{" + name + " " + from + "->" + to + " (max: " + max + ")}]"));
        because(autoscalerReason(
            "TriggeredScaleUp", name, from, to, growth.pods.size(), percent(growth.waste / 2)));
    }

    /// "2 Insufficient cpu, 1 max node group size reached"
    std::string whyNoGroupHelps(const api::Pod &pod) const
    {
        std::map<std::string, int> whys;
        for (const NodeGroup &group : m_seen.groups) {
            std::string why = whyNotGrow(group, m_now);
            if (m_resized.contains(group.name())) // what would fit is left over
                why = "max node group size reached";
            const auto like = templateNode(group);
            if (why.empty() && !like)
                why = "unknown capacity";
            if (why.empty())
                why = whyNotOn(*like, pod, m_rooms);
            ++whys[why.empty() ? "another node group grows first" : why];
        }
        std::string text;
        for (const auto &[why, count] : whys)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + why;
        return text;
    }

    /// It is told once per pod: in the first look after the scheduler gave up on it.
    void giveUp(const std::vector<PodPointer> &pods)
    {
        for (const PodPointer &pod : pods) {
            const api::PodCondition *scheduled = api::podCondition(*pod, "PodScheduled");
            const Time since = scheduled->lastTransitionTime.value_or(Time());
            if (m_now - since <= m_options.scan)
                m_events.push_back(normalEvent(
                    *pod, "NotTriggerScaleUp", "pod didn't trigger scale-up: " + whyNoGroupHelps(*pod)));
        }
        const std::string why = whyNoGroupHelps(*pods.front());
        because(autoscalerReason("NotTriggerScaleUp", pods.size(), pods.front()->key().text(), why));
    }

    // Down

    void mark(const api::Machine &machine)
    {
        if (!machine.metadata.annotation(api::keys::deleteMachine).empty())
            return;
        api::Machine after = machine;
        after.metadata.annotations.insert_or_assign(
            std::string(api::keys::deleteMachine), api::formatTime(m_now));
        append(m_plan.effects, api::patchEffect(machine, after, {}, api::Precondition::Uid));
    }

    void shrink(const NodeGroup &group)
    {
        const std::string name = group.name();
        if (m_resized.contains(name))
            return;
        if (group.isPaused())
            return because(autoscalerReason("Paused", name));
        if (!group.isAtSize())
            return because(autoscalerReason("Resizing", name, group.members.size(), group.size));
        if (group.isRollingOut)
            return because(autoscalerReason("RollingOut", name));
        std::vector<Idle> idle = idleNodes(group);
        std::vector<Idle> going = goingNow(group, idle);
        for (const GroupMember &member : group.members) {
            if (member.node && !isListed(idle, member))
                unmark(member);
        }
        for (const Idle &each : idle) {
            if (!isListed(going, *each.member))
                noteCandidate(each);
        }
        if (!going.empty())
            remove(group, going);
    }

    static bool isListed(const std::vector<Idle> &nodes, const GroupMember &member)
    {
        return std::ranges::any_of(nodes, [&](const Idle &idle) { return idle.member == &member; });
    }

    /// Members in the order in which they are considered: noticed first, then empty ones, then by name.
    std::vector<const GroupMember *> considered(const NodeGroup &group) const
    {
        std::vector<const GroupMember *> members;
        for (const GroupMember &member : group.members) {
            if (member.node && m_roomOf.contains(member.node->metadata.name))
                members.push_back(&member);
        }
        std::ranges::stable_sort(members, {}, [this](const GroupMember *member) {
            return std::pair(
                unneededSince(*member->node).value_or(Time::max()), !podsToEvict(*member->node).empty());
        });
        return members;
    }

    /// There are at most as many as the group can spare.
    std::vector<Idle> idleNodes(const NodeGroup &group)
    {
        const std::string name = group.name();
        const auto spare = static_cast<std::size_t>(std::max<std::int64_t>(group.size - group.min, 0));
        std::vector<Idle> idle;
        std::size_t used = 0;
        std::size_t candidates = 0;
        if (spare == 0)
            because(autoscalerReason("AtMinSize", name, group.size));
        for (const GroupMember *member : considered(group)) {
            if (idle.size() == spare)
                break;
            const std::size_t index = m_roomOf.at(member->node->metadata.name);
            Room &room = m_rooms[index];
            const bool isUsed = utilization(room) >= group.options.utilizationThreshold;
            if (m_claimed.contains(index) || (member->node->isReady() && isUsed)) {
                ++used;
                continue;
            }
            const std::vector<PodPointer> pods = podsToEvict(*member->node);
            if (!pods.empty() && ++candidates > m_options.mostCandidates)
                continue;
            if (const std::string why = whyNeeded(*member, pods, room); !why.empty()) {
                because(autoscalerReason("NotRemovable", member->node->metadata.name, name, why));
                continue;
            }
            const Time since = unneededSince(*member->node).value_or(m_now);
            const Duration patience =
                member->node->isReady() ? group.options.unneededTime : group.options.unreadyTime;
            idle.push_back({member, pods.empty(), since, since + patience});
        }
        if (used > 0)
            because(autoscalerReason("Utilized", used, name, percent(group.options.utilizationThreshold)));
        return idle;
    }

    std::vector<PodPointer> podsToEvict(const api::Node &node) const
    {
        std::vector<PodPointer> pods = m_seen.podsOn(node.metadata.name);
        std::erase_if(pods, [](const PodPointer &pod) { return api::isFinished(*pod) || !mustLeave(*pod); });
        return pods;
    }

    /// Moves the node's pods elsewhere, in thought, and closes its room; says why that can't be.
    std::string whyNeeded(const GroupMember &member, const std::vector<PodPointer> &pods, Room &room)
    {
        if (const std::string why = whyStays(*member.node, pods, m_seen); !why.empty())
            return why;
        const NodePointer node = std::exchange(room.node, nullptr);
        if (pods.empty())
            return {};
        Rooms rooms = m_rooms;
        for (const PodPointer &pod : pods) {
            if (place(pod, rooms))
                continue;
            room.node = node;
            return "there is no other room for pod " + pod->key().text();
        }
        m_rooms = std::move(rooms);
        return {};
    }

    std::vector<Idle> goingNow(const NodeGroup &group, const std::vector<Idle> &idle)
    {
        const std::string name = group.name();
        const Time rested = youngest(group).value_or(Time()) + group.options.delayAfterAdd;
        std::vector<Idle> going;
        std::size_t empty = 0;
        for (const Idle &each : idle) {
            const std::string node = each.member->node->metadata.name;
            const Time due = std::max(each.due, rested);
            if (m_now < due) {
                because(autoscalerReason(m_now < each.due ? Code<4>("Unneeded") : Code<4>("CoolingDown"),
                    node, name, each.since, due));
                continue;
            }
            const bool mayGo = each.isEmpty
                ? empty < m_options.mostEmptyAtOnce
                : std::ranges::all_of(going, [](const Idle &other) { return other.isEmpty; });
            if (!mayGo) {
                because(autoscalerReason("NotAllAtOnce", node, name));
                continue;
            }
            empty += each.isEmpty ? 1 : 0;
            going.push_back(each);
        }
        return going;
    }

    void noteCandidate(const Idle &idle)
    {
        const api::Node &node = *idle.member->node;
        if (unneededSince(node))
            return;
        api::Node after = node;
        after.spec.taints.push_back(taintNow(candidateTaint, "PreferNoSchedule", m_now));
        append(m_plan.effects, api::patchEffect(node, after));
    }

    void unmark(const GroupMember &member)
    {
        const api::Node &node = *member.node;
        if (!unneededSince(node))
            return;
        because(autoscalerReason("NeededAgain", node.metadata.name));
        if (taintOf(node, goingTaint)) {
            api::Machine after = *member.machine;
            after.metadata.annotations.erase(std::string(api::keys::deleteMachine));
            append(m_plan.effects, api::patchEffect(*member.machine, after, {}, api::Precondition::Uid));
        }
        api::Node after = node;
        dropTaints(after);
        append(m_plan.effects, api::patchEffect(node, after));
    }

    void remove(const NodeGroup &group, const std::vector<Idle> &going)
    {
        for (const Idle &idle : going) {
            const api::Node &node = *idle.member->node;
            api::Node after = node;
            if (!taintOf(node, goingTaint)) {
                dropTaints(after);
                after.spec.taints.push_back(taintNow(goingTaint, "NoSchedule", idle.since));
            }
            append(m_plan.effects, api::patchEffect(node, after));
            mark(*idle.member->machine);
            m_events.push_back(normalEvent(node, "ScaleDown",
                "node removed by cluster autoscaler: not needed since " + api::formatTime(idle.since)));
        }
        const std::int64_t size = group.size - static_cast<std::int64_t>(going.size());
        const std::string names = namesOf(going);
        resize(group, size);
        m_events.push_back(eventOn(group, "Normal", "ScaleDown",
            "Scale-down: removing " + names + ", setting group size to " + std::to_string(size)
                + " instead of " + std::to_string(group.size) + " (min: " + std::to_string(group.min) + ")"));
        because(autoscalerReason("ScaleDown", group.name(), group.size, size, names));
    }

    const AutoscalerView &m_seen;
    const AutoscalerOptions &m_options;
    Time m_now;
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
    Rooms m_rooms; ///< of the nodes that are there
    std::map<std::string, std::size_t> m_roomOf; ///< index, by the node's name
    std::set<std::size_t> m_claimed; ///< rooms that pending pods fit into
    std::set<std::string> m_resized; ///< groups
};

class Autoscaler : public runtime::Reconciler
{
public:
    Autoscaler(const AutoscalerStores &stores, const base::Clock &clock, AutoscalerOptions options)
        : m_stores(stores)
        , m_clock(clock)
        , m_options(options)
    {
    }

    std::string_view name() const override { return "autoscaler"; }
    Plan reconcile(const api::ObjectKey &) const override
    {
        return planAutoscaling(viewOf(m_stores, m_options), m_options, m_clock.now());
    }

private:
    const AutoscalerStores m_stores;
    const base::Clock &m_clock;
    const AutoscalerOptions m_options;
};

} // namespace

Plan planAutoscaling(const AutoscalerView &seen, const AutoscalerOptions &options, Time now)
{
    return Scan(seen, options, now).plan();
}

api::ObjectKey autoscalerKey()
{
    return {{}, "node-groups"};
}

std::unique_ptr<runtime::Reconciler> makeAutoscaler(
    const AutoscalerStores &stores, const base::Clock &clock, AutoscalerOptions options)
{
    return std::make_unique<Autoscaler>(stores, clock, options);
}

} // namespace core::controllers
