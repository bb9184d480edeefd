// SPDX-License-Identifier: GPL-3.0-or-later
// What happens next, to an object and to a group: it counts down, and is told of then once nobody knows more.
#include "core/engine/sayings.h"
#include "tests/support/reason.h"
#include "tests/ui/stage.h"
#include "ui/format.h"
#include "ui/language.h"

#include <QTextBrowser>

#include <functional>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::Machine;
using ui::Kind;

namespace {

/// What an object is told of, by what is sent after it was chosen.
struct Told {
    Kind kind = Kind::MachineSet;
    std::string name = "workers"; ///< in the namespace default, or shoot of the other family
    std::function<void(ChangeSet &changes, const core::api::ResourceRef &object)> send;
    QStringList inOrder; ///< what is to be read
    QString never; ///< what is not; empty: nothing
};

Outlook ahead(const std::string &machine, const std::string &text,
    std::optional<std::chrono::seconds> in = {}, Outlook::Course course = Outlook::Course::Replaced)
{
    return {{&core::api::resourceOf<Machine>(), {"default", "workers-" + machine}}, text,
        in ? std::optional(fake::now() + *in) : std::nullopt, course};
}

HealthCheckVerdicts countsOf(std::int64_t unhealthy, std::int64_t most)
{
    HealthCheckVerdicts check {
        {&core::api::resourceOf<core::api::MachineHealthCheck>(), {"default", "workers"}}, true, true};
    check.expected = 3;
    check.healthy = check.expected - unhealthy;
    check.maxUnhealthy = most;
    check.allowed = unhealthy <= most;
    check.available = most - unhealthy;
    return check;
}

const std::string replacedWhen = "replaced {when} by health check workers";
const std::string replacedNow = "replaced now by health check workers";

} // namespace

class WhatNextTest : public QObject
{
    Q_OBJECT

private slots:
    void whatHappensNextCountsDown();
    void whatWasForetoldOfAMachineThatIsReadyNowIsOver();
    void aBootingMachineSaysWhenItIsReady_data();
    void aBootingMachineSaysWhenItIsReady();
    void whyOfABootingMachineBeginsWithItsStart();
    void theInspectorBeginsWithWhatHappensNext();
    void aShortFaultIsOverBeforeTheCheckActs();
    void aDeletionIsSaidOnce();
    void whatNobodyKnowsAnyMoreIsToldAsOfThen();
    void groupsSayWhatHappensNext_data();
    void groupsSayWhatHappensNext();
    void standInsHaveTheLastWord();
    void aSilentNodeIsToldBeforeItIsUnknown();
};

// docs/window.md W72
void WhatNextTest::aSilentNodeIsToldBeforeItIsUnknown()
{
    fake::Stage stage;
    stage.table(Kind::Machine)->selectKey({"default", "workers-a"});
    stage.action("showWhy")->trigger();
    const core::api::ResourceRef machine {&core::api::resourceOf<Machine>(), {"default", "workers-a"}};
    ChangeSet changes = fake::whatAwaits(machine);
    HealthCheckVerdicts &check = changes.inspection->checks.front();
    check.machines = {{machine.key, "node-a", "Healthy", true}};
    changes.inspection->silence =
        Silence {"node-a", fake::now() - 3s, fake::now() + 5s, {forecastSaying("OneUnchecked")}};
    stage.session.send(changes);
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    const auto words = [&] { return why->toPlainText(); };
    QTRY_VERIFY2(
        words().contains(u"Node node-a has given no sign of life for 5 s: it becomes Unknown in 3 s."_s),
        qPrintable(words()));
    QVERIFY(words().contains(u"may be silent for 8 s"_s));
    QVERIFY(words().contains(u"selected by no health check"_s));
    QVERIFY2(!words().contains(u"finds nothing wrong"_s), qPrintable(words()));
    changes.inspection->silence.reset();
    stage.session.send(changes);
    QTRY_VERIFY2(words().contains(u"finds nothing wrong"_s), qPrintable(words()));
}

