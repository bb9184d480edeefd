// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deletions.h"

#include "core/base/log.h"
#include "ui/format.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::engine::Connection;
using core::engine::Mode;

HOLLOWLAB_LOG(deletionsLog, "hollowlab.ui.deletions")

namespace {

constexpr int secondsOfGrace = 5;
const QString deletionsTopic = QStringLiteral("deletions");

} // namespace

Deletions::Deletions(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_commands(commands)
{
    m_clock.setInterval(1s);
    m_clock.setTimerType(Qt::PreciseTimer); // else the five seconds may be less
    connect(&m_clock, &QTimer::timeout, this, &Deletions::tick);
}

Deletions::~Deletions()
{
    if (isWaiting())
        qCWarning(deletionsLog).noquote() << "not deleted, since the window closed:" << wordsFor(m_waiting);
}

void Deletions::remove(const Selection &chosen)
{
    const bool isAtOnce = m_cluster.status().mode == Mode::Lab || m_commands.isLocked();
    std::vector<ObjectRef> atOnce;
    for (const core::api::ObjectKey &key : chosen.keys) {
        const ObjectRef object {chosen.kind, key};
        if (isAtOnce)
            atOnce.push_back(object);
        else if (std::ranges::find(m_waiting, object, &Waiting::object) == m_waiting.end())
            m_waiting.push_back({object, uidOf(object)});
    }
    m_commands.remove(atOnce); // which tells what is refused
    if (isAtOnce || !isWaiting())
        return;
    m_secondsLeft = secondsOfGrace;
    m_clock.start();
    emit noticed({.text = words(),
        .actionText = tr("&Cancel"),
        .action = [this] { takeBack(); },
        .seconds = 0,
        .topic = deletionsTopic,
        .stays = true});
}

std::string Deletions::uidOf(const ObjectRef &object) const
{
    std::string uid;
    m_cluster.withObject(object, [&](const auto &found) { uid = found.metadata.uid; });
    return uid;
}

QString Deletions::wordsFor(const std::vector<Waiting> &waiting)
{
    return waiting.size() == 1 ? nameOf(waiting.front().object)
                               : tr("%n objects", nullptr, static_cast<int>(waiting.size()));
}

QString Deletions::words() const
{
    return tr("Deletes %1 in %2, on the cluster %3.")
        .arg(wordsFor(m_waiting), durationText(std::chrono::seconds(m_secondsLeft)),
            text(m_cluster.status().contextName));
}

/// Empty: what waits may be sent.
QString Deletions::hindrance() const
{
    if (m_cluster.isPast())
        return tr("The past is shown.");
    if (m_commands.isLocked())
        return tr("The window is locked.");
    return m_cluster.status().connection == Connection::Live ? QString() : tr("The connection is lost.");
}

void Deletions::takeBack()
{
    m_clock.stop();
    const auto waiting = std::exchange(m_waiting, {});
    emit mooted(deletionsTopic);
    if (!waiting.empty())
        emit noticed({.text = tr("Not deleted: %1.").arg(wordsFor(waiting))});
}

void Deletions::drop(const QString &why)
{
    if (!isWaiting())
        return;
    m_clock.stop();
    const auto waiting = std::exchange(m_waiting, {});
    emit mooted(deletionsTopic);
    emit noticed({.level = Notice::Level::Problem,
        .text = tr("Not deleted: %1. %2").arg(wordsFor(waiting), why),
        .seconds = 0});
}

void Deletions::clusterChanged(const core::engine::ChangeSet &changes)
{
    const QString why = changes.reset ? tr("Another cluster is shown.") : hindrance();
    if (!why.isEmpty())
        drop(why);
}

void Deletions::tick()
{
    if (const QString why = hindrance(); !why.isEmpty())
        return drop(why);
    if (--m_secondsLeft > 0)
        return void(emit reworded(deletionsTopic, words()));
    send();
}

void Deletions::send()
{
    m_clock.stop();
    auto waiting = std::exchange(m_waiting, {});
    emit mooted(deletionsTopic);
    const auto others = std::ranges::stable_partition(
        waiting, [this](const Waiting &one) { return !one.uid.empty() && uidOf(one.object) == one.uid; });
    std::vector<ObjectRef> objects;
    std::transform(waiting.begin(), others.begin(), std::back_inserter(objects),
        [](const Waiting &one) { return one.object; });
    m_commands.remove(objects);
    if (!others.empty())
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Not deleted: %1. It is gone, or another one has its name by now.")
                        .arg(wordsFor({others.begin(), others.end()})),
            .seconds = 0});
}

} // namespace ui
