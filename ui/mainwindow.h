// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window on one cluster: joins the session to the view, the view to what is shown, and what the user
// does to the session. Lives on the window thread; the session must outlive it.

#include "ui/clusterview.h"
#include "ui/commandsender.h"
#include "ui/drafts.h"
#include "ui/preferences.h"
#include "ui/theme.h"

#include <QImage>
#include <QMainWindow>
#include <QTimer>

namespace ui {

class Actions;
class ClusterNotices;
class ContextBar;
class Contexts;
class ControllersPanel;
class Editors;
class ExperimentRuns;
class ExperimentsPage;
class FrontPages;
class Guidance;
class Inspector;
class Keys;
class Layouts;
class Navigation;
class OwnFiles;
class PaletteEntries;
class ScaleOutlook;
class ScenarioRecorder;
class ScenariosPage;
class CaptionBar;
class Notices;
class Panels;
class PastFrame;
class PlaceKeeper;
class PreferenceEffects;
class Replay;
class ShownMoment;
class StatusLine;
class Tables;
class TimelinePanel;
class Trail;

struct WindowOptions {
    bool fresh = false; ///< saved geometry, layout and theme are neither read nor written
    std::optional<Scheme> theme; ///< unset: as saved, otherwise as the desktop has it
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session &session, const WindowOptions &options, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// What the window shows now, for --screenshot; works before show().
    QImage grab();
    /// Resets of the live tables so far: one each for each cluster shown, never more.
    int resets() const;
    /// The kubeconfig says otherwise than when this cluster was opened: tells what, and asks whether to open
    /// what it names now; without a way to do that it is told alone. Empty: it says the same again.
    void tellKubeconfigChange(const QString &what, const std::function<void()> &open);
    /// Lets the user change to another cluster; make reads which there are, and opens one.
    void offerClusters(std::function<std::unique_ptr<Contexts>()> make);
    /// Lets the user begin experiments.
    void offerExperiments(std::unique_ptr<ExperimentRuns> runs);
    /// Lets the user start the program again where something counts from the next start on.
    void offerStartAgain(std::function<void()> start);
    /// What the desktop asks of all windows has changed, or is known by now.
    void followDesktop(const ui::DesktopLook &look);
    /// A cluster has been shown: the first ChangeSet has arrived.
    bool isLive() const { return m_live; }

signals:
    /// The first ChangeSet of a cluster has been taken in.
    void wentLive();

protected:
    bool event(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void apply(const core::engine::ChangeSetPtr &changes);
    void take(const core::engine::ChangeSetPtr &changes);
    void showMoment();
    void tellPresent(const core::engine::ChangeSet &changes);
    void attendScaling(QWidget *focused);
    void joinTime();
    void joinGuidance();
    void showContext();
    void showTitle();
    void showTime();
    void joinPreferences();
    void openPalette(const QString &typed);
    void openSettings(const QString &words);
    /// The keys, or a topic of the guide.
    void openHelp(const QString &topic);
    void joinKeys();
    void tellKeys();
    void addFront();
    void addOwnFiles();
    void addHelpMenu();
    void joinTables();
    void joinActions();
    bool isPutAside(const QWidget *widget) const;
    QString clusterName() const;

    void inspectCurrent();
    QString whyNotChosen() const;
    void showInspector(int page);
    void scaleCurrent();
    void popUpUnhealthy();
    void showWhyItFails(const core::engine::Command &command);
    void popUpObjectMenu(QPoint position);
    void goToOwner();
    void actOnInspected(const ObjectRef &object, QAction *action);
    void select(const ObjectRef &object);
    /// Proposes a health check of the machines that the object belongs to.
    void proposeCheck(const std::optional<ObjectRef> &object);
    Drafts drafts() const;
    void showAbout();

    Session &m_session;
    WindowOptions m_options;
    ClusterView m_cluster;
    Preferences m_preferences;
    Theme m_theme;
    CommandSender m_commands;
    ShownMoment *m_moment;
    Replay *m_replay;
    ScenarioRecorder *m_recorder;
    ContextBar *m_contextBar;
    Tables *m_tables;
    Navigation *m_navigation;
    Actions *m_actions;
    Keys *m_actionKeys = nullptr;
    Inspector *m_inspector;
    TimelinePanel *m_timeline;
    ControllersPanel *m_controllers;
    ScenariosPage *m_scenarios;
    ExperimentsPage *m_experiments;
    CaptionBar *m_caption;
    OwnFiles *m_ownFiles = nullptr;
    FrontPages *m_front = nullptr;
    std::unique_ptr<PaletteEntries> m_paletteEntries;
    Panels *m_panels = nullptr;
    PlaceKeeper *m_placeKeeper = nullptr;
    Guidance *m_guidance = nullptr;
    Trail *m_trail = nullptr;
    Layouts *m_layouts = nullptr;
    Notices *m_notices;
    StatusLine *m_statusLine;
    PastFrame *m_pastFrame;
    ScaleOutlook *m_scaleOutlook;
    std::unique_ptr<PreferenceEffects> m_preferenceEffects;
    std::unique_ptr<Editors> m_editors;
    std::unique_ptr<ClusterNotices> m_clusterNotices;
    QTimer m_actionsTimer;
    core::engine::Status m_shown; ///< what the context bar and its like show
    bool m_live = false;
};

} // namespace ui
