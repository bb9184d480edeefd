// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commandsender.h"

#include "core/api/mergepatch.h"
#include "core/api/providerconfig.h"
#include "core/api/yaml.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/spoken.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int undoSeconds = 30;
constexpr auto trustedFor = std::chrono::seconds(5); ///< what is shown, once the connection is lost

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

/// What is told in the list of activities.
bool isDeed(const Command &command)
{
    const auto *edit = std::get_if<EditObject>(&command);
    const bool isTrial = edit && edit->onTrial;
    return !isTrial
        && (changesCluster(command) || std::holds_alternative<SetLocked>(command)
            || std::holds_alternative<SwitchController>(command));
}

std::optional<core::api::Json> configOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<core::api::Json> config;
    cluster.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.spec.template_.spec.providerSpec; })
            config = core::api::Json(found.spec.template_.spec.providerSpec.value);
    });
    return config;
}

std::string versionOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::string version;
    cluster.withObject(object, [&](const auto &found) { version = found.metadata.resourceVersion; });
    return version;
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

/// What the lock refused is told once, until it is unlocked.
QString lockedTopic()
{
    return u"locked"_s;
}

} // namespace

QString scalingTopic(const ObjectRef &target)
{
    return u"scale "_s + nameOf(target);
}

CommandSender::CommandSender(Session &session, const ClusterView &cluster, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_cluster(cluster)
{
    connect(&session, &Session::commandDone, this, &CommandSender::finish);
}

void CommandSender::setLocked(bool locked)
{
    if (!locked)
        emit mooted(lockedTopic());
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
    if (!isRefused(order.command))
        return true;
    tellLocked(whyLocked().arg(order.doing));
    return false;
}

void CommandSender::tellLocked(const QString &why)
{
    Notice notice {.level = Notice::Level::Problem, .text = why, .action = {}, .topic = lockedTopic()};
    if (const Status &status = m_cluster.status(); status.mode && !status.readOnly && !m_cluster.isPast()) {
        notice.actionText = tr("Unlock…");
        notice.action = [this] { emit unlockAsked(); };
    }
    emit noticed(notice);
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
    if (isDeed(order.command))
        emit ordered(id, {order.command, order.doing, order.undoText, order.undo, order.isDone});
    if (order.confirmed)
        dropPending(isOf(order)); // a newer wish replaces the older one in the same place
    const auto confirmed = std::make_shared<decltype(order.confirmed)>(order.confirmed); // for all of them
    for (const ObjectRef &subject : order.subjects) {
        emit problemChanged(subject, {});
        if (!order.confirmed)
            continue;
        m_pending.push_back(
            {id, subject, order.column, [confirmed](const ClusterView &cluster, const ObjectRef &of) {
                 return (*confirmed)(cluster, of);
             }});
        emit pendingChanged(subject, order.column, order.pending);
    }
    m_running.emplace(id, std::move(order));
    emit runningChanged(running());
    return id;
}

bool CommandSender::isOld() const
{
    const auto &liveUntil = m_cluster.status().liveUntil;
    return liveUntil && m_cluster.present() - *liveUntil > trustedFor;
}

void CommandSender::sendOrAsk(Order order)
{
    if (!isOld() || isRefused(order.command) || !changesCluster(order.command))
        return void(send(std::move(order)));
    if (m_held.empty())
        QMetaObject::invokeMethod(this, &CommandSender::askAboutHeld, Qt::QueuedConnection);
    m_held.push_back(std::move(order));
}

void CommandSender::askAboutHeld()
{
    const auto held = std::exchange(m_held, {});
    const Status &status = m_cluster.status();
    QStringList deeds;
    for (const Order &order : held)
        deeds.append(order.change.isEmpty() ? order.doing : u"%1 (%2)"_s.arg(order.doing, order.change));
    emit confirmationAsked(
        {.title = tr("Connection lost"),
            .text = tr("The connection is lost since %1: what you see may be old.")
                        .arg(momentText(status.liveUntil.value_or(m_cluster.present()), m_cluster.present())),
            .details = tr("To be done in %1:").arg(text(status.contextName)) + u'\n' + deeds.join(u'\n'),
            .accept = tr("Do it all the same")},
        [this, held] {
            for (const Order &order : held)
                send(order);
        });
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
        m_held.clear();
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
    emit settled(outcome.id, outcome.result);
    if (const auto foreseeing = m_foreseeing.extract(outcome.id)) {
        if (outcome.scaling)
            foreseeing.mapped()(*outcome.scaling);
        return;
    }
    if (const auto seeking = m_seeking.extract(outcome.id)) {
        if (!outcome.result)
            emit noticed({.level = Notice::Level::Problem,
                .text = tr("Could not show the past: %1").arg(spoken(outcome.result.error().says))});
        return seeking.mapped()(outcome.moment);
    }
    if (const auto asking = m_asking.extract(outcome.id)) {
        if (!outcome.result)
            return asking.mapped()(tl::unexpected(outcome.result.error()));
        if (!outcome.object)
            return asking.mapped()(
                core::base::fail(core::base::ErrorKind::Transient, "the server sent no object"));
        return asking.mapped()(outcome.object);
    }
    auto node = m_running.extract(outcome.id);
    if (node.empty())
        return;
    emit runningChanged(running());
    if (outcome.forecast && node.mapped().forecast)
        node.mapped().forecast(
            *outcome.forecast, localTimes(spoken(sayingsOf(*outcome.forecast)), m_cluster.now()));
    report(node.mapped(), outcome.result);
    emit finished(outcome.id, outcome.result);
}

void CommandSender::report(const Order &order, const core::engine::CommandResult<> &result)
{
    if (order.batch)
        reportBatch(*order.batch, result.has_value());
    if (result && order.batch)
        return;
    if (result) {
        const bool offersUndo = order.undo && !order.undoIsQuiet;
        if (order.isDone && offersUndo) {
            std::erase_if(m_offers, [&](const Offer &offer) { return offer.topic == order.topic; });
            m_offers.push_back({order.topic, order.isDone, order.isDone(m_cluster)});
        }
        if (!order.quiet) {
            const QString done = order.done.isEmpty()
                ? firstLines(withFaultText(spokenLines(*result), *result, m_cluster.now()).split(u'\n'))
                : order.done;
            emit noticed({.text = order.outlook.isEmpty() ? done : done + u".\n"_s + order.outlook,
                .actionText = offersUndo ? order.undoText : QString(),
                .action = offersUndo ? order.undo : nullptr,
                .seconds = offersUndo ? undoSeconds : 6,
                .topic = order.topic,
                .kubectl = std::holds_alternative<Scale>(order.command)
                    ? kubectlLine(m_cluster.kubectl(), order.command)
                    : QString()});
        }
        return;
    }
    const QString problem = tr("Could not %1: %2").arg(order.doing, spoken(result.error().says));
    dropPending(isOf(order));
    for (const ObjectRef &subject : order.subjects)
        emit problemChanged(subject, problem);
    emit noticed({.level = Notice::Level::Problem, .text = problem, .seconds = 0});
}

void CommandSender::reportBatch(Batch &batch, bool isDone)
{
    --batch.open;
    batch.done += isDone ? 1 : 0;
    if (batch.open > 0 || batch.done == 0)
        return;
    emit noticed({.text = batch.words(batch.done),
        .actionText = batch.undo ? batch.undoText : QString(),
        .action = batch.undo,
        .seconds = batch.undo ? undoSeconds : 6,
        .kubectl = batch.kubectl});
}

void CommandSender::sendTogether(std::vector<Order> orders, Batch batch)
{
    batch.open = static_cast<int>(orders.size());
    const auto shared = orders.size() > 1 ? std::make_shared<Batch>(std::move(batch)) : nullptr;
    for (Order &order : orders) {
        order.batch = shared;
        sendOrAsk(std::move(order));
    }
}

void CommandSender::scale(const std::vector<ObjectRef> &targets, std::int64_t replicas)
{
    if (refusesAsTooMany(replicas))
        return;
    const auto scalings = scalingsTo(targets, replicas);
    scaleOrAsk(scalings, scalingAll(scalings, replicas));
}

void CommandSender::scaleAsSeen(const std::vector<ObjectRef> &targets, std::int64_t replicas)
{
    if (refusesAsTooMany(replicas))
        return;
    const auto scalings = scalingsTo(targets, replicas);
    sendScalings(scalings, scalingAll(scalings, replicas));
}

QString CommandSender::whyTooMany(std::int64_t replicas) const
{
    const int limit = replicasLimit(m_cluster);
    if (replicas <= limit)
        return {};
    return (limit < mostReplicas ? tr("At most %L1 machines fit into this lab (see --max-machines).")
                                 : tr("The window asks for at most %L1 machines."))
        .arg(limit);
}

bool CommandSender::refusesAsTooMany(std::int64_t replicas)
{
    const QString why = whyTooMany(replicas);
    if (!why.isEmpty())
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Not scaled to %1: %2").arg(countText(replicas), why),
            .seconds = 0,
            .topic = u"too many"_s});
    return !why.isEmpty();
}

