// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the user does about time: goes to a moment of the past and back, compares two, sees a recovery again,
// and lets the lab's time run slower, faster, or not at all.

#include "ui/clusterview.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>

namespace ui {

class Actions;
class CommandSender;
class ContextBar;
class Replay;
class ShownMoment;
class Theme;
class TimelinePanel;
struct Notice;

class TimeControl : public QObject
{
    Q_OBJECT

public:
    struct Context {
        const ClusterView &cluster;
        CommandSender &commands;
        ShownMoment &moment;
        Replay &replay;
        TimelinePanel &timeline;
        ContextBar &contextBar;
        const Actions &actions;
        const Theme &theme;
    };

    /// window: of its dialogs, which it outlives.
    TimeControl(const Context &context, QWidget *window);

signals:
    void noticed(const ui::Notice &notice);
    void objectChosen(const ui::ObjectRef &object);
    /// What happens to all machines shall be seen.
    void fleetAsked();

private:
    void joinMoment();
    void joinReplay();
    void compareMoments();
    void playAgain(std::uint64_t episode);
    void chooseReplayed();
    void leaveReplayedTime();
    void changePace(bool isFaster);
    void holdTime();

    const Context m_context;
    QWidget *m_window;
    std::optional<core::base::Duration> m_replayedSpan; ///< that the chart shows for a replay
    double m_paceBefore = 1; ///< at which a paused lab goes on
    double m_paceAsked = 1;
    QElapsedTimer m_sincePaceAsked;
};

} // namespace ui
