// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guidance.h"

#include "ui/actions.h"
#include "ui/activity.h"
#include "ui/commandsender.h"
#include "ui/diagnostics.h"
#include "ui/logmodel.h"
#include "ui/pages/tables.h"
#include "ui/panels.h"
#include "ui/preferences.h"
#include "ui/settings.h"
#include "ui/timeline/recoverynews.h"
#include "ui/timeline/scalenews.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/tour.h"
#include "ui/widgets/activitypanel.h"
#include "ui/widgets/logpanel.h"
#include "ui/widgets/welcome.h"

#include <QApplication>
#include <QClipboard>

namespace ui {

using namespace Qt::Literals::StringLiterals;

Guidance::Guidance(const Context &context, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
    , m_activity(new Activity(context.cluster, context.commands, this))
    , m_log(new LogModel(this))
    , m_tour(new Tour({context.cluster, context.commands, context.tables, context.timeline, context.actions},
          context.theme, window))
    , m_news(new RecoveryNews(context.cluster, context.commands, this))
    , m_scaleNews(new ScaleNews(context.cluster, context.commands, this))
{
    addPanels();
    joinTour();
    joinNews();
    connect(context.actions.diagnostics, &QAction::triggered, this, &Guidance::copyDiagnostics);
}

void Guidance::setMotionReduced(bool reduced)
{
    m_tour->setMotionReduced(reduced);
}

void Guidance::addPanels()
{
    auto *activity = new ActivityPanel(*m_activity, m_context.theme, m_window);
    Panels *panels = &m_context.panels;
    panels->addMore(u"activity"_s, tr("Activity"), *activity);
    panels->addMore(u"log"_s, tr("Log"), *new LogPanel(*m_log, m_context.theme, m_window));
    connect(activity, &ActivityPanel::noticed, this, &Guidance::noticed);
    connect(activity, &ActivityPanel::left, this, &Guidance::left);
    connect(m_context.actions.activity, &QAction::triggered, activity, [panels, activity] {
        panels->bring(u"activity"_s);
        activity->setFocus();
    });
    connect(m_context.actions.log, &QAction::triggered, panels, [panels] { panels->bring(u"log"_s); });
}

void Guidance::joinTour()
{
    const Actions &actions = m_context.actions;
    for (QAction *action : {actions.recoveries, actions.exportTimeline})
        connect(action, &QAction::triggered, this, [this] { m_context.panels.bring(u"timeline"_s); });
    connect(actions.tour, &QAction::triggered, this, &Guidance::startTour);
    connect(actions.skipStep, &QAction::triggered, m_tour, &Tour::skip);
    connect(m_tour, &Tour::changed, this, [this] { m_context.actions.skipStep->setEnabled(m_tour->isOn()); });
}

void Guidance::joinNews()
{
    connect(m_news, &RecoveryNews::noticed, this, &Guidance::noticed);
    connect(m_context.actions.recoveries, &QAction::triggered, this,
        [this] { emit mooted(RecoveryNews::topic()); });
    connect(m_news, &RecoveryNews::storyAsked, this, [this](std::uint64_t episode) {
        m_context.panels.bring(u"timeline"_s);
        m_context.timeline.showStory(episode);
    });
    connect(m_scaleNews, &ScaleNews::noticed, this, &Guidance::noticed);
    connect(m_scaleNews, &ScaleNews::rangeAsked, this, [this](const TimeWindow::Range &range) {
        m_context.panels.bring(u"timeline"_s);
        m_context.timeline.showRange(range);
    });
}

void Guidance::clusterChanged(const core::engine::ChangeSet &changes)
{
    m_activity->clusterChanged(changes);
    m_news->clusterChanged();
    m_scaleNews->clusterChanged();
    if (m_welcome)
        m_welcome->clusterChanged();
}

void Guidance::welcome()
{
    if (m_context.preferences.isFresh() || m_context.cluster.status().mode != core::engine::Mode::Lab
        || wasTourOffered())
        return;
    setTourOffered();
    m_welcome = new Welcome(m_context.cluster, m_context.actions, m_context.theme, m_window);
    joinWelcome(m_welcome);
}

void Guidance::joinWelcome(Welcome *card)
{
    using Step = Welcome::Step;
    const Actions &actions = m_context.actions;
    connect(actions.tour, &QAction::triggered, card, &QWidget::close);
    connect(card, &Welcome::left, this, &Guidance::left);
    connect(&m_context.commands, &CommandSender::ordered, card, [card](quint64, const Deed &deed) {
        if (std::holds_alternative<core::engine::Scale>(deed.command))
            card->tick(Step::Scale);
        else if (std::holds_alternative<core::engine::BreakNodes>(deed.command))
            card->tick(Step::Break);
    });
    for (const QAction *reading : {actions.showWhy, actions.recoveries})
        connect(reading, &QAction::triggered, card, [card] { card->tick(Step::Read); });
    connect(m_news, &RecoveryNews::storyAsked, card, [card] { card->tick(Step::Read); });
}

/// Where all that it points at is seen.
void Guidance::startTour()
{
    emit fleetAsked();
    m_context.panels.bring(u"timeline"_s);
    m_context.timeline.showPage(TimelinePanel::Page::Timeline);
    m_context.tables.currentPage().focusRows();
    m_tour->start();
}

void Guidance::copyDiagnostics()
{
    m_log->refresh();
    QApplication::clipboard()->setText(
        diagnosticsText(*m_window, m_context.cluster, m_context.preferences, *m_log));
    emit noticed(
        {.text = tr("Copied: program, computer, cluster, settings and log, without names and secrets. "
                    "Read it before you pass it on."),
            .seconds = 10});
}

} // namespace ui