/// Those that it changes.
std::vector<Scaling> CommandSender::scalingsTo(
    const std::vector<ObjectRef> &targets, std::int64_t replicas) const
{
    std::vector<Scaling> scalings;
    for (const ObjectRef &target : targets) {
        if (const auto present = wantedReplicas(m_cluster, target); present && *present != replicas)
            scalings.push_back({target, *present, replicas});
    }
    return scalings;
}

CommandSender::Batch CommandSender::scalingAll(const std::vector<Scaling> &scalings, std::int64_t replicas)
{
    return {.words =
                [replicas](int done) {
                    return tr("Scaled %n sets or deployments to %1", nullptr, done).arg(countText(replicas));
                },
        .undoText = tr("Scale all back"),
        .undo =
            [this, scalings] {
                std::vector<Scaling> back;
                for (const Scaling &scaling : scalings)
                    back.push_back({scaling.target, scaling.wanted, scaling.before});
                scaleOrAsk(back, {.words = [](int done) {
                    return tr("Scaled %n sets or deployments back", nullptr, done);
                }});
            },
        .kubectl = kubectlLines(scalings)};
}

QString CommandSender::kubectlLines(const std::vector<Scaling> &scalings) const
{
    QStringList lines;
    for (const Scaling &scaling : scalings)
        lines.append(kubectlLine(m_cluster.kubectl(), scaling.command()));
    return lines.join(u'\n');
}

