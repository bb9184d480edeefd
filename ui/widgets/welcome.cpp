// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/welcome.h"

#include "ui/actions.h"
#include "ui/clusterview.h"
#include "ui/escape.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/widgets/buttonlook.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int welcomeWidth = 520; // px
constexpr int aroundWelcome = 16; // from the window's edges
constexpr double welcomeTitle = 4.0 / 3; // of the letters' size
constexpr int doneIsSeenFor = 4000; // ms

void alertAbout(QObject *object)
{
    QAccessibleEvent alert(object, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace

Welcome::Welcome(const ClusterView &cluster, const Actions &actions, const Theme &theme, QWidget *window)
    : QFrame(window)
    , m_cluster(cluster)
    , m_actions(actions)
    , m_offers(new QHBoxLayout)
{
    setObjectName(u"welcome"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->setSpacing(10);
    QLabel *title = addLine(u"welcomeTitle"_s);
    title->setText(tr("Welcome to Hollow Lab"));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * welcomeTitle);
    large.setBold(true);
    title->setFont(large);
    QLabel *words = addLine(u"welcomeWords"_s);
    words->setText(tr("Watch machines fail and heal. Everything runs in this program: no containers, no "
                      "network, no account. Six steps show how."));
    m_progress = addLine(u"welcomeProgress"_s);
    m_next = addLine(u"welcomeNext"_s);
    layout->addLayout(m_offers);
    addOffer(u"takeTour"_s, tr("Take the tour"), actions.tour);
    addOffer(u"openCluster"_s, tr("Open a real cluster…"), actions.clusters);
    m_offers->addStretch(1);
    addOffer(u"closeWelcome"_s, tr("Close (Esc)"), nullptr);
    wearButtonLook(this, theme, Ground::Card);
    setAccessibleName(title->text() + u'\n' + words->text());
    qApp->installEventFilter(this);
    showSteps();
    clusterChanged();
    show();
    raise();
    alertAbout(this);
}

QLabel *Welcome::addLine(const QString &name)
{
    auto *line = new QLabel(this);
    line->setObjectName(name);
    line->setTextFormat(Qt::PlainText);
    line->setWordWrap(true);
    line->setForegroundRole(QPalette::ToolTipText);
    layout()->addWidget(line);
    return line;
}

/// The card stays until all nodes were Ready once.
void Welcome::clusterChanged()
{
    if (m_isRunning)
        return;
    const SetTally &fleet = m_cluster.fleet(Family::MachineApi);
    const int ready = fleet.of(State::Ready);
    m_isRunning = ready > 0 && ready == fleet.total();
    const auto begin = m_cluster.health().begin();
    const bool wasSeen = !m_progress->text().isEmpty() && begin;
    if (!m_isRunning)
        m_progress->setText(tr("Starting: %L1 of %L2 nodes Ready").arg(ready).arg(fleet.total()));
    else if (wasSeen)
        m_progress->setText(tr("Your lab is running: %L1 nodes Ready after %2.")
                                .arg(ready)
                                .arg(tenthsText(m_cluster.present() - *begin)));
    else
        m_progress->setText(tr("Your lab is running: %L1 nodes Ready.").arg(ready));
    if (m_isRunning)
        alertAbout(m_progress);
    place();
}

void Welcome::tick(Step step)
{
    m_done[static_cast<std::size_t>(step)] = true;
    showSteps();
    place();
    if (std::ranges::find(m_done, false) == m_done.end())
        QTimer::singleShot(doneIsSeenFor, this, &QWidget::close);
}

void Welcome::showSteps()
{
    const std::pair<QString, const QAction *> all[] = {{tr("scale the set"), m_actions.scale},
        {tr("break a node"), m_actions.makeUnhealthy}, {tr("read how it healed"), m_actions.recoveries}};
    QStringList words;
    for (std::size_t i = 0; i < m_done.size(); ++i) {
        const auto &[text, action] = all[i];
        const QString key = keyText(*action);
        const QString keyed = key.isEmpty() ? text : tr("%1 (%2)").arg(text, key);
        const QString boxed = (m_done[i] ? u"☑ "_s : u"☐ "_s) + keyed;
        words += QString(boxed).replace(u' ', QChar(QChar::Nbsp));
    }
    m_next->setText(tr("Next: %1").arg(words.join(u"   "_s)));
}

void Welcome::addOffer(const QString &name, const QString &text, QAction *action)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    m_offers->addWidget(button);
    connect(button, &QPushButton::clicked, this, &Welcome::leave);
    if (!action)
        return;
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
    connect(action, &QAction::enabledChanged, button, &QPushButton::setEnabled);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
}

void Welcome::leave()
{
    const bool hadKeys = isAncestorOf(QApplication::focusWidget());
    close();
    if (hadKeys)
        emit left();
}

const QWidget *Welcome::tables() const
{
    const auto *window = qobject_cast<const QMainWindow *>(parentWidget());
    return window && window->centralWidget() ? window->centralWidget() : parentWidget();
}

/// The card lies over the foot of the tables, where it hides the least.
void Welcome::place()
{
    ensurePolished();
    const QRect room =
        parentWidget()->rect().adjusted(aroundWelcome, aroundWelcome, -aroundWelcome, -aroundWelcome);
    const int wanted = std::max(welcomeWidth, layout()->minimumSize().width());
    const int width = std::min(wanted, room.width());
    QRect rect(0, 0, width, layout()->totalHeightForWidth(width));
    rect.moveCenter(tables()->geometry().center());
    rect.moveBottom(tables()->geometry().bottom() - aroundWelcome);
    rect.moveLeft(
        std::clamp(rect.left(), room.left(), std::max(room.left(), room.right() - rect.width() + 1)));
    rect.moveTop(std::max(rect.top(), room.top()));
    setGeometry(rect);
}

bool Welcome::eventFilter(QObject *object, QEvent *event)
{
    const bool isMoved = event->type() == QEvent::Resize || event->type() == QEvent::Move;
    if (isMoved && (object == parentWidget() || object == tables()))
        place();
    if (!isVisible() || !isFreeEscape(object, event, parentWidget()))
        return QFrame::eventFilter(object, event);
    leave();
    return true;
}

} // namespace ui
