// SPDX-License-Identifier: GPL-3.0-or-later
// A moment of the past in the window: everything shows it, nothing can be changed, and the present is there
// again at once, with what happened meanwhile (docs/window.md W24, W25).
#include "tests/ui/stage.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/inspector/inspector.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/contextbar.h"
#include "ui/widgets/yamledit.h"

#include <QLabel>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace std::chrono_literals;
using core::api::Time;
using ui::Kind;

namespace {

ChangeSet keptCluster()
{
    ChangeSet cluster = fake::threeMachines();
    cluster.status->pastSince = fake::now() - 1h;
    cluster.status->gaps = {{fake::now() - 30min, fake::now() - 20min}};
    return cluster;
}

/// workers-a failed a minute ago, and workers-b took its place.
ChangeSet recoveredCluster()
{
    const Time failure = fake::now() - 60s;
    ChangeSet cluster = keptCluster();
    core::timeline::Fact joined;
    joined.index = 1;
    joined.object = {{}, "node-b"};
    joined.to = "NotReady";
    joined.owner = {"default", "workers-b"};
    joined.serverTime = joined.arrivalTime = failure + 20s;
    cluster.facts = {joined};
    core::timeline::Episode episode;
    episode.id = 7;
    episode.machine = {"default", "workers-a"};
    episode.node = "node-a";
    episode.machineSet = {"default", "workers"};
    episode.cause = "NotReady (fault: not-ready)";
    episode.faultAt = failure;
    episode.unhealthyAt = failure + 2s;
    episode.deleteAskedAt = failure + 17s;
    episode.replacementCreatedAt = failure + 17100ms;
    episode.replacement = joined.owner;
    episode.recoveredAt = failure + 21s;
    episode.completeAt = failure + 22s;
    episode.outcome = core::timeline::Outcome::Replaced;
    cluster.episodes = {episode};
    return cluster;
}

template<typename T>
std::shared_ptr<const T> version(const std::shared_ptr<const T> &object, const std::string &number)
{
    auto other = std::make_shared<T>(*object);
    other->metadata.resourceVersion = number;
    return other;
}

/// The moment has three machines: b was not there, a was failing, and d is gone since.
MomentPtr then(Time at = fake::now() - 1min)
{
    auto moment = std::make_shared<Moment>();
    moment->at = at;
    moment->objects.of<core::api::MachineSet>() = {version(fake::machineSet("workers", 3, 2), "old")};
    for (const std::string name : {"a", "c", "d"}) {
        const bool fails = name == "a";
        moment->objects.of<core::api::Machine>().push_back(version(
            fake::machine("workers-" + name, "workers", fake::phases::running, "node-" + name), "old"));
        moment->objects.of<core::api::Node>().push_back(
            version(fake::node("node-" + name, fails ? "False" : "True"), "old"));
    }
    moment->objects.of<core::api::Event>() = {
        fake::event("then", {.kind = "Machine", .name = "workers-a"}, "Normal", "Old", "It was so", 70s)};
    return moment;
}

QStringList namesIn(const ui::ObjectTable &table)
{
    QStringList names;
    for (int row = 0; row < table.tableModel().rowCount(); ++row)
        names.append(QString::fromStdString(table.tableModel().keyAt(row).name));
    names.sort();
    return names;
}

QString machines(const fake::Stage &stage)
{
    return namesIn(*stage.table(Kind::Machine)).join(u' ');
}

struct Past : fake::Stage {
    Past() : fake::Stage(keptCluster())
    {
        table(Kind::Machine)->selectFirst();
        QTest::keyClick(&window, Qt::Key_Left, Qt::ControlModifier);
    }
    QToolButton *badge() const { return window.findChild<QToolButton *>(u"moment"_s); }
    QWidget *frame() const { return window.findChild<QWidget *>(u"pastFrame"_s); }
};

/// A replay is shown, whose moments are answered as they are asked for.
struct Replayed : fake::Stage {
    Replayed() : fake::Stage(recoveredCluster()) { press(Qt::Key_R); }
    void press(Qt::Key key, Qt::KeyboardModifier modifier = Qt::ControlModifier)
    {
        QTest::keyClick(&window, key, modifier);
    }
    void answerAll()
    {
        for (; answered < session.sought.size(); ++answered)
            session.tellMoment(then(session.sought[answered]), answered + 1);
    }
    core::base::Duration shown() { return session.sought.back() - (fake::now() - 60s); }
    QWidget *bar() const { return window.findChild<QWidget *>(u"replayBar"_s); }
    QToolButton *button(const QString &name) const { return window.findChild<QToolButton *>(name); }
    std::size_t answered = 0;
};

} // namespace

