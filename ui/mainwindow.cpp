// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/api/providerconfig.h"
#include "ui/actions.h"
#include "ui/clusternotices.h"
#include "ui/deletions.h"
#include "ui/dialogs/ask.h"
#include "ui/dialogs/changequestion.h"
#include "ui/dialogs/contextsdialog.h"
#include "ui/dialogs/editordialog.h"
#include "ui/dialogs/paletteentries.h"
#include "ui/dialogs/scalepreview.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/dialogs/shortcutsheet.h"
#include "ui/editors.h"
#include "ui/experiments/experimentspage.h"
#include "ui/format.h"
#include "ui/frontpages.h"
#include "ui/guidance.h"
#include "ui/inspector/inspector.h"
#include "ui/keys.h"
#include "ui/layouts.h"
#include "ui/ownfiles.h"
#include "ui/pages/navigation.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/pages/trail.h"
#include "ui/panels.h"
#include "ui/placekeeper.h"
#include "ui/preferenceeffects.h"
#include "ui/replay.h"
#include "ui/scenariorecorder.h"
#include "ui/shownmoment.h"
#include "ui/timecontrol.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/viewmenu.h"
#include "ui/widgets/captionbar.h"
#include "ui/widgets/contextbar.h"
#include "ui/widgets/controllerspanel.h"
#include "ui/widgets/healthsentence.h"
#include "ui/widgets/notices.h"
#include "ui/widgets/pastframe.h"
#include "ui/widgets/replaybar.h"
#include "ui/widgets/scaleoutlook.h"
#include "ui/widgets/separatorstyle.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/ticker.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::engine::Mode;

namespace {

constexpr int actionsEvery = 200; // ms: what the selection allows may change with the cluster
constexpr std::chrono::seconds clockEvery {1}; // a quiet cluster tells its time seldom

} // namespace

