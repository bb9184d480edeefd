// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/orders.h"

#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/spoken.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int undoSeconds = 30;
constexpr auto trustedFor = std::chrono::seconds(5); ///< what is shown, once the connection is lost

/// What is told in the list of activities.
bool isDeed(const Command &command)
{
    return !isTrial(command)
        && (changesCluster(command) || std::holds_alternative<SetLocked>(command)
            || std::holds_alternative<SwitchController>(command));
}

/// What the lock refused is told once, until it is unlocked.
QString lockedTopic()
{
    return u"locked"_s;
}

} // namespace

Orders::Orders(Session &session, const ClusterView &cluster, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_cluster(cluster)
{
    connect(&session, &Session::commandDone, this, &Orders::finish);
}

void Orders::setLocked(bool locked)
{
    if (!locked)
        emit mooted(lockedTopic());
    send({.command = SetLocked {locked},
        .doing = (locked ? tr("lock %1") : tr("unlock %1")).arg(text(m_cluster.status().contextName))});
}

void Orders::tellLocked(const QString &why)
{
    Notice notice {.level = Notice::Level::Problem, .text = why, .action = {}, .topic = lockedTopic()};
    if (const Status &status = m_cluster.status(); status.mode && !status.readOnly && !m_cluster.isPast()) {
        notice.actionText = tr("Unlock…");
        notice.action = [this] { emit unlockAsked(); };
    }
    emit noticed(notice);
}

QString Orders::whyLocked() const
{
    const Status &status = m_cluster.status();
    if (m_cluster.isPast())
        return tr("The past is shown: cannot %1. Go back to live first.");
    if (!status.mode)
        return tr("Not connected yet: cannot %1.");
    return status.readOnly ? tr("The window was opened read-only: cannot %1.")
                           : tr("Locked: cannot %1. Unlock at the top right first.");
}

bool Orders::isRefused(const Command &command) const
{
    return m_cluster.isPast() || (isLocked() && changesCluster(command));
}

bool Orders::admits(const Order &order)
{
    if (!isRefused(order.command))
        return true;
    tellLocked(whyLocked().arg(order.doing));
    return false;
}

void Orders::seek(core::api::Time at, Seeker then)
{
    m_seeking.emplace(m_session.submit(SeekMoment {at}), std::move(then));
}

void Orders::foreseeScale(const ObjectRef &target, std::int64_t replicas, ScaleSeeker then)
{
    if (!m_cluster.isPast())
        m_foreseeing.emplace(m_session.submit(ForeseeScale {resourceRef(target), replicas}), std::move(then));
}

void Orders::ask(const Deed &deed, Answer then)
{
    if (isRefused(deed.command))
        return then(core::base::fail(core::base::ErrorKind::Forbidden, utf8(whyLocked().arg(deed.doing))));
    const quint64 id = m_session.submit(deed.command);
    emit sent(id, deed.command);
    if (isDeed(deed.command))
        emit ordered(id, deed);
    m_asking.emplace(id, std::move(then));
}

quint64 Orders::tryWrite(const TryWrite &write, TrialsAnswer then)
{
    if (isRefused(write)) {
        then(core::base::fail(
            core::base::ErrorKind::Forbidden, utf8(whyLocked().arg(tr("try what is written")))));
        return 0;
    }
    const quint64 id = m_session.submit(write);
    emit sent(id, write);
    m_trying.emplace(id, std::move(then));
    return id;
}

void Orders::dropTrial(quint64 id)
{
    if (m_trying.erase(id) > 0)
        m_session.submit(DropTrial {id});
}

quint64 Orders::send(Order order)
{
    if (!admits(order))
        return 0;
    const quint64 id = m_session.submit(order.command);
    emit sent(id, order.command);
    if (isDeed(order.command))
        emit ordered(id, deedOf(order));
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

bool Orders::isOld() const
{
    const auto &liveUntil = m_cluster.status().liveUntil;
    return liveUntil && m_cluster.present() - *liveUntil > trustedFor;
}

void Orders::sendOrAsk(Order order)
{
    if (!isOld() || isRefused(order.command) || !changesCluster(order.command))
        return void(send(std::move(order)));
    if (m_held.empty())
        QMetaObject::invokeMethod(this, &Orders::askAboutHeld, Qt::QueuedConnection);
    m_held.push_back(std::move(order));
}

void Orders::askAboutHeld()
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

void Orders::sendTogether(std::vector<Order> orders, Batch batch)
{
    batch.open = static_cast<int>(orders.size());
    const auto shared = orders.size() > 1 ? std::make_shared<Batch>(std::move(batch)) : nullptr;
    for (Order &order : orders) {
        order.batch = shared;
        sendOrAsk(std::move(order));
    }
}

void Orders::clusterChanged(const ChangeSet &changes)
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
        for (const auto &[id, then] : std::exchange(m_trying, {}))
            then(exchanged);
        for (const auto &[id, order] : std::exchange(m_running, {}))
            emit finished(id, exchanged);
        emit runningChanged(0);
        return;
    }
    dropPending([this](const Pending &pending) { return pending.confirmed(m_cluster, pending.subject); });
    dropMoot();
}

