// SPDX-License-Identifier: GPL-3.0-or-later
// Provider errors by recipe (core/api/providererrors.h): who is refused, how often, when the next attempt is.

#include "core/actuator/hollowpod.h"
#include "core/actuator/kubemarkactuator.h"
#include "core/actuator/kubemarkstatus.h"
#include "core/actuator/providerfaults.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace std::chrono_literals;
using actuator::ActuatorPlan;
using support::codesOf;
using support::textOf;

namespace {

const base::Time start = api::parseTime("2026-11-20T10:00:00Z").value();

api::Machine machineWith(const std::string &errors, const std::string &uid = "uid-1")
{
    api::Machine machine;
    machine.metadata.name = "m";
    machine.metadata.ns = "default";
    machine.metadata.uid = uid;
    machine.metadata.creationTimestamp = start;
    api::KubemarkProviderConfig config;
    config.image = "i";
    config.metadata.annotations.emplace(api::keys::providerErrors, errors);
    machine.spec.providerSpec.value = api::writeProviderConfig(config);
    return machine;
}

void record(api::Machine &machine, const ActuatorPlan &plan)
{
    if (plan.facts)
        machine.status.providerStatus = plan.facts->providerStatus;
}

actuator::KubemarkActuator actuatorOf(std::uint64_t seed)
{
    return actuator::KubemarkActuator {{"host", false, base::Chance(seed)}};
}

actuator::ObservedInstance seeing(const api::Machine &machine)
{
    actuator::ObservedInstance seen;
    api::Pod pod = actuator::hollowPod(machine, {}, {});
    pod.metadata.uid = "pod-uid";
    pod.status.phase = "Running";
    seen.pods = {std::make_shared<const api::Pod>(pod)};
    return seen;
}

/// The seconds at which an instance is asked for, each a dot when refused and a plus when not: "0. 1. 3+".
/// Looks when told to, and in between, which must ask for nothing.
std::string attempts(api::Machine machine, std::uint64_t seed, bool creating, int most = 20)
{
    const actuator::KubemarkActuator kubemark = actuatorOf(seed);
    std::string text;
    base::Time now = start;
    for (int i = 0; i < most; ++i) {
        const ActuatorPlan plan = creating ? kubemark.planCreate(machine, {}, now)
                                           : kubemark.planDelete(machine, seeing(machine), now);
        text += (text.empty() ? "" : " ") + std::to_string((now - start) / 1s);
        if (!plan.refused)
            return text + "+";
        text += ".";
        record(machine, plan);
        const ActuatorPlan waiting = creating ? kubemark.planCreate(machine, {}, now + 10ms)
                                              : kubemark.planDelete(machine, seeing(machine), now + 10ms);
        if (!waiting.effects.empty() || !waiting.events.empty()
            || waiting.facts->providerStatus != machine.status.providerStatus)
            return text + " does not wait";
        now += *plan.checkAgainAfter;
    }
    return text + " …";
}

} // namespace