MainWindow::MainWindow(Session &session, const WindowOptions &options, QWidget *parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_options(options)
    , m_preferences(options.fresh, this)
    , m_theme(options.theme.value_or(Scheme(m_preferences.value(Pref::Theme))))
    , m_commands(session, m_cluster, this)
    , m_moment(new ShownMoment(m_cluster, m_commands, this))
    , m_replay(new Replay(m_cluster, *m_moment, this))
    , m_recorder(new ScenarioRecorder(m_cluster, m_commands, this))
    , m_contextBar(new ContextBar(m_cluster, m_commands, m_theme, this))
    , m_tables(new Tables(m_cluster, m_theme, this))
    , m_navigation(new Navigation(m_cluster, *m_tables, m_theme, this))
    , m_actions(new Actions(
          m_cluster, m_commands, [this] { return m_tables->selection(); }, this))
    , m_inspector(new Inspector(m_cluster, m_theme, this))
    , m_timeline(new TimelinePanel(m_cluster, m_theme, this))
    , m_controllers(new ControllersPanel(m_cluster, m_commands, m_theme, m_actions->install, this))
    , m_scenarios(new ScenariosPage(m_cluster, m_commands, m_theme, this))
    , m_experiments(new ExperimentsPage(m_theme, this))
    , m_caption(new CaptionBar(m_cluster, m_commands, m_theme, this))
    , m_paletteEntries(std::make_unique<PaletteEntries>(m_cluster, m_commands, *m_actions, *m_tables,
          *m_scenarios, *m_experiments, m_preferences,
          PaletteEntries::Ways {[this](const ObjectRef &object) { select(object); },
              [this](core::api::Time at) { m_moment->seek(at); },
              [this](const QString &words) { openSettings(words); },
              [this](const QString &topic) { openHelp(topic); }, [this] { m_panels->showControllers(); }}))
    , m_notices(new Notices(m_theme, *m_actions->takeOffer, *m_actions->closeNotice, this))
    , m_statusLine(
          new StatusLine(m_cluster, m_commands, *m_recorder, *m_actions, *m_timeline, *m_notices, this))
    , m_pastFrame(new PastFrame(m_theme, this))
    , m_scaleOutlook(new ScaleOutlook(m_cluster, m_commands, this))
    , m_editors(std::make_unique<Editors>(
          m_cluster, m_commands, m_theme, [this] { return drafts(); }, *this))
    , m_clusterNotices(std::make_unique<ClusterNotices>(m_cluster, *m_notices, *m_actions->clusters, *this))
{
    setObjectName(u"main"_s);
    auto *lines = new SeparatorStyle;
    lines->setParent(this);
    setStyle(lines);
    setStatusBar(m_statusLine);
    addToolBar(m_contextBar);
    m_contextBar->addChoice(m_tables->familyBox());
    addFront();
    m_panels = new Panels(
        *this, {*m_navigation, *m_inspector, *m_controllers, *m_timeline, m_experiments->detail()});
    joinGuidance();
    m_placeKeeper = new PlaceKeeper(
        {*m_panels, *m_tables, *m_timeline, *m_inspector, *m_scenarios, *m_experiments, *m_front},
        options.fresh, *this);
    m_layouts = new Layouts(*this, *m_panels, *m_actions, options.fresh);
    m_actions->fillMenus(menuBar());
    fillViewMenu(*menuBar()->addMenu(tr("&View")), *m_actions, *m_panels, *m_layouts, m_preferences);
    addHelpMenu();
    joinTables();
    joinActions();
    joinTime();
    joinPreferences();
    joinKeys();
    m_placeKeeper->bringBack();
    showTitle();
    showContext();
    if (!options.fresh)
        Drafts::forgetOld(Drafts::userFolder());
    m_actionsTimer.setSingleShot(true);
    connect(&m_actionsTimer, &QTimer::timeout, m_actions, &Actions::selectionChanged);
    new Ticker(this, clockEvery, [this] { showTime(); });
    connect(&session, &Session::changed, this, &MainWindow::apply);
    m_tables->currentPage().focusRows();
}

MainWindow::~MainWindow()
{
    // They look at the members, so they go first; and their selections speak while they go.
    m_preferenceEffects.reset();
    disconnect(qApp, nullptr, this, nullptr); // about the focus
    disconnect(m_tables, nullptr, nullptr, nullptr);
    qDeleteAll(findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
}

void MainWindow::joinGuidance()
{
    m_guidance = new Guidance(
        {m_cluster, m_commands, m_preferences, *m_actions, *m_tables, *m_timeline, *m_panels, m_theme}, this);
    connect(m_guidance, &Guidance::noticed, m_notices, &Notices::show);
    connect(m_guidance, &Guidance::left, m_front, &FrontPages::focusFront);
    connect(m_guidance, &Guidance::mooted, m_notices, &Notices::dismiss);
    connect(m_guidance, &Guidance::fleetAsked, m_moment, &ShownMoment::showPresent);
    connect(m_guidance, &Guidance::fleetAsked, m_tables, &Tables::showFleet);
    connect(this, &MainWindow::wentLive, m_guidance, &Guidance::welcome);
}

void MainWindow::followDesktop(const DesktopLook &look)
{
    m_preferenceEffects->followDesktop(look);
}

void MainWindow::offerStartAgain(std::function<void()> start)
{
    m_preferenceEffects->offerStartAgain(std::move(start));
}

void MainWindow::joinPreferences()
{
    m_preferenceEffects = std::make_unique<PreferenceEffects>(
        PreferenceEffects::Context {m_preferences, *m_actions, m_theme, *m_tables, *m_panels, *m_guidance});
    connect(m_preferenceEffects.get(), &PreferenceEffects::noticed, m_notices, &Notices::show);
    connect(m_preferenceEffects.get(), &PreferenceEffects::mooted, m_notices, &Notices::dismiss);
    connect(m_actions->settings, &QAction::triggered, this, [this] { openSettings({}); });
}

void MainWindow::openSettings(const QString &words)
{
    auto *dialog = findChild<SettingsDialog *>();
    if (!dialog) {
        dialog = new SettingsDialog(m_preferences, *m_actionKeys, m_theme, this);
        auto *layouts = new QPushButton(tr("Layout"), dialog);
        layouts->setAutoDefault(false); // Enter belongs to the search
        layouts->setMenu(new QMenu(layouts));
        m_layouts->fill(*layouts->menu());
        layouts->menu()->setObjectName(u"layoutsOfSettings"_s);
        dialog->addElsewhere(tr("Layout of the panels"),
            tr("Those that the program brings, and those that were saved."), layouts);
    }
    dialog->show();
    dialog->activateWindow();
    if (!words.isEmpty())
        dialog->search(words);
}

/// Keys come from one place; what tells them follows.
void MainWindow::joinKeys()
{
    m_actionKeys = new Keys(m_preferences, m_actions->keyed(), fixedKeys(*menuBar()), this);
    const std::vector<std::pair<const char *, const QAction *>> told = {{"live", m_actions->present},
        {"moment", m_actions->present}, {"replayEnd", m_actions->present},
        {"replaySlower", m_actions->slower}, {"replayFaster", m_actions->faster},
        {"replayNext", m_actions->nextMark}, {"replayPause", m_actions->holdTime},
        {"recordScenario", m_actions->record}, {"replayRecovery", m_actions->replay},
        {"search", m_actions->palette}, {"fit", m_actions->fitChart},
        {"showRecoveries", m_actions->recoveries}, {"pace0", m_actions->holdTime},
        {"retryNow", m_actions->retry}, {"lock", m_actions->changeLock},
        {"wallAndTable", m_actions->fleetBoth}, {"tableOnly", m_actions->fleetTable},
        {"wallOnly", m_actions->fleetWall}};
    const auto tellBelow = [this, told](const QWidget &widget) {
        for (const auto &[name, action] : told) {
            for (QAbstractButton *button : widget.findChildren<QAbstractButton *>(QString::fromLatin1(name)))
                m_actionKeys->tellIn(button, action);
        }
    };
    tellBelow(*this);
    m_tables->setUpPages([tellBelow](const ObjectPage &page) { tellBelow(page); });
    connect(m_actionKeys, &Keys::changed, this, &MainWindow::tellKeys);
    tellKeys();
}

void MainWindow::tellKeys()
{
    m_actions->keysChanged();
    m_tables->keysChanged();
    m_contextBar->setSearchKey(keyText(*m_actions->palette));
    m_statusLine->showKeys();
}

void MainWindow::addHelpMenu()
{
    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(m_actions->palette);
    for (QAction *action : m_actions->helping())
        help->addAction(action);
    help->insertSeparator(m_actions->log);
    connect(m_actions->palette, &QAction::triggered, this, [this] { openPalette({}); });
    connect(m_actions->goTo, &QAction::triggered, this, [this] { openPalette(u":"_s); });
    connect(m_actions->changeLock, &QAction::triggered, m_contextBar, &ContextBar::changeLock);
    connect(m_contextBar, &ContextBar::searchAsked, this, [this] { openPalette({}); });
    connect(m_actions->shortcuts, &QAction::triggered, this, [this] { openHelp({}); });
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
}

void MainWindow::addFront()
{
    addOwnFiles();
    m_front = new FrontPages({*m_tables, *m_scenarios, *m_experiments, *m_navigation, *m_statusLine}, this);
    connect(m_front, &QStackedWidget::currentChanged, this,
        [this] { m_panels->showVariant(m_front->front() == Front::Experiments); });
    auto *centre = new QWidget(this);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *replay = new ReplayBar(*m_replay, m_theme, centre);
    connect(replay, &ReplayBar::presentAsked, m_moment, &ShownMoment::showPresent);
    layout->addWidget(replay);
    layout->addWidget(m_caption);
    layout->addWidget(m_front, 1);
    setCentralWidget(centre);
    connect(m_ownFiles, &OwnFiles::scenarioSaved, m_front, &FrontPages::showScenarios);
    connect(m_scenarios, &ScenariosPage::noticed, m_notices, &Notices::show);
    connect(m_scenarios, &ScenariosPage::started, m_tables, &Tables::showFleet);
    connect(m_scenarios, &ScenariosPage::reportAsked, m_timeline, &TimelinePanel::reportScenario);
    connect(m_experiments, &ExperimentsPage::noticed, m_notices, &Notices::show);
    connect(&m_timeline->recoveries().card(), &RecoveryCard::experimentAsked, m_experiments,
        [this] { m_experiments->bringUpShipped("health-check.yaml"); });
    connect(m_experiments, &ExperimentsPage::scenarioAsked, this,
        [this](const QString &name, const std::string &yaml) {
            m_commands.runScenario(name, yaml);
            if (!m_commands.isLocked())
                m_tables->showFleet();
        });
}

/// Before the front, which tells how many scenarios and experiments there are.
void MainWindow::addOwnFiles()
{
    m_ownFiles = new OwnFiles({*m_scenarios, *m_experiments, *m_recorder, m_theme}, m_options.fresh, this);
    connect(m_ownFiles, &OwnFiles::noticed, m_notices, &Notices::show);
    connect(m_actions->record, &QAction::triggered, m_ownFiles, &OwnFiles::recordOrStop);
}

void MainWindow::offerExperiments(std::unique_ptr<ExperimentRuns> runs)
{
    m_experiments->offerRuns(std::move(runs));
}

void MainWindow::openHelp(const QString &topic)
{
    showShortcuts(
        this, m_theme, *m_actions,
        [this] { openSettings(Preferences::tr(preferenceOf(Pref::KeySet).section)); }, topic);
}

void MainWindow::openPalette(const QString &typed)
{
    auto *palette = new CommandPalette(
        [this](const QString &words) { return (*m_paletteEntries)(words); }, m_theme, this);
    palette->open();
    palette->type(typed);
}

void MainWindow::joinTables()
{
    m_tables->setActions(*m_actions);
    m_timeline->setActions(*m_actions);
    m_trail = new Trail(*m_tables, *m_actions, this);
    connect(m_tables, &Tables::selectionMoved, this, [this] {
        m_actions->selectionChanged();
        inspectCurrent();
    });
    m_tables->setUpPages(
        [this](ObjectPage &page) { page.table().setEditGuard([this] { return !m_actions->refuses(); }); });
    for (QAction *action : m_navigation->rowKeys())
        addAction(action);
    connect(m_navigation, &Navigation::objectAsked, this, &MainWindow::select);
    connect(m_navigation, &Navigation::recoveriesAsked, m_actions->recoveries, &QAction::trigger);
    connect(m_navigation, &Navigation::controllersAsked, this, [this] { m_panels->showControllers(); });
    connect(&m_contextBar->sentence(), &HealthSentence::filterAsked, m_tables, &Tables::showMachines);
    connect(
        m_tables, &Tables::placeChanged, this, [this] { m_contextBar->sentence().show(m_tables->family()); });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, QWidget *focused) {
        attendScaling(focused);
        m_statusLine->showKeys();
    });
    connect(m_tables, &Tables::scaleEntered, &m_commands,
        qOverload<const ObjectRef &, std::int64_t>(&CommandSender::scale));
    connect(m_tables, &Tables::inspectAsked, m_actions->inspect, &QAction::trigger);
    connect(m_tables, &Tables::menuAsked, this, &MainWindow::popUpObjectMenu);
    connect(m_inspector, &Inspector::linkFollowed, this, &MainWindow::select);
    m_inspector->setOffer([this](const ObjectRef &object) { return m_actions->forInspected(object); });
    connect(m_inspector, &Inspector::actionAsked, this, &MainWindow::actOnInspected);
    connect(m_inspector, &Inspector::watchAsked, &m_commands, &CommandSender::inspect);
    connect(m_timeline, &TimelinePanel::machineChosen, this, &MainWindow::select);
    connect(m_timeline, &TimelinePanel::left, m_front, &FrontPages::focusFront);
    connect(m_timeline, &TimelinePanel::noticed, m_notices, &Notices::show);
    connect(m_layouts, &Layouts::noticed, m_notices, &Notices::show);
    connect(m_layouts, &Layouts::mooted, m_notices, &Notices::dismiss);
    connect(&m_commands, &CommandSender::noticed, m_notices, &Notices::show);
    connect(&m_commands, &CommandSender::confirmationAsked, this,
        [this](const Question &question, const std::function<void()> &accepted) {
            ask(this, question, accepted);
        });
    connect(&m_commands, &CommandSender::scalingAsked, this,
        [this](const std::vector<Scaling> &scalings, const std::function<void()> &accepted) {
            askScaling(this, m_cluster, m_commands, scalings, accepted);
        });
    connect(&m_commands, &CommandSender::ordered, this,
        [this](quint64, const Deed &deed) { showWhyItFails(deed.command); });
    connect(&m_commands, &CommandSender::changesAsked, this,
        [this](const Question &question, const std::vector<Change> &changes,
            const std::function<void()> &accepted) {
            askChanges(this, m_cluster, m_commands, question, changes, accepted);
        });
    connect(&m_commands, &CommandSender::mooted, m_notices, &Notices::dismiss);
    connect(&m_commands, &CommandSender::unlockAsked, m_actions->changeLock, &QAction::trigger);
    connect(&m_actions->deletions(), &Deletions::noticed, m_notices, &Notices::show);
    connect(&m_actions->deletions(), &Deletions::reworded, m_notices, &Notices::reword);
    connect(&m_actions->deletions(), &Deletions::mooted, m_notices, &Notices::dismiss);
    connect(&m_commands, &CommandSender::pendingChanged, m_tables, &Tables::setPending);
    connect(&m_commands, &CommandSender::problemChanged, m_tables, &Tables::setProblem);
}

