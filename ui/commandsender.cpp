// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandsender.h"

#include "core/api/providerconfig.h"
#include "ui/format.h"

#include <algorithm>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

std::string_view faultOf(const ClusterView &cluster, const std::string &node)
{
    const core::api::Node *found = cluster.node(node);
    return found ? found->metadata.annotation(core::api::keys::fault) : std::string_view();
}

/// What a fault makes of the health column, as far as one word tells.
QString expectedHealth(const std::string &fault, core::api::Time now)
{
    if (fault.starts_with("not-ready"))
        return wordOf(State::NotReady);
    return fault.starts_with("silent") ? wordOf(State::Unknown) : faultText(fault, now);
}

std::vector<ObjectRef> refsOf(const std::vector<std::string> &nodes)
{
    std::vector<ObjectRef> refs;
    for (const std::string &node : nodes)
        refs.push_back({Kind::Node, {{}, node}});
    return refs;
}

bool failsIn(const ClusterView &cluster, const std::string &zone)
{
    return std::ranges::any_of(cluster.all<core::api::Node>(), [&](const auto &entry) {
        const core::api::ObjectMeta &meta = entry.second->metadata;
        return meta.label(core::api::keys::topologyZone) == zone
            && !meta.annotation(core::api::keys::fault).empty();
    });
}

/// The name of one, the number of several.
QString wordsFor(const std::vector<std::string> &nodes)
{
    return nodes.size() == 1 ? text(nodes.front())
                             : CommandSender::tr("%n nodes", nullptr, static_cast<int>(nodes.size()));
}

bool isWanted(const ClusterView &cluster, const std::string &controller)
{
    const auto &all = cluster.status().controllers;
    const auto found = std::ranges::find(all, controller, &ControllerState::name);
    return found != all.end() && found->wanted;
}

bool isGoing(const ClusterView &cluster, const ObjectRef &object)
{
    bool stays = false;
    cluster.withObject(object, [&](const auto &found) { stays = !found.metadata.isDeleting(); });
    return !stays;
}

} // namespace

void CommandSender::rollBack(const ObjectRef &deployment, std::int64_t revision)
{
    const auto generation = [](const ClusterView &cluster, const ObjectRef &subject) {
        std::optional<std::int64_t> seen;
        cluster.withObject(subject, [&](const auto &found) { seen = found.metadata.generation; });
        return seen;
    };
    sendOrAsk({.command = RollBack {resourceRef(deployment), revision},
        .subjects = {deployment},
        .doing = tr("roll %1 back to revision %2").arg(text(deployment.key.name)).arg(revision),
        .column = u"progress"_s,
        .pending = tr("rolling back"),
        .confirmed = [generation, before = generation(m_cluster, deployment)](const ClusterView &cluster,
                         const ObjectRef &subject) { return generation(cluster, subject) != before; }});
}

void CommandSender::foresee(const std::vector<std::string> &nodes, const std::string &fault, Forecast then)
{
    send({.command = ForeseeFault {nodes, fault},
        .doing = tr("make %1 %2").arg(wordsFor(nodes), faultText(fault, m_cluster.now())),
        .forecast = std::move(then),
        .quiet = true});
}

void CommandSender::breakNodes(
    const std::vector<std::string> &nodes, const std::string &fault, const QString &outlook)
{
    if (nodes.empty())
        return;
    std::map<std::string, std::string> before;
    for (const std::string &node : nodes)
        before.emplace(node, faultOf(m_cluster, node));
    const std::vector<std::string> failing = failingWith(nodes);
    sendOrAsk({.command = BreakNodes {nodes, fault},
        .subjects = refsOf(nodes),
        .doing = tr("make %1 %2").arg(wordsFor(nodes), faultText(fault, m_cluster.now())),
        .column = u"health"_s,
        .pending = expectedHealth(fault, m_cluster.now()),
        .confirmed =
            [before = std::move(before)](const ClusterView &cluster, const ObjectRef &node) {
                const std::string &name = node.key.name;
                return !cluster.node(name) || faultOf(cluster, name) != before.at(name);
            },
        .done = failing.size() > nodes.size()
            ? tr("%n nodes told to fail", nullptr, static_cast<int>(failing.size()))
            : QString(),
        .outlook = outlook,
        .undoText = failing.size() == 1 ? tr("Heal") : tr("Heal all"),
        .undo = [this, failing] { healNodes(failing); },
        .topic = u"faults"_s,
        .isDone =
            [failing](const ClusterView &cluster) {
                return std::ranges::any_of(
                    failing, [&](const std::string &node) { return !faultOf(cluster, node).empty(); });
            }});
}

/// What was told before and still fails is taken back along with the new ones.
std::vector<std::string> CommandSender::failingWith(const std::vector<std::string> &nodes)
{
    std::erase_if(m_failing,
        [this](const std::string &node) { return !isPending(node) && faultOf(m_cluster, node).empty(); });
    m_failing.insert(nodes.begin(), nodes.end());
    return {m_failing.begin(), m_failing.end()};
}

void CommandSender::healNodes(const std::vector<std::string> &nodes)
{
    if (nodes.empty())
        return;
    sendOrAsk({.command = HealNodes {nodes},
        .subjects = refsOf(nodes),
        .doing = tr("heal %1").arg(wordsFor(nodes)),
        .column = u"health"_s,
        .pending = wordOf(State::Ready),
        .confirmed =
            [](const ClusterView &cluster, const ObjectRef &node) {
                return !cluster.node(node.key.name) || faultOf(cluster, node.key.name).empty();
            },
        .undoText = tr("Fail again"),
        .undo = breakingAgain(nodes),
        .topic = u"healed"_s,
        .isDone =
            [nodes](const ClusterView &cluster) {
                return std::ranges::any_of(nodes, [&](const std::string &node) {
                    return cluster.node(node) && faultOf(cluster, node).empty();
                });
            },
        .undoIsQuiet = true});
}

