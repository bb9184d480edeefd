// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything the user can do, once: menus, buttons, table keys and the sheet of shortcuts are made from here.
// Asks where a step can't be taken back, then tells the CommandSender.

#include "ui/clusterview.h"
#include "ui/selection.h"

#include <QAction>
#include <QObject>

class QMenu;
class QMenuBar;

namespace ui {

class CommandSender;
class Deletions;
class NodeFaults;

class Actions : public QObject
{
    Q_OBJECT

public:
    /// selection is asked when an action runs.
    Actions(const ClusterView &cluster, CommandSender &commands, std::function<Selection()> selection,
        QWidget *window);

    /// The actions that make sense for objects of a kind, in the order of the buttons.
    std::vector<QAction *> forKind(Kind kind) const;
    /// Those that stand below what is said of one object.
    std::vector<QAction *> forInspected(const ObjectRef &object) const;
    /// Letters, which work while the table has the focus: to be given to every table.
    const std::vector<QAction *> &tableKeys() const { return m_tableKeys; }
    /// Everything, as the palette lists it.
    std::vector<QAction *> all() const;
    /// What explains the window, or helps where it does not do what it should.
    std::vector<QAction *> helping() const { return {shortcuts, tour, skipStep, log, diagnostics, about}; }
    /// Those whose keys can be changed, in the order of the sheet of keys.
    std::vector<QAction *> keyed() const;
    /// Keys have changed: whatever tells them tells the new ones.
    void keysChanged();
    /// Tells the nodes of what is chosen to fail so; asks first where that touches many, or somebody's
    /// cluster.
    void breakNodes(const std::string &fault) { breakNodes(fault, m_selection()); }
    /// Tells the nodes of these machines to fail so; asks first in the same cases.
    void breakNodes(const std::string &fault, const Selection &machines);
    /// Tells what would follow if the nodes of these machines were told to fail so.
    void foreseeBreaking(const std::string &fault, const Selection &machines,
        const std::function<void(const QString &words)> &tell) const;
    /// Whether one of their nodes can be told to fail.
    bool canBreak(const Selection &machines) const;
    /// Does it whenever the action is chosen; while nothing may be changed it is said why instead.
    void whenUnlocked(const QAction *action, const std::function<void()> &does);
    /// Whether nothing may be changed now; if so it is said, with the way to unlock.
    bool refuses();
    /// Says why nothing may be changed now, for refuses() and tool tips.
    QString whyNothingChanges() const;
    /// Menus other than View.
    void fillMenus(QMenuBar *bar);
    QMenu *unhealthyMenu() const;
    /// Asks how many machines there shall be of the chosen sets and deployments, or those that the chosen
    /// machines or nodes belong to.
    void askScale();
    /// The set or deployment whose provider config the chosen objects are made of: the chosen one, or the one
    /// that all chosen machines or nodes belong to.
    std::optional<ObjectRef> configTarget() const;
    /// A health check for the machines of the set, or its deployment, that the object belongs to, as YAML;
    /// otherwise of the first set that none looks after.
    std::string proposedCheck(const std::optional<ObjectRef> &object) const;
    /// Those that were asked for, and are not sent yet.
    Deletions &deletions() const { return *m_deletions; }
    /// The nodes of the chosen machines, or the chosen nodes.
    std::vector<std::string> nodesOf(const Selection &chosen) const;
    /// Enables what the selection allows.
    void selectionChanged();
    /// How many are chosen in the table in front.
    std::size_t chosenCount() const { return m_chosenCount; }