void MainWindow::joinActions()
{
    m_actions->whenUnlocked(m_actions->scale, [this] { scaleCurrent(); });
    m_actions->whenUnlocked(m_actions->makeUnhealthy, [this] { popUpUnhealthy(); });
    connect(m_actions->inspect, &QAction::triggered, this,
        [this] { showInspector(int(Inspector::Page::Summary)); });
    connect(
        m_actions->showWhy, &QAction::triggered, this, [this] { showInspector(int(Inspector::Page::Why)); });
    connect(m_actions->showYaml, &QAction::triggered, this,
        [this] { showInspector(int(Inspector::Page::Yaml)); });
    connect(m_actions->showEvents, &QAction::triggered, this,
        [this] { showInspector(int(Inspector::Page::Events)); });
    connect(m_actions->goToOwner, &QAction::triggered, this, &MainWindow::goToOwner);
    connect(m_actions->filter, &QAction::triggered, this, [this] { m_tables->currentPage().focusFilter(); });
    m_actions->whenUnlocked(m_actions->newSet, [this] {
        m_editors->editConfig({Kind::MachineSet, {m_cluster.status().defaultNamespace, {}}});
    });
    m_actions->whenUnlocked(m_actions->editConfig, [this] {
        if (const auto target = m_actions->configTarget())
            m_editors->editConfig(*target);
    });
    m_actions->whenUnlocked(m_actions->editYaml, [this] {
        const Selection chosen = m_tables->selection();
        if (!chosen.keys.empty())
            m_editors->editYaml({chosen.kind, chosen.keys.front()});
    });
    m_actions->whenUnlocked(m_actions->applyYaml, [this] { m_editors->applyYaml({}); });
    m_actions->whenUnlocked(m_actions->newCheck, [this] { proposeCheck(m_tables->current()); });
    connect(m_inspector, &Inspector::checkAsked, this, [this] {
        if (!m_actions->refuses())
            proposeCheck(m_inspector->object());
    });
    m_actions->whenUnlocked(m_actions->startControllers, [this] {
        using core::engine::ControllerGroup;
        m_controllers->switchOnAll(
            m_tables->family() == Family::Mcm ? ControllerGroup::Mcm : ControllerGroup::MachineApi);
    });
}

