// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions.h"

#include "core/api/codec.h"
#include "core/api/providerconfig.h"
#include "core/api/selector.h"
#include "core/api/yaml.h"
#include "core/engine/commander.h"
#include "core/engine/machineunits.h"
#include "ui/commandsender.h"
#include "ui/deletions.h"
#include "ui/dialogs/ask.h"
#include "ui/dialogs/scaledialog.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/kubectlline.h"
#include "ui/models/columns.h"
#include "ui/nodefaults.h"
#include "ui/paces.h"
#include "ui/provider/configwords.h"

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::engine::Mode;

namespace {

/// What goes with the objects that are deleted.
QString consequence(const ClusterView &cluster, const Selection &chosen)
{
    if (!isSet(chosen.kind) && !isDeployment(chosen.kind))
        return {};
    int machines = 0;
    for (const core::api::ObjectKey &key : chosen.keys)
        machines += tallyOf(cluster, {chosen.kind, key}).total();
    return isSet(chosen.kind)
        ? Actions::tr("%n machines are deleted along with that.", nullptr, machines)
        : Actions::tr("The sets and %n machines are deleted along with that.", nullptr, machines);
}

QString deletionLines(const ClusterView &cluster, const Selection &chosen)
{
    QStringList lines;
    for (const core::api::ObjectKey &key : chosen.keys)
        lines.append(
            kubectlLine(cluster.kubectl(), core::engine::DeleteThing {resourceRef({chosen.kind, key})}));
    return firstLines(lines);
}

/// "2 CPUs, 4 GiB", or the class: of what the set's machines are made of.
QString originWords(const ClusterView &cluster, const ObjectRef &set)
{
    QString words;
    cluster.withObject(set, [&](const auto &found) {
        if constexpr (requires { found.spec.template_.spec.providerSpec; }) {
            const auto config = core::api::parseProviderConfig(found.spec.template_.spec.providerSpec.value);
            words = config ? capacityWords(*config) : Actions::tr("invalid provider config");
        } else if constexpr (requires { found.spec.template_.spec.class_; }) {
            words = text(found.spec.template_.spec.class_.name);
        }
    });
    return words;
}

std::int64_t revisionOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::int64_t revision = 0;
    cluster.withObject(object, [&](const auto &found) { revision = ui::revisionOf(found.metadata); });
    return revision;
}

constexpr int mostOwners = 4; // event, node, machine, set; cycles end too

/// hindrance: why it can't be done now.
void describe(QAction &action, const QString &tip, const QString &hindrance = {})
{
    action.setStatusTip(tip);
    if (!hindrance.isEmpty())
        return action.setToolTip(hindrance);
    const QString key = keyText(action);
    action.setToolTip(key.isEmpty() ? tip : Actions::tr("%1 (%2)").arg(tip, key));
}

/// The object is the one whose number of machines decides: its set, or the deployment that has the set.
std::optional<ObjectRef> scalableOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<ObjectRef> scalable;
    std::optional<ObjectRef> owner = object;
    for (int step = 0; owner && step < mostOwners; ++step, owner = cluster.ownerOf(*owner)) {
        if (isSet(owner->kind) || isDeployment(owner->kind))
            scalable = owner;
    }
    return scalable;
}

bool hasConfig(const ObjectRef &object)
{
    return object.kind == Kind::MachineSet || object.kind == Kind::MachineDeployment;
}

/// Machines need it, and it is off.
bool isMissing(const core::engine::ControllerState &controller)
{
    using core::engine::ControllerGroup;
    if (controller.wanted
        || (controller.group != ControllerGroup::MachineApi && controller.group != ControllerGroup::Mcm))
        return false;
    const auto needed = core::engine::unitsThatMachinesNeed(controller.group);
    return std::ranges::count(needed, controller.name) > 0;
}

/// The labels are those by which machines of a set or a deployment of machine.openshift.io are told apart.
std::optional<core::api::Labels> selectorOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<core::api::Labels> labels;
    cluster.withObject(object, [&]<typename T>(const T &found) {
        if constexpr (requires {
                          found.spec.selector.matchLabels;
                          found.wantedReplicas();
                      })
            labels = found.spec.selector.matchLabels;
    });
    return familyOf(object.kind) == Family::MachineApi ? labels : std::nullopt;
}

