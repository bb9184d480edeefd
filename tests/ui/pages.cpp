// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/pages.h"

#include "core/base/log.h"
#include "core/engine/sayings.h"
#include "tests/ui/sampleruns.h"
#include "ui/dialogs/settingsdialog.h"
#include "ui/experiments/experimentspage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/inspector/inspector.h"
#include "ui/logmodel.h"
#include "ui/pages/navigation.h"
#include "ui/timeline/timelinepanel.h"

#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTest>
#include <QToolButton>

HOLLOWLAB_LOG(pagesLog, "hollowlab.test.pages")

namespace fake {

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace std::chrono_literals;
using ui::Kind;

namespace {

constexpr int failingMachine = 7; // of demoCluster

ObjectKey keyOfFailing()
{
    return demoCluster().of<Machine>().upserts[failingMachine]->metadata.key();
}

/// Some would leave by themselves, soon or less soon.
void clearNotices(const Stage &stage)
{
    const auto *notices = stage.window.findChild<QWidget *>(u"notices"_s);
    qDeleteAll(notices->findChildren<QFrame *>(Qt::FindDirectChildrenOnly));
}

void showPanel(const Stage &stage, const QString &name)
{
    auto *panel = stage.window.findChild<QDockWidget *>(name);
    panel->show();
    panel->raise();
}

QWidget *chooseFailing(Stage &stage, ui::Inspector::Page page)
{
    stage.table(Kind::Machine)->selectKey(keyOfFailing());
    stage.window.findChild<ui::Inspector *>()->showPage(page);
    showPanel(stage, u"inspector"_s);
    if (stage.session.inspected)
        stage.session.send(whatAwaits(*stage.session.inspected));
    return &stage.window;
}

QWidget *showFleet(Stage &stage)
{
    stage.action("present")->trigger();
    stage.tabs()->showFleet();
    return chooseFailing(stage, ui::Inspector::Page::Why);
}

template<Kind kind>
QWidget *showTable(Stage &stage)
{
    const auto family = ui::familyOf(kind);
    stage.tabs()->setFamily(family.value_or(ui::Family::MachineApi));
    stage.tabs()->showTable(kind);
    stage.window.findChild<ui::Inspector *>()->showPage(ui::Inspector::Page::Summary);
    stage.table(kind)->selectFirst();
    return &stage.window;
}

template<ui::Inspector::Page page>
QWidget *inspect(Stage &stage)
{
    stage.tabs()->setFamily(ui::Family::MachineApi);
    stage.tabs()->showTable(Kind::Machine);
    return chooseFailing(stage, page);
}

/// The inspector shows what controllers say about the check.
QWidget *explainCheck(Stage &stage)
{
    showTable<Kind::HealthCheck>(stage);
    stage.window.findChild<ui::Inspector *>()->showPage(ui::Inspector::Page::Why);
    if (stage.session.inspected)
        stage.session.send(whatIsSaidOf(*stage.session.inspected));
    return &stage.window;
}

QWidget *showScenarios(Stage &stage)
{
    emit stage.window.findChild<ui::Navigation *>()->scenariosAsked();
    return &stage.window;
}

/// One that has found something.
QWidget *showExperiments(Stage &stage)
{
    auto *page = stage.window.findChild<ui::ExperimentsPage *>();
    page->bringUp(page->names().front());
    page->offerRuns(std::make_unique<SampleRuns>());
    stage.window.findChild<QToolButton *>(u"runExperiment"_s)->click();
    return &stage.window;
}

QWidget *showRecoveries(Stage &stage)
{
    showFleet(stage);
    auto *panel = stage.window.findChild<ui::TimelinePanel *>();
    showPanel(stage, u"timeline"_s);
    panel->showPage(ui::TimelinePanel::Page::Recoveries);
    for (const core::timeline::Episode &episode : demoCluster().episodes) {
        if (episode.completeAt)
            panel->episodes().selectKey({{}, std::to_string(episode.id)});
    }
    return &stage.window;
}

QWidget *showControllers(Stage &stage)
{
    stage.window.findChild<ui::TimelinePanel *>()->showPage(ui::TimelinePanel::Page::Timeline);
    showPanel(stage, u"controllers"_s);
    return &stage.window;
}

/// One answer of each kind.
QWidget *showActivity(Stage &stage)
{
    showFleet(stage);
    stage.action("heal")->trigger();
    stage.session.answer(std::string("Healed the node"));
    stage.action("heal")->trigger();
    stage.session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "nodes is forbidden"));
    stage.action("showActivity")->trigger();
    return &stage.window;
}