void MainWindow::apply(const core::engine::ChangeSetPtr &changes)
{
    const bool wasPast = m_cluster.isPast();
    take(m_moment->admit(changes));
    if (wasPast && !m_cluster.isPast())
        showMoment(); // another cluster ends the past of this one
    m_session.acknowledge();
    if (changes->reset || !m_live) {
        m_live = true;
        emit wentLive();
    }
}

void MainWindow::take(const core::engine::ChangeSetPtr &changes)
{
    Touched touched = m_cluster.apply(*changes);
    if (changes->reset) {
        m_placeKeeper->enterCluster(m_cluster.status().mode ? clusterName() : QString());
        m_trail->clear();
    }
    m_tables->apply(*changes, std::move(touched));
    m_timeline->apply(*changes);
    if (changes->reset)
        m_placeKeeper->bringBackFront();
    m_navigation->refreshSoon();
    if (changes->scenario || changes->reset) {
        m_scenarios->showProgress();
        m_caption->showProgress();
    }
    m_contextBar->sentence().show(m_tables->family());
    m_inspector->refresh();
    if (!m_cluster.isPast())
        tellPresent(*changes);
    if (changes->status)
        showContext();
    if (!m_actionsTimer.isActive())
        m_actionsTimer.start(actionsEvery);
}