/// The set is the first by name that no health check looks after, or else the first.
std::optional<ObjectRef> unwatchedSet(const ClusterView &cluster)
{
    const auto &checks = cluster.all<core::api::MachineHealthCheck>();
    std::optional<std::pair<bool, core::api::ObjectKey>> first; // what is watched comes after what is not
    for (const auto &[key, set] : cluster.all<core::api::MachineSet>()) {
        const bool isWatched = std::ranges::any_of(checks, [&](const auto &check) {
            return check.first.ns == key.ns
                && core::api::matches(check.second->spec.selector, set->spec.template_.metadata.labels);
        });
        const std::pair found(isWatched, key);
        if (!first || found < *first)
            first = found;
    }
    return first ? std::optional(ObjectRef {Kind::MachineSet, first->second}) : std::nullopt;
}

} // namespace

Actions::Actions(const ClusterView &cluster, CommandSender &commands, std::function<Selection()> selection,
    QWidget *window)
    : QObject(window)
    , m_cluster(cluster)
    , m_commands(commands)
    , m_deletions(new Deletions(cluster, commands, this))
    , m_selection(std::move(selection))
    , m_window(window)
    , m_faults(new NodeFaults(cluster, commands, m_selection, *this, window))
{
    scale = addTableKey(u"scale"_s, tr("&Scale"), tr("Type how many machines there shall be"), Qt::Key_S);
    pause = addTableKey(
        u"pause"_s, tr("&Pause"), tr("Halt the rollout of the deployment, or let it go on"), Qt::Key_P);
    rollBack = addTableKey(u"rollBack"_s, tr("&Roll back…"),
        tr("Give the deployment the template of an earlier revision again"), Qt::Key_R);
    makeUnhealthy = addTableKey(u"makeUnhealthy"_s, tr("Make &unhealthy"),
        tr("Let the node fail, for a time or until it is replaced"), Qt::Key_U);
    heal = addTableKey(u"heal"_s, tr("&Heal"), tr("Take the fault of the node away"), Qt::Key_H);
    editConfig = addTableKey(
        u"editConfig"_s, tr("Provider confi&g…"), tr("Edit what new machines are made of"), Qt::Key_E);
    editYaml = addTableKey(
        u"editYaml"_s, tr("Edit YA&ML…"), tr("Change the object in its YAML"), Qt::SHIFT | Qt::Key_E);
    remove =
        addTableKey(u"remove"_s, tr("&Delete"), tr("Ask the API server to delete the object"), Qt::Key_X);
    inspect =
        addTableKey(u"inspect"_s, tr("&Inspect"), tr("Show all about the object at the right"), Qt::Key_I);
    showWhy = addTableKey(
        u"showWhy"_s, tr("&Why"), tr("Show what the controllers say about the object"), Qt::Key_D);
    showYaml = addTableKey(u"showYaml"_s, tr("&YAML"), tr("Show the object as YAML"), Qt::Key_Y);
    showEvents = addTableKey(u"showEvents"_s, tr("E&vents"), tr("Show the events of the object"), Qt::Key_V);
    goToOwner = addTableKey(u"goToOwner"_s, tr("Go to &owner"),
        tr("Go one step up: to the machine, its set, its deployment"), Qt::Key_O);
    copyName = addTableKey(u"copyName"_s, tr("&Copy name"), tr("Copy the names"), Qt::Key_C);
    copyKubectl = addTableKey(u"copyKubectl"_s, tr("Copy as &kubectl"),
        tr("Copy a command line that shows the objects"), Qt::SHIFT | Qt::Key_C);
    copyYaml = addTableKey(u"copyYaml"_s, tr("Copy as YAML"), tr("Copy the whole objects as YAML"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    filter =
        addTableKey(u"filter"_s, tr("&Filter"), tr("Show only rows that contain some words"), Qt::Key_Slash);
    clearFilter = add(u"clearFilter"_s, tr("Clear the &filter"), tr("Show all rows of the table"), {});
    showSets = add(u"showSets"_s, tr("Show the &sets"), tr("Go to the table of sets"), {});
    nextMatch = addTableKey(u"nextMatch"_s, tr("&Next match"),
        tr("Go to the next row that has what was searched for"), Qt::Key_N);
    previousMatch = addTableKey(u"previousMatch"_s, tr("Previous match"),
        tr("Go to the row before that has what was searched for"), Qt::SHIFT | Qt::Key_N);
    goBack = addTableKey(
        u"goBack"_s, tr("&Back"), tr("Go back to the table and the row of before"), Qt::Key_BracketLeft);
    goForward = addTableKey(u"goForward"_s, tr("&Forward"),
        tr("Go to the table and the row from which you went back"), Qt::Key_BracketRight);
    for (QAction *action : {goBack, goForward})
        action->setEnabled(false);
    allColumns = addTableKey(u"allColumns"_s, tr("All &columns"),
        tr("Show all columns of the table, or those of before"), Qt::Key_W);
    earlier = add(u"earlier"_s, tr("A second &earlier"), tr("Show everything as it was a second before"),
        Qt::CTRL | Qt::Key_Left);
    later = add(u"later"_s, tr("A second &later"), tr("Show everything as it was a second after"),
        Qt::CTRL | Qt::Key_Right);
    muchEarlier = add(u"muchEarlier"_s, tr("&Ten seconds earlier"),
        tr("Show everything as it was ten seconds before"), Qt::CTRL | Qt::SHIFT | Qt::Key_Left);
    muchLater = add(u"muchLater"_s, tr("Te&n seconds later"),
        tr("Show everything as it was ten seconds after"), Qt::CTRL | Qt::SHIFT | Qt::Key_Right);
    present = add(u"present"_s, tr("&Back to live"), tr("Show what happens now"), Qt::Key_End);
    compare = add(u"compare"_s, tr("&Compare two moments…"),
        tr("List what was created, deleted and changed between two moments"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_D);
    exportTimeline = add(u"exportTimeline"_s, tr("E&xport the timeline…"),
        tr("Keep what the chart shows as a picture, a table, JSON or a report"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    replay = add(u"replay"_s, tr("&Replay the recovery"),
        tr("Show the chosen recovery, or the last one, again as it was"), Qt::CTRL | Qt::Key_R);
    nextMark = add(u"nextMark"_s, tr("Next &mark of the replay"),
        tr("Go to where something happens next in the replay"), Qt::CTRL | Qt::Key_M);
    record = add(u"record"_s, tr("Recor&d a scenario"),
        tr("Begin or end to write down as a scenario what you do"), Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    slower = add(u"slower"_s, tr("&Slower"), tr("Let the lab's time, or the replay, run slower"),
        Qt::ALT | Qt::Key_Comma);
    faster = add(u"faster"_s, tr("&Faster"), tr("Let the lab's time, or the replay, run faster"),
        Qt::ALT | Qt::Key_Period);
    holdTime = add(u"holdTime"_s, tr("&Pause time, or go on"),
        tr("Pause the lab's time, or the replay, or let it go on"), Qt::CTRL | Qt::Key_P);
    newSet = add(u"newSet"_s, tr("&New MachineSet…"), tr("Create a MachineSet"), QKeySequence::New);
    newCheck = add(u"newCheck"_s, tr("New &health check…"),
        tr("Create a MachineHealthCheck, so that failed machines are replaced"), {});
    applyYaml = add(u"applyYaml"_s, tr("&Apply YAML…"), tr("Create or replace the objects of a YAML text"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_A);
    install = add(u"install"_s, tr("Install &prerequisites…"),
        tr("Create the CRDs and permissions that machines need in this cluster"), {});
    startControllers = add(u"startControllers"_s, tr("&Turn on what machines need…"),
        tr("Let the controllers run that make, link and replace machines"), {});
    largerText = add(u"largerText"_s, tr("Lar&ger text"), tr("Make all text of the window larger"),
        Qt::CTRL | Qt::Key_Plus);
    smallerText = add(u"smallerText"_s, tr("&Smaller text"), tr("Make all text of the window smaller"),
        Qt::CTRL | Qt::Key_Minus);
    usualText = add(u"usualText"_s, tr("&Usual text size"), tr("Make all text as large as the system has it"),
        Qt::CTRL | Qt::Key_0);
    explore = add(u"explore"_s, tr("Layout &Explore"), tr("Inspector and timeline beside the tables"), {});
    demo =
        add(u"demo"_s, tr("Layout &Demo"), tr("Large letters and a large timeline, for those who watch"), {});
    debug = add(u"debug"_s, tr("Layout De&bug"), tr("A wide inspector above the controllers"), {});
    presentation = add(u"presentation"_s, tr("&Present"),
        tr("Begin or end the full screen with large letters, without menus"), Qt::Key_F11);
    fleetBoth = add(u"fleetBoth"_s, tr("&Wall and table"), tr("All machines as tiles, and in a table"), {});
    fleetTable = add(u"fleetTable"_s, tr("&Table alone"), tr("The table of machines alone"), {});
    fleetWall =
        add(u"fleetWall"_s, tr("Wall &alone"), tr("All machines as tiles, in colours of your choice"), {});
    clusters = add(u"clusters"_s, tr("&Open another cluster…"),
        tr("Choose among the labs of this computer and the contexts of all kubeconfigs"), QKeySequence::Open);
    clusters->setEnabled(false);
    retry = add(u"retry"_s, tr("&Retry the connection now"), tr("Do not wait for the next attempt"),
        QKeySequence::Refresh);
    changeLock = add(u"changeLock"_s, tr("&Lock or unlock…"),
        tr("Let the window change the cluster for a while, or lock it against changes"),
        Qt::CTRL | Qt::Key_L);
    settings = add(u"settings"_s, tr("&Settings…"), tr("Choose how the window looks and behaves"),
        Qt::CTRL | Qt::Key_Comma);
    activity = add(u"showActivity"_s, tr("Wh&at was done"),
        tr("List what was done in this window, and take it back where that can be"), Qt::CTRL | Qt::Key_H);
    takeOffer = add(u"takeOffer"_s, tr("Do wha&t the notice offers"),
        tr("Do what the button of the newest notice does"), Qt::CTRL | Qt::Key_Return);
    takeOffer->setAutoRepeat(false);
    takeOffer->setEnabled(false);
    closeNotice = add(u"closeNotice"_s, tr("Clos&e the notice"), tr("Take the newest notice away"),
        Qt::CTRL | Qt::Key_Backspace);
    closeNotice->setEnabled(false);
    log = add(
        u"showLog"_s, tr("&Log"), tr("Show what the program itself logs"), Qt::CTRL | Qt::SHIFT | Qt::Key_L);
    diagnostics = add(u"diagnostics"_s, tr("Copy &diagnostics"),
        tr("Copy what helps to find an error of the program, without names and secrets"), {});
    recoveries = add(u"recoveries"_s, tr("Reco&veries"), tr("List the failures, with the story of each"),
        Qt::CTRL | Qt::Key_E);
    tour = add(u"tour"_s, tr("&Tour"), tr("Six steps: break a machine, see it heal, go back in time"), {});
    skipStep = add(u"skipStep"_s, tr("Skip a &step of the tour"),
        tr("Go to the next step of the tour without doing this one"), Qt::CTRL | Qt::Key_T);
    skipStep->setEnabled(false);
    palette = add(u"palette"_s, tr("&Command palette…"), tr("Search everything, or type a command"),
        Qt::CTRL | Qt::Key_K);
    goTo = addTableKey(u"goTo"_s, tr("&Go to…"), tr("Type where to go: a table, a cluster"), Qt::Key_Colon);
    addMoves();
    addChartKeys();
    shortcuts = add(u"shortcuts"_s, tr("&Keys"), tr("Show all keys"), Qt::Key_Question);
    about = add(u"about"_s, tr("&About Hollow Lab"), {}, {});
    quit = add(u"quit"_s, tr("&Quit"), {}, QKeySequence::Quit);

    m_faults->fill();

    whenUnlocked(pause, [this] { pauseSelected(); });
    whenUnlocked(rollBack, [this] { askRevision(); });
    whenUnlocked(heal, [this] { healNodes(); });
    whenUnlocked(remove, [this] { removeSelected(); });
    whenUnlocked(install, [this] { askInstall(); });
    connect(retry, &QAction::triggered, &m_commands, &CommandSender::retryNow);
    connect(copyName, &QAction::triggered, this, [this] { copySelected(false); });
    connect(copyKubectl, &QAction::triggered, this, [this] { copySelected(true); });
    connect(copyYaml, &QAction::triggered, this, &Actions::copySelectedYaml);
    connect(quit, &QAction::triggered, window, &QWidget::close);
    selectionChanged();
}

QAction *Actions::add(const QString &name, const QString &text, const QString &tip, const QKeySequence &key)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setIconText(withoutMark(text));
    setKeyed(*action, key, false);
    describe(*action, tip);
    return action;
}

QAction *Actions::addTableKey(
    const QString &name, const QString &text, const QString &tip, const QKeySequence &key)
{
    QAction *action = add(name, {}, tip, {});
    setKeyed(*action, key, true);
    action->setAutoRepeat(false); // a key held down means one step
    setWords(action, text);
    describe(*action, tip);
    m_tableKeys.push_back(action);
    return action;
}

void Actions::whenUnlocked(const QAction *action, const std::function<void()> &does)
{
    connect(action, &QAction::triggered, this, [this, does] {
        if (!refuses())
            does();
    });
}

bool Actions::refuses()
{
    if (!m_commands.isLocked())
        return false;
    m_commands.tellLocked(whyNothingChanges());
    return true;
}

QString Actions::whyNothingChanges() const
{
    const auto &status = m_cluster.status();
    if (m_cluster.isPast())
        return tr("The past is shown, where nothing can be changed. Go back to live first (%1).")
            .arg(keyText(*present));
    if (!status.mode)
        return tr("Not connected yet: nothing can be changed.");
    if (status.readOnly)
        return tr("The window was opened read-only: nothing can be changed.");
    return tr("Locked: nothing can be changed in %1. Unlock it at the top right first (%2).")
        .arg(text(status.contextName), keyText(*changeLock));
}

std::vector<QAction *> Actions::all() const
{
    std::vector<QAction *> all;
    for (QAction *action : findChildren<QAction *>(Qt::FindDirectChildrenOnly)) {
        const bool isMove = action->autoRepeat() && isTableKey(*action);
        if (action != palette && !action->objectName().isEmpty() && !isMove)
            all.push_back(action);
    }
    return all;
}

std::vector<QAction *> Actions::keyed() const
{
    std::vector<QAction *> keyed;
    for (QAction *action : findChildren<QAction *>(Qt::FindDirectChildrenOnly)) {
        if (!action->objectName().isEmpty() && action != about)
            keyed.push_back(action);
    }
    return keyed;
}

void Actions::keysChanged()
{
    for (QAction *action : keyed()) {
        describe(*action, action->statusTip());
        if (isTableKey(*action))
            setWords(action, action->text().section(u'\t', 0, 0));
    }
    selectionChanged();
}

/// Menus show the key after a tab; buttons show the words alone.
void Actions::setWords(QAction *action, const QString &text) const
{
    const QString key = keyText(*action);
    action->setIconText(withoutMark(text));
    action->setText(key.isEmpty() ? text : text + u'\t' + key);
}

/// They go on as long as the key is held.
void Actions::addMoves()
{
    nextRow = addTableKey(u"nextRow"_s, tr("Next row"), tr("Go to the next row"), Qt::Key_J);
    previousRow = addTableKey(u"previousRow"_s, tr("Previous row"), tr("Go to the row before"), Qt::Key_K);
    firstRow = addTableKey(u"firstRow"_s, tr("First row"), tr("Go to the first row"), Qt::Key_G);
    lastRow = addTableKey(u"lastRow"_s, tr("Last row"), tr("Go to the last row"), Qt::SHIFT | Qt::Key_G);
    halfPageDown = addTableKey(
        u"halfPageDown"_s, tr("Half a page down"), tr("Go half a page down"), Qt::CTRL | Qt::Key_D);
    halfPageUp =
        addTableKey(u"halfPageUp"_s, tr("Half a page up"), tr("Go half a page up"), Qt::CTRL | Qt::Key_U);
    for (QAction *move : {nextRow, previousRow, firstRow, lastRow, halfPageDown, halfPageUp})
        move->setAutoRepeat(true);
    mark = addTableKey(u"mark"_s, tr("Mark the row"),
        tr("Mark the row, or unmark it: what is marked stays chosen while you move"), Qt::Key_M);
}

void Actions::addChartKeys()
{
    fitChart = add(u"fitChart"_s, tr("Fit the chart"), tr("Show all of the time in the chart"), Qt::Key_0);
    closer =
        add(u"closer"_s, tr("Chart: closer"), tr("Show less time in the chart, more closely"), Qt::Key_Plus);
    wider = add(u"wider"_s, tr("Chart: wider"), tr("Show more time in the chart"), Qt::Key_Minus);
    followNow = add(u"followNow"_s, tr("Chart: follow now"), tr("Let the chart follow what happens now"),
        Qt::CTRL | Qt::Key_End);
}

void Actions::breakNodes(const std::string &fault, const Selection &machines)
{
    m_faults->breakNodes(fault, machines);
}

void Actions::foreseeBreaking(const std::string &fault, const Selection &machines,
    const std::function<void(const QString &words)> &tell) const
{
    m_faults->foresee(fault, machines, tell);
}

bool Actions::canBreak(const Selection &machines) const
{
    return !m_faults->breakable(machines).empty();
}

QMenu *Actions::unhealthyMenu() const
{
    return m_faults->menu();
}

std::vector<QAction *> Actions::forKind(Kind kind) const
{
    switch (kind) {
    case Kind::MachineSet:
        return {scale, editConfig, editYaml, remove, newSet};
    case Kind::MachineDeployment:
        return {scale, pause, rollBack, editConfig, editYaml, remove};
    case Kind::McmMachineSet:
        return {scale, editYaml, remove};
    case Kind::McmMachineDeployment:
        return {scale, pause, rollBack, editYaml, remove};
    case Kind::Machine:
    case Kind::McmMachine:
        return {scale, makeUnhealthy, heal, editYaml, remove};
    case Kind::Node:
        return {makeUnhealthy, heal, editYaml, remove};
    case Kind::McmMachineClass:
    case Kind::HealthCheck:
    case Kind::HealthCheckV1alpha1:
        return {showYaml, editYaml, remove};
    case Kind::Event:
        return {};
    }
    return {};
}

std::vector<QAction *> Actions::forInspected(const ObjectRef &object) const
{
    if (m_cluster.isPast() || object.kind == Kind::Event)
        return {copyKubectl};
    if (isSet(object.kind) || isDeployment(object.kind))
        return {scale, remove, copyKubectl};
    const auto nodes = nodesOf({object.kind, {object.key}});
    const bool isTold = std::ranges::any_of(nodes, [this](const std::string &name) {
        const core::api::Node *node = m_cluster.node(name);
        return node && !node->metadata.annotation(core::api::keys::fault).empty();
    });
    return isTold ? std::vector {heal, remove, copyKubectl} : std::vector {remove, copyKubectl};
}

void Actions::fillMenus(QMenuBar *bar)
{
    QMenu *file = bar->addMenu(tr("&File"));
    file->addActions({clusters, retry, changeLock});
    file->addSeparator();
    file->addActions({newSet, newCheck, applyYaml, record, install, startControllers});
    file->addSeparator();
    file->addActions({settings, quit});
    QMenu *object = bar->addMenu(tr("&Object"));
    object->addActions({inspect, showWhy, showYaml, showEvents, goToOwner});
    object->addSeparator();
    object->addActions({scale, pause, rollBack, editConfig, editYaml});
    object->addMenu(unhealthyMenu());
    object->addActions({heal, remove});
    object->addSeparator();
    object->addActions({copyName, copyKubectl, copyYaml, filter, nextMatch, previousMatch, activity,
        takeOffer, closeNotice});
    QMenu *time = bar->addMenu(tr("&Time"));
    time->addActions({earlier, later, muchEarlier, muchLater, present});
    time->addSeparator();
    time->addActions({compare, exportTimeline, recoveries, replay, nextMark});
    time->addSeparator();
    time->addActions({slower, faster, holdTime});
    addPaces(*time->addMenu(tr("P&ace")));
}

void Actions::addPaces(QMenu &menu)
{
    menu.setObjectName(u"paces"_s);
    for (const double pace : labPaces)
        connect(menu.addAction(paceText(pace)), &QAction::triggered, this,
            [this, pace] { m_commands.setPace(pace); });
}

std::vector<std::string> Actions::nodesOf(const Selection &chosen) const
{
    std::vector<std::string> nodes;
    for (const auto &key : chosen.keys) {
        m_cluster.withObject({chosen.kind, key}, [&](const auto &object) {
            if constexpr (requires { nodeNameOf(object); }) {
                if (m_cluster.nodeOf(object))
                    nodes.push_back(nodeNameOf(object));
            }
        });
        if (chosen.kind == Kind::Node)
            nodes.push_back(key.name);
    }
    return nodes;
}

void Actions::selectionChanged()
{
    const Selection chosen = m_selection();
    const bool any = !chosen.keys.empty();
    const bool nodes = !nodesOf(chosen).empty();
    const bool single = chosen.keys.size() == 1;
    scale->setEnabled(any
        && (isSet(chosen.kind) || isDeployment(chosen.kind) || isMachine(chosen.kind)
            || chosen.kind == Kind::Node));
    editConfig->setEnabled(configTarget().has_value());
    const auto deployment = chosenDeployment();
    pause->setEnabled(deployment.has_value());
    setWords(
        pause, deployment && isPaused(m_cluster, *deployment).value_or(false) ? tr("&Resume") : tr("&Pause"));
    rollBack->setEnabled(deployment && single && m_cluster.setsOf(*deployment).size() > 1);
    const bool failing = canBreak(chosen);
    for (QAction *action : {makeUnhealthy, unhealthyMenu()->menuAction()})
        action->setEnabled(failing);
    heal->setEnabled(nodes);
    remove->setEnabled(any && chosen.kind != Kind::Event);
    editYaml->setEnabled(single && chosen.kind != Kind::Event);
    goToOwner->setEnabled(any && m_cluster.ownerOf({chosen.kind, chosen.keys.front()}));
    for (QAction *action : {inspect, showWhy, showYaml, showEvents, copyName, copyKubectl, copyYaml})
        action->setEnabled(any);
    retry->setEnabled(m_cluster.isLost() && !m_cluster.isPast());
    install->setEnabled(m_cluster.status().mode == Mode::External);
    tour->setEnabled(m_cluster.status().mode == Mode::Lab && !m_cluster.status().readOnly);
    for (QAction *action : {newSet, newCheck, applyYaml})
        action->setEnabled(true);
    startControllers->setEnabled(std::ranges::any_of(m_cluster.status().controllers, isMissing));
    allowTimeTravel();
    if (std::exchange(m_chosenCount, chosen.keys.size()) != chosen.keys.size())
        emit chosenCountChanged();
}

/// What can't be done in the past says why.
void Actions::allowTimeTravel()
{
    const bool isPast = m_cluster.isPast();
    for (QAction *action : {scale, pause, rollBack, makeUnhealthy, unhealthyMenu()->menuAction(), heal,
             remove, editConfig, editYaml, newSet, newCheck, applyYaml, install, startControllers}) {
        if (isPast)
            action->setEnabled(false);
        describe(*action, action->statusTip(), isPast ? whyNothingChanges() : QString());
    }
    const bool isKept = m_cluster.status().pastSince.has_value();
    for (QAction *action : {earlier, muchEarlier, compare, replay})
        action->setEnabled(isKept);
    for (QAction *action : {later, muchLater, present, nextMark})
        action->setEnabled(isPast);
    for (QAction *action : {slower, faster, holdTime})
        action->setEnabled(isPast || m_cluster.status().mode == Mode::Lab);
}

std::optional<ObjectRef> Actions::chosenDeployment() const
{
    const Selection chosen = m_selection();
    return isDeployment(chosen.kind) && !chosen.keys.empty()
        ? std::optional(ObjectRef {chosen.kind, chosen.keys.front()})
        : std::nullopt;
}

std::optional<ObjectRef> Actions::configTarget() const
{
    const Selection chosen = m_selection();
    std::optional<ObjectRef> common;
    for (const auto &key : chosen.keys) {
        const ObjectRef object {chosen.kind, key};
        const auto target = hasConfig(object) ? object : scalableOf(m_cluster, object);
        if (!target || !hasConfig(*target) || (common && common != target))
            return std::nullopt;
        common = target;
    }
    return common;
}

std::string Actions::proposedCheck(const std::optional<ObjectRef> &object) const
{
    const auto &status = m_cluster.status();
    auto target = object ? scalableOf(m_cluster, *object) : std::nullopt;
    if (!target || !selectorOf(m_cluster, *target))
        target = unwatchedSet(m_cluster);
    const auto key =
        target ? target->key : core::api::ObjectKey {status.defaultNamespace, std::string("workers")};
    const core::engine::Timing *timing = core::engine::findTiming(status.timing);
    auto check = core::engine::newHealthCheck(key, timing ? *timing : core::engine::usualTiming());
    if (const auto labels = target ? selectorOf(m_cluster, *target) : std::nullopt)
        check.spec.selector.matchLabels = *labels;
    auto json = core::api::encodeObject(check);
    json.as_object().erase("status");
    return core::api::writeYaml(json);
}

void Actions::askScale()
{
    const Selection chosen = m_selection();
    if (chosen.keys.empty())
        return;
    std::vector<ObjectRef> targets;
    for (const auto &key : chosen.keys) {
        const auto target = scalableOf(m_cluster, {chosen.kind, key});
        if (target && std::ranges::find(targets, *target) == targets.end())
            targets.push_back(*target);
    }
    const ObjectRef object {chosen.kind, chosen.keys.front()};
    if (targets.empty()) {
        emit m_commands.noticed({.level = Notice::Level::Problem,
            .text = tr("%1 belongs to no set: there is nothing to scale.").arg(nameOf(object))});
        return;
    }
    const ObjectRef &first = targets.front();
    QString question = tr("How many machines shall %1 have?").arg(nameOf(first));
    if (targets.size() > 1) {
        QStringList names;
        for (const ObjectRef &target : targets)
            names.append(text(target.key.name));
        question = tr("How many machines shall each of these have: %1?").arg(names.join(tr(", ")));
    } else if (first != object) {
        question =
            tr("How many machines shall %1 have?\n%2 is one of its %3.")
                .arg(nameOf(first), nameOf(object), countText(wantedReplicas(m_cluster, first).value_or(0)));
    }
    if (const auto &status = m_cluster.status(); status.mode != Mode::Lab)
        question += u'\n' + tr("In the cluster %1 (%2).").arg(text(status.contextName), text(status.server));
    (new ScaleDialog(m_cluster, m_commands, std::move(targets), question, m_window))->open();
}

/// All of them take the state that the first one has not.
void Actions::pauseSelected()
{
    const auto first = chosenDeployment();
    if (!first)
        return;
    const bool wanted = !isPaused(m_cluster, *first).value_or(false);
    std::vector<ObjectRef> others; // taking it back leaves those as they are that were so before
    for (const auto &key : m_selection().keys) {
        const ObjectRef deployment {first->kind, key};
        if (isPaused(m_cluster, deployment) != wanted)
            others.push_back(deployment);
    }
    m_commands.setPaused(others, wanted);
}

void Actions::askRevision()
{
    const auto deployment = chosenDeployment();
    if (!deployment)
        return;
    QStringList choices;
    std::vector<std::int64_t> revisions;
    for (const ObjectRef &set : m_cluster.setsOf(*deployment)) {
        const std::int64_t revision = revisionOf(m_cluster, set);
        if (revision == revisionOf(m_cluster, *deployment))
            continue;
        revisions.push_back(revision);
        choices.append(tr("%1: %2, %3").arg(revision).arg(text(set.key.name), originWords(m_cluster, set)));
    }
    auto *dialog = new QInputDialog(m_window);
    dialog->setObjectName(u"revisionDialog"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Roll back"));
    dialog->setLabelText(tr("Which revision's template shall the machines of %1 in %2 have again?\n"
                            "They are replaced step by step.")
                             .arg(text(deployment->key.name), text(m_cluster.status().contextName)));
    dialog->setComboBoxItems(choices);
    dialog->setOkButtonText(tr("Roll back"));
    connect(dialog, &QInputDialog::textValueSelected, this,
        [this, asked = *deployment, choices, revisions](const QString &chosen) {
            const auto index = static_cast<std::size_t>(choices.indexOf(chosen));
            if (index < revisions.size())
                m_commands.rollBack(asked, revisions[index]);
        });
    showPlain(*dialog);
    dialog->open();
}

void Actions::healNodes()
{
    m_commands.healNodes(nodesOf(m_selection()));
}

void Actions::removeSelected()
{
    const Selection chosen = m_selection();
    const bool external = m_cluster.status().mode != Mode::Lab;
    const bool replaceable = isMachine(chosen.kind) || chosen.kind == Kind::Node;
    if (!external && replaceable && chosen.keys.size() == 1)
        return m_deletions->remove(chosen);
    const int count = static_cast<int>(chosen.keys.size());
    const QString what = count == 1 ? nameOf({chosen.kind, chosen.keys.front()})
                                    : tr("%n objects of kind %1", nullptr, count).arg(apiName(chosen.kind));
    const QString where = external
        ? tr("the cluster %1 (%2)").arg(text(m_cluster.status().contextName), text(m_cluster.status().server))
        : tr("the lab %1").arg(text(m_cluster.status().contextName));
    QStringList details {consequence(m_cluster, chosen)};
    if (external)
        details.append(deletionLines(m_cluster, chosen));
    details.removeAll(QString());
    ask(m_window,
        {.title = tr("Delete"),
            .text = tr("Delete %1 in %2?").arg(what, where),
            .details = details.join(u"\n\n"_s),
            .accept = tr("Delete"),
            .typed = external && !replaceable ? toBeTyped(chosen) : QString()},
        [this, chosen] { m_deletions->remove(chosen); });
}

/// What wipes out more than one machine in somebody's cluster is not deleted by a click alone.
QString Actions::toBeTyped(const Selection &chosen) const
{
    return text(chosen.keys.size() == 1 ? chosen.keys.front().name : m_cluster.status().contextName);
}

void Actions::askInstall()
{
    QString list;
    for (const std::string &name : m_commands.prerequisiteNames())
        list += u"• "_s + text(name) + u'\n';
    ask(m_window,
        {.title = tr("Install prerequisites"),
            .text = tr("Create these objects in the cluster %1 (%2)?")
                        .arg(text(m_cluster.status().contextName), text(m_cluster.status().server)),
            .details = list,
            .accept = tr("Install")},
        [this] { m_commands.installPrerequisites(); });
}

void Actions::copySelected(bool asKubectl)
{
    const Selection chosen = m_selection();
    QStringList lines;
    for (const auto &key : chosen.keys) {
        const QString where = key.ns.empty() ? QString() : u" -n "_s + shellWord(raw(key.ns));
        lines.append(asKubectl ? m_cluster.kubectl() + where + u" get "_s
                    + shellWord(kubectlName(chosen.kind) + u'/' + raw(key.name)) + u" -o yaml"_s
                               : text(key.name));
    }
    QApplication::clipboard()->setText(lines.join(u'\n'));
    emit m_commands.noticed({.text = tr("Copied: %1").arg(text(utf8(lines.value(0)))), .seconds = 3});
}

void Actions::copySelectedYaml()
{
    const Selection chosen = m_selection();
    QStringList documents;
    for (const auto &key : chosen.keys) {
        m_cluster.withObject({chosen.kind, key}, [&](const auto &object) {
            documents.append(raw(core::api::writeYaml(core::api::encodeObject(object))));
        });
    }
    if (documents.isEmpty())
        return;
    QApplication::clipboard()->setText(documents.join(u"---\n"_s));
    const QString first = nameOf({chosen.kind, chosen.keys.front()});
    emit m_commands.noticed({.text = tr("Copied: %1").arg(first), .seconds = 3});
}

} // namespace ui