void WhatNextTest::whatHappensNextCountsDown()
{
    fake::Stage stage;
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    const auto text = [&] {
        const ui::TableModel &model = table->tableModel();
        return model.textAt(model.index(0, model.columnIndex(u"next"_s)));
    };
    QCOMPARE(text(), QString());
    ChangeSet changes;
    changes.outlooks = {{{&core::api::resourceOf<Machine>(), {"default", "workers-a"}},
        "replaced {when} by health check 100%", fake::now() + 6s}};
    stage.session.send(changes);
    QCOMPARE(text(), u"replaced in 6\u00a0s by health check 100%"_s);
    ChangeSet later;
    later.status = fake::status();
    later.status->now = fake::now() + 20s;
    stage.session.send(later);
    QCOMPARE(text(), u"replaced now by health check 100%"_s);
    changes.outlooks = std::vector<Outlook>();
    stage.session.send(changes);
    QCOMPARE(text(), QString());
}

void WhatNextTest::whatWasForetoldOfAMachineThatIsReadyNowIsOver()
{
    fake::Stage stage;
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    const auto text = [&] {
        const ui::TableModel &model = table->tableModel();
        return model.textAt(model.index(model.rowOf({"default", "workers-a"}), model.columnIndex(u"next"_s)));
    };
    const auto sendNode = [&](const char *ready, const std::optional<Outlook> &outlook) {
        ChangeSet changes;
        changes.of<core::api::Node>().upserts = {fake::node("node-a", ready)};
        if (outlook)
            changes.outlooks = std::vector {*outlook};
        stage.session.send(changes);
    };
    Outlook boots =
        ahead("a", "boots; replaced {when} if it has no node by then", 56s, Outlook::Course::Boots);
    boots.endsOnceReady = true;
    sendNode("False", boots);
    QVERIFY2(text().startsWith(u"boots"_s), qPrintable(text()));
    sendNode("True", {}); // the outlooks come later
    QCOMPARE(text(), QString());
    sendNode("True", ahead("a", "replaced {when} by health check disks", 6s));
    QVERIFY2(text().startsWith(u"replaced"_s), qPrintable(text()));
}

void WhatNextTest::aBootingMachineSaysWhenItIsReady_data()
{
    QTest::addColumn<QString>("timing");
    QTest::addColumn<std::chrono::seconds>("age");
    QTest::addColumn<QString>("text");
    const QString other = u"boots; replaced in 60\u00a0s if it has no node by then"_s;
    QTest::newRow("just made") << u"demo"_s << 0s << u"Ready in 2–4\u00a0s"_s;
    QTest::newRow("a second old") << u"demo"_s << 1s << u"Ready in 1–3\u00a0s"_s;
    QTest::newRow("may be there") << u"demo"_s << 3s << u"Ready in 0–1\u00a0s"_s;
    QTest::newRow("later than any") << u"demo"_s << 9s << other;
    QTest::newRow("nobody knows") << QString() << 1s << other;
}

/// W21
void WhatNextTest::aBootingMachineSaysWhenItIsReady()
{
    QFETCH(QString, timing);
    QFETCH(std::chrono::seconds, age);
    ChangeSet changes = fake::threeMachines();
    changes.status->timing = ui::utf8(timing); // demo: boots take 2 s to 4 s
    changes.status->pace = 0; // so that no time passes
    changes.of<Machine>().upserts.front() =
        fake::machine("workers-a", "workers", core::api::phases::provisioning, {}, age);
    changes.outlooks = {{{&core::api::resourceOf<Machine>(), {"default", "workers-a"}},
        outlookSaying("Boots", outlookSaying("ReplacedUnlessNodeComes", "{when}")), fake::now() + 60s,
        Outlook::Course::Boots}};
    const fake::Stage stage(std::move(changes));
    const ui::TableModel &model = stage.table(Kind::Machine)->tableModel();
    const int row = model.rowOf({"default", "workers-a"});
    QTEST(model.textAt(model.index(row, model.columnIndex(u"next"_s))), "text");
}