std::shared_ptr<Moment> momentAt(Time at)
{
    const ChangeSet cluster = demoCluster();
    auto moment = std::make_shared<Moment>();
    moment->at = at;
    cluster.objects.each(
        [&]<typename T>(const Changes<T> &changes) { moment->objects.of<T>() = changes.upserts; });
    return moment;
}

QWidget *showPast(Stage &stage)
{
    clearNotices(stage);
    showPanel(stage, u"timeline"_s);
    showFleet(stage);
    stage.action("earlier")->trigger();
    stage.session.tellMoment(momentAt(now() - 1min));
    return &stage.window;
}

QWidget *showExternal(Stage &stage)
{
    stage.session.send(pagesCluster(Mode::External));
    return showFleet(stage);
}

QWidget *loseConnection(Stage &stage)
{
    ChangeSet changes;
    changes.status = pagesCluster(Mode::External).status;
    changes.status->connection = Connection::Reconnecting;
    changes.status->connectionNote = "connection refused";
    changes.status->liveUntil = now() - 30s;
    changes.status->retryAt = now() + 4s;
    stage.session.send(changes);
    return &stage.window;
}

QWidget *showNothing(Stage &stage)
{
    ChangeSet empty;
    empty.reset = true;
    empty.status = pagesCluster().status;
    stage.session.send(empty);
    stage.tabs()->showFleet();
    const ui::Wall &wall = static_cast<ui::FleetPage &>(stage.tabs()->page(Kind::Machine)).wall();
    const bool isSeen = QTest::qWaitFor([&] { return wall.groups().empty(); });
    return isSeen ? &stage.window : nullptr;
}

QWidget *dialogOf(const Stage &stage, const QString &name)
{
    return stage.window.findChild<QDialog *>(name);
}

QWidget *triggered(Stage &stage, const char *action, const QString &dialog)
{
    stage.action(action)->trigger();
    return dialogOf(stage, dialog);
}

template<typename T>
QWidget *editObject(Stage &stage)
{
    showTable<ui::kindOf<T>()>(stage);
    const auto object =
        std::static_pointer_cast<const T>(stage.table(ui::kindOf<T>())->tableModel().objectAt(0));
    QWidget *editor = triggered(stage, "editYaml", u"objectEditor"_s);
    emit stage.session.commandDone({stage.session.commands.size(), std::string(), {}, nullptr,
        std::make_shared<const Json>(encodeObject(*object))});
    return editor;
}

QWidget *compareMoments(Stage &stage)
{
    QWidget *dialog = triggered(stage, "compare", u"compareDialog"_s);
    const auto before = momentAt(now() - 5min);
    before->objects.of<Machine>().resize(failingMachine);
    stage.session.tellMoment(before);
    stage.session.tellMoment(momentAt(now()));
    return dialog;
}

QWidget *editConfig(Stage &stage)
{
    showTable<Kind::MachineSet>(stage);
    return triggered(stage, "editConfig", u"configDialog"_s);
}

/// What others have written meanwhile does not go with what is written here.
QWidget *contestConfig(Stage &stage)
{
    QWidget *dialog = editConfig(stage);
    if (!dialog)
        return nullptr;
    dialog->findChild<QPlainTextEdit *>(u"configYaml"_s)->setPlainText(u"image: mine\n"_s);
    const ChangeSet cluster = demoCluster();
    ChangeSet changes;
    for (const auto &set : cluster.of<MachineSet>().upserts) {
        auto theirs = std::make_shared<MachineSet>(*set);
        Json config = theirs->spec.template_.spec.providerSpec.value;
        config.as_object()["image"] = "theirs";
        theirs->spec.template_.spec.providerSpec.value = config;
        changes.of<MachineSet>().upserts.push_back(theirs);
    }
    stage.session.send(changes);
    return dialog;
}

QWidget *askToDelete(Stage &stage)
{
    showTable<Kind::MachineSet>(stage);
    return triggered(stage, "remove", u"question"_s);
}

QWidget *openUnhealthyMenu(Stage &stage)
{
    showTable<Kind::Machine>(stage);
    stage.session.forecast = {.nodes = 1,
        .others = 58,
        .checks = {{"workers", {}, 1, 4, 50, 20, "40%", 1, false, std::chrono::seconds(15)}}};
    stage.action("makeUnhealthy")->trigger();
    return QApplication::activePopupWidget();
}