bool Orders::isPending(const std::string &name) const
{
    return std::ranges::any_of(
        m_pending, [&](const Pending &pending) { return pending.subject.key.name == name; });
}

/// The pending texts in the places of the order's.
std::function<bool(const Orders::Pending &)> Orders::isOf(const Order &order)
{
    const std::unordered_set<ObjectRef> subjects(order.subjects.begin(), order.subjects.end());
    return [subjects, column = order.column](
               const Pending &old) { return old.column == column && subjects.contains(old.subject); };
}

void Orders::dropPending(const std::function<bool(const Pending &)> &over)
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

/// The watch may be behind the answer: only what it has shown can be over.
void Orders::dropMoot()
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

void Orders::finish(const CommandOutcome &outcome)
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
        return asking.mapped()(core::api::Answered {outcome.object, outcome.warnings});
    }
    if (const auto trying = m_trying.extract(outcome.id))
        return trying.mapped()(
            outcome.result ? Trials(outcome.tried) : Trials(tl::unexpected(outcome.result.error())));
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

Deed Orders::deedOf(const Order &order)
{
    return {order.command, order.doing, order.undoText, order.undo, order.isDone};
}

void Orders::tellDone(const Deed &deed, Notice notice)
{
    if (deed.undo) {
        notice.actionText = deed.undoText;
        notice.action = deed.undo;
        notice.seconds = undoSeconds;
    }
    if (deed.undo && deed.isDone) {
        std::erase_if(m_offers, [&](const Offer &offer) { return offer.topic == notice.topic; });
        m_offers.push_back({notice.topic, deed.isDone, deed.isDone(m_cluster)});
    }
    emit noticed(notice);
}

void Orders::report(const Order &order, const core::engine::CommandResult<> &result)
{
    if (order.batch)
        reportBatch(*order.batch, result.has_value());
    if (result && order.batch)
        return;
    if (result) {
        if (order.quiet)
            return;
        Deed deed = deedOf(order);
        if (order.undoIsQuiet)
            deed.undo = nullptr;
        const QString done = order.done.isEmpty()
            ? firstLines(withFaultText(spokenLines(*result), *result, m_cluster.now()).split(u'\n'))
            : order.done;
        return tellDone(deed,
            {.text = order.outlook.isEmpty() ? done : done + u".\n"_s + order.outlook,
                .topic = order.topic,
                .kubectl = std::holds_alternative<Scale>(order.command)
                    ? kubectlLine(m_cluster.kubectl(), order.command)
                    : QString()});
    }
    const QString problem = tr("Could not %1: %2").arg(order.doing, spoken(result.error().says));
    dropPending(isOf(order));
    for (const ObjectRef &subject : order.subjects)
        emit problemChanged(subject, problem);
    emit noticed({.level = Notice::Level::Problem, .text = problem, .seconds = 0});
}

void Orders::reportBatch(Batch &batch, bool isDone)
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

} // namespace ui