void WhatNextTest::whyOfABootingMachineBeginsWithItsStart()
{
    ChangeSet changes = fake::threeMachines();
    changes.status->timing = "demo"; // boots take 2 s to 4 s
    changes.status->pace = 0;
    changes.of<Machine>().upserts.front() =
        fake::machine("workers-a", "workers", core::api::phases::provisioning, {}, 1s);
    changes.outlooks = {{{&core::api::resourceOf<Machine>(), {"default", "workers-a"}},
        outlookSaying("Boots", outlookSaying("ReplacedUnlessNodeComes", "{when}")), fake::now() + 60s,
        Outlook::Course::Boots}};
    fake::Stage stage(std::move(changes));
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    QVERIFY(stage.session.inspected);
    stage.session.send(fake::whatAwaits(*stage.session.inspected));
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    const qsizetype start = words.indexOf(u"It boots: Ready in 1–3 s."_s);
    QVERIFY2(start >= 0 && start < words.indexOf(u"Health check"_s), qPrintable(words));
}

void WhatNextTest::theInspectorBeginsWithWhatHappensNext()
{
    fake::Stage stage;
    ChangeSet failed;
    failed.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
    core::timeline::Fact fault;
    fault.index = 1;
    fault.kind = core::timeline::FactKind::Fault;
    fault.object = {{}, "node-a"};
    fault.to = "not-ready";
    fault.serverTime = fault.arrivalTime = fake::now() - 9s;
    failed.facts = {fault};
    stage.session.send(failed);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    QVERIFY(stage.session.inspected);
    stage.session.send(fake::whatAwaits(*stage.session.inspected));
    auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    const QString words = why->toPlainText();
    const QStringList order {u"What happens next"_s, u"replaces it in 7 s"_s,
        u"1 of 50 machines is unhealthy, 20 may be"_s, u"Because"_s, u"Node reports Ready=False"_s,
        u"Fault not-ready is on its node since "_s + ui::clockText(fake::now() - 9s),
        u"Set workers wants 3, has 3"_s, u"Then, as forecast"_s, u"deleted"_s, u"replacement created"_s,
        u"What controllers last said (1)"_s};
    qsizetype at = -1;
    for (const QString &part : order) {
        const qsizetype found = words.indexOf(part, at + 1);
        QVERIFY2(found > at, qPrintable(part + u" is missing in "_s + words));
        at = found;
    }
    QVERIFY(!words.contains(u"Runs as node"_s));
    emit why->anchorClicked(QUrl(u"fold:"_s));
    QVERIFY(why->toPlainText().contains(u"Runs as node"_s));
}

/// W21
void WhatNextTest::aShortFaultIsOverBeforeTheCheckActs()
{
    fake::Stage stage;
    ChangeSet failed;
    failed.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
    stage.session.send(failed);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    ChangeSet awaits = fake::whatAwaits(*stage.session.inspected);
    awaits.inspection->checks.front().machines.front().comesBack = fake::now() + 4s;
    stage.session.send(awaits);
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(words.contains(u"leaves it alone: its fault ends in 4 s, before the wait is over."_s),
        qPrintable(words));
    QVERIFY2(words.contains(u"Ready again"_s) && !words.contains(u"deleted"_s), qPrintable(words));
}

/// W21
void WhatNextTest::aDeletionIsSaidOnce()
{
    fake::Stage stage;
    ChangeSet deleted;
    deleted.of<Machine>().upserts = {
        fake::machine("workers-a", "workers", core::api::phases::deleting, "node-a")};
    deleted.of<core::api::Node>().upserts = {fake::node("node-a", "False")};
    stage.session.send(deleted);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    ChangeSet awaits = fake::whatAwaits(*stage.session.inspected);
    awaits.inspection->checks.front().machines.front() = {{"default", "workers-a"}, "node-a", "Deleting",
        false, support::reason("MachineDeleting", "is being deleted"), "None", {}};
    stage.session.send(awaits);
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(words.contains(u"leaves it alone: it is being deleted."_s), qPrintable(words));
    QCOMPARE(words.count(u"is being deleted"_s), 1);
}