/// What was asked for is confirmed, and what is edited contested, by the present alone.
void MainWindow::tellPresent(const core::engine::ChangeSet &changes)
{
    m_commands.clusterChanged(changes);
    m_actions->deletions().clusterChanged(changes);
    m_guidance->clusterChanged(changes);
    m_editors->clusterChanged();
}

void MainWindow::joinTime()
{
    connect(m_moment, &ShownMoment::moved, this, [this](const core::engine::ChangeSetPtr &changes) {
        take(changes);
        showMoment();
    });
    connect(m_inspector, &Inspector::watchAsked, m_moment, &ShownMoment::inspect);
    connect(m_moment, &ShownMoment::told, this, &MainWindow::take);
    auto *time = new TimeControl(
        {m_cluster, m_commands, *m_moment, *m_replay, *m_timeline, *m_contextBar, *m_actions, m_theme}, this);
    connect(time, &TimeControl::noticed, m_notices, &Notices::show);
    connect(time, &TimeControl::objectChosen, this, &MainWindow::select);
    connect(time, &TimeControl::fleetAsked, m_tables, &Tables::showFleet);
}

void MainWindow::showMoment()
{
    m_replay->momentShown();
    m_inspector->lookAnew();
    m_inspector->setRemark(whyNotChosen());
    m_timeline->showMoment();
    m_contextBar->showMoment();
    m_contextBar->showLock();
    m_actions->selectionChanged();
    m_pastFrame->setVisible(m_cluster.isPast());
    showTitle();
    m_statusLine->showKeys();
}