class TestProviderFaults : public QObject
{
    Q_OBJECT

private slots:
    void refusesAsToldAndBacksOff_data()
    {
        QTest::addColumn<QString>("errors");
        QTest::addColumn<bool>("creating");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *errors, bool creating, const char *expected) {
            QTest::addRow("%s, %s", creating ? "create" : "delete", errors)
                << QString::fromUtf8(errors) << creating << QString::fromUtf8(expected);
        };
        row("create 1 times", true, "0. 1+");
        row("create 4 times quota", true, "0. 1. 3. 7. 15+");
        row("create always forbidden", true,
            "0. 1. 3. 7. 15. 31. 63. 123. 183. 243. 303. 363. 423. 483. 543. "
            "603. 663. 723. 783. 843. …");
        row("delete always", true, "0+");
        row("create always", false, "0+");
        row("delete 2 times timeout", false, "0. 1. 3+");
        row("quota 1", true, "0+");
    }
    void refusesAsToldAndBacksOff()
    {
        QFETCH(QString, errors);
        QFETCH(bool, creating);
        QTEST(QString::fromStdString(attempts(machineWith(errors.toStdString()), 1, creating)), "expected");
    }

    void saysWhatWasRefused_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("excuse");
        QTest::newRow("quota") << "quota" << 8 << "the quota is used up";
        QTest::newRow("forbidden") << "forbidden" << 7 << "the provider forbids it";
        QTest::newRow("unavailable") << "unavailable" << 14 << "the provider is unavailable";
        QTest::newRow("timeout") << "timeout" << 4 << "the provider did not answer in time";
    }
    void saysWhatWasRefused()
    {
        QFETCH(QString, kind);
        QFETCH(int, code);
        QFETCH(QString, excuse);
        const api::Machine machine = machineWith("create always " + kind.toStdString());
        const ActuatorPlan plan = actuatorOf(1).planCreate(machine, {}, start);
        const std::string message = "attempt 1 to create the instance failed: " + excuse.toStdString();
        QCOMPARE(api::driverCode(plan.refused->kind), code);
        QCOMPARE(plan.refused->message, message);
        QCOMPARE(textOf(plan.events),
            QByteArray::fromStdString("event Warning FailedCreate on default/m: " + message));
        QVERIFY(plan.effects.empty() && plan.invalid.empty());
        QCOMPARE(codesOf(plan.reasons), QByteArray("ProviderRefused"));
        QCOMPARE(plan.reasons.at(0).facts().at("kind"), kind.toStdString());
        api::Machine after = machine;
        record(after, plan);
        const api::KubemarkProviderStatus status = actuator::providerStatusOf(after);
        const api::ProviderCondition *created = actuator::creationCondition(status);
        QCOMPARE(created->status + " " + created->reason + " " + created->message,
            "False MachineCreationFailed " + message);
        QVERIFY(status.failure == (api::ProviderFailure {"create", kind.toStdString(), 1, start}));
    }

    void aRefusedDeletionIsToldOnTheMachine()
    {
        api::Machine machine = machineWith("delete 1 times");
        const auto kubemark = actuatorOf(1);
        const ActuatorPlan plan = kubemark.planDelete(machine, seeing(machine), start);
        QVERIFY(plan.effects.empty() && !plan.done);
        QCOMPARE(textOf(plan.events),
            QByteArray(
                "event Warning FailedDelete on default/m: attempt 1 to delete the instance failed: the "
                "provider is unavailable"));
        record(machine, plan);
        QCOMPARE(codesOf(kubemark.planDelete(machine, seeing(machine), start + 1s).reasons),
            QByteArray("DeletingPods"));
    }

    void anInvalidRequestIsFinal()
    {
        const ActuatorPlan plan = actuatorOf(1).planCreate(machineWith("create 1 times invalid"), {}, start);
        QCOMPARE(
            plan.invalid, "attempt 1 to create the instance failed: the provider finds the request invalid");
        QVERIFY(!plan.checkAgainAfter);
    }

    void successEndsTheCount()
    {
        api::Machine machine = machineWith("create 1 times");
        const auto kubemark = actuatorOf(1);
        record(machine, kubemark.planCreate(machine, {}, start));
        QVERIFY(actuator::providerStatusOf(machine).failure);
        record(machine, kubemark.planUpdate(machine, seeing(machine), start + 2s));
        QVERIFY(!actuator::providerStatusOf(machine).failure);
    }

    void takingTheRuleAwayHelpsAtOnce()
    {
        api::Machine machine = machineWith("create always");
        const auto kubemark = actuatorOf(1);
        record(machine, kubemark.planCreate(machine, {}, start));
        machine.spec.providerSpec.value = machineWith("quota 3").spec.providerSpec.value;
        QVERIFY(kubemark.planCreate(machine, {}, start + 10ms).refused); // a rule is left: one backs off
        machine.spec.providerSpec.value = machineWith("delete always").spec.providerSpec.value;
        QCOMPARE(textOf(kubemark.planCreate(machine, {}, start + 10ms).effects),
            QByteArray("create Pod kubemark-actuator/m-4a49acf8"));
    }

    void theQuotaCountsTheOthers_data()
    {
        QTest::addColumn<int>("siblingsAhead");
        QTest::addColumn<bool>("refused");
        QTest::newRow("none") << 0 << false;
        QTest::newRow("room for one") << 2 << false;
        QTest::newRow("full") << 3 << true;
        QTest::newRow("more than full") << 4 << true;
    }
    void theQuotaCountsTheOthers()
    {
        QFETCH(int, siblingsAhead);
        actuator::ObservedInstance seen;
        seen.siblingsAhead = static_cast<std::size_t>(siblingsAhead);
        const auto plan = actuatorOf(1).planCreate(machineWith("quota 3"), seen, start);
        QTEST(plan.refused.has_value(), "refused");
        if (plan.refused)
            QVERIFY(plan.refused->kind == api::ProviderErrorKind::Quota);
        QVERIFY(actuatorOf(1).quota(machineWith("quota 3")) == 3U);
        QVERIFY(!actuatorOf(1).quota(machineWith("create always")));
    }

    /// docs/design.md D20
    void diceAreTheMachinesOwn()
    {
        const auto of = [](const char *errors, const char *uid, std::uint64_t seed) {
            return attempts(machineWith(errors, uid), seed, true);
        };
        QCOMPARE(of("create 60%", "uid-7", 3), of("create 60%", "uid-7", 3));
        int refused = 0;
        int different = 0;
        for (int i = 0; i < 1000; ++i) {
            const std::string uid = "uid-" + std::to_string(i);
            refused += of("create 30%", uid.c_str(), 3).starts_with("0.") ? 1 : 0;
            different += of("create 30%", uid.c_str(), 3) != of("create 30%", uid.c_str(), 4) ? 1 : 0;
        }
        QVERIFY2(refused > 250 && refused < 350, qPrintable(QString::number(refused)));
        QVERIFY(different > 200);
    }
};

QTEST_GUILESS_MAIN(TestProviderFaults)
#include "tst_providerfaults.moc"