void CommandSender::scaleOrAsk(const std::vector<Scaling> &scalings, const Batch &batch)
{
    if (scalings.empty() || !asksFirst(scalings.front().command()))
        return sendScalings(scalings, batch);
    std::vector<std::optional<std::int64_t>> seen;
    for (const Scaling &scaling : scalings)
        seen.push_back(wantedReplicas(m_cluster, scaling.target));
    emit scalingAsked(scalings, [this, scalings, batch, seen] {
        for (std::size_t i = 0; i < scalings.size(); ++i) {
            if (isOvertaken(scalings[i], seen[i]))
                return void(emit noticed({.level = Notice::Level::Problem,
                    .text = tr("Not scaled: %1 was scaled elsewhere, or is gone, since you were asked.")
                                .arg(nameOf(scalings[i].target)),
                    .seconds = 0}));
        }
        sendScalings(scalings, batch);
    });
}

/// The watch may have been behind what was asked about, and may have caught up with it since.
bool CommandSender::isOvertaken(const Scaling &scaling, std::optional<std::int64_t> seen) const
{
    const auto present = wantedReplicas(m_cluster, scaling.target);
    return present != seen && present != scaling.before;
}

void CommandSender::sendScalings(const std::vector<Scaling> &scalings, const Batch &batch)
{
    std::vector<Order> orders;
    for (const Scaling &each : scalings)
        orders.push_back(scaling(each));
    sendTogether(std::move(orders), batch);
}

CommandSender::Order CommandSender::scaling(const Scaling &scaling)
{
    const ObjectRef &target = scaling.target;
    const std::int64_t replicas = scaling.wanted;
    return {.command = scaling.command(),
        .subjects = {target},
        .doing = tr("scale %1 to %2").arg(text(target.key.name), countText(replicas)),
        .change = countText(scaling.before) + u" → "_s + countText(replicas),
        .column = u"desired"_s,
        .pending = countText(replicas),
        .confirmed =
            [replicas](const ClusterView &cluster, const ObjectRef &set) {
                return wantedReplicas(cluster, set).value_or(replicas) == replicas;
            },
        .undoText = tr("Scale back to %1").arg(countText(scaling.before)),
        // Also while the cluster has not told yet that it was scaled.
        .undo =
            [this, scaling] {
                scaleOrAsk({{scaling.target, scaling.wanted, scaling.before}}, {});
            },
        .topic = scalingTopic(target),
        .isDone = [target, replicas](
                      const ClusterView &cluster) { return wantedReplicas(cluster, target) == replicas; }};
}