void MainWindow::showContext()
{
    const auto &status = m_cluster.status();
    m_statusLine->showWatches();
    core::engine::Status timeless = status;
    timeless.now = m_shown.now;
    if (timeless == m_shown)
        return; // time goes on, and nothing else changed
    m_clusterNotices->showLabTrouble(std::exchange(m_shown, status));
    showTitle();
    m_statusLine->showKubeconfig();
    m_contextBar->showStatus();
    m_controllers->showStatus();
    m_actions->selectionChanged();
}

void MainWindow::showTitle()
{
    const auto &status = m_cluster.status();
    if (!status.mode)
        return setWindowTitle(tr("[…] Hollow Lab"));
    const QString badge = status.mode == Mode::Lab ? tr("LAB") : tr("EXTERNAL");
    const auto &moment = m_cluster.moment();
    setWindowTitle(moment
            ? tr("[%1 %2 at %3] Hollow Lab").arg(badge, text(status.contextName), clockText(*moment))
            : tr("[%1 %2] Hollow Lab").arg(badge, text(status.contextName)));
}

void MainWindow::showTime()
{
    m_statusLine->showWatches();
    m_contextBar->showLock();
}

void MainWindow::tellKubeconfigChange(const QString &what, const std::function<void()> &open)
{
    m_clusterNotices->tellKubeconfigChange(what, open);
}

