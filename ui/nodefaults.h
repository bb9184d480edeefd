// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lets nodes fail: the menu "Make unhealthy" with all that they can be told, what would follow at its foot,
// and the question that comes first where that touches many, or somebody's cluster.

#include "ui/clusterview.h"
#include "ui/selection.h"

#include <QObject>

class QLabel;
class QMenu;

namespace ui {

class Actions;
class CommandSender;

class NodeFaults : public QObject
{
    Q_OBJECT

public:
    /// selection is asked when an entry of the menu is highlighted or chosen. The actions own it.
    NodeFaults(const ClusterView &cluster, CommandSender &commands, std::function<Selection()> selection,
        Actions &actions, QWidget *window);

    /// Fills the menu, once Actions::heal is there.
    void fill();
    QMenu *menu() const { return m_unhealthyMenu; }
    /// Tells the nodes of what is chosen to fail so; asks first where that touches many, or somebody's
    /// cluster.
    void breakNodes(const std::string &fault) { breakNodes(fault, m_selection()); }
    /// Tells the nodes of these machines to fail so; asks first in the same cases.
    void breakNodes(const std::string &fault, const Selection &machines);
    /// Tells what would follow: who replaces how many, and how long a replacement boots. Nothing is told
    /// where no node would fail.
    void foresee(const std::string &fault, const Selection &machines,
        const std::function<void(const QString &words)> &tell) const;
    /// Those of the chosen nodes, or of the nodes of the chosen machines, that can be told to fail.
    std::vector<std::string> breakable(const Selection &chosen) const;

private:
    void foresee(const std::vector<std::string> &nodes, const std::string &fault,
        const std::function<void(const QString &words)> &tell) const;
    void showForecast(const std::vector<std::string> &nodes, const std::string &fault);
    void addForecast();
    void fitForecast();
    void addRecipe(QMenu *menu, const QString &words, const std::string &fault);
    void addFault(const QString &title, const QString &name, const std::string &fault);
    void addOtherFaults();
    void askFaultTime(const std::string &fault);
    void askFault();
    void breakAsTyped(const std::string &fault);
    void showZone();
    void breakZone(const std::string &fault);
    /// What touches many asks first, and on somebody's cluster.
    bool asksFirst(bool touchesMany) const;
    void breakAfterAsking(bool touchesMany, const std::vector<std::string> &nodes, const std::string &fault,
        const QString &outlook);
    void askToBreak(const QString &question, const QString &outlook, const std::function<void()> &doIt);
    QString clusterWords() const; ///< "lab demo"
    std::vector<std::string> nodesIn(const std::string &zone) const;
    /// The zone of the first of the chosen nodes that can fail, empty when it has none.
    std::string zoneOf(const Selection &chosen) const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    std::function<Selection()> m_selection;
    Actions &m_actions;
    QWidget *m_window;
    QMenu *m_unhealthyMenu;
    QMenu *m_zoneMenu = nullptr;
    QLabel *m_forecast = nullptr;
    QAction *m_forecastEntry = nullptr;
};

} // namespace ui