QWidget *openPalette(Stage &stage)
{
    return triggered(stage, "palette", u"commandPalette"_s);
}

/// The log has a line of each level, and one that is longer than any window.
QWidget *showLog(Stage &stage)
{
    showFleet(stage);
    qCInfo(pagesLog) << "machineset workers: has 50 machines, wants 50";
    qCWarning(pagesLog) << "nodes: connection refused; next attempt in 4 s";
    qCCritical(pagesLog).noquote() << "cannot write: no space left on device"_L1 << QString(400, u'x');
    stage.action("showLog")->trigger();
    stage.window.findChild<ui::LogModel *>()->refresh();
    return &stage.window;
}

QWidget *beginTour(Stage &stage)
{
    showPanel(stage, u"timeline"_s);
    showFleet(stage);
    stage.action("tour")->trigger();
    return &stage.window;
}

QWidget *goOnWithTour(Stage &stage)
{
    stage.action("skipStep")->trigger();
    return &stage.window;
}

QWidget *openSettings(Stage &stage)
{
    stage.action("settings")->trigger();
    return stage.window.findChild<ui::SettingsDialog *>();
}

} // namespace

ChangeSet pagesCluster(Mode mode)
{
    ChangeSet cluster = demoCluster(mode);
    cluster.status->pace = cluster.status->reachedPace = 0;
    cluster.status->pastSince = now() - 1h;
    cluster.outlooks = {{{&resourceOf<Machine>(), keyOfFailing()},
        outlookSaying("Replaced", "{when}", "workers"), now() + 6s}};
    return cluster;
}

const std::vector<Page> &windowPages()
{
    using Inspected = ui::Inspector::Page;
    static const std::vector<Page> pages {
        {"fleet", showFleet},
        {"sets", showTable<Kind::MachineSet>},
        {"deployments", showTable<Kind::MachineDeployment>},
        {"nodes", showTable<Kind::Node>},
        {"checks", showTable<Kind::HealthCheck>},
        {"events", showTable<Kind::Event>},
        {"mcm-machines", showTable<Kind::McmMachine>},
        {"mcm-sets", showTable<Kind::McmMachineSet>},
        {"mcm-deployments", showTable<Kind::McmMachineDeployment>},
        {"mcm-classes", showTable<Kind::McmMachineClass>},
        {"why", explainCheck},
        {"summary", inspect<Inspected::Summary>},
        {"conditions", inspect<Inspected::Conditions>},
        {"yaml", inspect<Inspected::Yaml>},
        {"events-of", inspect<Inspected::Events>},
        {"recoveries", showRecoveries},
        {"controllers", showControllers},
        {"scenarios", showScenarios},
        {"experiments", showExperiments},
        {"activity", showActivity},
        {"past", showPast},
        {"external", showExternal},
        {"lost", loseConnection},
        {"empty", showNothing},
    };
    return pages;
}

const std::vector<Page> &dialogPages()
{
    static const std::vector<Page> pages {
        {"new-set", [](Stage &stage) { return triggered(stage, "newSet", u"configDialog"_s); }},
        {"config", editConfig},
        {"config-contested", contestConfig},
        {"editor-machine", editObject<Machine>},
        {"editor-check", editObject<MachineHealthCheck>},
        {"apply", [](Stage &stage) { return triggered(stage, "applyYaml", u"applyDialog"_s); }},
        {"shortcuts", [](Stage &stage) { return triggered(stage, "shortcuts", u"shortcutSheet"_s); }},
        {"compare", compareMoments},
        {"delete", askToDelete},
        {"unhealthy", openUnhealthyMenu},
        {"palette", openPalette},
        {"settings", openSettings},
    };
    return pages;
}

const std::vector<Page> &guidancePages()
{
    static const std::vector<Page> pages {
        {"log", showLog},
        {"tour-choose", beginTour},
        {"tour-break", goOnWithTour},
        {"tour-watch", goOnWithTour},
        {"tour-card", goOnWithTour},
        {"tour-past", goOnWithTour},
        {"tour-present", goOnWithTour},
        {"tour-done", goOnWithTour},
    };
    return pages;
}

void leave(Stage &stage, QWidget *page)
{
    if (page == &stage.window)
        return;
    if (qobject_cast<QMenu *>(page))
        page->close();
    else
        delete page; // asks nothing
}

} // namespace fake
