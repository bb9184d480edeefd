// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timecontrol.h"

#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/paces.h"
#include "ui/replay.h"
#include "ui/shownmoment.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/contextbar.h"

namespace ui {

TimeControl::TimeControl(const Context &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
{
    joinMoment();
    joinReplay();
}

void TimeControl::joinMoment()
{
    using namespace std::chrono_literals;
    const Actions &actions = m_context.actions;
    ShownMoment *moment = &m_context.moment;
    const std::pair<QAction *, core::base::Duration> steps[] = {
        {actions.earlier, -1s}, {actions.later, 1s}, {actions.muchEarlier, -10s}, {actions.muchLater, 10s}};
    for (const auto &[action, by] : steps)
        connect(action, &QAction::triggered, moment, [moment, by = by] { moment->step(by); });
    connect(actions.present, &QAction::triggered, moment, &ShownMoment::showPresent);
    connect(actions.compare, &QAction::triggered, this, &TimeControl::compareMoments);
    connect(&m_context.contextBar, &ContextBar::presentAsked, moment, &ShownMoment::showPresent);
    connect(&m_context.timeline, &TimelinePanel::presentAsked, moment, &ShownMoment::showPresent);
    connect(&m_context.timeline, &TimelinePanel::momentAsked, moment, &ShownMoment::seek);
}

/// Who goes to a moment during a replay wants to look at it.
void TimeControl::joinReplay()
{
    const Actions &actions = m_context.actions;
    Replay *replay = &m_context.replay;
    for (QAction *action : {actions.earlier, actions.later, actions.muchEarlier, actions.muchLater})
        connect(action, &QAction::triggered, replay, &Replay::hold);
    connect(&m_context.timeline, &TimelinePanel::momentAsked, replay, &Replay::hold);
    connect(&m_context.timeline, &TimelinePanel::replayAsked, this, &TimeControl::playAgain);
    connect(
        actions.replay, &QAction::triggered, this, [this] { playAgain(m_context.timeline.replayable()); });
    connect(replay, &Replay::failedSeen, this, &TimeControl::chooseReplayed);
    connect(replay, &Replay::ended, this, &TimeControl::leaveReplayedTime);
    connect(actions.nextMark, &QAction::triggered, replay, &Replay::nextMark);
    connect(actions.slower, &QAction::triggered, this, [this] { changePace(false); });
    connect(actions.faster, &QAction::triggered, this, [this] { changePace(true); });
    connect(actions.holdTime, &QAction::triggered, this, &TimeControl::holdTime);
}

/// What is shown with now; while that is now, with what was five minutes before.
void TimeControl::compareMoments()
{
    using namespace std::chrono_literals;
    auto *dialog = new CompareDialog(m_context.cluster, m_context.commands, m_context.theme, m_window);
    connect(dialog, &CompareDialog::objectChosen, this, &TimeControl::objectChosen);
    dialog->open();
    const core::api::Time now = m_context.cluster.present();
    dialog->compare(m_context.cluster.moment().value_or(now - 5min), now);
}

void TimeControl::playAgain(std::uint64_t episode)
{
    if (!m_context.replay.play(episode))
        return emit noticed({.text = episode == 0 ? tr("No recovery to replay yet.")
                                                  : tr("Nothing is kept of the time of that recovery.")});
    emit fleetAsked();
    leaveReplayedTime(); // of a replay that this one takes the place of
    HealthChart &chart = m_context.timeline.chart();
    chart.showRange({m_context.replay.begin(), m_context.replay.end()});
    m_replayedSpan = chart.shown().end - chart.shown().begin;
    m_context.timeline.showPage(TimelinePanel::Page::Timeline);
}

void TimeControl::chooseReplayed()
{
    const auto &episodes = m_context.cluster.health().episodes();
    const auto found = episodes.find(m_context.replay.episode());
    if (found == episodes.end())
        return;
    emit objectChosen(failedObjectOf(found->second));
}

/// The chart shows as long a stretch as before the replay, unless the user has chosen another meanwhile.
void TimeControl::leaveReplayedTime()
{
    const auto span = std::exchange(m_replayedSpan, std::nullopt);
    HealthChart &chart = m_context.timeline.chart();
    if (span && chart.shown().end - chart.shown().begin == *span)
        chart.goBack();
}

/// Keys may come quicker than the core tells the pace that it has.
void TimeControl::changePace(bool isFaster)
{
    constexpr qint64 answerTakes = 1000; // ms
    if (!m_context.replay.isOn()) {
        const bool isNews = m_sincePaceAsked.isValid() && !m_sincePaceAsked.hasExpired(answerTakes);
        m_paceAsked = neighbouringPace(isNews ? m_paceAsked : m_context.cluster.status().pace, isFaster);
        m_sincePaceAsked.start();
        m_context.commands.setPace(m_paceAsked);
    } else if (isFaster)
        m_context.replay.faster();
    else
        m_context.replay.slower();
}

void TimeControl::holdTime()
{
    if (m_context.replay.isOn())
        return m_context.replay.pauseOrGoOn();
    const double pace = m_context.cluster.status().pace;
    if (pace > 0)
        m_paceBefore = pace;
    m_context.commands.setPace(pace > 0 ? 0 : m_paceBefore);
}

} // namespace ui