class PastTest : public QObject
{
    Q_OBJECT

private slots:
    void everythingShowsThatMoment();
    void whatWasToHappenNextIsTold();
    void whatWasSaidIsFoldedBelowWhatWasToHappen();
    void decisionsAreAboutTheirKindAlone();
    void nothingLeavesTheWindow();
    void whatHappensMeanwhileIsThereAtTheEnd();
    void whatWasGoneByThenSaysWhatBecameOfIt();
    void aRolloutIsForetoldAsItWasThen();
    void theRowKeepsItsPlace();
    void theLastWishCounts();
    void theTimelineLeadsThere();
    void aTimeIsTyped();
    void aMomentThatIsNotKept();
    void anotherClusterEndsIt();
    void twoMomentsAreCompared();
    void aRecoveryIsReplayed();
    void allIsWellBeforeWhereItWas();
    void whoWasMadeJustBeforeItFailedIsChosenOnceItIsThere();
    void nothingMovesBelowTheCaptions();
    void aReplayHasItsPace();
    void whoGoesElsewhereHasPausedTheReplay();
    void theChartShowsAfterAReplayWhatItShowedBefore();
    void ofTwoMachinesOfOneNameTheOneThatFailedIsChosen();
    void whatIsGoneSinceIsToldByItsRecovery();
    void whatIsGoneIsGoneSinceTheRecordSays_data();
    void whatIsGoneIsGoneSinceTheRecordSays();
    void whatWasSeenOfWhatIsGoneIsToldAgain();
    void nothingToReplay();
};

// W24
void PastTest::whatWasToHappenNextIsTold()
{
    Past stage;
    auto moment = std::make_shared<Moment>(*then());
    auto failing = std::make_shared<core::api::Node>(*moment->of<core::api::Node>().front());
    for (core::api::NodeCondition &condition : failing->status.conditions) {
        if (condition.type == "Ready")
            condition.lastTransitionTime = moment->at - 6s;
    }
    moment->objects.of<core::api::Node>().front() = failing;
    moment->objects.of<core::api::MachineHealthCheck>() = {fake::healthCheck("workers", "workers")};
    stage.session.tellMoment(moment);
    ui::ObjectTable *table = stage.table(Kind::Machine);
    const auto &model = table->tableModel();
    const auto next = [&](const char *machine) {
        return model.index(model.rowOf({"default", machine}), model.columnIndex(u"next"_s)).data().toString();
    };
    QVERIFY2(next("workers-a").startsWith(u"replaced in 10"_s), qPrintable(next("workers-a")));
    QCOMPARE(next("workers-c"), QString());
    QVERIFY(table->selectKey({"default", "workers-a"}));
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    inspector->showPage(ui::Inspector::Page::Why);
    const auto *why = inspector->findChild<QTextBrowser *>(u"why"_s);
    const auto says = [why](const QString &words) {
        return why->toPlainText().replace(QChar::Nbsp, u' ').contains(words);
    };
    QVERIFY2(says(u"Health check workers replaces it in 10 s."_s), qPrintable(why->toPlainText()));
    QVERIFY2(says(u"1 of 3 machines is unhealthy, 1 may be (40%)."_s), qPrintable(why->toPlainText()));
    QVERIFY(says(u"No decision"_s));
    QVERIFY(table->selectKey({"default", "workers-c"}));
    QVERIFY2(says(u"Health check workers finds nothing wrong."_s), qPrintable(why->toPlainText()));

    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    auto gap = std::make_shared<Moment>(*moment);
    gap->gap = core::past::Gap {moment->at - 1s, moment->at + 60s};
    stage.session.tellMoment(gap);
    QVERIFY(table->selectKey({"default", "workers-a"}));
    QCOMPARE(next("workers-a"), QString());
    QVERIFY(!says(u"Health check"_s));
    QVERIFY(says(u"No decision"_s));

    QTest::keyClick(&stage.window, Qt::Key_End);
    QCOMPARE(next("workers-a"), QString());
    QVERIFY(!says(u"Health check"_s));
}

void PastTest::whatWasSaidIsFoldedBelowWhatWasToHappen()
{
    core::timeline::Fact decision;
    decision.index = 1;
    decision.kind = core::timeline::FactKind::Decision;
    decision.object = {"default", "workers-a"};
    decision.controller = "machine";
    decision.to = "Running";
    decision.detail = "The pod runs";
    decision.serverTime = decision.arrivalTime = fake::now() - 2min;
    ChangeSet cluster = keptCluster();
    cluster.facts = {decision};
    fake::Stage stage(cluster);
    stage.table(Kind::Machine)->selectFirst();
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    auto moment = std::make_shared<Moment>(*then());
    moment->objects.of<core::api::MachineHealthCheck>() = {fake::healthCheck("workers", "workers")};
    stage.session.tellMoment(moment);
    QVERIFY(stage.table(Kind::Machine)->selectKey(decision.object));
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    inspector->showPage(ui::Inspector::Page::Why);
    auto *why = inspector->findChild<QTextBrowser *>(u"why"_s);
    const auto says = [why](const QString &words) { return why->toPlainText().contains(words); };
    QVERIFY2(says(u"▸ What controllers last said (1)"_s), qPrintable(why->toPlainText()));
    QVERIFY(!says(u"The pod runs"_s));
    emit why->anchorClicked(QUrl(u"fold:"_s));
    QVERIFY(says(u"The pod runs"_s));
}

