// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour.h"

#include "ui/actions.h"
#include "ui/escape.h"
#include "ui/keys.h"
#include "ui/pages/tables.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/callout.h"

#include <QApplication>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;

namespace {

constexpr int lookedEvery = 200; // ms
constexpr int lastWordsTake = 12'000; // ms

} // namespace

Tour::Tour(const Context &context, const Theme &theme, QWidget *window)
    : QObject(window)
    , m_context(context)
    , m_window(window)
    , m_callout(new Callout(theme, window))
{
    m_looking.setInterval(lookedEvery);
    connect(&m_looking, &QTimer::timeout, this, &Tour::look);
    connect(m_callout, &Callout::skipAsked, this, &Tour::skip);
    connect(m_callout, &Callout::endAsked, this, &Tour::stop);
    connect(&context.tables, &Tables::selectionMoved, this, &Tour::look);
    connect(&context.tables, &Tables::inspectAsked, this, [this] {
        m_hasInspected = true;
        look();
    });
    connect(&context.commands, &CommandSender::ordered, this, [this](quint64, const Deed &deed) {
        if (!isOn()
            || !(std::holds_alternative<BreakNodes>(deed.command)
                || std::holds_alternative<BreakZone>(deed.command)))
            return;
        m_hasBroken = true;
        m_brokenAt = m_context.cluster.present();
        look();
    });
}

void Tour::setMotionReduced(bool reduced)
{
    m_callout->setMotionReduced(reduced);
}

void Tour::start()
{
    const Step first = isOn() ? Step::Choose : m_left;
    if (!isOn())
        qApp->installEventFilter(this);
    m_hasBroken = false;
    m_looking.start();
    go(first);
    emit changed();
}

void Tour::stop()
{
    if (!isOn())
        return;
    m_left = m_step == Step::Done ? Step::Choose : m_step;
    m_step = Step::None;
    m_looking.stop();
    m_callout->hide();
    qApp->removeEventFilter(this);
    emit changed();
}

int Tour::step() const
{
    return m_step == Step::Done ? 0 : static_cast<int>(m_step);
}

void Tour::skip()
{
    if (m_step == Step::Done)
        return stop();
    if (isOn())
        go(Step(static_cast<int>(m_step) + 1));
}

void Tour::go(Step step)
{
    m_step = step;
    m_choiceBefore = m_context.tables.currentPage().table().userChoice();
    m_hasInspected = false;
    m_callout->setSkippable(step != Step::Done);
    m_callout->point(target(), title(), words());
    if (step == Step::Done)
        QTimer::singleShot(lastWordsTake, this, [this] {
            if (m_step == Step::Done)
                stop();
        });
}

/// The tour goes on by at most one step at a time, so that each is read.
void Tour::look()
{
    if (isOn() && m_step != Step::Done && isDone())
        skip();
}

bool Tour::isDone() const
{
    switch (m_step) {
    case Step::Choose:
        return hasChosen() || m_hasBroken;
    case Step::Break:
        return m_hasBroken;
    case Step::Watch:
        return hasRecovered();
    case Step::Card: {
        const RecoveryCard &card = m_context.timeline.recoveries().card();
        return card.isVisible() && card.shown() > 0;
    }
    case Step::Past:
        return m_context.cluster.isPast();
    case Step::Present:
        return !m_context.cluster.isPast();
    case Step::None:
    case Step::Done:
        return false;
    }
    return false;
}

/// A choice by itself does not count: the first one is shown anyway.
bool Tour::hasChosen() const
{
    const auto choice = m_context.tables.currentPage().table().userChoice();
    return isMachine(m_context.tables.currentPage().kind()) && choice
        && (m_hasInspected || choice != m_choiceBefore);
}

bool Tour::hasRecovered() const
{
    return std::ranges::any_of(m_context.cluster.health().episodes(), [this](const auto &entry) {
        return entry.second.unhealthyAt >= m_brokenAt && entry.second.recoveredAt;
    });
}

QString Tour::title() const
{
    const auto numbered = [this](const QString &words) {
        return tr("%1 of %2 · %3").arg(static_cast<int>(m_step)).arg(steps).arg(words);
    };
    switch (m_step) {
    case Step::Choose:
        return numbered(tr("Choose a machine"));
    case Step::Break:
        return numbered(tr("Break it"));
    case Step::Watch:
        return numbered(tr("Watch it heal"));
    case Step::Card:
        return numbered(tr("Read how long it took"));
    case Step::Past:
        return numbered(tr("Go back in time"));
    case Step::Present:
        return numbered(tr("Back to now"));
    case Step::Done:
        return tr("That was the tour");
    case Step::None:
        return {};
    }
    return {};
}

QString Tour::words() const
{
    const Actions &actions = m_context.actions;
    const auto key = [](const QAction *action) {
        const QString text = keyText(*action);
        return text.isEmpty() ? action->iconText() : text;
    };
    switch (m_step) {
    case Step::Choose:
        return tr("Each card or tile is a machine. Click one, or press %1.").arg(key(actions.nextRow));
    case Step::Break:
        return tr("Press %1, then Enter: its node stops being Ready until it is replaced.")
            .arg(key(actions.makeUnhealthy));
    case Step::Watch:
        return tr("The health check waits, deletes the machine, and its set makes another one: that takes "
                  "some twenty seconds. Why, and when, stands at the right.");
    case Step::Card:
        return tr("Press %1 for the recoveries: the card tells what happened when, and what took the time.")
            .arg(key(actions.recoveries));
    case Step::Past:
        return tr("Press %1 a few times, or drag along the times below the chart: all is shown as it was at "
                  "that second.")
            .arg(key(actions.earlier));
    case Step::Present:
        return tr("Nothing can be changed in the past. Press %1.").arg(key(actions.present));
    case Step::Done:
        return tr("%1 finds everything, %2 shows all keys.")
            .arg(key(actions.palette), key(actions.shortcuts));
    case Step::None:
        return {};
    }
    return {};
}

QWidget *Tour::target() const
{
    const auto named = [this](const QString &name) { return m_window->findChild<QWidget *>(name); };
    switch (m_step) {
    case Step::Choose: {
        auto *wall = m_context.tables.currentPage().findChild<QWidget *>(u"wall"_s);
        return wall && wall->isVisible() ? wall : &m_context.tables.currentPage();
    }
    case Step::Break: {
        auto *button = m_context.tables.currentPage().findChild<QWidget *>(u"action-makeUnhealthy"_s);
        return button && button->isVisible() ? button : &m_context.tables.currentPage();
    }
    case Step::Watch:
        return &m_context.timeline.chart();
    case Step::Card:
        return m_context.timeline.findChild<QWidget *>(u"showRecoveries"_s);
    case Step::Past:
        return m_context.timeline.chart().isVisible()
            ? named(u"timeline"_s)
            : m_context.timeline.findChild<QWidget *>(u"showTimeline"_s); // behind the recoveries
    case Step::Present:
        return named(u"moment"_s);
    case Step::None:
    case Step::Done:
        return nullptr;
    }
    return nullptr;
}

bool Tour::eventFilter(QObject *object, QEvent *event)
{
    if (!isFreeEscape(object, event, m_window))
        return QObject::eventFilter(object, event);
    stop();
    return true;
}

} // namespace ui