/// The nodes get the faults that they have now; null when none has one.
std::function<void()> CommandSender::breakingAgain(const std::vector<std::string> &nodes)
{
    std::map<std::string, std::vector<std::string>> byFault;
    for (const std::string &node : nodes) {
        if (const auto fault = faultOf(m_cluster, node); !fault.empty())
            byFault[std::string(fault)].push_back(node);
    }
    if (byFault.empty())
        return nullptr;
    return [this, byFault] {
        for (const auto &[fault, failing] : byFault)
            breakNodes(failing, fault);
    };
}

void CommandSender::breakZone(const std::string &zone, const std::string &fault, const QString &outlook)
{
    sendOrAsk({.command = BreakZone {zone, fault},
        .doing = tr("make all nodes of zone %1 %2").arg(text(zone), faultText(fault, m_cluster.now())),
        .outlook = outlook,
        .undoText = tr("Heal all"),
        .undo = [this, zone] { healZone(zone); },
        .topic = u"zone "_s + text(zone),
        .isDone = [zone](const ClusterView &cluster) { return failsIn(cluster, zone); }});
}

void CommandSender::healZone(const std::string &zone)
{
    sendOrAsk({.command = HealZone {zone}, .doing = tr("heal all nodes of zone %1").arg(text(zone))});
}

void CommandSender::remove(const std::vector<ObjectRef> &objects)
{
    std::vector<Order> orders;
    int owned = 0; // by a set, which makes others
    for (const ObjectRef &object : objects) {
        orders.push_back(deletion(object));
        if (!isMachine(object.kind))
            continue;
        const bool isOwned = m_cluster.ownerOf(object).has_value();
        owned += isOwned ? 1 : 0;
        orders.back().outlook =
            isOwned ? tr("Its set makes another one.") : tr("No set owns it: it will not come back.");
    }
    sendTogether(std::move(orders), {.words = [owned](int done) {
        const QString words = tr("Deleted %n objects", nullptr, done);
        return owned > 0 ? words + u".\n"_s + tr("Their sets make others.") : words;
    }});
}

CommandSender::Order CommandSender::deletion(const ObjectRef &object)
{
    return {.command = DeleteThing {resourceRef(object)},
        .subjects = {object},
        .doing = tr("delete %1").arg(nameOf(object)),
        .column = u"name"_s,
        .pending = tr("deleting"),
        .confirmed = isGoing};
}

quint64 CommandSender::createMachineSet(const CreateMachineSet &wanted)
{
    return send({.command = wanted, .doing = tr("create the MachineSet %1").arg(text(wanted.key.name))});
}

quint64 CommandSender::applyYaml(const std::string &yaml)
{
    return send({.command = ApplyYaml {yaml}, .doing = tr("apply the YAML")});
}

/// Whoever switches one on on somebody's cluster is asked first, so there it is no way back.
void CommandSender::switchController(const std::string &name, bool on)
{
    const bool isLab = m_cluster.status().mode == Mode::Lab;
    sendOrAsk({.command = SwitchController {name, on},
        .doing = (on ? tr("switch %1 on") : tr("switch %1 off")).arg(text(name)),
        .undoText = on ? tr("Switch off") : tr("Switch on"),
        .undo = isLab || on ? [this, name, on] { switchController(name, !on); } : std::function<void()>(),
        .isDone = [name, on](const ClusterView &cluster) { return isWanted(cluster, name) == on; },
        .undoIsQuiet = true});
}

void CommandSender::switchOn(const std::vector<std::string> &names)
{
    for (const std::string &name : names) {
        Order order {.command = SwitchController {name, true}, .doing = tr("switch %1 on").arg(text(name))};
        order.quiet = &name != &names.back();
        order.done = tr("Switched %n controllers on", nullptr, static_cast<int>(names.size()));
        const bool isFutile = isRefused(order.command);
        sendOrAsk(std::move(order));
        if (isFutile)
            return; // the others would be refused for the same reason
    }
}

void CommandSender::retryNow()
{
    send({.command = RetryNow {}, .doing = tr("try again"), .quiet = true});
}

void CommandSender::installPrerequisites()
{
    send({.command = InstallPrerequisites {},
        .doing = tr("install the prerequisites"),
        .done = tr("Installed the prerequisites")});
}

void CommandSender::inspect(const std::optional<ObjectRef> &object)
{
    if (m_cluster.isPast())
        return; // nobody looks at it now
    m_session.submit(Inspect {object ? std::optional(resourceRef(*object)) : std::nullopt});
}

void CommandSender::setPace(double pace)
{
    send({.command = SetPace {pace}, .doing = tr("change the pace"), .quiet = true});
}

void CommandSender::stepTime()
{
    send({.command = StepTime {}, .doing = tr("step"), .quiet = true});
}

void CommandSender::runScenario(const QString &name, const std::string &yaml)
{
    sendOrAsk({.command = RunScenario {yaml}, .doing = tr("run the scenario %1").arg(name), .quiet = true});
}

void CommandSender::stopScenario()
{
    send({.command = StopScenario {}, .doing = tr("stop the scenario"), .quiet = true});
}

void CommandSender::pauseScenario()
{
    send({.command = PauseScenario {}, .doing = tr("pause the scenario"), .quiet = true});
}

void CommandSender::continueScenario()
{
    send({.command = ContinueScenario {}, .doing = tr("continue the scenario"), .quiet = true});
}

void CommandSender::stepScenario()
{
    send({.command = StepScenario {}, .doing = tr("take one step of the scenario"), .quiet = true});
}

} // namespace ui
