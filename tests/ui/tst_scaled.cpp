// SPDX-License-Identifier: GPL-3.0-or-later
// How long scaling took is told beside the time foreseen (docs/window.md W29), of sets and deployments of
// both machine systems.
#include "tests/ui/stage.h"
#include "ui/commandsender.h"
#include "ui/timeline/timelinepanel.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace std::chrono_literals;
using ui::Kind;
using ui::ObjectRef;

namespace {

/// Another machine of the machine-controller-manager's set, whose node is Ready.
void addShoot(ChangeSet &changes, int number)
{
    ChangeSet like;
    fake::addMcm(like);
    core::api::mcm::Machine machine = *like.of<core::api::mcm::Machine>().upserts.front();
    machine.metadata.name = "shoot-b-" + std::to_string(number);
    machine.metadata.uid = "uid-" + machine.metadata.name;
    const std::string node = machine.metadata.name + "-node";
    machine.metadata.labels.insert_or_assign(std::string(core::api::mcm::keys::nodeLabel), node);
    changes.of<core::api::mcm::Machine>().upserts.push_back(
        std::make_shared<const core::api::mcm::Machine>(std::move(machine)));
    changes.of<core::api::Node>().upserts.push_back(fake::node(node, "True"));
}

/// The machine belongs to a MachineSet.
void addMachine(ChangeSet &changes, const std::string &set, const std::string &suffix)
{
    const std::string name = set + "-" + suffix;
    changes.of<core::api::Machine>().upserts.push_back(
        fake::machine(name, set, core::api::phases::running, "node-of-" + name));
    changes.of<core::api::Node>().upserts.push_back(fake::node("node-of-" + name, "True"));
}

/// The machine was made in this moment, and its node was Ready so much later.
void addBoot(ChangeSet &changes, const std::string &name, core::base::Duration boot)
{
    using core::timeline::FactKind;
    const auto add = [&](FactKind kind, const core::api::ObjectKey &object, const std::string &to,
                         core::api::Time at) {
        changes.facts.push_back(
            {changes.facts.size() + 1, kind, object, "uid-" + object.name, "", to, at, at, 0, ""});
    };
    const core::api::Time made = fake::now() + 30s;
    add(FactKind::MachineCreated, {"default", name}, "", made);
    add(FactKind::NodeHealth, {"", "node-of-" + name}, "Ready", made + boot);
}

/// Sets and deployments of both systems, each with three machines.
ChangeSet threeOfEach()
{
    ChangeSet changes = fake::threeMachines();
    changes.status->timing = "demo"; // boots take 2 s to 4 s
    changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 3)};
    changes.of<core::api::MachineSet>().upserts.push_back(fake::revision("edge", 1, "edge-old", 1, 1));
    changes.of<core::api::MachineSet>().upserts.push_back(fake::revision("edge", 2, "edge-new", 2, 2));
    addMachine(changes, "edge-old", "a");
    addMachine(changes, "edge-new", "a");
    addMachine(changes, "edge-new", "b");
    fake::addMcm(changes);
    changes.of<core::api::mcm::Machine>().upserts.clear();
    for (int number = 1; number <= 3; ++number)
        addShoot(changes, number);
    return changes;
}

QStringList notices(const fake::Stage &stage)
{
    QStringList texts;
    for (const QLabel *label : stage.window.findChildren<QLabel *>(u"noticeText"_s))
        texts += label->text();
    return texts;
}

bool isTold(const fake::Stage &stage, const QString &begin)
{
    const QStringList texts = notices(stage);
    return std::ranges::any_of(texts, [&](const QString &text) {
        return text.startsWith(begin) && text.contains(u"(foreseen: within about 4.0"_s);
    });
}

} // namespace

