// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandsender.h"

#include "core/api/providerconfig.h"
#include "ui/format.h"
#include "ui/spoken.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int undoSeconds = 30;

std::string_view faultOf(const ClusterView &cluster, const std::string &node)
{
    const core::api::Node *found = cluster.node(node);
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
std::optional<std::int64_t> wantedReplicas(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<std::int64_t> wanted;
    cluster.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.wantedReplicas(); })
            wanted = found.wantedReplicas();
    });
    return wanted;
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

bool isGoing(const ClusterView &cluster, const ObjectRef &object)
{
    bool stays = false;
    cluster.withObject(object, [&](const auto &found) { stays = !found.metadata.isDeleting(); });
    return !stays;
}

} // namespace

CommandSender::CommandSender(Session &session, const ClusterView &cluster, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_cluster(cluster)
{
    connect(&session, &Session::commandDone, this, &CommandSender::finish);
}

void CommandSender::setLocked(bool locked)
{
    send({.command = SetLocked {locked},
        .doing = (locked ? tr("lock %1") : tr("unlock %1")).arg(text(m_cluster.status().contextName))});
}

QString CommandSender::whyLocked() const
{
    const Status &status = m_cluster.status();
    if (m_cluster.isPast())
        return tr("The past is shown: cannot %1. Go back to live first.");
    if (!status.mode)
        return tr("Not connected yet: cannot %1.");
    return status.readOnly ? tr("The window was opened read-only: cannot %1.")
                           : tr("Locked: cannot %1. Unlock at the top right first.");
}

bool CommandSender::isRefused(const Command &command) const
{
    return m_cluster.isPast() || (isLocked() && changesCluster(command));
}

bool CommandSender::admits(const Order &order)
{
    const bool admitted = !isRefused(order.command);
    if (!admitted)
        emit noticed({.level = Notice::Level::Problem, .text = whyLocked().arg(order.doing)});
    return admitted;
}

void CommandSender::seek(core::api::Time at, Seeker then)
{
    m_seeking.emplace(m_session.submit(SeekMoment {at}), std::move(then));
}

quint64 CommandSender::send(Order order)
{
    if (!admits(order))
        return 0;
    const quint64 id = m_session.submit(order.command);
    emit sent(id, order.command);
    if (order.confirmed)
        dropPending(isOf(order)); // a newer wish replaces the older one in the same place
    for (const ObjectRef &subject : order.subjects) {
        emit problemChanged(subject, {});
        if (!order.confirmed)
            continue;
        m_pending.push_back({id, subject, order.column, order.confirmed});
        emit pendingChanged(subject, order.column, order.pending);
    }
    m_running.emplace(id, std::move(order));
    emit runningChanged(running());
    return id;
}

/// The pending texts in the places of the order's.
std::function<bool(const CommandSender::Pending &)> CommandSender::isOf(const Order &order)
{
    const std::unordered_set<ObjectRef> subjects(order.subjects.begin(), order.subjects.end());
    return [subjects, column = order.column](
               const Pending &old) { return old.column == column && subjects.contains(old.subject); };
}

void CommandSender::dropPending(const std::function<bool(const Pending &)> &over)
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

void CommandSender::clusterChanged(const ChangeSet &changes)
{
    if (changes.reset) {
        m_seeking.clear();
        m_foreseeing.clear();
        m_pending.clear();
        m_offers.clear();
        const auto exchanged = core::base::fail(
            core::base::ErrorKind::Transient, utf8(tr("The cluster was exchanged before it answered.")));
        for (const auto &[id, then] : std::exchange(m_asking, {})) // no answer will come from there
            then(exchanged);
        for (const auto &[id, order] : std::exchange(m_running, {}))
            emit finished(id, exchanged);
        emit runningChanged(0);
        return;
    }
    dropPending([this](const Pending &pending) { return pending.confirmed(m_cluster, pending.subject); });
    dropMoot();
}

/// The watch may be behind the answer: only what it has shown can be over.
void CommandSender::dropMoot()
{
    std::vector<QString> moot;
    std::erase_if(m_offers, [&](Offer &offer) {
        const bool isDone = offer.isDone(m_cluster);
        if (!isDone && offer.wasSeen)
            moot.push_back(offer.topic);
        offer.wasSeen = isDone;
        return !isDone && !moot.empty() && moot.back() == offer.topic;
    });
    for (const QString &topic : moot)
        emit mooted(topic);
}

void CommandSender::finish(const CommandOutcome &outcome)
{
    emit settled(outcome.id, outcome.result.has_value());
    if (const auto foreseeing = m_foreseeing.extract(outcome.id)) {
        if (outcome.scaling)
            foreseeing.mapped()(*outcome.scaling);
        return;
    }
    if (const auto seeking = m_seeking.extract(outcome.id)) {
        if (!outcome.result)
            emit noticed({.level = Notice::Level::Problem,
                .text = tr("Could not show the past: %1").arg(text(outcome.result.error().message))});
        return seeking.mapped()(outcome.moment);
    }
    if (const auto asking = m_asking.extract(outcome.id)) {
        core::base::Result<core::api::JsonPtr> object = outcome.object;
        if (!outcome.result)
            object = tl::unexpected(outcome.result.error());
        else if (!outcome.object)
            object = core::base::fail(core::base::ErrorKind::Transient, "the server sent no object");
        return asking.mapped()(object);
    }
    auto node = m_running.extract(outcome.id);
    if (node.empty())
        return;
    emit runningChanged(running());
    if (outcome.forecast && node.mapped().forecast)
        node.mapped().forecast(*outcome.forecast, spoken(outcome.result.value_or(std::string())));
    report(node.mapped(), outcome.result);
    emit finished(outcome.id, outcome.result);
}

void CommandSender::report(const Order &order, const core::base::Result<std::string> &result)
{
    if (result) {
        if (order.isDone) {
            std::erase_if(m_offers, [&](const Offer &offer) { return offer.topic == order.topic; });
            m_offers.push_back({order.topic, order.isDone, order.isDone(m_cluster)});
        }
        if (!order.quiet) {
            const QString done = order.done.isEmpty() ? spoken(*result) : order.done;
            emit noticed({.text = order.outlook.isEmpty() ? done : done + u".\n"_s + order.outlook,
                .actionText = order.undoText,
                .action = order.undo,
                .seconds = order.undo ? undoSeconds : 6,
                .topic = order.topic});
        }
        return;
    }
    const QString problem = tr("Could not %1: %2").arg(order.doing, spoken(result.error().message));
    dropPending(isOf(order));
    for (const ObjectRef &subject : order.subjects)
        emit problemChanged(subject, problem);
    emit noticed({.level = Notice::Level::Problem, .text = problem, .seconds = 0});
}

void CommandSender::scale(const ObjectRef &target, std::int64_t replicas)
{
    const auto before = wantedReplicas(m_cluster, target);
    if (!before || *before == replicas)
        return;
    send({.command = Scale {resourceRef(target), replicas},
        .subjects = {target},
        .doing = tr("scale %1 to %2").arg(text(target.key.name)).arg(replicas),
        .column = u"desired"_s,
        .pending = QString::number(replicas),
        .confirmed =
            [replicas](const ClusterView &cluster, const ObjectRef &set) {
                return wantedReplicas(cluster, set).value_or(replicas) == replicas;
            },
        .undoText = tr("Scale back to %1").arg(*before),
        .undo = [this, target, before] { scale(target, *before); },
        .topic = u"scale "_s + nameOf(target),
        .isDone = [target, replicas](
                      const ClusterView &cluster) { return wantedReplicas(cluster, target) == replicas; }});
}

void CommandSender::setPaused(const ObjectRef &deployment, bool paused)
{
    send({.command = SetPaused {resourceRef(deployment), paused},
        .subjects = {deployment},
        .doing = (paused ? tr("pause %1") : tr("resume %1")).arg(text(deployment.key.name)),
        .column = u"progress"_s,
        .pending = paused ? tr("pausing") : tr("resuming"),
        .confirmed =
            [paused](const ClusterView &cluster, const ObjectRef &subject) {
                return isPaused(cluster, subject).value_or(paused) == paused;
            },
        .undoText = paused ? tr("Resume") : tr("Pause"),
        .undo = [this, deployment, paused] { setPaused(deployment, !paused); },
        .topic = u"pause "_s + nameOf(deployment),
        .isDone = [deployment, paused](
                      const ClusterView &cluster) { return isPaused(cluster, deployment) == paused; }});
}

void CommandSender::rollBack(const ObjectRef &deployment, std::int64_t revision)
{
    const auto generation = [](const ClusterView &cluster, const ObjectRef &subject) {
        std::optional<std::int64_t> seen;
        cluster.withObject(subject, [&](const auto &found) { seen = found.metadata.generation; });
        return seen;
    };
    send({.command = RollBack {resourceRef(deployment), revision},
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
        .doing = tr("make %1 %2").arg(wordsFor(nodes), text(fault)),
        .forecast = std::move(then),
        .quiet = true});
}

void CommandSender::foreseeScale(const ObjectRef &set, std::int64_t replicas, ScaleSeeker then)
{
    if (!m_cluster.isPast())
        m_foreseeing.emplace(m_session.submit(ForeseeScale {resourceRef(set), replicas}), std::move(then));
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
    send({.command = BreakNodes {nodes, fault},
        .subjects = refsOf(nodes),
        .doing = tr("make %1 %2").arg(wordsFor(nodes), text(fault)),
        .column = u"health"_s,
        .pending = expectedHealth(fault),
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
    std::erase_if(m_failing, [this](const std::string &node) {
        const bool isPending = std::ranges::any_of(
            m_pending, [&](const Pending &pending) { return pending.subject.key.name == node; });
        return !isPending && faultOf(m_cluster, node).empty();
    });
    m_failing.insert(nodes.begin(), nodes.end());
    return {m_failing.begin(), m_failing.end()};
}

void CommandSender::healNodes(const std::vector<std::string> &nodes)
{
    if (nodes.empty())
        return;
    send({.command = HealNodes {nodes},
        .subjects = refsOf(nodes),
        .doing = tr("heal %1").arg(wordsFor(nodes)),
        .column = u"health"_s,
        .pending = wordOf(State::Ready),
        .confirmed =
            [](const ClusterView &cluster, const ObjectRef &node) {
                return !cluster.node(node.key.name) || faultOf(cluster, node.key.name).empty();
            },
        .topic = u"healed"_s});
}

void CommandSender::breakZone(const std::string &zone, const std::string &fault, const QString &outlook)
{
    send({.command = BreakZone {zone, fault},
        .doing = tr("make all nodes of zone %1 %2").arg(text(zone), text(fault)),
        .outlook = outlook,
        .undoText = tr("Heal all"),
        .undo = [this, zone] { healZone(zone); },
        .topic = u"zone "_s + text(zone),
        .isDone = [zone](const ClusterView &cluster) { return failsIn(cluster, zone); }});
}

void CommandSender::healZone(const std::string &zone)
{
    send({.command = HealZone {zone}, .doing = tr("heal all nodes of zone %1").arg(text(zone))});
}

void CommandSender::remove(const ObjectRef &object)
{
    send({.command = DeleteThing {resourceRef(object)},
        .subjects = {object},
        .doing = tr("delete %1").arg(nameOf(object)),
        .column = u"name"_s,
        .pending = tr("deleting"),
        .confirmed = isGoing});
}

quint64 CommandSender::setProviderConfig(
    const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion)
{
    return send({.command = SetProviderConfig {resourceRef(target), config, resourceVersion},
        .subjects = {target},
        .doing = tr("change the provider config of %1").arg(text(target.key.name))});
}

quint64 CommandSender::createMachineSet(const CreateMachineSet &wanted)
{
    return send({.command = wanted, .doing = tr("create the MachineSet %1").arg(text(wanted.key.name))});
}

quint64 CommandSender::applyYaml(const std::string &yaml)
{
    return send({.command = ApplyYaml {yaml}, .doing = tr("apply the YAML")});
}

void CommandSender::read(const ObjectRef &object, Answer then)
{
    ask(ReadObject {resourceRef(object)}, tr("read %1").arg(nameOf(object)), std::move(then));
}

void CommandSender::edit(const ObjectRef &object, const core::api::Json &patch, bool onTrial, Answer then)
{
    ask(EditObject {resourceRef(object), patch, onTrial}, tr("change %1").arg(nameOf(object)),
        std::move(then));
}

void CommandSender::ask(const Command &command, const QString &doing, Answer then)
{
    if (isRefused(command))
        return then(core::base::fail(core::base::ErrorKind::Forbidden, utf8(whyLocked().arg(doing))));
    const quint64 id = m_session.submit(command);
    emit sent(id, command);
    m_asking.emplace(id, std::move(then));
}

void CommandSender::switchController(const std::string &name, bool on)
{
    send({.command = SwitchController {name, on},
        .doing = (on ? tr("switch %1 on") : tr("switch %1 off")).arg(text(name))});
}

void CommandSender::switchOn(const std::vector<std::string> &names)
{
    for (const std::string &name : names) {
        Order order {.command = SwitchController {name, true}, .doing = tr("switch %1 on").arg(text(name))};
        order.quiet = &name != &names.back();
        order.done = tr("Switched %n controllers on", nullptr, static_cast<int>(names.size()));
        if (send(std::move(order)) == 0)
            return; // the others would be refused for the same reason
    }
}

void CommandSender::retryNow()
{
    send({.command = RetryNow {}, .doing = tr("try again"), .quiet = true});
}

void CommandSender::installPrerequisites()
{
    send({.command = InstallPrerequisites {}, .doing = tr("install the prerequisites")});
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
    send({.command = RunScenario {yaml}, .doing = tr("run the scenario %1").arg(name), .quiet = true});
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