/// While the connection is lost, or the cluster is locked, sending says what there is to say.
bool CommandSender::asksFirst(const Command &command) const
{
    return m_cluster.status().mode != Mode::Lab && !isOld() && !isRefused(command);
}

void CommandSender::changeOrAsk(const QString &title, const QString &what, const std::vector<Change> &changes,
    const std::function<void()> &doIt)
{
    if (changes.empty() || !asksFirst(changes.front().command))
        return doIt();
    const Status &status = m_cluster.status();
    emit changesAsked(
        {.title = title,
            .text = tr("%1 in the cluster %2 (%3)?").arg(what, text(status.contextName), text(status.server)),
            .details = {},
            .accept = title},
        changes, doIt);
}

void CommandSender::setPaused(const std::vector<ObjectRef> &deployments, bool paused)
{
    const core::api::Json patch =
        core::api::JsonObject {{"spec", core::api::JsonObject {{"paused", paused}}}};
    std::vector<Change> changes;
    for (const ObjectRef &deployment : deployments)
        changes.push_back(
            {deployment, patch, {paused ? u"spec.paused: false → true"_s : u"spec.paused: true → false"_s},
                SetPaused {resourceRef(deployment), paused}});
    const int count = static_cast<int>(deployments.size());
    const QString which = count == 1 ? nameOf(deployments.front()) : tr("%n deployments", nullptr, count);
    changeOrAsk(paused ? tr("Pause") : tr("Resume"), (paused ? tr("Pause %1") : tr("Resume %1")).arg(which),
        changes, [this, deployments, paused] { sendPauses(deployments, paused); });
}

void CommandSender::sendPauses(const std::vector<ObjectRef> &deployments, bool paused)
{
    std::vector<Order> orders;
    for (const ObjectRef &deployment : deployments)
        orders.push_back(pausing(deployment, paused));
    sendTogether(std::move(orders),
        {.words =
                [paused](int done) {
                    return paused ? tr("Paused %n deployments", nullptr, done)
                                  : tr("Resumed %n deployments", nullptr, done);
                },
            .undoText = paused ? tr("Resume") : tr("Pause"),
            .undo = [this, deployments, paused] { setPaused(deployments, !paused); }});
}

CommandSender::Order CommandSender::pausing(const ObjectRef &deployment, bool paused)
{
    return {.command = SetPaused {resourceRef(deployment), paused},
        .subjects = {deployment},
        .doing = (paused ? tr("pause %1") : tr("resume %1")).arg(text(deployment.key.name)),
        .column = u"progress"_s,
        .pending = paused ? tr("pausing") : tr("resuming"),
        .confirmed =
            [paused](const ClusterView &cluster, const ObjectRef &subject) {
                return isPaused(cluster, subject).value_or(paused) == paused;
            },
        .undoText = paused ? tr("Resume") : tr("Pause"),
        .undo = [this, deployment, paused] { setPaused({deployment}, !paused); },
        .topic = u"pause "_s + nameOf(deployment),
        .isDone = [deployment, paused](
                      const ClusterView &cluster) { return isPaused(cluster, deployment) == paused; }};
}

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