    QAction *scale = nullptr;
    QAction *pause = nullptr; ///< pauses, or resumes what is paused
    QAction *rollBack = nullptr;
    QAction *makeUnhealthy = nullptr;
    QAction *heal = nullptr;
    QAction *remove = nullptr;
    QAction *editConfig = nullptr;
    QAction *editYaml = nullptr;
    QAction *newSet = nullptr;
    QAction *newCheck = nullptr; ///< a health check
    QAction *applyYaml = nullptr;
    QAction *install = nullptr;
    QAction *startControllers = nullptr; ///< those that machines need; enabled while one is off
    QAction *retry = nullptr; ///< while the connection is lost
    QAction *changeLock = nullptr;
    QAction *clusters = nullptr; ///< disabled where no other one can be opened
    QAction *inspect = nullptr;
    QAction *showWhy = nullptr;
    QAction *showYaml = nullptr;
    QAction *showEvents = nullptr;
    QAction *goToOwner = nullptr;
    QAction *copyName = nullptr;
    QAction *copyKubectl = nullptr;
    QAction *copyYaml = nullptr;
    QAction *filter = nullptr;
    QAction *clearFilter = nullptr; ///< of the table in front
    QAction *showSets = nullptr; ///< of the machine system that is shown
    QAction *nextMatch = nullptr; ///< of what was filtered by last
    QAction *previousMatch = nullptr;
    QAction *goBack = nullptr; ///< disabled where there is no such place
    QAction *goForward = nullptr;
    QAction *allColumns = nullptr; ///< of the table in front, or those of before
    QAction *nextRow = nullptr;
    QAction *previousRow = nullptr;
    QAction *firstRow = nullptr;
    QAction *lastRow = nullptr;
    QAction *mark = nullptr; ///< the row, or unmarks it
    QAction *halfPageDown = nullptr;
    QAction *halfPageUp = nullptr;
    QAction *fitChart = nullptr;
    QAction *closer = nullptr; ///< the chart
    QAction *wider = nullptr;
    QAction *followNow = nullptr; ///< in the chart
    QAction *earlier = nullptr; ///< a second
    QAction *later = nullptr;
    QAction *muchEarlier = nullptr; ///< ten seconds
    QAction *muchLater = nullptr;
    QAction *present = nullptr; ///< back from the past
    QAction *compare = nullptr;
    QAction *exportTimeline = nullptr; ///< asks in which form, and where to
    QAction *largerText = nullptr;
    QAction *smallerText = nullptr;
    QAction *usualText = nullptr;
    QAction *explore = nullptr; ///< layouts of the panels
    QAction *demo = nullptr;
    QAction *debug = nullptr;
    QAction *presentation = nullptr; ///< begins and ends it
    QAction *fleetBoth = nullptr; ///< wall and table of the machines
    QAction *fleetTable = nullptr;
    QAction *fleetWall = nullptr;
    QAction *replay = nullptr; ///< the chosen recovery, or the last one
    QAction *nextMark = nullptr; ///< of the replay
    QAction *record = nullptr; ///< what is done, as a scenario
    QAction *slower = nullptr; ///< the lab's time, or the replay
    QAction *faster = nullptr;
    QAction *holdTime = nullptr; ///< or lets it go on
    QAction *settings = nullptr;
    QAction *activity = nullptr; ///< the list of what was done
    QAction *takeOffer = nullptr; ///< of the newest notice that offers something, while there is one
    QAction *closeNotice = nullptr; ///< the newest that may be closed, while there is one
    QAction *log = nullptr; ///< of the program itself
    QAction *diagnostics = nullptr;
    QAction *recoveries = nullptr; ///< the list of failures, and their cards
    QAction *tour = nullptr; ///< begins it anew
    QAction *skipStep = nullptr; ///< of the tour, while there is one
    QAction *palette = nullptr;
    QAction *goTo = nullptr; ///< the palette with the views
    QAction *shortcuts = nullptr;
    QAction *about = nullptr;
    QAction *quit = nullptr;

signals:
    void chosenCountChanged();

private:
    QAction *add(const QString &name, const QString &text, const QString &tip, const QKeySequence &key);
    QAction *addTableKey(
        const QString &name, const QString &text, const QString &tip, const QKeySequence &key);
    void addMoves();
    void addChartKeys();
    void setWords(QAction *action, const QString &text) const;
    void pauseSelected();
    void askRevision();
    void allowTimeTravel();
    void addPaces(QMenu &menu);
    /// The first of the chosen deployments.
    std::optional<ObjectRef> chosenDeployment() const;
    void healNodes();
    void removeSelected();
    QString toBeTyped(const Selection &chosen) const;
    void askInstall();
    void copySelected(bool asKubectl);
    void copySelectedYaml();

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    Deletions *m_deletions;
    std::function<Selection()> m_selection;
    QWidget *m_window;
    NodeFaults *m_faults;
    std::vector<QAction *> m_tableKeys;
    std::size_t m_chosenCount = 0;
};

} // namespace ui
