// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the other family, and of the older health checks, are there once there is something in them.
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace windowtest;

class FamiliesTest : public QObject
{
    Q_OBJECT

private slots:
    void theSecondFamilyAppearsWithItsFirstObject()
    {
        Stage stage;
        auto *tabs = stage.window.findChild<ui::Tables *>();
        auto *family = stage.window.findChild<QComboBox *>(u"family"_s);
        const auto titles = [tabs] {
            QStringList shown;
            for (const ui::Kind kind : tabs->shownKinds())
                shown.append(u"%1 %2"_s.arg(ui::Tables::titleOf(kind)).arg(tabs->total(kind)));
            return shown;
        };
        QVERIFY(!family->isVisible());
        QCOMPARE(titles(),
            (QStringList {u"Machines 2"_s, u"Sets 1"_s, u"Deployments 0"_s, u"Nodes 2"_s,
                u"Health checks 1"_s, u"Events 0"_s}));
        ChangeSet changes;
        fake::addMcm(changes);
        stage.session.send(changes);
        QVERIFY(family->isVisible());
        QTest::keyClick(family, Qt::Key_Down);
        QCOMPARE(titles(),
            (QStringList {u"Machines 3"_s, u"Sets 1"_s, u"Deployments 1"_s, u"Classes 1"_s, u"Nodes 3"_s,
                u"Events 0"_s}));
        QCOMPARE(stage.cell(McmMachines, 0, u"phase"_s), u"Running"_s);
        QCOMPARE(stage.cell(McmMachines, 1, u"phase"_s), u"Pending"_s);
        QCOMPARE(stage.cell(McmMachines, 2, u"phase"_s), u"Failed CrashLoopBackOff"_s);
        QCOMPARE(stage.cell(McmMachines, 2, u"operation"_s), u"Create Failed ResourceExhausted"_s);
        QCOMPARE(stage.cell(McmMachines, 2, u"message"_s), u"Cloud quota of 3 machines is used up"_s);
        QCOMPARE(stage.cell(McmSets, 0, u"progress"_s),
            u"Failed 1/3 Ready · 1 failed · 1 provisioning"_s); // its machines were counted
        QVERIFY(stage.window.findChild<QLabel *>(u"inspectedName"_s)->text().contains(u"shoot-b</b>"_s));
    }

    void machinesOfTheSecondFamilyAreScaledBrokenAndDeleted()
    {
        Stage stage;
        ChangeSet changes;
        fake::addMcm(changes);
        stage.session.send(changes);
        QTest::keyClick(stage.window.findChild<QComboBox *>(u"family"_s), Qt::Key_Down);
        ui::ObjectTable *deployments = stage.table(McmDeployments);
        auto *box = typedReplicas(deployments, u"5"_s);
        QVERIFY(box);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->target,
            (core::api::ResourceRef {
                &core::api::resourceOf<core::api::mcm::MachineDeployment>(), {"shoot", "shoot"}}));
        QTest::keyClick(stage.table(McmMachines), Qt::Key_U);
        stage.chooseFault(0);
        QVERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(stage.session.last<BreakNodes>()->nodes, std::vector<std::string> {"shoot-b-1-node"});
        QTest::keyClick(stage.table(McmMachines), Qt::Key_X);
        QVERIFY(stage.session.last<DeleteThing>());
        QCOMPARE(stage.session.last<DeleteThing>()->thing.resource,
            &core::api::resourceOf<core::api::mcm::Machine>());
    }

    void aNodeLeadsToItsMachineInTheOtherFamily()
    {
        Stage stage;
        ChangeSet changes;
        fake::addMcm(changes);
        stage.session.send(changes);
        ui::ObjectTable *nodes = stage.table(Nodes);
        QVERIFY(nodes->selectKey({"", "shoot-b-1-node"}));
        QTest::keyClick(nodes, Qt::Key_O);
        auto *tabs = stage.window.findChild<ui::Tables *>();
        QCOMPARE(tabs->currentIndex(), int(McmMachines));
        QVERIFY(tabs->isShown(ui::Kind(McmMachines)));
        QVERIFY(!tabs->isShown(ui::Kind(Machines)));
    }

    void checksOfTheOldGenerationAreShownWhenThereAreSome()
    {
        Stage stage;
        auto *tabs = stage.window.findChild<ui::Tables *>();
        QVERIFY(!tabs->isShown(ui::Kind(OldChecks)));
        core::api::HealthCheckV1alpha1 check;
        check.metadata.ns = "default";
        check.metadata.name = "old";
        check.spec.selector.matchLabels = {{"set", "workers"}};
        ChangeSet changes;
        changes.of<core::api::HealthCheckV1alpha1>().upserts = {
            std::make_shared<const core::api::HealthCheckV1alpha1>(check)};
        stage.session.send(changes);
        QVERIFY(tabs->isShown(ui::Kind(OldChecks)));
        QCOMPARE(stage.cell(OldChecks, 0, u"selector"_s), u"set=workers"_s);
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(FamiliesTest)
#include "tst_families.moc"