class ScaledTest : public QObject
{
    Q_OBJECT

private slots:
    // W29
    void whatItTookIsToldBesideWhatWasForeseen_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("ns");
        QTest::addColumn<QString>("name");
        QTest::newRow("a set") << int(Kind::MachineSet) << u"default"_s << u"workers"_s;
        QTest::newRow("a deployment") << int(Kind::MachineDeployment) << u"default"_s << u"edge"_s;
        QTest::newRow("MCM's set") << int(Kind::McmMachineSet) << u"shoot"_s << u"shoot-b"_s;
        QTest::newRow("MCM's deployment") << int(Kind::McmMachineDeployment) << u"shoot"_s << u"shoot"_s;
    }
    void whatItTookIsToldBesideWhatWasForeseen()
    {
        QFETCH(int, kind);
        QFETCH(QString, ns);
        QFETCH(QString, name);
        fake::Stage stage(threeOfEach());
        const ObjectRef target {Kind(kind), {ns.toStdString(), name.toStdString()}};
        stage.window.findChild<ui::CommandSender *>()->scale(target, 4);
        QVERIFY(stage.session.last<Scale>());
        stage.session.send({}); // three of four
        const QString told = u"%1: 4 of 4 Ready after "_s.arg(name);
        QVERIFY2(!isTold(stage, told), qPrintable(notices(stage).join(u'\n')));
        ChangeSet more;
        addMachine(more, "workers", "d");
        addMachine(more, "edge-new", "c");
        addShoot(more, 4);
        stage.session.send(more);
        QTRY_VERIFY2(isTold(stage, told), qPrintable(notices(stage).join(u'\n')));
    }

    // W29
    void whatItTookLeadsToItsStretchOfTheChart()
    {
        fake::Stage stage(threeOfEach());
        stage.window.findChild<ui::CommandSender *>()->scale({Kind::MachineSet, {"default", "workers"}}, 5);
        ChangeSet more;
        more.facts.push_back({1, core::timeline::FactKind::NodeHealth, {"", "node-a"}, "uid-node-a", "",
            "Ready", fake::now() - 10min, fake::now() - 10min, 0, ""}); // long before
        for (const std::string suffix : {"d", "e"}) {
            addMachine(more, "workers", suffix);
            addBoot(more, "workers-" + suffix, suffix == "d" ? 2600ms : 4s);
        }
        stage.session.send(more);
        QTRY_VERIFY2(
            isTold(stage, u"workers: 5 of 5 Ready after "_s), qPrintable(notices(stage).join(u'\n')));
        QVERIFY2(stage.notice().endsWith(u"Median boot 4.0\u00a0s, slowest workers-e in 4.0\u00a0s"_s),
            qPrintable(stage.notice()));
        auto *panel = stage.window.findChild<ui::TimelinePanel *>();
        panel->showPage(ui::TimelinePanel::Page::Recoveries);
        stage.action("takeOffer")->trigger();
        QTRY_VERIFY(panel->chart().isVisible());
        const auto shown = panel->chart().shown();
        QVERIFY(shown.end - shown.begin < 1min);
    }

    // W48
    void theKeyStillScalesBack()
    {
        fake::Stage stage(threeOfEach());
        stage.window.findChild<ui::CommandSender *>()->scale({Kind::MachineSet, {"default", "workers"}}, 4);
        stage.session.answer(std::string("Scaled"));
        ChangeSet more;
        more.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 4, 4)};
        addMachine(more, "workers", "d");
        stage.session.send(more);
        QTRY_VERIFY2(
            isTold(stage, u"workers: 4 of 4 Ready after "_s), qPrintable(notices(stage).join(u'\n')));
        stage.action("takeOffer")->trigger();
        QCOMPARE(stage.session.last<Scale>()->replicas, 3);
    }

    // W29
    void whatGoesIsNotAwaited()
    {
        fake::Stage stage(threeOfEach());
        stage.window.findChild<ui::CommandSender *>()->scale(
            {Kind::MachineDeployment, {"default", "edge"}}, 2);
        ChangeSet fewer;
        fewer.of<core::api::Machine>().removed = {{"default", "edge-old-a"}};
        stage.session.send(fewer);
        QVERIFY2(
            !notices(stage).join(u'\n').contains(u"Ready after"_s), qPrintable(notices(stage).join(u'\n')));
    }
};

QTEST_MAIN(ScaledTest)
#include "tst_scaled.moc"