void CommandSender::foreseeScale(const ObjectRef &target, std::int64_t replicas, ScaleSeeker then)
{
    if (!m_cluster.isPast())
        m_foreseeing.emplace(m_session.submit(ForeseeScale {resourceRef(target), replicas}), std::move(then));
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

quint64 CommandSender::setProviderConfig(
    const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion)
{
    const auto before = configOf(m_cluster, target);
    const auto holds = [target, config](const ClusterView &cluster) {
        const auto present = configOf(cluster, target);
        return present && core::api::equal(*present, config);
    };
    return send({.command = SetProviderConfig {resourceRef(target), config, resourceVersion},
        .subjects = {target},
        .doing = tr("change the provider config of %1").arg(text(target.key.name)),
        .undoText = tr("Undo"),
        .undo = before && before->is_object() ? [this, target, before] { undoConfig(target, *before); }
                                              : std::function<void()>(),
        .isDone = holds,
        .undoIsQuiet = true});
}

void CommandSender::undoConfig(const ObjectRef &target, const core::api::Json &before)
{
    const core::api::Json present = configOf(m_cluster, target).value_or(core::api::Json());
    const core::api::Json patch = configPatch(core::api::mergePatchBetween(present, before));
    const SetProviderConfig command {resourceRef(target), before, versionOf(m_cluster, target)};
    changeOrAsk(tr("Undo"), tr("Undo the change of the provider config of %1").arg(nameOf(target)),
        {{target, patch, changedFields(present, before), command}},
        [this, target, command] { setProviderConfig(target, command.config, command.resourceVersion); });
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

void CommandSender::edit(const ObjectRef &object, const core::api::Json &patch, bool onTrial, Answer then,
    const core::api::Json &before)
{
    const QString doing = tr("change %1").arg(nameOf(object));
    const EditObject command {resourceRef(object), patch, onTrial};
    if (onTrial || before.is_null())
        return ask(command, doing, std::move(then));
    const auto after = std::make_shared<core::api::JsonPtr>(); // known once it is answered
    ask(
        command, doing,
        [after, then = std::move(then)](const core::engine::CommandResult<core::api::JsonPtr> &result) {
            if (result)
                *after = *result;
            then(result);
        },
        [this, object, before, after] {
            if (*after)
                undoEdit(object, before, **after);
        });
}

void CommandSender::tryScaling(const Scaling &scaling, Answer then)
{
    const core::api::JsonObject spec {{"replicas", scaling.wanted}};
    ask(EditObject {resourceRef(scaling.target), core::api::JsonObject {{"spec", spec}}, true, "scale"},
        tr("scale %1 to %2").arg(text(scaling.target.key.name), countText(scaling.wanted)), std::move(then));
}

void CommandSender::undoEdit(
    const ObjectRef &object, const core::api::Json &before, const core::api::Json &after)
{
    read(object, [this, object, before, after](const core::engine::CommandResult<core::api::JsonPtr> &live) {
        if (live)
            return sendBack(object, before, after, **live);
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not undo the change of %1: %2").arg(nameOf(object), spoken(live.error().says)),
            .seconds = 0});
    });
}

void CommandSender::sendBack(const ObjectRef &object, const core::api::Json &before,
    const core::api::Json &after, const core::api::Json &live)
{
    const auto refuse = [this, &object](const QString &why) {
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not undo the change of %1: %2").arg(nameOf(object), why),
            .seconds = 0});
    };
    ObjectDocument document;
    document.load(after);
    document.setYaml(core::api::writeYaml(editableForm(before)));
    if (!document.isOf(live))
        return refuse(tr("another object of that name has come"));
    if (const auto clashes = document.clashesWith(live); !clashes.empty())
        return refuse(tr("%1 was changed since").arg(text(clashes.front().field)));
    document.meet(live);
    const auto told = [this, object](const core::engine::CommandResult<core::api::JsonPtr> &result) {
        emit noticed({.level = result ? Notice::Level::Info : Notice::Level::Problem,
            .text = result
                ? tr("%1 is as it was before the change.").arg(nameOf(object))
                : tr("Could not undo the change of %1: %2").arg(nameOf(object), spoken(result.error().says)),
            .seconds = result ? 6 : 0});
    };
    const core::api::Json patch = document.patch();
    core::api::Json then = live;
    core::api::applyMergePatch(then, patch);
    changeOrAsk(tr("Undo"), tr("Undo the change of %1").arg(nameOf(object)),
        {{object, patch, changedFields(editableForm(live), editableForm(then)),
            EditObject {resourceRef(object), patch}}},
        [this, object, patch, told, live] { edit(object, patch, false, told, live); });
}

void CommandSender::ask(
    const Command &command, const QString &doing, Answer then, const std::function<void()> &undo)
{
    if (isRefused(command))
        return then(core::base::fail(core::base::ErrorKind::Forbidden, utf8(whyLocked().arg(doing))));
    const quint64 id = m_session.submit(command);
    emit sent(id, command);
    if (isDeed(command))
        emit ordered(id, {command, doing, tr("Undo"), undo});
    m_asking.emplace(id, std::move(then));
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
