// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commander.h"

#include "ui/format.h"

#include <algorithm>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int undoSeconds = 30;

bool isAboutTime(const Command &command)
{
    return std::holds_alternative<SetPace>(command) || std::holds_alternative<StepTime>(command);
}

std::string_view faultOf(const World &world, const std::string &node)
{
    const core::api::Node *found = world.node(node);
    return found ? found->metadata.annotation(core::api::keys::fault) : std::string_view();
}

/// What a fault makes of the health column, as far as one word tells.
QString expectedHealth(const std::string &fault)
{
    if (fault.starts_with("not-ready"))
        return wordOf(State::NotReady);
    return fault.starts_with("silent") ? wordOf(State::Unknown) : text(fault);
}

/// How many machines the object wants; nothing when it can't be scaled or is gone.
std::optional<std::int64_t> wantedReplicas(const World &world, const ObjectRef &object)
{
    std::optional<std::int64_t> wanted;
    world.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.wantedReplicas(); })
            wanted = found.wantedReplicas();
    });
    return wanted;
}

bool isGoing(const World &world, const ObjectRef &object)
{
    bool stays = false;
    world.withObject(object, [&](const auto &found) { stays = !found.metadata.isDeleting(); });
    return !stays;
}

} // namespace

Commander::Commander(Session &session, const World &world, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_world(world)
{
    connect(&session, &Session::commandDone, this, &Commander::finish);
}

void Commander::setLocked(bool locked)
{
    if (locked == m_locked)
        return;
    m_locked = locked;
    emit lockChanged(isLocked());
}

quint64 Commander::send(Order order)
{
    if (isLocked() && !isAboutTime(order.command)) {
        const QString why = m_world.status().readOnly
            ? tr("The window was opened read-only: cannot %1.")
            : tr("Locked: cannot %1. Unlock at the top right first.");
        emit noticed({.level = Notice::Level::Problem, .text = why.arg(order.doing)});
        return 0;
    }
    const quint64 id = m_session.submit(order.command);
    if (order.subject) {
        emit problemChanged(*order.subject, {});
        if (order.confirmed) {
            // A newer wish replaces the older one in the same place.
            dropPending([&](const Pending &old) {
                return old.subject == *order.subject && old.column == order.column;
            });
            m_pending.push_back({id, *order.subject, order.column, order.confirmed});
            emit pendingChanged(*order.subject, order.column, order.pending);
        }
    }
    m_running.emplace(id, std::move(order));
    emit runningChanged(running());
    return id;
}

void Commander::dropPending(const std::function<bool(const Pending &)> &over)
{
    std::deque<Pending> dropped;
    for (const Pending &pending : m_pending) {
        if (over(pending))
            dropped.push_back(pending);
    }
    std::erase_if(m_pending, over);
    for (const Pending &pending : dropped)
        emit pendingChanged(pending.subject, pending.column, {});
}

void Commander::worldChanged(const ChangeSet &changes)
{
    if (changes.reset) {
        m_pending.clear();
        m_running.clear();
        emit runningChanged(0);
        return;
    }
    dropPending([this](const Pending &pending) { return pending.confirmed(m_world); });
}

void Commander::finish(const CommandOutcome &outcome)
{
    auto node = m_running.extract(outcome.id);
    if (node.empty())
        return;
    emit runningChanged(running());
    report(node.mapped(), outcome.result);
    emit finished(outcome.id, outcome.result);
}

void Commander::report(const Order &order, const core::base::Result<std::string> &result)
{
    if (result) {
        if (!order.quiet) {
            emit noticed({.text = text(*result),
                .actionText = order.undoText,
                .action = order.undo,
                .seconds = order.undo ? undoSeconds : 6});
        }
        return;
    }
    const QString problem = tr("Could not %1: %2").arg(order.doing, text(result.error().message));
    if (order.subject) {
        dropPending(
            [&](const Pending &old) { return old.subject == *order.subject && old.column == order.column; });
        emit problemChanged(*order.subject, problem);
    }
    emit noticed({.level = Notice::Level::Problem, .text = problem, .seconds = 0});
}

void Commander::scale(const ObjectRef &target, std::int64_t replicas)
{
    const auto before = wantedReplicas(m_world, target);
    if (!before || *before == replicas)
        return;
    send({.command = Scale {resourceRef(target), replicas},
        .subject = target,
        .doing = tr("scale %1 to %2").arg(text(target.key.name)).arg(replicas),
        .column = u"desired"_s,
        .pending = QString::number(replicas),
        .confirmed =
            [target, replicas](
                const World &world) { return wantedReplicas(world, target).value_or(replicas) == replicas; },
        .undoText = tr("Scale back to %1").arg(*before),
        .undo = [this, target, before] { scale(target, *before); }});
}

void Commander::setPaused(const ObjectRef &deployment, bool paused)
{
    send({.command = SetPaused {resourceRef(deployment), paused},
        .subject = deployment,
        .doing = (paused ? tr("pause %1") : tr("resume %1")).arg(text(deployment.key.name)),
        .column = u"progress"_s,
        .pending = paused ? tr("pausing") : tr("resuming"),
        .confirmed =
            [deployment, paused](const World &world) {
                bool differs = false;
                world.withObject(deployment, [&](const auto &found) {
                    if constexpr (requires { found.spec.paused; })
                        differs = found.spec.paused != paused;
                });
                return !differs;
            },
        .undoText = paused ? tr("Resume") : tr("Pause"),
        .undo = [this, deployment, paused] { setPaused(deployment, !paused); }});
}

void Commander::rollBack(const ObjectRef &deployment, std::int64_t revision)
{
    const auto generation = [deployment](const World &world) {
        std::optional<std::int64_t> seen;
        world.withObject(deployment, [&](const auto &found) { seen = found.metadata.generation; });
        return seen;
    };
    send({.command = RollBack {resourceRef(deployment), revision},
        .subject = deployment,
        .doing = tr("roll %1 back to revision %2").arg(text(deployment.key.name)).arg(revision),
        .column = u"progress"_s,
        .pending = tr("rolling back"),
        .confirmed = [generation, before = generation(m_world)](
                         const World &world) { return generation(world) != before; }});
}

void Commander::breakNode(const std::string &node, const std::string &fault)
{
    const std::string before(faultOf(m_world, node));
    send({.command = BreakNode {node, fault},
        .subject = ObjectRef {Kind::Node, {{}, node}},
        .doing = tr("make %1 %2").arg(text(node), text(fault)),
        .column = u"health"_s,
        .pending = expectedHealth(fault),
        .confirmed = [node, before](
                         const World &world) { return !world.node(node) || faultOf(world, node) != before; },
        .undoText = tr("Heal"),
        .undo = [this, node] { healNode(node); }});
}

void Commander::healNode(const std::string &node)
{
    send({.command = HealNode {node},
        .subject = ObjectRef {Kind::Node, {{}, node}},
        .doing = tr("heal %1").arg(text(node)),
        .column = u"health"_s,
        .pending = wordOf(State::Ready),
        .confirmed = [node](
                         const World &world) { return !world.node(node) || faultOf(world, node).empty(); }});
}

void Commander::breakZone(const std::string &zone, const std::string &fault)
{
    send({.command = BreakZone {zone, fault},
        .doing = tr("make all nodes of zone %1 %2").arg(text(zone), text(fault)),
        .undoText = tr("Heal"),
        .undo = [this, zone] { healZone(zone); }});
}

void Commander::healZone(const std::string &zone)
{
    send({.command = HealZone {zone}, .doing = tr("heal all nodes of zone %1").arg(text(zone))});
}

void Commander::remove(const ObjectRef &object)
{
    send({.command = DeleteThing {resourceRef(object)},
        .subject = object,
        .doing = tr("delete %1").arg(nameOf(object)),
        .column = u"name"_s,
        .pending = tr("deleting"),
        .confirmed = [object](const World &world) { return isGoing(world, object); }});
}

quint64 Commander::setProviderConfig(
    const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion)
{
    return send({.command = SetProviderConfig {resourceRef(target), config, resourceVersion},
        .subject = target,
        .doing = tr("change the provider config of %1").arg(text(target.key.name))});
}

quint64 Commander::createMachineSet(const CreateMachineSet &wanted)
{
    return send({.command = wanted, .doing = tr("create the MachineSet %1").arg(text(wanted.key.name))});
}

quint64 Commander::applyYaml(const std::string &yaml)
{
    return send({.command = ApplyYaml {yaml}, .doing = tr("apply the YAML")});
}

void Commander::switchController(const std::string &name, bool on)
{
    send({.command = SwitchController {name, on},
        .doing = (on ? tr("switch %1 on") : tr("switch %1 off")).arg(text(name))});
}

void Commander::installPrerequisites()
{
    send({.command = InstallPrerequisites {}, .doing = tr("install the prerequisites")});
}

void Commander::inspect(const std::optional<ObjectRef> &object)
{
    m_session.submit(Inspect {object ? std::optional(resourceRef(*object)) : std::nullopt});
}

void Commander::setPace(double pace)
{
    send({.command = SetPace {pace}, .doing = tr("change the pace"), .quiet = true});
}

void Commander::stepTime()
{
    send({.command = StepTime {}, .doing = tr("step"), .quiet = true});
}

} // namespace ui
