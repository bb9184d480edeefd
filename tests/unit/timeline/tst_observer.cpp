// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/api/workload.h"
#include "core/timeline/observer.h"
#include "core/timeline/text.h"

#include <QTest>

using namespace core::timeline;
using namespace test;

namespace {

constexpr api::ReasonKind waitSayings[] {
    {"Waits", "Waits for {pod}: {why}."},
    {"Full", "{count} are there"},
};
constexpr api::Sayings<waitSayings> waitSaying;

QString textOf(const std::vector<Fact> &facts)
{
    std::string text;
    for (const Fact &fact : facts) {
        text += (text.empty() ? "" : "; ") + std::string(nameOf(fact.kind)) + " " + fact.object.text() + " "
            + fact.from + ">" + fact.to;
    }
    return QString::fromStdString(text);
}

} // namespace

class TestObserver : public QObject
{
    Q_OBJECT

private slots:
    void nodeTransitions_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("facts");

        const auto row = [](const char *name, const char *before, const char *after, const char *facts) {
            QTest::newRow(name) << QString::fromLatin1(before) << QString::fromLatin1(after)
                                << QString::fromLatin1(facts);
        };
        row("Ready turns False", "True", "False", "NodeHealth n1 Ready>NotReady");
        row("Ready turns Unknown", "True", "Unknown", "NodeHealth n1 Ready>Unknown");
        row("NotReady turns Unknown", "False", "Unknown", "NodeHealth n1 NotReady>Unknown");
        row("NotReady turns Ready", "False", "True", "NodeHealth n1 NotReady>Ready");
        row("Unknown turns Ready", "Unknown", "True", "NodeHealth n1 Unknown>Ready");
        row("a node that never reported counts as NotReady", "", "True", "NodeHealth n1 NotReady>Ready");
        row("the same health is no fact", "True", "True", "");
    }
    void nodeTransitions()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, facts);
        Observer observer;
        observer.observe(node("n1", before.toStdString()), at(0));
        QCOMPARE(textOf(observer.observe(node("n1", after.toStdString()), at(1))), facts);
    }

    void nodeFactCarriesBothTimesAndItsMachine()
    {
        Observer observer;
        observer.observe(node("n1", "True", "m1"), at(0));
        api::Node broken = node("n1", "False", "m1");
        broken.status.conditions[0].lastTransitionTime = at(5000);
        broken.status.conditions[0].reason = "KubeletNotReady";
        broken.status.conditions[0].message = "runtime is down";
        const auto facts = observer.observe(broken, at(5321));
        QCOMPARE(facts.size(), 1U);
        QVERIFY(facts[0].serverTime == at(5000));
        QVERIFY(facts[0].arrivalTime == at(5321));
        QCOMPARE(facts[0].revision, 7U);
        QVERIFY(facts[0].owner == inDefault("m1"));
        QCOMPARE(facts[0].detail, std::string("KubeletNotReady: runtime is down"));
    }

    void aNodeAppearsAndGoes()
    {
        Observer observer;
        const auto first = observer.observe(node("n1", ""), at(0));
        QCOMPARE(textOf(first), QStringLiteral("NodeHealth n1 >NotReady"));
        QVERIFY(first[0].serverTime == at(-60'000)); // no condition: when it was created
        const auto gone = observer.nodeGone({"", "n1"}, at(9));
        QCOMPARE(textOf(gone), QStringLiteral("NodeHealth n1 NotReady>"));
        QVERIFY(gone[0].serverTime == at(9));
        QVERIFY(observer.nodeGone({"", "n1"}, at(10)).empty());
    }

    void theHollowHostIsNoSubject()
    {
        api::Node host = node("hollow-host-lab", "True");
        host.metadata.labels[std::string(api::keys::hollowHost)] = "true";
        Observer observer;
        QVERIFY(observer.observe(host, at(0)).empty());
        QVERIFY(observer.nodeGone(host.key(), at(1)).empty());
    }

    void aFaultIsPutOnRewrittenAndTakenAway()
    {
        Observer observer;
        api::Node broken = node("n1", "True");
        observer.observe(broken, at(0));
        std::string &fault = broken.metadata.annotations[std::string(api::keys::fault)];
        fault = "not-ready for 30s";
        QCOMPARE(textOf(observer.observe(broken, at(1))), QStringLiteral("Fault n1 >not-ready for 30s"));
        QVERIFY(observer.observe(broken, at(2)).empty());
        broken.metadata.annotations.clear();
        broken.status.conditions[0].status = "False";
        QCOMPARE(textOf(observer.observe(broken, at(3))),
            QStringLiteral("Fault n1 not-ready for 30s>; NodeHealth n1 Ready>NotReady"));
    }

    void aMachineLives()
    {
        Observer observer;
        const auto created = observer.observe(machine("m1", ""), at(0));
        QCOMPARE(textOf(created), QStringLiteral("MachineCreated default/m1 >"));
        QVERIFY(created[0].serverTime == at(-30'000));
        QVERIFY(created[0].owner == inDefault("workers"));
        QCOMPARE(textOf(observer.observe(machine("m1", "Provisioning"), at(1))),
            QStringLiteral("MachinePhase default/m1 >Provisioning"));
        const auto running = observer.observe(machine("m1", "Running", "n1"), at(2));
        QCOMPARE(textOf(running), QStringLiteral("MachinePhase default/m1 Provisioning>Running"));
        QCOMPARE(running[0].node, std::string("n1"));
        api::Machine deleted = machine("m1", "Running", "n1");
        deleted.metadata.deletionTimestamp = at(3000);
        const auto asked = observer.observe(deleted, at(3456));
        QCOMPARE(textOf(asked), QStringLiteral("MachineDeleting default/m1 >"));
        QVERIFY(asked[0].serverTime == at(3000));
        deleted.status.phase = "Deleting";
        QCOMPARE(textOf(observer.observe(deleted, at(3500))),
            QStringLiteral("MachinePhase default/m1 Running>Deleting"));
        QCOMPARE(textOf(observer.machineGone(deleted.key(), at(4000))),
            QStringLiteral("MachinePhase default/m1 Deleting>"));
    }

    void aPhaseChangeHasTheTimeOfItsStatusWrite()
    {
        Observer observer;
        api::Machine seen = machine("m1", "Provisioning");
        seen.status.lastUpdated = at(1000);
        observer.observe(seen, at(1100));
        seen.status.phase = "Provisioned"; // lastUpdated stands still: it says nothing about this change
        QVERIFY(observer.observe(seen, at(2200))[0].serverTime == at(2200));
        seen.status.phase = "Running";
        seen.status.lastUpdated = at(3000);
        QVERIFY(observer.observe(seen, at(3300))[0].serverTime == at(3000));
    }

    void aSetIsScaledAndGetsReady()
    {
        Observer observer;
        QCOMPARE(textOf(observer.observe(machineSet(3, 0), at(0))),
            QStringLiteral("SetReplicas default/workers >3; SetReady default/workers >0"));
        QCOMPARE(textOf(observer.observe(machineSet(5, 3), at(1))),
            QStringLiteral("SetReplicas default/workers 3>5; SetReady default/workers 0>3"));
        QVERIFY(observer.observe(machineSet(5, 3), at(2)).empty());
        QCOMPARE(textOf(observer.machineSetGone(inDefault("workers"), at(3))),
            QStringLiteral("SetReplicas default/workers 5>; SetReady default/workers 3>"));
    }

    void ofADeploymentsSetItIsToldWhatTheDeploymentWants_data()
    {
        QTest::addColumn<bool>("isMcm");
        QTest::newRow("machine.openshift.io") << false;
        QTest::newRow("machine.sapcloud.io") << true;
    }

    void ofADeploymentsSetItIsToldWhatTheDeploymentWants()
    {
        QFETCH(bool, isMcm);
        Observer observer;
        api::MachineSet ours = machineSet(3, 0);
        api::mcm::MachineSet theirs;
        theirs.spec.replicas = 3;
        api::ObjectMeta &meta = isMcm ? theirs.metadata : ours.metadata;
        meta = ours.metadata;
        meta.ownerReferences = {{"", "MachineDeployment", "edge", "uid-edge", true, true}};
        meta.annotations.emplace(isMcm ? api::keys::deploymentReplicas : api::keys::desiredReplicas, "7");
        const auto told = isMcm ? observer.observe(theirs, at(0)) : observer.observe(ours, at(0));
        QCOMPARE(told.size(), std::size_t(2));
        QCOMPARE(told[0].owner.name, std::string("edge"));
        QCOMPARE(told[0].detail, std::string("7"));
        QCOMPARE(told[1].detail, std::string());
    }

    void aSetOfTheOtherFamilyIsAnotherSet()
    {
        api::mcm::MachineSet set;
        set.metadata = machineSet(3, 0).metadata; // the same name
        set.spec.replicas = 5;
        Observer observer;
        observer.observe(machineSet(3, 0), at(0));
        const auto told = observer.observe(set, at(1));
        const QString name = QString::fromStdString(set.key().text());
        QCOMPARE(textOf(told), QStringLiteral("McmSetReplicas %1 >5; McmSetReady %1 >0").arg(name));
        QVERIFY(observer.observe(set, at(2)).empty());
        Observer restarted;
        for (const Fact &fact : told)
            restarted.learn(fact);
        QVERIFY(restarted.observe(set, at(3)).empty());
        QCOMPARE(restarted.knownMcmMachineSets().size(), std::size_t(1));
        QCOMPARE(textOf(restarted.mcmMachineSetGone(set.key(), at(4))),
            QStringLiteral("McmSetReplicas %1 5>; McmSetReady %1 0>").arg(name));
        QVERIFY(restarted.mcmMachineSetGone(set.key(), at(5)).empty());
    }

    void aMachineOfTheOtherFamilyIsToldAlike()
    {
        namespace phases = api::mcm::phases;
        api::mcm::Machine seen;
        seen.metadata = machine("m1", "").metadata; // the same name
        Observer observer;
        observer.observe(machine("m1", "Running", "n1"), at(0));
        std::vector<Fact> told = observer.observe(seen, at(1));
        QCOMPARE(textOf(told), QStringLiteral("McmMachineCreated default/m1 >"));
        QCOMPARE(told.front().owner, inDefault("workers"));
        const auto becomes = [&](std::string_view phase) {
            seen.status.currentStatus.phase = phase;
            const std::vector<Fact> facts = observer.observe(seen, at(2));
            told.insert(told.end(), facts.begin(), facts.end());
            return textOf(facts);
        };
        seen.metadata.labels[std::string(api::mcm::keys::nodeLabel)] = "n2";
        QCOMPARE(becomes(phases::running), QStringLiteral("McmMachinePhase default/m1 >Running"));
        QCOMPARE(told.back().node, std::string("n2"));
        seen.status.lastOperation = {
            "Health check timed out", "Internal", at(2), "Failed", "HealthCheck", {}};
        QCOMPARE(becomes(phases::failed), QStringLiteral("McmMachinePhase default/m1 Running>Failed"));
        QCOMPARE(told.back().detail, std::string("Internal: Health check timed out"));
        seen.metadata.deletionTimestamp = at(2000);
        QCOMPARE(becomes(phases::terminating),
            QStringLiteral("McmMachineDeleting default/m1 >; McmMachinePhase default/m1 Failed>Terminating"));
        QVERIFY(told.back().serverTime == at(2000));
        Observer restarted;
        for (const Fact &fact : told)
            restarted.learn(fact);
        QVERIFY(restarted.observe(seen, at(3)).empty());
        QCOMPARE(restarted.knownMcmMachines(), std::vector {inDefault("m1")});
        QVERIFY(restarted.knownMachines().empty());
        QCOMPARE(textOf(restarted.mcmMachineGone(seen.key(), at(4))),
            QStringLiteral("McmMachinePhase default/m1 Terminating>"));
        QCOMPARE(observer.knownMachines(), std::vector {inDefault("m1")}); // the one of that name stays
    }

    void whatWasDecidedAboutASetOfTheOtherFamilyGoesWithIt()
    {
        api::mcm::MachineSet set;
        set.metadata = machineSet(3, 0).metadata;
        Observer observer;
        std::vector<Fact> told = observer.observe(set, at(1));
        const auto decide = [&] { return observer.decided("mcm-machineset", set.key(), "Idle", "", at(2)); };
        told.push_back(decide().at(0));
        QVERIFY(decide().empty());
        told.push_back(observer.mcmMachineSetGone(set.key(), at(3)).at(0));
        QCOMPARE(decide().size(), 1U); // another one
        Observer restarted;
        for (const Fact &fact : told)
            restarted.learn(fact);
        QCOMPARE(restarted.decided("mcm-machineset", set.key(), "Idle", "", at(4)).size(), 1U);
    }

    void anotherUidIsAnotherObject()
    {
        Observer observer;
        observer.observe(machine("m1", "Running", "n1"), at(0));
        api::Machine again = machine("m1", "Provisioning");
        again.metadata.uid = "other";
        const auto facts = observer.observe(again, at(1));
        QCOMPARE(textOf(facts),
            QStringLiteral("MachinePhase default/m1 Running>; MachineCreated default/m1 >; "
                           "MachinePhase default/m1 >Provisioning"));
        QCOMPARE(facts[0].uid, std::string("uid-m1"));
        QCOMPARE(facts[1].uid, std::string("other"));
    }

    void decisionsAreToldWhereTheirCodesChange()
    {
        Observer observer;
        const auto say = [&](const std::string &controller, const std::string &codes) {
            return observer.decided(controller, inDefault("m1"), codes, "For 3 s.", at(7));
        };
        const auto first = say("machine", "WaitingForNode");
        QCOMPARE(textOf(first), QStringLiteral("Decision default/m1 >WaitingForNode"));
        QCOMPARE(first[0].controller, std::string("machine"));
        QCOMPARE(first[0].detail, std::string("For 3 s."));
        QVERIFY(first[0].serverTime == at(7));
        QVERIFY(say("machine", "WaitingForNode").empty());
        QCOMPARE(textOf(say("nodelink", "Linked")), QStringLiteral("Decision default/m1 >Linked"));
        QCOMPARE(
            textOf(say("machine", "Running")), QStringLiteral("Decision default/m1 WaitingForNode>Running"));

        Observer restarted;
        restarted.learn(first[0]);
        QVERIFY(restarted.decided("machine", inDefault("m1"), "WaitingForNode", "", at(100)).empty());
        observer.observe(machine("m1", "Running", "n1"), at(8));
        observer.machineGone(inDefault("m1"), at(9));
        QCOMPARE(
            textOf(say("machine", "Running")), QStringLiteral("Decision default/m1 >Running")); // another one
    }

    void whatWasDecidedAboutANodeGoesWithIt()
    {
        Observer observer;
        const api::ObjectKey key {"", "n1"};
        observer.observe(node("n1", "True"), at(1));
        QCOMPARE(observer.decided("nodelink", key, "Linked", "", at(2)).size(), 1U);
        QVERIFY(observer.decided("nodelink", key, "Linked", "", at(3)).empty());
        observer.nodeGone(key, at(4));
        QCOMPARE(observer.decided("nodelink", key, "Linked", "", at(5)).size(), 1U); // another one
    }

    void whatWasLearntIsNotToldAgain()
    {
        Observer first;
        std::vector<Fact> told;
        const auto tell = [&told](std::vector<Fact> facts) {
            told.insert(told.end(), facts.begin(), facts.end());
        };
        api::Node broken = node("n1", "False", "m1");
        broken.metadata.annotations[std::string(api::keys::fault)] = "silent";
        api::Machine deleted = machine("m1", "Deleting", "n1");
        deleted.metadata.deletionTimestamp = at(0);
        tell(first.observe(broken, at(0)));
        tell(first.observe(deleted, at(0)));
        tell(first.observe(machineSet(3, 2), at(0)));

        Observer restarted;
        for (const Fact &fact : told)
            restarted.learn(fact);
        QVERIFY(restarted.observe(broken, at(100)).empty());
        QVERIFY(restarted.observe(deleted, at(100)).empty());
        QVERIFY(restarted.observe(machineSet(3, 2), at(100)).empty());
        QCOMPARE(textOf(restarted.observe(node("n1", "True", "m1"), at(101))),
            QStringLiteral("Fault n1 silent>; NodeHealth n1 NotReady>Ready"));
    }

    void whatADecisionSaysIsKept()
    {
        const api::Saying said = waitSaying("Waits", "p", waitSaying("Full", 3));
        const auto keptOf = [](const api::Saying &saying) {
            return Observer().decided("machine", inDefault("m1"), "Waits", saying, at(7)).at(0);
        };
        const Fact fact = keptOf(said);
        QCOMPARE(fact.said, std::string(R"(["Waits","p",{"3 are there":["Full","3"]}])"));
        QVERIFY(sayingOf(fact) == said);
        QVERIFY(keptOf("a name").said.empty());
        QVERIFY(keptOf(waitSaying("Full", std::string(300, 'x'))).said.empty()); // it is cut
    }

    void whatWasKeptMayBeAnything_data()
    {
        QTest::addColumn<QByteArray>("said");
        for (const char *said : {"", "{", "{}", "[]", "[1]", "3", "null", "[[]]"})
            QTest::addRow("\"%s\"", said) << QByteArray(said);
    }
    void whatWasKeptMayBeAnything()
    {
        QFETCH(const QByteArray, said);
        Fact fact;
        fact.detail = "For 3 s.";
        fact.said = said.toStdString();
        QVERIFY(sayingOf(fact) == api::Saying("For 3 s."));
    }

    void longMessagesAreCutBetweenCharacters()
    {
        api::Node broken = node("n1", "False");
        std::string message;
        while (message.size() < 1000)
            message += "ä";
        broken.status.conditions[0].message = message;
        const std::string detail = Observer().observe(broken, at(0)).at(0).detail;
        QVERIFY(detail.size() < 210);
        QVERIFY(!QString::fromStdString(detail).contains(QChar::ReplacementCharacter));
        QVERIFY(detail.ends_with("ä…"));
    }
};

QTEST_GUILESS_MAIN(TestObserver)
#include "tst_observer.moc"