/// W36
void WhatNextTest::whatNobodyKnowsAnyMoreIsToldAsOfThen()
{
    fake::Stage stage;
    ChangeSet failed;
    failed.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
    stage.session.send(failed);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    stage.session.send(fake::whatAwaits(*stage.session.inspected));
    ChangeSet lost;
    lost.status = fake::status();
    lost.status->connection = core::engine::Connection::Reconnecting;
    lost.status->liveUntil = fake::now();
    lost.status->now = fake::now() + std::chrono::seconds(30);
    stage.session.send(lost);
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    const QString words = why->toPlainText();
    QVERIFY2(words.startsWith(u"As of %1:"_s.arg(ui::clockText(fake::now()))), qPrintable(words));
    QVERIFY2(words.contains(u"replaces it in 7 s"_s), qPrintable(words)); // as it was then
    QVERIFY2(words.contains(u"Because"_s) && !words.contains(u"Then, as forecast"_s), qPrintable(words));
    for (const ui::State state : {ui::State::NotReady, ui::State::Ready}) {
        const QString color = ui::colorOf(state, false).name();
        QVERIFY2(!why->toHtml().contains(color), qPrintable(color + u" in "_s + why->toHtml()));
    }
    lost.status = fake::status();
    stage.session.send(lost);
    QVERIFY2(why->toPlainText().startsWith(u"What happens next"_s), qPrintable(why->toPlainText()));
    QVERIFY(why->toHtml().contains(ui::colorOf(ui::State::NotReady, false).name()));
}

