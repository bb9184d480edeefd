// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: what it shows of the chosen object, and why it is as it is.
#include "tests/support/reason.h"
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/format.h"
#include "ui/inspector/details.h"
#include "ui/widgets/objecttable.h"

#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using namespace windowtest;

class InspectorTest : public QObject
{
    Q_OBJECT

private slots:
    void whatANodesConditionsLookLike_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("headline");
        QTest::newRow("a problem") << u"KernelDeadlock"_s << u"DockerHung"_s
                                   << u"Ready, but KernelDeadlock"_s;
        QTest::newRow("may be updated") << u"InPlaceUpdate"_s << u"CandidateForUpdate"_s << u"Ready"_s;
        QTest::newRow("was updated") << u"InPlaceUpdate"_s << u"UpdateSuccessful"_s << u"Ready"_s;
        QTest::newRow("was not") << u"InPlaceUpdate"_s << u"UpdateFailed"_s << u"Ready, but InPlaceUpdate"_s;
        QTest::newRow("goes") << u"Terminating"_s << u"ScaleDown"_s << u"Ready"_s;
    }

    void whatANodesConditionsLookLike()
    {
        QFETCH(QString, type);
        QFETCH(QString, reason);
        QFETCH(QString, headline);
        core::api::Node node = *fake::node("node-a", "True");
        node.status.conditions.push_back(
            {ui::utf8(type), "True", fake::now(), fake::now(), ui::utf8(reason), {}});
        ChangeSet changes;
        changes.of<core::api::Node>().upserts = {std::make_shared<const core::api::Node>(std::move(node))};
        ui::ClusterView cluster;
        cluster.apply(changes);
        const auto details = ui::detailsOf(cluster, {ui::Kind::Node, {{}, "node-a"}});
        QVERIFY(details);
        QCOMPARE(details->headline, headline);
        const bool isGood = headline == u"Ready"_s;
        QCOMPARE(ui::glyphOf(details->conditions.back().state) == ui::glyphOf(ui::State::Ready), isGood);
    }

    void inspectorFollowsAndLinks()
    {
        Stage stage;
        ui::ObjectTable *table = stage.table(Machines);
        QTest::keyClick(table, Qt::Key_J);
        auto *name = stage.window.findChild<QLabel *>(u"inspectedName"_s);
        QVERIFY(name->text().contains(u"workers-b"_s));
        QTest::keyClick(table, Qt::Key_O); // to its set
        QVERIFY(name->text().contains(u"workers</b>"_s));
        QTest::keyClick(stage.table(Nodes), Qt::Key_Y);
        auto *yaml = stage.window.findChild<QPlainTextEdit *>(u"yaml"_s);
        QVERIFY(yaml->isVisible());
        QVERIFY(yaml->toPlainText().contains(u"kind: Node"_s));
        QVERIFY(yaml->isReadOnly());
    }

    void aDateIsToldOnlyOfAnotherDay_data()
    {
        QTest::addColumn<std::chrono::seconds>("age");
        QTest::addColumn<QString>("created");
        QTest::newRow("today") << 90s << ui::clockText(fake::now() - 90s);
        QTest::newRow("another day") << std::chrono::seconds(72h)
                                     << ui::dateTimeText(fake::now() - 72h).left(19);
    }

    void aDateIsToldOnlyOfAnotherDay()
    {
        QFETCH(std::chrono::seconds, age);
        auto set = *fake::machineSet("workers", 2, 2);
        set.metadata.creationTimestamp = fake::now() - age;
        ChangeSet changes;
        changes.status = fake::status();
        changes.of<core::api::MachineSet>().upserts = {
            std::make_shared<const core::api::MachineSet>(std::move(set))};
        ui::ClusterView cluster;
        cluster.apply(changes);
        const auto details = ui::detailsOf(cluster, {ui::Kind::MachineSet, {"default", "workers"}});
        QVERIFY(details && details->summary.back().label == u"Created"_s);
        QTEST(details->summary.back().html, "created");
    }

    void whyIsAskedForWhatIsInspectedAndCountsDown()
    {
        Stage stage;
        const core::api::ResourceRef machine {
            &core::api::resourceOf<core::api::Machine>(), {"default", "workers-b"}};
        QTest::keyClick(stage.table(Machines), Qt::Key_J);
        QCOMPARE(stage.session.inspected, std::optional(machine));
        QTest::keyClick(stage.table(Machines), Qt::Key_D);
        auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
        QVERIFY(why->isVisible());
        QCOMPARE(why->toPlainText(), u"Asking the controllers …"_s);

        core::runtime::Explanation said {"machine", machine.resource, machine.key};
        said.reasons = {
            support::reason("WaitingForNode", "Waits for <the node> to join.", {{"waited", "12s"}})};
        said.decidedAt = fake::now();
        said.nextCheck = fake::now() + 90s;
        said.lastError = "pods \"workers-b\" is forbidden";
        said.failures = 2;
        ChangeSet changes;
        changes.inspection = Inspection {machine, {said}, {}};
        HealthCheckVerdicts check {
            {&core::api::resourceOf<core::api::MachineHealthCheck>(), {"default", "workers"}}};
        check.exists = check.isCarriedOut = check.allowed = true;
        check.expected = 50;
        check.healthy = 49;
        check.maxUnhealthy = 20;
        check.maxUnhealthyText = "40%";
        check.machines = {{machine.key, "node-b", "Pending", false,
            support::reason("UnhealthyNode", "node node-b reports Ready=False since 2026-11-20T09:59:51Z"),
            "Replace", fake::now() + 120s}};
        changes.inspection->checks = {check};
        stage.session.send(changes);
        const QString words = why->toPlainText();
        for (const QString &part :
            {u"Health check workers replaces it in "_s, u"1 of 50 machines is unhealthy, 20 may be (40%)."_s,
                u"Ready=False since "_s + ui::clockText(fake::now() - 9s) + u'.'})
            QVERIFY2(words.contains(part), qPrintable(words));
        for (const QString &part : {u"machine"_s, u"Waits for <the node> to join."_s, u"waited = 12 s"_s,
                 u"looks again in "_s, u"Failures in a row: 2."_s, u"is forbidden"_s})
            QVERIFY2(words.contains(part), qPrintable(words));
        ChangeSet later;
        later.status = fake::status();
        later.status->now = fake::now() + 85s;
        stage.session.send(later);
        QVERIFY(why->toPlainText().contains(u"looks again in 5 s"_s)
            || why->toPlainText().contains(u"looks again in 4 s"_s));

        QTest::keyClick(stage.table(Machines), Qt::Key_K); // what was said is not of this one
        QCOMPARE(why->toPlainText(), u"Asking the controllers …"_s);
        stage.window.findChild<QDockWidget *>(u"inspector"_s)->close();
        QTRY_VERIFY(!stage.session.inspected); // not seen, not asked
    }

    void whyTellsOfWhatIsGoneWhatWasSaidLast()
    {
        Stage stage;
        const core::api::ResourceRef machine {
            &core::api::resourceOf<core::api::Machine>(), {"default", "workers-b"}};
        QTest::keyClick(stage.table(Machines), Qt::Key_J);
        QTest::keyClick(stage.table(Machines), Qt::Key_D);
        core::runtime::Explanation said {"machine", machine.resource, machine.key};
        said.reasons = {support::reason("WaitingForNode", "Waits for the node to join.", {})};
        ChangeSet changes;
        changes.inspection = Inspection {machine, {said}, {}};
        stage.session.send(changes);
        const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
        const QString before = why->toPlainText();
        QVERIFY2(before.startsWith(u"What happens next"_s), qPrintable(before));
        ChangeSet gone;
        gone.of<core::api::Machine>().removed = {machine.key};
        stage.session.send(gone);
        const QString after = u"It is gone. This was said of it last:\n"_s + before;
        QCOMPARE(why->toPlainText(), after);
        ChangeSet later;
        later.status = fake::status();
        later.status->now = fake::now() + 5s;
        stage.session.send(later);
        QCOMPARE(why->toPlainText(), after);
        QVERIFY(why->toHtml().contains(ui::colorOf(ui::State::Ready, false).name()));
        auto *preferences = stage.window.findChild<ui::Preferences *>();
        const int scheme = preferences->value(ui::Pref::Theme);
        preferences->set(ui::Pref::Theme, int(ui::Scheme::Dark));
        QCOMPARE(why->toPlainText(), after);
        QVERIFY(why->toHtml().contains(ui::colorOf(ui::State::Ready, true).name())); // the card is kept
        QVERIFY(!why->toHtml().contains(ui::colorOf(ui::State::Ready, false).name()));
        preferences->set(ui::Pref::Theme, scheme);
        QVERIFY(why->toHtml().contains(ui::colorOf(ui::State::Ready, false).name()));
    }

    void aHealthCheckShowsItsBudgetAndVerdicts()
    {
        Stage stage;
        const core::api::ResourceRef check {
            &core::api::resourceOf<core::api::MachineHealthCheck>(), {"default", "workers"}};
        QTest::keyClick(stage.table(Checks), Qt::Key_D);
        QCOMPARE(stage.session.inspected, std::optional(check));
        HealthCheckVerdicts verdicts {check, true, true};
        verdicts.expected = 2;
        verdicts.healthy = 1;
        verdicts.maxUnhealthy = 2;
        verdicts.allowed = true;
        verdicts.available = 1;
        verdicts.machines = {{{"default", "workers-a"}, "node-a", "Healthy", true, {}, {}},
            {{"default", "workers-b"}, "node-b", "Pending", false,
                support::reason("NotForLongEnough", "Ready is False for 5s of 15s"), "Replace",
                fake::now() + 70s}};
        ChangeSet changes;
        changes.inspection = Inspection {check, {}};
        changes.verdicts = verdicts;
        stage.session.send(changes);
        auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
        const QString words = why->toPlainText();
        QVERIFY2(words.startsWith(u"What happens next"_s), qPrintable(words));
        QVERIFY2(words.contains(u"workers-b: replaced in 70 s by health check workers"_s), qPrintable(words));
        QVERIFY2(words.contains(u"1 of 2 machines unhealthy, at most 2 may be. "
                                "Replacements: 0 under way, 1 more may begin now."_s),
            qPrintable(words));
        QVERIFY2(words.contains(u"Ready is False for 5 s of 15 s"_s) && words.contains(u"looks again in "_s),
            qPrintable(words));
        QVERIFY(words.indexOf(u"workers-b"_s) < words.indexOf(u"workers-a"_s)); // trouble first
        changes.verdicts->healthy = 2;
        changes.verdicts->maxUnhealthy = 0;
        stage.session.send(changes);
        QVERIFY2(
            why->toPlainText().contains(u"0 of 2 machines unhealthy, at most 0 may be: replaces none."_s),
            qPrintable(why->toPlainText()));
        verdicts.allowed = false;
        for (int i = 0; i < 5; ++i)
            verdicts.machines.push_back({{"default", "more-" + std::to_string(i)}, "", "Healthy", true});
        changes.verdicts = verdicts;
        stage.session.send(changes);
        QVERIFY(why->toPlainText().contains(u"too many, replaces none."_s));
        QVERIFY(why->toPlainText().contains(u"workers-b"_s));
        QVERIFY(why->toPlainText().contains(u"6 machines count as healthy"_s));
        QVERIFY(!why->toPlainText().contains(u"more-1"_s));
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(InspectorTest)
#include "tst_inspector.moc"