void MainWindow::offerClusters(std::function<std::unique_ptr<Contexts>()> make)
{
    m_actions->clusters->setEnabled(true);
    connect(m_actions->clusters, &QAction::triggered, this, [this, make = std::move(make)] {
        m_actions->deletions().drop(tr("Another cluster is being chosen."));
        if (auto *shown = findChild<ContextsDialog *>())
            return shown->activateWindow();
        (new ContextsDialog(m_cluster, make(), m_theme, this))->open();
    });
}

void MainWindow::inspectCurrent()
{
    const auto current = m_tables->current();
    if (current)
        m_inspector->inspect(current);
    m_inspector->setRemark(whyNotChosen());
}

/// Why the table in front does not have the inspected object as its chosen one; empty when it has.
QString MainWindow::whyNotChosen() const
{
    const auto &inspected = m_inspector->object();
    if (!inspected || inspected == m_tables->current())
        return {};
    const TableModel &model = m_tables->page(inspected->kind).table().tableModel();
    return model.contains(inspected->key) && model.rowOf(inspected->key) < 0 ? tr("hidden by the filter")
                                                                             : tr("not selected");
}

void MainWindow::showInspector(int page)
{
    m_panels->showInspector();
    inspectCurrent();
    m_inspector->showPage(Inspector::Page(page));
}

/// What is inspected was told to fail: why, and what follows, is said of it.
void MainWindow::showWhyItFails(const core::engine::Command &command)
{
    const auto &inspected = m_inspector->object();
    if (!inspected)
        return;
    const auto nodes = m_actions->nodesOf({inspected->kind, {inspected->key}});
    const auto isTold = [&](const std::string &name) {
        if (const auto *told = std::get_if<core::engine::BreakNodes>(&command))
            return std::ranges::find(told->nodes, name) != told->nodes.end();
        const auto *told = std::get_if<core::engine::BreakZone>(&command);
        const core::api::Node *node = m_cluster.node(name);
        return told && node && node->metadata.label(core::api::keys::topologyZone) == told->zone;
    };
    if (std::ranges::any_of(nodes, isTold))
        m_inspector->showPage(Inspector::Page::Why);
}

void MainWindow::scaleCurrent()
{
    const bool isOne = m_tables->selection().keys.size() == 1;
    if (!isOne || !m_tables->currentPage().table().editCurrent(u"desired"_s))
        m_actions->askScale();
}

/// The number is scaled in the cell of the row that is chosen.
void MainWindow::attendScaling(QWidget *focused)
{
    auto *box = qobject_cast<QSpinBox *>(focused);
    const auto current = m_tables->current();
    if (box && current && m_tables->isAncestorOf(box))
        m_scaleOutlook->attend(box, *current);
}

void MainWindow::popUpUnhealthy()
{
    QMenu *menu = m_actions->unhealthyMenu();
    menu->popup(m_tables->currentPage().currentPlace());
    menu->setActiveAction(menu->actions().value(1));
}

void MainWindow::popUpObjectMenu(QPoint position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Kind kind = m_tables->currentPage().kind();
    TableModel &model = m_tables->currentPage().table().tableModel();
    for (QAction *action : m_actions->forKind(kind)) {
        if (action == m_actions->makeUnhealthy)
            menu->addMenu(m_actions->unhealthyMenu());
        else
            menu->addAction(action);
    }
    menu->addSeparator();
    menu->addActions({m_actions->inspect, m_actions->showWhy, m_actions->showYaml, m_actions->showEvents,
        m_actions->goToOwner});
    menu->addSeparator();
    menu->addActions({m_actions->copyName, m_actions->copyKubectl, m_actions->copyYaml});
    model.setOrderHeld(true);
    connect(menu, &QMenu::aboutToHide, &model, [&model] { model.setOrderHeld(false); });
    menu->popup(position);
}