void WhatNextTest::groupsSayWhatHappensNext_data()
{
    using Course = Outlook::Course;
    QTest::addColumn<Told>("told");
    const auto counts = [](std::int64_t unhealthy, std::int64_t most) {
        return [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.inspection = Inspection {object, {}, {countsOf(unhealthy, most)}};
        };
    };
    QTest::newRow("a set that is well") << Told {Kind::MachineSet, "workers", counts(0, 1),
        {u"Nothing: all 3 machines are Ready."_s,
            u"Health check workers: 0 of 3 machines unhealthy, at most 1 may be."_s},
        u"Because"_s};
    QTest::newRow("one is replaced") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(1, 1)(changes, object);
            changes.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
            changes.outlooks = {ahead("a", replacedWhen, 6s)};
        },
        {u"workers-a: replaced in 6 s by health check workers"_s,
            u"Health check workers: 1 of 3 machines unhealthy, at most 1 may be."_s, u"Because"_s,
            u"workers-a: Node reports Ready=False"_s, u"Fault not-ready is on its node"_s,
            u"Then, as forecast"_s, u"in 6 s"_s, u"workers-a deleted and replaced"_s, u"then"_s,
            u"1 replacement Ready"_s},
        u"Nothing"_s};
    QTest::newRow("by the lab's timing") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(3, 3)(changes, object);
            changes.status = fake::status();
            changes.status->timing = "demo"; // boots take 2 s to 4 s
            changes.outlooks = {ahead("c", replacedWhen, 17s), ahead("a", replacedNow),
                ahead("b", "boots; " + replacedWhen, 60s, Course::Boots)};
        },
        {u"workers-a: replaced now by health check workers"_s,
            u"workers-c: replaced in 17 s by health check workers"_s,
            u"workers-b: boots; replaced in 60 s by health check workers"_s, u"Then, as forecast"_s, u"now"_s,
            u"workers-a deleted and replaced"_s, u"in 17 s"_s, u"workers-c deleted and replaced"_s,
            u"in 19–21 s"_s, u"2 replacements Ready"_s},
        {}};
    QTest::newRow("too many are unhealthy") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(2, 1)(changes, object);
            const std::string held = "stays: 2 of 3 unhealthy, 1 may be";
            changes.outlooks = {ahead("a", held, {}, Course::Stays), ahead("b", held, {}, Course::Stays)};
        },
        {u"Each of 2 machines stays: 2 of 3 unhealthy, 1 may be"_s,
            u"at most 1 may be: too many, replaces none."_s},
        u"Then, as forecast"_s};
    QTest::newRow("its controller is elsewhere") << Told {Kind::MachineSet, "workers",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            HealthCheckVerdicts check = countsOf(1, 1);
            check.isCarriedOut = false;
            changes.inspection = Inspection {object, {}, {check}};
            changes.outlooks = {ahead(
                "a", "stays unless another program carries out health check workers", 12s, Course::Stays)};
        },
        {u"workers-a: stays unless another program carries out health check workers"_s,
            u"at most 1 may be: may replace, its controller does not run here."_s},
        u"Then, as forecast"_s};
    QTest::newRow("machines are missing") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(0, 1)(changes, object);
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 5, 3)};
        },
        {u"2 missing machines are created next."_s}, u"Nothing"_s};
    QTest::newRow("nobody makes them") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(0, 1)(changes, object);
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 4, 3)};
            changes.status = fake::status();
            changes.status->controllers.clear();
        },
        {u"1 missing machine is created once the controller machineset is on."_s}, u"next."_s};
    QTest::newRow("some are too many") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.inspection = Inspection {object, {}, {}};
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 1, 3)};
        },
        {u"2 machines too many are deleted next."_s,
            u"No health check selects its machines: those whose node fails stay."_s},
        {}};
    QTest::newRow("a rollout") << Told {Kind::MachineDeployment, "edge",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 1)};
            changes.of<core::api::MachineSet>().upserts = {
                fake::revision("edge", 2, "edge-b", 2, 2), fake::revision("edge", 3, "edge-c", 1, 1)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1"),
                fake::machine("edge-b-2", "edge-b", core::api::phases::running, "node-2"),
                fake::machine("edge-c-1", "edge-c", core::api::phases::running, "node-3")};
            for (const std::string name : {"node-1", "node-2", "node-3"})
                changes.of<core::api::Node>().upserts.push_back(fake::node(name, "True"));
            changes.status = fake::status();
            changes.status->timing = "demo"; // boots take 2 s to 4 s
            changes.status->controllers.push_back({"machinedeployment", "", true, true});
            core::runtime::Explanation said {"machinedeployment", object.resource, object.key};
            said.reasons = {
                support::reason("WaitingForMachineSets", "…", {{"maxTotal", "4"}, {"minAvailable", "3"}})};
            changes.inspection = Inspection {object, {said}};
        },
        {u"Rolls out revision 3: 1 of 3 machines are of it."_s, u"edge-b (revision 2): 2 of 2 Ready."_s,
            u"As new ones become Ready, the 2 machines of earlier revisions are deleted next."_s,
            u"At most 4 machines at a time, at least 3 available; 3 are Ready."_s, u"Because"_s,
            u"Set edge-c, revision 3, was made at"_s, u"Then, as forecast"_s, u"in 4–8 s"_s,
            u"all 3 machines of revision 3"_s},
        u"Nothing"_s};
    QTest::newRow("a size that waits") << Told {Kind::MachineDeployment, "edge",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(1, 1)(changes, object);
            changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 5, 1)};
            changes.of<core::api::MachineSet>().upserts = {fake::revision("edge", 2, "edge-b", 1, 1)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1")};
            changes.of<core::api::Node>().upserts = {fake::node("node-1", "True")};
        },
        {u"Its set gets 5 machines instead of 1 once the controller machinedeployment is on."_s,
            u"Health check workers: 1 of 3 machines unhealthy, at most 1 may be."_s},
        u"Rolls out"_s};
    QTest::newRow("old ones go first") << Told {Kind::MachineDeployment, "edge",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            core::api::MachineDeployment recreated = *fake::machineDeployment("edge", 2, 0);
            recreated.spec.strategy.type = "Recreate";
            recreated.spec.paused = true;
            changes.of<core::api::MachineDeployment>().upserts = {
                std::make_shared<const core::api::MachineDeployment>(std::move(recreated))};
            changes.of<core::api::MachineSet>().upserts = {
                fake::revision("edge", 2, "edge-b", 0, 1), fake::revision("edge", 3, "edge-c", 0, 0)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1")};
            changes.inspection = Inspection {object};
        },
        {u"It is paused: changes of its template wait until it is resumed."_s,
            u"Rolls out revision 3: 0 of 1 machines are of it."_s,
            u"Once the 1 machine of earlier revisions is gone, new ones are created once the controller "
            "machinedeployment is on."_s},
        u"At most"_s};
    QTest::newRow("of the other family") << Told {Kind::McmMachineSet, "shoot-b",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            fake::addMcm(changes);
            const core::api::ResourceRef machine {
                &core::api::resourceOf<core::api::mcm::Machine>(), {"shoot", "shoot-b-1"}};
            changes.outlooks = {{machine, "Is unhealthy (kubelet is gone); fails at {when} if that lasts.",
                fake::now() + 9s, Outlook::Course::Replaced}};
            changes.inspection = Inspection {object};
        },
        {u"shoot-b-1: Is unhealthy (kubelet is gone)"_s, u"Then, as forecast"_s, u"in 9 s"_s,
            u"shoot-b-1 deleted and replaced"_s, u"1 replacement Ready"_s},
        u"No health check"_s};
    QTest::newRow("a check") << Told {Kind::HealthCheck, "workers",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.verdicts = countsOf(2, 1);
            for (const std::string name : {"a", "b"})
                changes.verdicts->machines.push_back({{"default", "workers-" + name}, "node-" + name,
                    "Unhealthy", false, support::reason("UnhealthyNode", "…"), "Replace", {}});
            changes.inspection = Inspection {object};
        },
        {u"Each of 2 machines stays: 2 of 3 unhealthy, 1 may be"_s,
            u"2 of 3 machines unhealthy, at most 1 may be: too many, replaces none."_s},
        u"Health check workers"_s};
}

