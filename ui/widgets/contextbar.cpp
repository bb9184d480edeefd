// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/contextbar.h"

#include "ui/commander.h"
#include "ui/format.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::Connection;
using core::engine::Mode;
using core::engine::Status;

namespace {

constexpr int widthForServer = 1200; // px: below it the server hides, its tool tip stays on the name

QLabel *makeLabel(QToolBar *bar, const QString &objectName)
{
    auto *label = new QLabel(bar);
    label->setObjectName(objectName);
    label->setContentsMargins(4, 0, 4, 0);
    return label;
}

QLabel *addLabel(QToolBar *bar, const QString &objectName)
{
    QLabel *label = makeLabel(bar, objectName);
    bar->addWidget(label);
    return label;
}

QString paceText(double pace)
{
    return u"×"_s + QString::number(pace, 'g', 3);
}

State stateOf(Connection connection)
{
    switch (connection) {
    case Connection::Live:
        return State::Ready;
    case Connection::Starting:
        return State::Provisioning;
    case Connection::Reconnecting:
        return State::NotReady;
    case Connection::Failed:
        return State::Failed;
    }
    return State::None;
}

} // namespace

ContextBar::ContextBar(const World &world, Commander &commander, const Theme &theme, QWidget *parent)
    : QToolBar(tr("Context"), parent)
    , m_world(world)
    , m_commander(commander)
    , m_theme(theme)
{
    setObjectName(u"context"_s);
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_badge = addLabel(this, u"badge"_s);
    m_name = addLabel(this, u"contextName"_s);
    m_server = makeLabel(this, u"server"_s);
    m_serverShown = addWidget(m_server);
    m_connectionShape = addLabel(this, u"connectionShape"_s);
    m_connection = addLabel(this, u"connection"_s);
    m_connectionShape->setContentsMargins(4, 0, 0, 0);

    auto *space = new QWidget(this);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(space);
    addPace();

    m_copy = new QToolButton(this);
    m_copy->setObjectName(u"copyKubectl"_s);
    m_copy->setText(tr("Copy kubectl line"));
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(kubectlLine());
        emit m_commander.noticed({.text = tr("Copied: %1").arg(kubectlLine())});
    });
    addWidget(m_copy);
    m_lock = new QToolButton(this);
    m_lock->setObjectName(u"lock"_s);
    m_lock->setCheckable(true);
    connect(m_lock, &QToolButton::clicked, &commander, &Commander::setLocked);
    connect(&commander, &Commander::lockChanged, this, &ContextBar::showLock);
    addWidget(m_lock);

    connect(&theme, &Theme::changed, this, &ContextBar::showStatus);
    showStatus();
}

void ContextBar::addPace()
{
    m_paceLabel = addLabel(this, u"pace"_s);
    m_paces = new QActionGroup(this);
    const auto add = [this](double pace, const QString &text, const QString &tip) {
        QAction *action = addAction(text);
        action->setToolTip(tip);
        action->setCheckable(true);
        action->setData(pace);
        m_paces->addAction(action);
        m_timeActions.push_back(action);
        connect(action, &QAction::triggered, this, [this, pace] { m_commander.setPace(pace); });
    };
    add(0, u"❚❚"_s, tr("Pause time"));
    add(1, paceText(1), tr("Time runs as on the wall"));
    add(10, paceText(10), tr("Ten times as fast"));
    add(100, paceText(100), tr("A hundred times as fast"));
    m_step = addAction(tr("Step"));
    m_step->setToolTip(tr("Run what is due next, while time is paused"));
    connect(m_step, &QAction::triggered, &m_commander, &Commander::stepTime);
    m_timeActions.push_back(m_step);
    m_timeActions.push_back(addSeparator());
}

QString ContextBar::kubectlLine() const
{
    return u"kubectl --kubeconfig %1 get machines"_s.arg(text(m_world.status().kubeconfigPath));
}

void ContextBar::showStatus()
{
    const Status &status = m_world.status();
    paintBadge();
    m_name->setText(u"<b>%1</b>"_s.arg(text(status.contextName).toHtmlEscaped()));
    m_name->setToolTip(text(status.server));
    showServer();
    showConnection();
    showPace();
    showLock();
    m_copy->setEnabled(!status.kubeconfigPath.empty());
    m_copy->setToolTip(kubectlLine());
}

void ContextBar::paintBadge()
{
    const bool lab = m_world.status().mode == Mode::Lab;
    m_badge->setText(lab ? tr("LAB") : tr("EXTERNAL"));
    m_badge->setToolTip(lab ? tr("The cluster inside this program") : tr("A real cluster: changes are real"));
    m_badge->setStyleSheet(
        u"background:%1; color:%2; font-weight:bold; padding:2px 8px; border-radius:3px;"_s.arg(
            m_theme.color(lab ? Tone::Lab : Tone::External).name(), m_theme.color(Tone::OnBadge).name()));
}

void ContextBar::showServer()
{
    m_serverShown->setVisible(width() >= widthForServer);
    m_server->setText(text(m_world.status().server));
    m_server->setStyleSheet(u"color:%1"_s.arg(m_theme.color(Tone::Quiet).name()));
}

void ContextBar::showConnection()
{
    const Status &status = m_world.status();
    const QString note = text(status.connectionNote);
    QString words;
    switch (status.connection) {
    case Connection::Starting:
        words = tr("starting");
        break;
    case Connection::Live:
        words = tr("live");
        break;
    case Connection::Reconnecting:
        words = note.isEmpty() ? tr("reconnecting") : note;
        break;
    case Connection::Failed:
        words = tr("failed: %1").arg(note);
        break;
    }
    const State state = stateOf(status.connection);
    m_connectionShape->setPixmap(iconOf(state, m_theme.isDark()).pixmap(16, 16));
    m_connection->setText(words);
    m_connection->setToolTip(tr("%1 of %2 watches live").arg(status.watchesLive).arg(status.watchesWanted)
        + (note.isEmpty() ? QString() : u'\n' + note));
}

void ContextBar::showPace()
{
    const Status &status = m_world.status();
    const bool lab = status.mode == Mode::Lab;
    for (QAction *action : m_timeActions)
        action->setVisible(lab);
    for (QAction *action : m_paces->actions())
        action->setChecked(qFuzzyCompare(1 + action->data().toDouble(), 1 + status.pace));
    m_step->setEnabled(status.pace == 0);
    const bool slower = status.pace > 0 && status.reachedPace < 0.9 * status.pace;
    QString words;
    if (lab && status.pace == 0)
        words = tr("paused");
    else if (lab && slower)
        words = tr("reaches %1").arg(paceText(status.reachedPace));
    m_paceLabel->setText(words);
    m_paceLabel->setToolTip(
        slower ? tr("This computer can't run time faster now; nothing is skipped.") : QString());
}

void ContextBar::showLock()
{
    const bool locked = m_commander.isLocked();
    m_lock->setChecked(locked);
    m_lock->setEnabled(!m_world.status().readOnly);
    m_lock->setText(locked ? tr("Read-only") : tr("Unlocked"));
    m_lock->setToolTip(
        locked ? tr("The window changes nothing. Click to unlock.") : tr("Click to lock against changes."));
}

void ContextBar::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    showServer();
}

} // namespace ui
