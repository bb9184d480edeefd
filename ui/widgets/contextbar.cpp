// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/contextbar.h"

#include "core/engine/timing.h"
#include "ui/commandsender.h"
#include "ui/dialogs/ask.h"
#include "ui/format.h"
#include "ui/paces.h"
#include "ui/spoken.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/crowdedline.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/healthsentence.h"

#include <QApplication>
#include <QButtonGroup>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::Connection;
using core::engine::Mode;
using core::engine::Status;

namespace {

/// What the buttons set, times 1000, since they are the buttons' ids.
constexpr int paces[] = {0, 1000, 10'000, 100'000};

constexpr int leastForTiming = 1200; // px: of a window that shows it in full words
constexpr int leastForPaceInPast = 1200; // px: of a window that shows the pace beside a moment of the past
constexpr int leastForRetry = 1000; // px

template<typename Label>
Label *addLabel(QHBoxLayout *line, Label *label, const char16_t *name)
{
    label->setObjectName(QString::fromUtf16(name));
    line->addWidget(label);
    return label;
}

struct Badge {
    QString text;
    QString tip;
    Tone tone;
};

Badge badgeOf(std::optional<Mode> mode)
{
    if (!mode)
        return {u"…"_s, ContextBar::tr("Not connected yet"), Tone::Quiet};
    if (mode == Mode::Lab)
        return {ContextBar::tr("LAB"), ContextBar::tr("The cluster inside this program"), Tone::Lab};
    return {ContextBar::tr("EXTERNAL"), ContextBar::tr("A real cluster: changes are real"), Tone::External};
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

QString retryText(const ClusterView &cluster)
{
    using namespace std::chrono_literals;
    const auto &retryAt = cluster.status().retryAt;
    const auto left = retryAt ? std::chrono::ceil<std::chrono::seconds>(*retryAt - cluster.present()) : 0s;
    return left > 0s ? ContextBar::tr("retry in %1").arg(durationText(left)) : ContextBar::tr("retrying now");
}

ContextBar::ContextBar(
    const ClusterView &cluster, CommandSender &commands, const Theme &theme, QWidget *parent)
    : QToolBar(tr("Context"), parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
{
    setObjectName(u"context"_s);
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    auto *whole = new CrowdedLine(this); // one widget, so that names give way before a button disappears
    QHBoxLayout *line = whole->widgets();
    line->setContentsMargins(4, 4, 4, 4);
    addCluster(line);
    m_choices = new QHBoxLayout;
    m_choices->setContentsMargins(12, 0, 0, 0);
    line->addLayout(m_choices);
    m_sentence = new HealthSentence(cluster, theme, this);
    line->addWidget(m_sentence);
    line->addStretch(1);
    addSearch(line);
    addPace(line);
    addMoment(line);
    addKubectlAndLock(line);
    makeRoomIn(*whole);
    wearButtonLook(whole, theme);
    addWidget(whole);
    connect(&theme, &Theme::changed, this, &ContextBar::showStatus);
    connect(&m_countdown, &QTimer::timeout, this, &ContextBar::showConnection);
    showStatus();
}

/// Whether all is well is told as long as there is any room.
void ContextBar::makeRoomIn(CrowdedLine &line)
{
    line.setConcessions({{m_server}, {m_copy},
        {m_time, [this] { return roomOf(stepWidgets()); },
            [this](bool isBrief) { setPaceRoom(isBrief, m_hasFewPaces); }},
        {m_search},
        {m_sentence, [this] { return m_sentence->savedWhenBrief(); },
            [this](bool isBrief) { m_sentence->setBrief(isBrief); }},
        {m_timing},
        {m_time, [this] { return roomOf(otherFastPaces()); },
            [this](bool isBrief) { setPaceRoom(m_hasNoStep, isBrief); }},
        {m_sentence}});
}

void ContextBar::setPaceRoom(bool hasNoStep, bool hasFewPaces)
{
    m_hasNoStep = hasNoStep;
    m_hasFewPaces = hasFewPaces;
    showPace();
}

/// What is of use only while time is paused, and tells beside the button that it is.
std::vector<QWidget *> ContextBar::stepWidgets() const
{
    if (m_cluster.status().pace == 0)
        return {m_step, m_paceLabel};
    return {m_step};
}

std::vector<QWidget *> ContextBar::otherFastPaces() const
{
    std::vector<QWidget *> others;
    for (QAbstractButton *button : m_paces->buttons()) {
        if (m_paces->id(button) > paces[1] && !button->isChecked())
            others.push_back(button);
    }
    return others;
}

int ContextBar::roomOf(const std::vector<QWidget *> &widgets) const
{
    int room = 0;
    for (const QWidget *widget : widgets)
        room += m_time->isHidden() ? 0 : widget->sizeHint().width() + m_time->layout()->spacing();
    return room;
}

void ContextBar::addChoice(QWidget *choice)
{
    m_choices->addWidget(choice);
}

QToolButton *ContextBar::addButton(
    QHBoxLayout *line, const QString &name, const QString &text, const QString &tip)
{
    auto *button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    line->addWidget(button);
    return button;
}

void ContextBar::addCluster(QHBoxLayout *line)
{
    m_badge = addLabel(line, new QLabel(this), u"badge");
    m_name = addLabel(line, new ElidedLabel(this), u"contextName");
    m_timing = addLabel(line, new QLabel(this), u"timing");
    m_server = addLabel(line, new ElidedLabel(this), u"server");
    m_connectionShape = addLabel(line, new QLabel(this), u"connectionShape");
    m_connection = addLabel(line, new ElidedLabel(this), u"connection");
    m_connection->setElideMode(Qt::ElideRight);
    m_retry = addButton(line, u"retryNow"_s, tr("Retry now"), tr("Do not wait for the next attempt"));
    connect(m_retry, &QToolButton::clicked, &m_commands, &CommandSender::retryNow);
    QFont bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_server->setForegroundRole(QPalette::PlaceholderText);
}

void ContextBar::addSearch(QHBoxLayout *line)
{
    m_search =
        addButton(line, u"search"_s, tr("Search or command"), tr("Search everything, or type a command"));
    connect(m_search, &QToolButton::clicked, this, &ContextBar::searchAsked);
}

void ContextBar::setSearchKey(const QString &key)
{
    const QString words = tr("Search or command");
    m_search->setText(key.isEmpty() ? words : words + u"   "_s + QString(key).replace(u'+', u' '));
}

void ContextBar::addPace(QHBoxLayout *line)
{
    m_time = new QWidget(this);
    auto *buttons = new QHBoxLayout(m_time);
    buttons->setContentsMargins(0, 0, 12, 0);
    buttons->setSpacing(0);
    m_paceLabel = addLabel(buttons, new QLabel(m_time), u"pace");
    buttons->addSpacing(4);
    m_paces = new QButtonGroup(this);
    const auto add = [&](int pace, const QString &text, const QString &tip) {
        QToolButton *button = addButton(buttons, u"pace%1"_s.arg(pace / 1000), text, tip);
        button->setCheckable(true);
        m_paces->addButton(button, pace);
    };
    add(paces[0], u"❚❚"_s, tr("Pause time"));
    add(paces[1], paceText(1), tr("Time runs as on the wall"));
    add(paces[2], paceText(10), tr("Ten times as fast"));
    add(paces[3], paceText(100), tr("A hundred times as fast"));
    m_paces->button(paces[0])->setAccessibleName(tr("Pause time"));
    joinButtons(m_paces->buttons());
    buttons->addSpacing(4);
    connect(m_paces, &QButtonGroup::idClicked, this, [this](int pace) {
        showPace(); // the buttons show the pace that is, until the core says otherwise
        m_commands.setPace(pace / 1000.0);
    });
    m_step = addButton(buttons, u"step"_s, tr("Step"), tr("Run what is due next, while time is paused"));
    connect(m_step, &QToolButton::clicked, &m_commands, &CommandSender::stepTime);
    line->addWidget(m_time);
}

void ContextBar::addMoment(QHBoxLayout *line)
{
    m_moment = addButton(line, u"moment"_s, {}, tr("Back to what happens now"));
    connect(m_moment, &QToolButton::clicked, this, &ContextBar::presentAsked);
}

bool ContextBar::isRoomy() const
{
    return window()->width() >= leastForPaceInPast;
}

/// "Showing 14:00:46 · read only · End = live"
void ContextBar::showMoment()
{
    const auto &moment = m_cluster.moment();
    m_moment->setVisible(moment.has_value());
    m_time->setEnabled(!moment);
    showPace();
    if (!moment)
        return;
    const QString time = momentText(*moment, m_cluster.present());
    const QString why = m_cluster.isInGap() ? tr("not recorded") : tr("read only");
    m_moment->setText(
        isRoomy() ? tr("Showing %1 · %2 · End = live").arg(time, why) : tr("%1 · End = live").arg(time));
    const QString sheet =
        u"QToolButton {background:%1; color:%2; font-weight:bold; padding:3px 10px; border-radius:5px;"
        "border:none}"_s.arg(m_theme.color(Tone::Past).name(), m_theme.color(Tone::OnBadge).name());
    if (sheet != m_moment->styleSheet())
        m_moment->setStyleSheet(sheet);
}

void ContextBar::addKubectlAndLock(QHBoxLayout *line)
{
    m_copy = addButton(line, u"copyKubectl"_s, tr("Copy kubectl line"), {});
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(kubectlLine());
        emit m_commands.noticed({.text = tr("Copied: %1").arg(text(utf8(kubectlLine())))});
    });
    m_lock = addButton(line, u"lock"_s, {}, {});
    m_lock->setCheckable(true);
    connect(m_lock, &QToolButton::clicked, this, &ContextBar::changeLock);
}

QString ContextBar::kubectlLine() const
{
    return m_cluster.kubectl() + u" get machines -A"_s;
}

void ContextBar::showStatus()
{
    showCluster();
    showTiming();
    showConnection();
    showMoment();
    showLock();
    m_copy->setToolTip(tip(text(utf8(kubectlLine()))));
    const bool isOther = m_cluster.status().otherCluster.has_value();
    if (isOther != std::exchange(m_knowsOtherCluster, isOther) && isOther)
        askAboutOtherCluster();
}

void ContextBar::showCluster()
{
    const Status &status = m_cluster.status();
    const Badge badge = badgeOf(status.mode);
    m_badge->setText(badge.text);
    m_badge->setToolTip(badge.tip);
    const QString sheet =
        u"background:%1; color:%2; font-weight:bold; padding:2px 8px; border-radius:5px;"_s.arg(
            m_theme.color(badge.tone).name(), m_theme.color(Tone::OnBadge).name());
    if (sheet != m_badge->styleSheet()) // setting one costs a repaint of the whole bar
        m_badge->setStyleSheet(sheet);
    m_name->setText(text(status.contextName));
    m_name->setToolTip(tip(m_name->text()));
    m_server->setText(text(status.server));
    m_server->setToolTip(tip(m_server->text()));
}

/// Numbers that are measured in a lab at demo pace are nobody's in production.
void ContextBar::showTiming()
{
    const std::string &name = m_cluster.status().timing;
    const core::engine::Timing *timing = core::engine::findTiming(name);
    const bool hasRoom = window()->width() >= leastForTiming;
    QString words;
    if (name == "demo")
        words = hasRoom ? tr("Demo pace") : tr("Demo");
    else if (name == "realistic")
        words = hasRoom ? tr("Realistic timing") : tr("Realistic");
    m_timing->setText(words);
    m_timing->setHidden(words.isEmpty());
    // The line shows it again once there is room: then it is nothing to see.
    const QString sheet = words.isEmpty() ? QString()
                                          : u"border:1px solid %1; padding:2px 6px; border-radius:5px;"_s.arg(
                                              m_theme.color(Tone::Hairline).name());
    if (sheet != m_timing->styleSheet())
        m_timing->setStyleSheet(sheet);
    if (!timing)
        return;
    const auto startup = core::api::parseDuration(timing->nodeStartup).value_or(core::base::Duration {});
    m_timing->setToolTip(
        tip(tr("Machines boot in %1. A node is Unknown %2 after its last sign of life, and gives "
               "one every %3. A health check made with a set waits %4 for a failed node, and %5 "
               "for a new one.\nThe lab remembers it; --timing changes it.")
                .arg(raw(timing->bootText), durationText(timing->nodeGrace), durationText(timing->heartbeat),
                    durationText(timing->healthTimeout), durationText(startup))));
}

void ContextBar::showConnection()
{
    const Status &status = m_cluster.status();
    const QString note = spoken(status.connectionNote);
    QString words;
    QString fewWords;
    switch (status.connection) {
    case Connection::Starting:
        words = tr("starting");
        break;
    case Connection::Live:
        words = note.isEmpty() ? tr("live") : note;
        break;
    case Connection::Reconnecting:
        words = lossText(tr("connection lost at %1 · %2"));
        fewWords = lossText(tr("lost %1 · %2"));
        break;
    case Connection::Failed:
        words = tr("failed: %1").arg(note);
        break;
    }
    if (!m_cluster.isLost())
        m_countdown.stop();
    else if (!m_countdown.isActive())
        m_countdown.start(1000);
    m_retry->setVisible(m_cluster.isLost() && !m_cluster.isPast() && window()->width() >= leastForRetry);
    const bool partly = status.connection == Connection::Live && !note.isEmpty();
    const State state = partly ? State::Unknown : stateOf(status.connection);
    m_connectionShape->setPixmap(iconOf(state, m_theme.isDark()).pixmap(16, 16));
    m_connection->setText(words);
    m_connection->setShortText(fewWords);
    m_connection->setToolTip(tip(tr("%1 of %2 watches live").arg(status.watchesLive).arg(status.watchesWanted)
        + (note.isEmpty() ? QString() : u'\n' + note)));
}

/// "connection lost at 14:03:07 · retry in 8 s"
QString ContextBar::lossText(const QString &words) const
{
    return words.arg(momentText(m_cluster.now(), m_cluster.present()), retryText(m_cluster));
}

void ContextBar::showPace()
{
    const Status &status = m_cluster.status();
    m_time->setVisible(status.mode == Mode::Lab && (!m_cluster.isPast() || isRoomy()));
    QAbstractButton *present = m_paces->button(qRound(status.pace * 1000));
    m_paces->setExclusive(false);
    for (QAbstractButton *button : m_paces->buttons())
        button->setChecked(button == present);
    m_paces->setExclusive(true);
    m_step->setEnabled(status.pace == 0);
    const bool slower = status.pace > 0 && status.reachedPace < 0.9 * status.pace;
    QString words = present ? QString() : paceText(status.pace);
    if (standsStill(status.pace))
        words = paceText(0);
    else if (standsStill(status.reachedPace))
        words = tr("catching up");
    else if (slower)
        words = tr("reaches %1").arg(paceText(status.reachedPace));
    m_paceLabel->setText(words);
    m_step->setVisible(!m_hasNoStep);
    m_paceLabel->setVisible(!m_hasNoStep || status.pace > 0);
    for (QAbstractButton *button : m_paces->buttons())
        button->setVisible(!m_hasFewPaces || m_paces->id(button) <= paces[1] || button == present);
    m_paceLabel->setToolTip(
        slower ? tr("This computer can't run time faster now; nothing is skipped.") : QString());
}

void ContextBar::showLock()
{
    const Status &status = m_cluster.status();
    const bool locked = m_commands.isLocked();
    m_lock->setChecked(locked);
    m_lock->setEnabled(status.mode && (!status.readOnly || status.otherCluster) && !m_cluster.isPast());
    QString words = locked ? tr("Locked") : tr("Unlocked");
    if (status.readOnly)
        words = tr("Read-only");
    else if (!locked && status.unlockedUntil)
        words = tr("Unlocked, %1 left")
                    .arg(roughText(
                        std::max(*status.unlockedUntil - m_cluster.present(), core::base::Duration::zero())));
    m_lock->setText(words);
    m_lock->setToolTip(
        locked ? tr("The window changes nothing. Click to unlock.") : tr("Click to lock against changes."));
}

void ContextBar::resizeEvent(QResizeEvent *event)
{
    showTiming();
    if (m_cluster.isPast())
        showMoment();
    if (m_cluster.isLost())
        showConnection();
    QToolBar::resizeEvent(event);
}

void ContextBar::changeLock()
{
    showLock(); // the button shows what is, until the core says otherwise
    if (!m_lock->isEnabled())
        return;
    const Status &status = m_cluster.status();
    if (status.otherCluster)
        return askAboutOtherCluster();
    if (!m_commands.isLocked() || status.mode == Mode::Lab)
        return m_commands.setLocked(!m_commands.isLocked());
    const auto minutes =
        static_cast<int>(std::chrono::round<std::chrono::minutes>(status.relockAfter).count());
    ask(this,
        {.title = tr("Unlock"),
            .text = tr("Let this window change objects in the cluster %1?").arg(text(status.contextName)),
            .details = tr("Server: %1\nIt locks itself %n minutes after the last change.", nullptr, minutes)
                           .arg(text(status.server)),
            .accept = tr("Unlock for %n minutes", nullptr, minutes)},
        [this] { m_commands.setLocked(false); });
}

void ContextBar::askAboutOtherCluster()
{
    ask(this,
        {.title = tr("Another cluster"),
            .text = tr("Another cluster than before answers at %1. Go on with it?")
                        .arg(text(m_cluster.status().server)),
            .details =
                tr("Nothing was written to it, and every controller was switched off. It opens locked."),
            .accept = tr("Go on")},
        [this] { m_commands.setLocked(false); });
}

} // namespace ui
