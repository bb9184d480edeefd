// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The status bar: what the keys do now, what is under way, which kubeconfig leads here, how the watches fare.

#include "ui/place.h"

#include <QCoreApplication>
#include <QStatusBar>

class QLabel;
class QToolButton;

namespace ui {

class Actions;
class ClusterView;
class CommandSender;
class ElidedLabel;
class Notices;
class ScenarioRecorder;
class TimelinePanel;

class StatusLine : public QStatusBar
{
    Q_DECLARE_TR_FUNCTIONS(ui::MainWindow)

public:
    /// All of these outlive it; the notices tell what was copied.
    StatusLine(const ClusterView &cluster, const CommandSender &commands, const ScenarioRecorder &recorder,
        const Actions &actions, const TimelinePanel &timeline, Notices &notices, QWidget *parent);

    /// What can be done now; no key that does nothing.
    void showKeys();
    /// That is seen in the middle of the window now: it has keys of its own.
    void setFront(Front front);
    /// The path takes a third of the window at most.
    void showKubeconfig();
    /// The watches, or while they are down when the next attempt is, and the cluster's time.
    void showWatches();

protected:
    void changeEvent(QEvent *event) override;

private:
    void addKubeconfig();
    void quieten();
    void showRunning();
    bool isActivityInUse() const;

    const ClusterView &m_cluster;
    const CommandSender &m_commands;
    const ScenarioRecorder &m_recorder;
    const Actions &m_actions;
    const TimelinePanel &m_timeline;
    Notices &m_notices;
    Front m_front = Front::Tables;
    ElidedLabel *m_keys;
    QLabel *m_running;
    QToolButton *m_kubeconfig;
    QLabel *m_watches;
};

} // namespace ui
