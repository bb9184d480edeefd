// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statusline.h"

#include "ui/actions.h"
#include "ui/clusterview.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/scenariorecorder.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/contextbar.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notices.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QLabel>
#include <QToolButton>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastOfKubeconfig = 80; // px
constexpr int aroundStatus = 6; // px, at either end

} // namespace

StatusLine::StatusLine(const ClusterView &cluster, const CommandSender &commands,
    const ScenarioRecorder &recorder, const Actions &actions, const TimelinePanel &timeline, Notices &notices,
    QWidget *parent)
    : QStatusBar(parent)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_recorder(recorder)
    , m_actions(actions)
    , m_timeline(timeline)
    , m_notices(notices)
    , m_keys(new ElidedLabel(this))
    , m_running(new QLabel(this))
    , m_kubeconfig(new QToolButton(this))
    , m_watches(new QLabel(this))
{
    m_watches->setObjectName(u"watches"_s);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setSizeGripEnabled(false);
    m_keys->setObjectName(u"keys"_s);
    m_keys->setElideMode(Qt::ElideRight);
    m_keys->setContentsMargins(aroundStatus, 0, 0, 0);
    m_watches->setContentsMargins(0, 0, aroundStatus, 0);
    for (QLabel *words : std::initializer_list<QLabel *> {m_keys, m_watches})
        words->setForegroundRole(QPalette::PlaceholderText);
    m_keys->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    addWidget(m_keys, 1);
    for (const QAction *action : {actions.scale, actions.makeUnhealthy, actions.remove})
        connect(action, &QAction::enabledChanged, this, &StatusLine::showKeys);
    connect(actions.takeOffer, &QAction::changed, this, &StatusLine::showKeys);
    connect(&actions, &Actions::chosenCountChanged, this, &StatusLine::showKeys);
    connect(&commands, &CommandSender::runningChanged, this, &StatusLine::showRunning);
    connect(&recorder, &ScenarioRecorder::changed, this, &StatusLine::showRunning);
    addPermanentWidget(m_running);
    addKubeconfig();
    addPermanentWidget(m_watches);
    showKeys();
}

/// Quiet as the words beside it: buttons have no role to choose for theirs.
void StatusLine::changeEvent(QEvent *event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        quieten();
}

void StatusLine::quieten()
{
    QPalette quiet;
    quiet.setColor(QPalette::ButtonText, quiet.color(QPalette::PlaceholderText));
    m_kubeconfig->setPalette(quiet);
}

void StatusLine::addKubeconfig()
{
    addPermanentWidget(m_kubeconfig);
    m_kubeconfig->setObjectName(u"kubeconfig"_s);
    m_kubeconfig->setAutoRaise(true);
    quieten();
    m_kubeconfig->setMinimumWidth(leastOfKubeconfig); // a window that gets narrower shortens its text
    m_kubeconfig->setToolTip(tr("Copy the path: with this kubeconfig other tools work on the cluster too"));
    connect(m_kubeconfig, &QToolButton::clicked, this, [this] {
        const std::string &path = m_cluster.status().kubeconfigPath;
        QApplication::clipboard()->setText(raw(path));
        m_notices.show({.text = tr("Copied: %1").arg(text(path)), .seconds = 3});
    });
    showKubeconfig();
}

bool StatusLine::isActivityInUse() const
{
    const auto *panel = window()->findChild<QWidget *>(u"activityPanel"_s);
    return panel && panel->isAncestorOf(QApplication::focusWidget());
}

void StatusLine::showKeys()
{
    QStringList keys;
    const auto add = [&keys](const QAction &action, const QString &words) {
        const QString key = keyText(action);
        if (!key.isEmpty() && action.isEnabled())
            keys.append(key + u' ' + words);
    };
    add(*m_actions.takeOffer, m_actions.takeOffer->data().toString());
    if (m_cluster.isPast()) {
        keys.append(tr("The past is shown: nothing can be changed"));
        add(*m_actions.present, tr("back to live"));
        add(*m_actions.earlier, tr("a second earlier"));
        add(*m_actions.later, tr("later"));
    } else if (m_timeline.hasKeys()) {
        keys.append(tr("Esc back to the table"));
        add(*m_actions.replay, m_actions.replay->iconText().toLower());
        add(*m_actions.shortcuts, tr("all keys"));
    } else if (isActivityInUse()) {
        keys.append(tr("Esc back to the table"));
    } else if (m_front != Front::Tables) {
        if (m_front == Front::Scenarios)
            keys.append(tr("Enter run the scenario"));
        keys.append(tr("1 … 9 other pages"));
        add(*m_actions.shortcuts, tr("all keys"));
    } else {
        if (m_actions.chosenCount() > 1)
            keys.append(tr("%1 chosen").arg(countText(static_cast<std::ptrdiff_t>(m_actions.chosenCount()))));
        for (const QAction *action : {m_actions.scale, m_actions.makeUnhealthy, m_actions.remove})
            add(*action, action->iconText().toLower());
        add(*m_actions.filter, tr("filter"));
        add(*m_actions.shortcuts, tr("all keys"));
    }
    m_keys->setText(keys.join(tr(" · ")));
}

void StatusLine::setFront(Front front)
{
    m_front = front;
    showKeys();
}

void StatusLine::showKubeconfig()
{
    const QString path = text(m_cluster.status().kubeconfigPath);
    m_kubeconfig->setVisible(!path.isEmpty());
    m_kubeconfig->setText(unmarked(m_kubeconfig->fontMetrics().elidedText(
        tr("kubeconfig %1").arg(path), Qt::ElideMiddle, window()->width() / 3)));
}

void StatusLine::showWatches()
{
    const auto &status = m_cluster.status();
    if (!m_cluster.hasTime())
        return;
    const QString watches = m_cluster.isLost()
        ? tr("watches down · %1").arg(retryText(m_cluster))
        : tr("watches %1/%2").arg(status.watchesLive).arg(status.watchesWanted);
    m_watches->setText(watches + tr(" · ") + clockText(m_cluster.present()));
    // else the whole window is laid out with each second; as high as what stands beside it: on one line
    // (its own hint would never be less than what it is fixed to)
    const QSize words = m_watches->fontMetrics().size(Qt::TextSingleLine, m_watches->text());
    m_watches->setFixedSize(
        words.grownBy(m_watches->contentsMargins()).expandedTo({0, m_kubeconfig->sizeHint().height()}));
}

void StatusLine::showRunning()
{
    const int running = m_commands.running();
    QStringList words;
    if (m_recorder.isOn())
        words.append(tr("● Recording: %1").arg(m_recorder.deeds()));
    if (running > 0)
        words.append(tr("under way: %1").arg(running));
    m_running->setText(words.join(tr(" · ")));
}

} // namespace ui