/// W21
void WhatNextTest::groupsSayWhatHappensNext()
{
    QFETCH(const Told, told);
    ui::speak(u"en"_s);
    fake::Stage stage;
    ChangeSet changes;
    const bool isMcm = ui::familyOf(told.kind) == ui::Family::Mcm;
    const ui::ObjectRef object {told.kind, {isMcm ? "shoot" : "default", told.name}};
    told.send(changes, ui::resourceRef(object));
    stage.session.send(changes);
    QVERIFY(stage.tabs()->select(object));
    stage.session.send(changes); // once it is inspected
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(words.startsWith(u"What happens next"_s), qPrintable(words));
    qsizetype at = -1;
    for (const QString &part : told.inOrder) {
        const qsizetype found = words.indexOf(part, at + 1);
        QVERIFY2(found > at, qPrintable(part + u" is missing in "_s + words));
        at = found;
    }
    QVERIFY2(told.never.isEmpty() || !words.contains(told.never), qPrintable(words));
}

void WhatNextTest::standInsHaveTheLastWord()
{
    fake::Stage stage;
    ChangeSet joined;
    joined.of<core::api::Node>().upserts = {
        fake::node("alone", "True")}; // of no machine: nothing is foretold
    stage.session.send(joined);
    stage.table(Kind::Node)->selectKey({{}, "alone"});
    QVERIFY(stage.session.inspected);
    const auto node = *stage.session.inspected;
    const auto says = [&](const std::string &controller, const std::string &words) {
        core::runtime::Explanation said {controller, node.resource, node.key};
        said.reasons = {support::reason("Said", words)};
        return said;
    };
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    ChangeSet changes;
    changes.inspection = core::engine::Inspection {
        node, {says("garbagecollector", "No owner."), says("nodelink", "Of no machine.")}};
    stage.session.send(changes);
    QVERIFY(why->toPlainText().startsWith(u"nodelink"_s));
    QVERIFY(!why->toPlainText().contains(u"No owner."_s));
    QVERIFY(why->toPlainText().contains(u"What controllers last said (1)"_s));
    changes.inspection = core::engine::Inspection {node, {says("garbagecollector", "No owner.")}};
    stage.session.send(changes);
    QVERIFY(why->toPlainText().contains(u"No owner."_s)); // which is all there is
}

QTEST_MAIN(WhatNextTest)
#include "tst_whatnext.moc"