void MainWindow::goToOwner()
{
    const auto current = m_tables->current();
    const auto owner = current ? m_cluster.ownerOf(*current) : std::nullopt;
    if (owner)
        select(*owner);
}

/// Actions are of what is chosen: now it is what the inspector shows.
void MainWindow::actOnInspected(const ObjectRef &object, QAction *action)
{
    const Selection chosen = m_tables->selection();
    if (chosen.kind != object.kind || chosen.keys != std::vector {object.key})
        return m_paletteEntries->act(object, *action);
    m_actions->selectionChanged();
    action->trigger();
}

void MainWindow::select(const ObjectRef &object)
{
    m_front->showTables();
    if (m_tables->select(object)) {
        m_tables->currentPage().focusRows();
        return;
    }
    if (!m_tables->currentPage().table().tableModel().contains(object.key))
        return m_notices->show({.text = tr("%1 is not there any more.").arg(nameOf(object)), .seconds = 4});
    m_notices->show({.text = tr("The filter hides %1.").arg(nameOf(object)),
        .actionText = tr("Clear the filter"),
        .action = [this, object] {
            m_tables->page(object.kind).clearFilter();
            select(object);
        }});
}

void MainWindow::proposeCheck(const std::optional<ObjectRef> &object)
{
    m_editors->applyYaml({tr("New health check"), raw(m_actions->proposedCheck(object)).trimmed() + u'\n'});
}

/// A lab has another address at every start, and its name stays.
QString MainWindow::clusterName() const
{
    const auto &status = m_cluster.status();
    const std::string where = status.mode == Mode::Lab ? "lab" : status.server;
    return raw(where + '/' + status.contextName);
}

Drafts MainWindow::drafts() const
{
    return Drafts(m_options.fresh ? QString() : Drafts::userFolder(), clusterName());
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About Hollow Lab"),
        tr("<b>Hollow Lab %1</b><br>A laboratory for Kubernetes machine management.")
            .arg(QApplication::applicationVersion()),
        QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Free software under the GNU General Public License, version 3 or later."));
    box->open();
}

QImage MainWindow::grab()
{
    return QMainWindow::grab().toImage();
}

int MainWindow::resets() const
{
    return m_tables->resets();
}

/// A key does what the selection allows now: it does not wait for the next look at the actions.
bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_actionsTimer.isActive()) {
        m_actionsTimer.stop();
        m_actions->selectionChanged();
    }
    return QMainWindow::event(event);
}

/// Tab passes over what stands behind another panel (W62).
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget *first = focusWidget();
    do {
        if (!QMainWindow::focusNextPrevChild(next))
            return false;
    } while (focusWidget() != first && isPutAside(focusWidget()));
    return true;
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_theme.followPalette();
    if (event->type() == QEvent::WindowStateChange && m_panels)
        m_panels->windowStateChanged();
    QMainWindow::changeEvent(event);
}

/// Panels and their tabs that are not in front are, by Qt's own doing, outside of the window.
bool MainWindow::isPutAside(const QWidget *widget) const
{
    while (widget && widget->parentWidget() != this)
        widget = widget->parentWidget();
    return widget && !widget->geometry().intersects(rect());
}

void MainWindow::showEvent(QShowEvent *event)
{
    m_placeKeeper->arrangeOnce();
    QMainWindow::showEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_statusLine->showKubeconfig();
    m_panels->resized();
    m_placeKeeper->keepSoon();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    for (EditorDialog *editor : findChildren<EditorDialog *>()) {
        if (editor->wouldLose()) {
            editor->reject();
            return event->ignore();
        }
    }
    if (m_actions->deletions().isWaiting()) {
        m_actions->deletions().drop(tr("The window was to be closed; close it again."));
        return event->ignore();
    }
    m_placeKeeper->save();
    event->accept();
}

} // namespace ui
