// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A recovery seen again (docs/window.md W27): the window goes through the moments of the past, from shortly
// before the failure to shortly after the recovery, slower or faster than they were.

#include "ui/timeline/recoverystory.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <array>

namespace ui {

class ShownMoment;

class Replay : public QObject
{
    Q_OBJECT

public:
    static constexpr std::array speeds {0.25, 0.5, 1.0, 2.0, 5.0, 10.0};

    Replay(const ClusterView &cluster, ShownMoment &moment, QObject *parent = nullptr);

    /// Begins with the episode of that number. False when there is none, or nothing of its time is kept.
    bool play(std::uint64_t episode);
    bool isOn() const { return m_episode != 0; }
    bool isPlaying() const { return m_clock.isActive(); }
    bool isOver() const { return isOn() && m_at >= end(); }
    double speed() const { return speeds[m_speed]; }
    std::uint64_t episode() const { return m_episode; }
    const std::vector<StoryMark> &marks() const { return m_marks; }
    core::api::Time begin() const { return m_begin; }
    core::api::Time end() const;
    core::api::Time at() const { return m_at; }
    /// What has just happened, in the words of the marks of that second.
    QString caption() const;
    /// All that it says from begin to end.
    QStringList captions() const;

    void pauseOrGoOn();
    /// Whoever looks goes to moments by themselves.
    void hold();
    void faster();
    void slower();
    /// The replay goes to the second in which something happens next; there it waits.
    void nextMark();
    /// Another moment is shown: the present ends the replay.
    void momentShown();

signals:
    /// What a bar shows of it is different.
    void changed();
    /// The machine that failed is there, for the first time.
    void failedSeen();
    void ended();

private:
    QString captionAt(core::api::Time second) const;
    const core::timeline::Episode *replayed() const;
    bool isFailedThere() const;
    bool isSetComplete() const;
    void tick();
    void go(core::api::Time at);
    void setSpeed(std::size_t speed);
    void stop();

    const ClusterView &m_cluster;
    ShownMoment &m_moment;
    std::uint64_t m_episode = 0;
    std::vector<StoryMark> m_marks;
    core::api::Time m_begin;
    core::api::Time m_at;
    std::size_t m_speed = 2; ///< of speeds
    bool m_hasEntered = false; ///< a moment of the past has been shown since it began
    bool m_isFailedToCome = false; ///< the machine that failed has not been there
    QTimer m_clock; ///< runs while it plays
    QElapsedTimer m_sinceTick;
};

} // namespace ui