// W24
void PastTest::decisionsAreAboutTheirKindAlone()
{
    const core::api::ObjectKey key {"default", "workers"};
    ChangeSet cluster = keptCluster();
    core::timeline::Fact decision;
    decision.index = 1;
    decision.kind = core::timeline::FactKind::Decision;
    decision.object = key;
    decision.controller = "healthcheck";
    decision.to = "AllHealthy";
    decision.detail = "Nothing is wrong here";
    decision.serverTime = decision.arrivalTime = fake::now() - 2min;
    cluster.facts = {decision};
    fake::Stage stage(cluster);
    stage.table(Kind::Machine)->selectFirst();
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    auto moment = std::make_shared<Moment>(*then());
    moment->objects.of<core::api::MachineHealthCheck>() = {fake::healthCheck("workers", "workers")};
    stage.session.tellMoment(moment);
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    inspector->showPage(ui::Inspector::Page::Why);
    auto *why = inspector->findChild<QTextBrowser *>(u"why"_s);
    const auto unfold = [why] {
        if (why->toPlainText().contains(u"▸ What controllers last said"_s))
            emit why->anchorClicked(QUrl(u"fold:"_s));
    };
    for (const Kind kind : {Kind::HealthCheck, Kind::MachineSet}) {
        QVERIFY(stage.table(kind)->selectKey(key));
        unfold();
        QCOMPARE(why->toPlainText().contains(u"Nothing is wrong here"_s), kind == Kind::HealthCheck);
    }
}

// W24
void PastTest::everythingShowsThatMoment()
{
    Past stage;
    QCOMPARE(stage.session.sought.size(), 1U);
    QVERIFY(!stage.frame()->isVisible());
    QCOMPARE(machines(stage), u"workers-a workers-b workers-c"_s); // until the core has found it
    stage.session.tellMoment(then());
    QCOMPARE(machines(stage), u"workers-a workers-c workers-d"_s);
    QCOMPARE(namesIn(*stage.table(Kind::Event)).join(u' '), u"then"_s);
    stage.table(Kind::Machine);
    QVERIFY(stage.frame()->isVisible());
    QVERIFY2(stage.badge()->text().startsWith(u"Showing "_s), qPrintable(stage.badge()->text()));
    QVERIFY(stage.window.windowTitle().contains(u" at "_s));
    const auto &model = stage.table(Kind::Machine)->tableModel();
    const int row = model.rowOf({"default", "workers-a"});
    QVERIFY(row >= 0);
    const int health = model.columnIndex(u"health"_s);
    QVERIFY(model.index(row, health).data().toString().contains(u"NotReady"_s));
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-d"}));
    inspector->showPage(ui::Inspector::Page::Yaml);
    QVERIFY(inspector->findChild<ui::YamlEdit *>()->toPlainText().contains(u"workers-d"_s));
    inspector->showPage(ui::Inspector::Page::Why);
    QVERIFY(inspector->findChild<QTextBrowser *>(u"why"_s)->toPlainText().contains(u"No decision"_s));
    QCOMPARE(stage.window.resets(), ui::kindCount);

    QTest::keyClick(&stage.window, Qt::Key_End);
    QCOMPARE(machines(stage), u"workers-a workers-b workers-c"_s);
    QVERIFY(!stage.frame()->isVisible());
    QVERIFY(!stage.badge()->isVisible());
    QVERIFY(!stage.window.windowTitle().contains(u" at "_s));
    QCOMPARE(stage.window.resets(), ui::kindCount);
}

// W24
void PastTest::nothingLeavesTheWindow()
{
    Past stage;
    stage.session.tellMoment(then());
    ui::ObjectTable *table = stage.table(Kind::Machine);
    table->selectFirst();
    for (const Qt::Key key : {Qt::Key_S, Qt::Key_U, Qt::Key_H, Qt::Key_X, Qt::Key_P, Qt::Key_R, Qt::Key_E})
        QTest::keyClick(table, key);
    const auto *actions = stage.window.findChild<ui::Actions *>();
    for (const QAction *action : {actions->scale, actions->makeUnhealthy, actions->heal, actions->remove,
             actions->newSet, actions->newCheck, actions->applyYaml, actions->editConfig, actions->install,
             actions->startControllers}) {
        QVERIFY2(!action->isEnabled(), qPrintable(action->objectName()));
        QVERIFY2(action->toolTip().contains(u"past"_s), qPrintable(action->toolTip()));
    }
    ui::ClusterView view;
    view.apply(keptCluster());
    view.setMoment(then()->at, false);
    ui::CommandSender sender(stage.session, view);
    QString told;
    connect(
        &sender, &ui::CommandSender::noticed, this, [&](const ui::Notice &notice) { told = notice.text; });
    const ui::ObjectRef set {Kind::MachineSet, {"default", "workers"}};
    sender.scale(set, 7);
    sender.breakNodes({"node-a"}, "not-ready");
    sender.healNodes({"node-a"});
    sender.breakZone("a", "silent");
    sender.healZone("a");
    sender.remove(set);
    sender.applyYaml("{}");
    sender.setProviderConfig(set, {}, {});
    sender.createMachineSet({});
    sender.switchController("machineset", true);
    sender.switchController("machineset", false);
    sender.installPrerequisites();
    sender.setPace(10);
    sender.stepTime();
    sender.runScenario(u"s"_s, "");
    sender.stopScenario();
    sender.foresee({"node-a"}, "not-ready", [](const auto &, const auto &) {});
    stage.session.lockAsked.reset();
    sender.setLocked(false);
    QVERIFY(stage.session.commands.empty());
    QVERIFY(!stage.session.lockAsked);
    QVERIFY(!stage.session.foreseen);
    QVERIFY2(told.contains(u"past"_s), qPrintable(told));

    QTest::keyClick(&stage.window, Qt::Key_End);
    view.setMoment({}, false);
    sender.scale(set, 7);
    QVERIFY(stage.session.last<Scale>());
    QTRY_VERIFY(actions->newSet->isEnabled() && actions->applyYaml->isEnabled());
    QVERIFY(!actions->newSet->toolTip().contains(u"past"_s));
}

