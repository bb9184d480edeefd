// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay.h"

#include "ui/clusterview.h"
#include "ui/shownmoment.h"
#include "ui/timeline/machinepasts.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ui {

using namespace std::chrono_literals;
using core::api::Time;
using core::base::Duration;

namespace {

constexpr std::chrono::milliseconds frame {100};
constexpr Duration beforeFailure = 3s;
constexpr Duration afterLastMark = 2s;

/// A moment of the past is a whole second.
Time secondOf(Time at)
{
    return std::chrono::floor<std::chrono::seconds>(at);
}

QString allWell()
{
    return Replay::tr("Shortly before: all is well.");
}

/// The first moment that shows what happened then.
Time momentOf(const StoryMark &mark)
{
    return std::chrono::ceil<std::chrono::seconds>(mark.at);
}

} // namespace

Replay::Replay(const ClusterView &cluster, ShownMoment &moment, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_moment(moment)
{
    m_clock.setInterval(frame);
    connect(&m_clock, &QTimer::timeout, this, &Replay::tick);
}

bool Replay::play(std::uint64_t episode)
{
    const auto &episodes = m_cluster.health().episodes();
    const auto found = episodes.find(episode);
    const auto &since = m_cluster.status().pastSince;
    if (found == episodes.end() || !since)
        return false;
    m_marks = replayMarksOf(found->second, m_cluster);
    m_begin = secondOf(m_marks.front().at) - beforeFailure;
    if (m_marks.back().at < *since)
        return false;
    m_episode = episode;
    m_begin = std::max(m_begin, secondOf(*since));
    m_hasEntered = m_cluster.isPast();
    m_isFailedToCome = true;
    m_sinceTick.start();
    m_clock.start();
    go(m_begin);
    return true;
}

/// The second that is not over yet is no moment of the past.
Time Replay::end() const
{
    if (m_marks.empty())
        return m_begin;
    return std::max(
        m_begin, std::min(momentOf(m_marks.back()) + afterLastMark, secondOf(m_cluster.present()) - 1s));
}

QString Replay::caption() const
{
    return captionAt(secondOf(m_at));
}

QStringList Replay::captions() const
{
    QStringList all {allWell()};
    for (const StoryMark &mark : m_marks)
        all.append(captionAt(momentOf(mark)));
    return all;
}

QString Replay::captionAt(Time second) const
{
    QStringList words;
    std::optional<Time> latest;
    for (const StoryMark &mark : m_marks) {
        if (momentOf(mark) > second)
            break;
        if (latest != momentOf(mark))
            words.clear();
        latest = momentOf(mark);
        words.append(mark.caption);
    }
    if (!words.isEmpty())
        return words.join(u' ');
    return isSetComplete() ? allWell() : tr("Shortly before.");
}

const core::timeline::Episode *Replay::replayed() const
{
    const auto &episodes = m_cluster.health().episodes();
    const auto found = episodes.find(m_episode);
    return found == episodes.end() ? nullptr : &found->second;
}

bool Replay::isFailedThere() const
{
    bool isThere = false;
    if (const auto *episode = replayed())
        m_cluster.withObject(failedObjectOf(*episode), [&](const auto &) { isThere = true; });
    return isThere;
}

/// In the moment that is shown, of the set whose machine is to fail.
bool Replay::isSetComplete() const
{
    const auto *episode = replayed();
    if (!episode || !m_cluster.isPast())
        return false;
    const ObjectRef set = setOf(*episode);
    const SetTally tally = m_cluster.tally(set);
    return wantedReplicas(m_cluster, set) == tally.total() && tally.of(State::Ready) == tally.total();
}

void Replay::pauseOrGoOn()
{
    if (!isOn())
        return;
    if (isPlaying())
        return hold();
    if (isOver())
        go(m_begin);
    m_sinceTick.start();
    m_clock.start();
    emit changed();
}

void Replay::hold()
{
    if (!isOn())
        return;
    m_clock.stop();
    emit changed();
}

void Replay::faster()
{
    setSpeed(m_speed + 1);
}

void Replay::slower()
{
    if (m_speed > 0)
        setSpeed(m_speed - 1);
}

void Replay::setSpeed(std::size_t speed)
{
    m_speed = std::min(speed, speeds.size() - 1);
    emit changed();
}

void Replay::nextMark()
{
    if (!isOn())
        return;
    m_clock.stop();
    const auto next = std::ranges::find_if(
        m_marks, [this](const StoryMark &mark) { return momentOf(mark) > secondOf(m_at); });
    go(next == m_marks.end() ? end() : momentOf(*next));
}

void Replay::tick()
{
    const double passed = static_cast<double>(m_sinceTick.nsecsElapsed()) * speed();
    m_sinceTick.start();
    const Time at = m_at + Duration(static_cast<std::int64_t>(passed));
    if (at >= end())
        m_clock.stop();
    go(at);
}

void Replay::go(Time at)
{
    const Time before = secondOf(m_at);
    m_at = std::min(at, end());
    if (secondOf(m_at) != before || !m_hasEntered)
        m_moment.seek(m_at);
    emit changed();
}

void Replay::momentShown()
{
    if (!isOn())
        return;
    const auto &moment = m_cluster.moment();
    if (moment)
        m_hasEntered = true;
    else if (m_hasEntered)
        return stop();
    if (moment && !isPlaying()) {
        m_at = *moment;
        emit changed();
    }
    if (moment && m_isFailedToCome && isFailedThere()) {
        m_isFailedToCome = false;
        emit failedSeen();
    }
}

void Replay::stop()
{
    m_clock.stop();
    m_episode = 0;
    m_marks.clear();
    emit changed();
    emit ended();
}

} // namespace ui