// W24
void PastTest::whatHappensMeanwhileIsThereAtTheEnd()
{
    Past stage;
    stage.session.tellMoment(then());
    const int acknowledged = stage.session.acknowledged;
    ChangeSet live;
    live.of<core::api::Machine>().upserts = {fake::machine("workers-e", "workers", fake::phases::running)};
    live.of<core::api::Machine>().removed = {{"default", "workers-c"}};
    live.outlooks.emplace();
    live.outlooks->push_back(
        {{&core::api::resourceOf<core::api::Machine>(), {"default", "workers-a"}}, "is replaced soon", {}});
    stage.session.send(live);
    QCOMPARE(stage.session.acknowledged, acknowledged + 1);
    QCOMPARE(machines(stage), u"workers-a workers-c workers-d"_s);
    const auto next = [&] {
        const auto &model = stage.table(Kind::Machine)->tableModel();
        return model.index(model.rowOf({"default", "workers-a"}), model.columnIndex(u"next"_s))
            .data()
            .toString();
    };
    QCOMPARE(next(), u"stays: no health check selects it"_s);
    stage.badge()->click();
    QCOMPARE(machines(stage), u"workers-a workers-b workers-e"_s);
    QCOMPARE(next(), u"is replaced soon"_s);
    const auto &model = stage.table(Kind::Machine)->tableModel();
    const int health = model.columnIndex(u"health"_s);
    QVERIFY(!model.index(model.rowOf({"default", "workers-a"}), health)
                 .data()
                 .toString()
                 .contains(u"NotReady"_s));
}

// W24
void PastTest::whatWasGoneByThenSaysWhatBecameOfIt()
{
    ChangeSet cluster = recoveredCluster();
    cluster.episodes.front().oldGoneAt = fake::now() - 42s;
    fake::Stage stage(cluster);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    inspector->showPage(ui::Inspector::Page::Why);
    const auto *why = inspector->findChild<QTextBrowser *>(u"why"_s);
    const auto showWithoutIt = [&](core::base::Duration ago) {
        QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
        auto moment = std::make_shared<Moment>(*then(fake::now() - ago));
        std::erase_if(moment->objects.of<core::api::Machine>(),
            [](const auto &machine) { return machine->metadata.name == "workers-a"; });
        stage.session.tellMoment(moment);
    };
    showWithoutIt(43s);
    QCOMPARE(stage.label("headline"), u"was not there"_s);
    QVERIFY(why->toPlainText().isEmpty());
    showWithoutIt(42s);
    QVERIFY2(stage.label("headline").startsWith(u"deleted at "_s), qPrintable(stage.label("headline")));
    QVERIFY(stage.label("headline").contains(u"replaced by <a"_s));
    QVERIFY2(why->toPlainText().contains(u"It is gone"_s), qPrintable(why->toPlainText()));
    QVERIFY2(why->toPlainText().contains(u"Failure 7"_s), qPrintable(why->toPlainText())); // no recovery yet
}

// W24
void PastTest::aRolloutIsForetoldAsItWasThen()
{
    ChangeSet cluster = keptCluster();
    cluster.status->timing = "demo"; // boots take 2 s to 4 s
    cluster.status->controllers.push_back({"machinedeployment", "", true, true});
    cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 3)};
    fake::Stage stage(cluster);
    QVERIFY(stage.table(Kind::MachineDeployment)->selectKey({"default", "edge"}));
    auto *inspector = stage.window.findChild<ui::Inspector *>();
    inspector->showPage(ui::Inspector::Page::Why);
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    auto moment = std::make_shared<Moment>();
    moment->at = stage.session.sought.back();
    moment->objects.of<core::api::MachineDeployment>() = {fake::machineDeployment("edge", 3, 1)};
    moment->objects.of<core::api::MachineSet>() = {
        fake::revision("edge", 2, "edge-b", 2, 2), fake::revision("edge", 3, "edge-c", 1, 1)};
    for (const auto &[name, set] : {std::pair("1", "edge-b"), {"2", "edge-b"}, {"3", "edge-c"}}) {
        const std::string node = std::string("node-") + name;
        moment->objects.of<core::api::Machine>().push_back(
            fake::machine(std::string(set) + "-" + name, set, fake::phases::running, node));
        moment->objects.of<core::api::Node>().push_back(fake::node(node, "True"));
    }
    stage.session.tellMoment(moment);
    const QString said = inspector->findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    for (const QString &words : {u"At most 4 machines at a time, at least 3 available; 3 are Ready."_s,
             u"in 4–8 s"_s, u"all 3 machines of revision 3"_s, u"No health check selects its machines"_s})
        QVERIFY2(said.contains(words), qPrintable(said));
    QVERIFY2(!said.contains(u"Create one"_s), qPrintable(said)); // nothing can be made then
}

void PastTest::theRowKeepsItsPlace()
{
    Past stage;
    ui::ObjectTable *table = stage.table(Kind::Machine);
    QVERIFY(table->selectKey({"default", "workers-b"}));
    stage.session.tellMoment(then());
    QVERIFY(!table->chosenKey()); // it was not there yet
    QTest::keyClick(&stage.window, Qt::Key_End);
    QVERIFY(table->chosenKey().has_value());
    QCOMPARE(table->chosenKey()->name, std::string("workers-b"));
}

void PastTest::theLastWishCounts()
{
    Past stage;
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(stage.session.sought.size(), 1U); // one at a time
    stage.session.tellMoment(then(stage.session.sought.back()));
    QCOMPARE(stage.session.sought.size(), 2U);
    QCOMPARE(stage.session.sought[0] - stage.session.sought[1], core::base::Duration(50s));
    QTest::keyClick(&stage.window, Qt::Key_End);
    stage.session.tellMoment(then(stage.session.sought.back())); // too late
    QVERIFY(!stage.frame()->isVisible());
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    stage.session.tellMoment(then(stage.session.sought.back()));
    QTest::keyClick(&stage.window, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!stage.frame()->isVisible()); // that is now
}

// W24
void PastTest::theTimelineLeadsThere()
{
    fake::Stage stage(keptCluster());
    ui::HealthChart &chart = stage.window.findChild<ui::TimelinePanel *>()->chart();
    QVERIFY(chart.readoutAt(fake::now() - 25min).last().contains(u"not recorded"_s));
    ui::CountChart &counts = chart.counts();
    QTRY_VERIFY(counts.plot().width() > 100);
    const int below = static_cast<int>(counts.plot().bottom()) + 6;
    const QPoint middle(static_cast<int>(counts.plot().center().x()), below);
    QTest::mousePress(counts.viewport(), Qt::LeftButton, {}, middle);
    QCOMPARE(stage.session.sought.size(), 1U);
    const auto shown = chart.shown();
    const auto wanted = shown.begin + (shown.end - shown.begin) / 2;
    QVERIFY(stage.session.sought[0] <= wanted + 5s && stage.session.sought[0] >= wanted - 5s);
    stage.session.tellMoment(then(stage.session.sought[0]));
    QVERIFY(!chart.isLive()); // so that the line stays where it is
    QVERIFY(counts.content().moment.has_value());
    QTest::mouseMove(counts.viewport(), middle - QPoint(40, 0));
    QTRY_COMPARE(stage.session.sought.size(), 2U);
    QVERIFY(stage.session.sought[1] < stage.session.sought[0]);
    QTest::mouseRelease(counts.viewport(), Qt::LeftButton, {}, middle - QPoint(40, 0));
    stage.session.tellMoment(then(stage.session.sought[1]));
    chart.fit();
    QVERIFY(!chart.isLive()); // also when another stretch of time is shown
    chart.showLast(1min);
    QVERIFY(!chart.isLive());
    stage.window.findChild<QToolButton *>(u"live"_s)->click();
    QVERIFY(chart.isLive());
    QVERIFY(!counts.content().moment.has_value());
    QVERIFY(!stage.window.findChild<QWidget *>(u"pastFrame"_s)->isVisible());
}

// W22
void PastTest::aTimeIsTyped()
{
    fake::Stage stage(keptCluster());
    const QDateTime wanted = QDateTime::fromMSecsSinceEpoch((fake::now() - 90s).time_since_epoch() / 1ms);
    stage.action("palette")->trigger();
    auto *line = stage.window.findChild<QLineEdit *>(u"command"_s);
    QVERIFY(line);
    line->setText(u"at "_s + wanted.toString(u"HH:mm:ss"_s));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(stage.session.sought.size(), 1U);
    QVERIFY(stage.session.sought[0] <= fake::now() - 90s);
    QVERIFY(stage.session.sought[0] > fake::now() - 92s);
}

void PastTest::aMomentThatIsNotKept()
{
    fake::Stage stage; // keeps nothing
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(stage.session.sought.empty());
    Past kept;
    emit kept.session.commandDone(
        {(1U << 29U) + 1, core::base::fail(core::base::ErrorKind::Invalid, "a block is damaged")});
    QVERIFY(!kept.frame()->isVisible());
    QVERIFY2(kept.notice().contains(u"a block is damaged"_s), qPrintable(kept.notice()));
    QTest::keyClick(&kept.window, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(kept.session.sought.size(), 2U);
}

void PastTest::anotherClusterEndsIt()
{
    Past stage;
    stage.session.tellMoment(then());
    stage.session.send(keptCluster());
    QCOMPARE(machines(stage), u"workers-a workers-b workers-c"_s);
    QVERIFY(!stage.frame()->isVisible());
    QVERIFY(!stage.badge()->isVisible());
}

// W25
void PastTest::twoMomentsAreCompared()
{
    Past stage;
    stage.session.tellMoment(then());
    QTest::keyClick(&stage.window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    auto *dialog = stage.window.findChild<ui::CompareDialog *>();
    QVERIFY(dialog);
    QCOMPARE(stage.session.sought.size(), 2U);
    QCOMPARE(stage.session.sought[1], then()->at);
    stage.session.tellMoment(then());
    QCOMPARE(stage.session.sought.size(), 3U);
    auto later = std::make_shared<Moment>(*then());
    later->objects.of<core::api::MachineSet>() = {version(fake::machineSet("workers", 5, 2), "new")};
    later->objects.of<core::api::Machine>().pop_back();
    later->objects.of<core::api::Node>().push_back(version(fake::node("node-z", "True"), "new"));
    later->objects.of<core::api::Event>().push_back(
        fake::event("now", {.kind = "Machine", .name = "workers-a"}, "Normal", "New", "It is so", 5s));
    later->objects.of<core::api::Event>().push_back(
        fake::event("too", {.kind = "Machine", .name = "workers-a"}, "Normal", "More", "It is more", 4s));
    stage.session.tellMoment(later);
    const auto *summary = dialog->findChild<QLabel *>(u"differences"_s);
    const QString words = summary->text();
    QVERIFY2(words.contains(u"1 created, 1 deleted, 1 changed · 2 events"_s), qPrintable(words));
    const auto *tree = dialog->findChild<QTreeWidget *>();
    QCOMPARE(tree->topLevelItemCount(), 5);
    QStringList lines;
    QStringList said;
    for (int i = 0; i < tree->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *item = tree->topLevelItem(i);
        lines.append(item->text(0));
        said.append(item->text(2));
        for (int field = 0; field < item->childCount(); ++field)
            lines.append(item->child(field)->text(0) + u' ' + item->child(field)->text(1) + u' '
                + item->child(field)->text(2));
    }
    QVERIFY2(lines.contains(u"spec.replicas 3 5"_s), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(u"− Machine default/workers-d"_s), qPrintable(lines.join(u'\n')));
    QVERIFY2(lines.contains(u"+ Node node-z"_s), qPrintable(lines.join(u'\n')));
    QVERIFY2(said.contains(u"New: It is so"_s), qPrintable(said.join(u'\n')));
    const auto *nothing = dialog->findChild<QLabel *>(u"nothingDiffers"_s);
    QVERIFY(tree->isVisible() && !nothing->isVisible());
    dialog->compare(then()->at, then()->at);
    stage.session.tellMoment(then());
    stage.session.tellMoment(then());
    QVERIFY(!tree->isVisible() && nothing->isVisible());
    QVERIFY2(nothing->text().endsWith(u": Nothing was different."_s), qPrintable(nothing->text()));
    QCOMPARE(summary->text(), QString());
}

// W27
void PastTest::aRecoveryIsReplayed()
{
    Replayed stage;
    QCOMPARE(stage.session.sought.front(), fake::now() - 63s);
    stage.press(Qt::Key_P); // by steps, so that no time counts
    stage.answerAll();
    QCOMPARE(stage.table(Kind::Machine)->chosenKey(), (core::api::ObjectKey {"default", "workers-a"}));
    QVERIFY(stage.bar()->isVisible());
    QVERIFY2(stage.label("legend").contains(u"keeps no counts"_s), qPrintable(stage.label("legend")));
    QVERIFY(stage.window.findChild<QWidget *>(u"pastFrame"_s)->isVisible());
    QVERIFY2(stage.label("replayTitle").contains(u"recovery 7"_s), qPrintable(stage.label("replayTitle")));
    QCOMPARE(stage.label("replayCaption"), u"Shortly before."_s); // a is failing already
    const std::pair<core::base::Duration, QString> steps[] = {
        {0s, u"workers-a is told to fail: not-ready."_s},
        {2s, u"workers-a is NotReady. The rule waits 15\u00a0s."_s},
        {17s, u"The deletion of workers-a is asked for, 15.0\u00a0s after it failed."_s},
        {18s, u"workers-b is made in the place of workers-a."_s}, {20s, u"The node of workers-b joins."_s},
        {21s, u"workers-b is Ready: recovered in 19.0\u00a0s."_s},
        {22s, u"The set has all its machines again."_s}};
    for (const auto &[at, caption] : steps) {
        stage.press(Qt::Key_M);
        stage.answerAll();
        QCOMPARE(stage.shown(), at);
        QCOMPARE(stage.label("replayCaption"), caption);
    }
    QCOMPARE(machines(stage), u"workers-a workers-c workers-d"_s);
    for (const Qt::Key key : {Qt::Key_S, Qt::Key_U, Qt::Key_H, Qt::Key_X})
        QTest::keyClick(stage.table(Kind::Machine), key);
    QVERIFY(stage.session.commands.empty());
    QTest::keyClick(&stage.window, Qt::Key_End);
    QVERIFY(!stage.bar()->isVisible());
    QCOMPARE(machines(stage), u"workers-a workers-b workers-c"_s);
    stage.press(Qt::Key_Period, Qt::AltModifier); // now it is the lab's time again
    QVERIFY(stage.session.last<SetPace>());
}

// W27
void PastTest::allIsWellBeforeWhereItWas()
{
    Replayed stage;
    stage.press(Qt::Key_P);
    QCOMPARE(stage.label("replayCaption"), u"Shortly before."_s); // it is not known yet
    auto moment = std::make_shared<Moment>(*then(stage.session.sought.back()));
    moment->objects.of<core::api::Node>().front() = version(fake::node("node-a", "True"), "well");
    stage.session.tellMoment(moment, 1);
    QCOMPARE(stage.label("replayCaption"), u"Shortly before: all is well."_s);
}

// W27
void PastTest::whoWasMadeJustBeforeItFailedIsChosenOnceItIsThere()
{
    Replayed stage;
    stage.press(Qt::Key_P);
    auto before = std::make_shared<Moment>(*then(stage.session.sought.back()));
    auto &machines = before->objects.of<core::api::Machine>();
    machines.erase(machines.begin());
    stage.session.tellMoment(before, ++stage.answered);
    QVERIFY(stage.table(Kind::Machine)->chosenKey() != (core::api::ObjectKey {"default", "workers-a"}));
    stage.press(Qt::Key_M);
    stage.answerAll();
    QCOMPARE(stage.table(Kind::Machine)->chosenKey(), (core::api::ObjectKey {"default", "workers-a"}));
    stage.table(Kind::Machine)->selectKey({"default", "workers-c"});
    stage.press(Qt::Key_M);
    stage.answerAll();
    QCOMPARE(stage.table(Kind::Machine)->chosenKey(), (core::api::ObjectKey {"default", "workers-c"}));
}

// W27
void PastTest::nothingMovesBelowTheCaptions()
{
    Replayed stage;
    stage.window.resize(900, 640);
    stage.press(Qt::Key_P);
    stage.answerAll();
    QCoreApplication::processEvents();
    const int height = stage.bar()->height();
    const auto *caption = stage.window.findChild<QLabel *>(u"replayCaption"_s);
    bool hasTwoLines = false;
    for (int mark = 0; mark < 7; ++mark) {
        stage.press(Qt::Key_M);
        stage.answerAll();
        QCoreApplication::processEvents();
        QVERIFY2(stage.bar()->height() == height, qPrintable(caption->text()));
        const int wanted = caption->heightForWidth(caption->width());
        QVERIFY2(caption->height() >= wanted, qPrintable(caption->text()));
        hasTwoLines = hasTwoLines || wanted > 3 * caption->fontMetrics().height() / 2;
    }
    QVERIFY(hasTwoLines);
}

// W27
void PastTest::aReplayHasItsPace()
{
    Replayed stage;
    stage.answerAll();
    QCOMPARE(stage.label("replaySpeed"), u"×1"_s);
    for (const QString &pace : {u"×½"_s, u"×¼"_s, u"×¼"_s}) {
        stage.press(Qt::Key_Comma, Qt::AltModifier);
        QCOMPARE(stage.label("replaySpeed"), pace);
    }
    for (const QString &pace : {u"×½"_s, u"×1"_s, u"×2"_s, u"×5"_s, u"×10"_s, u"×10"_s}) {
        stage.press(Qt::Key_Period, Qt::AltModifier);
        QCOMPARE(stage.label("replaySpeed"), pace);
    }
    QVERIFY(stage.session.commands.empty());
    const auto isOver = [&] {
        stage.answerAll();
        return stage.button(u"replayPause"_s)->text() == u"Again"_s;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), 15'000); // 27 s, ten times as fast
    QCOMPARE(stage.shown(), core::base::Duration(24s));
    QVERIFY(stage.bar()->isVisible()); // until somebody ends it
    stage.press(Qt::Key_P);
    stage.answerAll();
    QCOMPARE(stage.session.sought.back(), fake::now() - 63s);
    stage.button(u"replayEnd"_s)->click();
    QVERIFY(!stage.bar()->isVisible());
}

// W27
void PastTest::whoGoesElsewhereHasPausedTheReplay()
{
    Replayed stage;
    stage.answerAll();
    QCOMPARE(stage.button(u"replayPause"_s)->text(), u"Pause"_s);
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    stage.answerAll();
    QCOMPARE(stage.button(u"replayPause"_s)->text(), u"Continue"_s);
    const Time there = stage.session.sought.back();
    QVERIFY(there <= fake::now() - 70s);
    stage.press(Qt::Key_P);
    stage.press(Qt::Key_P);
    stage.answerAll();
    QVERIFY(stage.session.sought.back() - there < 3s); // from there, and not from the beginning
}

// W27
void PastTest::theChartShowsAfterAReplayWhatItShowedBefore()
{
    fake::Stage stage(recoveredCluster());
    const auto &chart = stage.window.findChild<ui::TimelinePanel *>()->chart();
    const auto span = [&chart] { return chart.shown().end - chart.shown().begin; };
    const core::base::Duration before = span();
    QTest::keyClick(&stage.window, Qt::Key_R, Qt::ControlModifier);
    stage.session.tellMoment(then(stage.session.sought.back()), stage.session.sought.size());
    QVERIFY(span() < before);
    QTest::keyClick(&stage.window, Qt::Key_End);
    QVERIFY(std::chrono::abs(span() - before) < 1ms); // a chart counts in fractions of its width
    QVERIFY(chart.isLive());
}

// W27
void PastTest::ofTwoMachinesOfOneNameTheOneThatFailedIsChosen()
{
    ChangeSet cluster = recoveredCluster();
    cluster.episodes.front().isOfMcm = true;
    fake::Stage stage(cluster);
    QTest::keyClick(&stage.window, Qt::Key_R, Qt::ControlModifier);
    auto twin = std::make_shared<core::api::mcm::Machine>();
    twin->metadata.ns = "default";
    twin->metadata.name = "workers-a";
    auto moment = std::make_shared<Moment>(*then(stage.session.sought.back()));
    moment->objects.of<core::api::mcm::Machine>() = {twin};
    stage.session.tellMoment(moment, stage.session.sought.size());
    QCOMPARE(stage.tabs()->currentPage().kind(), Kind::McmMachine);
    QCOMPARE(stage.tabs()->currentPage().table().chosenKey(), twin->key());
}

// W27
void PastTest::whatIsGoneSinceIsToldByItsRecovery()
{
    ChangeSet cluster = recoveredCluster();
    cluster.episodes.front().machine.name = "workers-d"; // of the moment alone
    cluster.episodes.front().oldGoneAt = fake::now() - 40s;
    fake::Stage stage(cluster);
    QTest::keyClick(&stage.window, Qt::Key_R, Qt::ControlModifier);
    stage.session.tellMoment(then(stage.session.sought.back()), stage.session.sought.size());
    QVERIFY(stage.label("inspectedName").contains(u"workers-d"_s));
    QTest::keyClick(&stage.window, Qt::Key_End);
    const QString told = stage.label("headline");
    QVERIFY2(told.contains(u"deleted at "_s + ui::clockText(fake::now() - 40s)), qPrintable(told));
    QVERIFY2(told.contains(u"replaced by"_s) && told.contains(u"workers-b"_s), qPrintable(told));
    const QString why = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(why.contains(u"Recovery 7"_s) && why.contains(u"Replaced in 19.0 s."_s), qPrintable(why));
    QVERIFY2(why.contains(u"delete asked"_s), qPrintable(why));
}

void PastTest::whatIsGoneIsGoneSinceTheRecordSays_data()
{
    QTest::addColumn<bool>("isAnother");
    QTest::newRow("the one that was replaced") << false;
    QTest::newRow("another of its name, made since") << true;
}

/// The core may tell of a minute at once, when it was stopped.
void PastTest::whatIsGoneIsGoneSinceTheRecordSays()
{
    QFETCH(bool, isAnother);
    fake::Stage stage(keptCluster());
    stage.table(Kind::Machine)->selectFirst();
    const Time recorded = fake::now() - (isAnother ? 25h : 40s);
    ChangeSet gone;
    gone.of<core::api::Machine>().removed = {{"default", "workers-a"}};
    gone.episodes = recoveredCluster().episodes;
    gone.episodes.front().oldGoneAt = recorded;
    stage.session.send(gone);
    const QString told = stage.label("headline");
    QCOMPARE(told.contains(ui::clockText(recorded)), !isAnother);
}

// W24
void PastTest::whatWasSeenOfWhatIsGoneIsToldAgain()
{
    fake::Stage stage(keptCluster());
    stage.table(Kind::Machine)->selectFirst();
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    QVERIFY(!why->toPlainText().isEmpty());
    ChangeSet gone;
    gone.of<core::api::Machine>().removed = {{"default", "workers-a"}};
    stage.session.send(gone);
    const QString before = why->toPlainText();
    QVERIFY2(before.startsWith(u"It is gone. This was said of it last:"_s), qPrintable(before));
    QTest::keyClick(&stage.window, Qt::Key_Left, Qt::ControlModifier);
    stage.session.tellMoment(then(), stage.session.sought.size());
    QVERIFY(!stage.label("headline").contains(u"deleted at"_s));
    QTest::keyClick(&stage.window, Qt::Key_End);
    QVERIFY2(stage.label("headline").contains(u"deleted at"_s), qPrintable(stage.label("headline")));
    QCOMPARE(why->toPlainText(), before);
}

// W27
void PastTest::nothingToReplay()
{
    fake::Stage stage(keptCluster());
    QTest::keyClick(&stage.window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(stage.session.sought.empty());
    QVERIFY2(stage.notice().contains(u"No recovery"_s), qPrintable(stage.notice()));
    ChangeSet forgotten = recoveredCluster();
    forgotten.status->pastSince = fake::now() - 10s;
    stage.session.send(forgotten);
    QTest::keyClick(&stage.window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(stage.session.sought.empty());
    QVERIFY2(stage.notice().contains(u"Nothing is kept"_s), qPrintable(stage.notice()));
}

QTEST_MAIN(PastTest)
#include "tst_past.moc"
