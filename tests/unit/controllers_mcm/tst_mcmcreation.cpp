// SPDX-License-Identifier: GPL-3.0-or-later
// docs/machines.md §9.5, §9.11: from a Machine to its instance, and what becomes of failures.
#include "mcmobjects.h"

using namespace mcmtest;

class TestMcmCreation : public QObject
{
    Q_OBJECT

private slots:
    void plan_data();
    void plan();
    void validationIsToldOncePerProblem();
    void whatItIsGivenWithItsInstance();
    void failedRequestsArePaced();
    void unreadableMachinesAreToldOfOnce_data();
    void unreadableMachinesAreToldOfOnce();
    void refusedRequestsNameTheirCode_data();
    void refusedRequestsNameTheirCode();
    void retries_data();
    void retries();
    void effectiveSettings();
    void frozenMachinesWait();
    void aPodOfTheOtherFamilyIsNobodys();
};

void TestMcmCreation::plan_data()
{
    QTest::addColumn<Machine>("machine");
    QTest::addColumn<MachineView>("seen");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("deeds");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<QByteArray>("delay");

    const QByteArray nothing;
    const QByteArray refused("CrashLoopBackOff; Create/Failed/FailedPrecondition");
    const auto invalid = [&](const char *name, const Machine &machine, const MachineView &seen,
                             const QByteArray &problem) {
        QTest::newRow(name) << machine << seen << refused
                            << "event Warning FailedValidate on default/m: " + problem
                            << QByteArray("FailedValidate") << QByteArray("10m0s");
    };
    QTest::newRow("9.1 the finalizer comes first")
        << unheld << prepared() << QByteArray("; /") << nothing << QByteArray("AddingFinalizer") << nothing;
    invalid("9.2 no class is named", with(fresh, "spec: {class: {name: null}}"), prepared(),
        "spec.class.name is missing");
    invalid("9.2 the class is of another kind", with(fresh, "spec: {class: {kind: AWSMachineClass}}"),
        prepared(), "spec.class.kind is \"AWSMachineClass\", and not MachineClass");
    invalid(
        "9.1 there is no such class", fresh, MachineView(), "spec.class: there is no MachineClass default/c");
    invalid("9.1 the class is somebody else's", fresh, prepared("provider: AWS"),
        "MachineClass c: provider is \"AWS\", and not kubemark");
    invalid("9.1 a node template without gpu", fresh,
        prepared("nodeTemplate: {capacity: {cpu: 1, memory: 1Gi}}"),
        "MachineClass c: nodeTemplate.capacity.gpu is missing");
    invalid("9.1 a node template without zone", fresh,
        prepared("nodeTemplate: {capacity: {cpu: 1, gpu: 0, memory: 1Gi}, instanceType: i, region: r}"),
        "MachineClass c: nodeTemplate.zone is missing");
    MachineView secretless = prepared();
    secretless.secrets.front().secret = nullptr;
    invalid("9.1 there is no such secret", fresh, secretless, "MachineClass c: there is no Secret default/s");
    invalid("9.3 an unreadable timeout",
        with(fresh, "metadata: {annotations: {node.machine.sapcloud.io/effective-creation-timeout: soon}}"),
        prepared(),
        "annotation node.machine.sapcloud.io/effective-creation-timeout: "
            + QByteArray::fromStdString(api::parseDuration("soon").error().message));
    QTest::newRow("9.1 nothing is created while the class is not held")
        << fresh << prepared("metadata: {finalizers: null}") << QByteArray("; /") << nothing
        << QByteArray("WaitingForFinalizer") << nothing;
    MachineView freeSecret = prepared();
    freeSecret.secrets.front().secret = shared(heldSecret, "metadata: {finalizers: null}");
    QTest::newRow("9.1 nor while the secret is not held")
        << fresh << freeSecret << QByteArray("; /") << nothing << QByteArray("WaitingForFinalizer")
        << nothing;
    QTest::newRow("9.5 row 2: the instance is created")
        << fresh << prepared() << QByteArray("; /") << QByteArray("create Pod kubemark-actuator/m-4a49acf8")
        << QByteArray("CreatingPod") << nothing;
    QTest::newRow("9.11 a malformed configuration")
        << fresh << prepared("providerSpec: {image: ''}")
        << QByteArray("CrashLoopBackOff; Create/Failed/InvalidArgument")
        << QByteArray("event Warning FailedCreate on default/m: image is required: the container image with "
                      "the hollow node")
        << QByteArray("DriverRefused") << QByteArray("3m0s");
    QTest::newRow("9.5 row 5: Failed once the creation timeout is over")
        << with(fresh, "{metadata: {creationTimestamp: 2026-11-20T09:49:59Z}, spec: {class: {name: null}}}")
        << prepared() << QByteArray("Failed; Create/Failed/FailedPrecondition")
        << QByteArray("event Warning FailedValidate on default/m: spec.class.name is missing")
        << QByteArray("FailedValidate") << QByteArray("10m0s");
    const Machine crashed = with(fresh, R"(
status:
  lastOperation: {type: Create, state: Failed, errorCode: Unavailable, lastUpdateTime: 2026-11-20T10:09:56Z}
  currentStatus: {phase: CrashLoopBackOff, lastUpdateTime: 2026-11-20T10:09:56Z}
)");
    QTest::newRow("9.5 row 5: a failed creation waits for its retry")
        << crashed << prepared() << QByteArray("CrashLoopBackOff; Create/Failed/Unavailable") << nothing
        << QByteArray("WaitingToRetry") << QByteArray("1s");
    QTest::newRow("9.5 row 5: and is then tried again")
        << with(crashed, "status: {lastOperation: {lastUpdateTime: 2026-11-20T10:09:55Z}}") << prepared()
        << QByteArray("CrashLoopBackOff; Create/Failed/Unavailable")
        << QByteArray("create Pod kubemark-actuator/m-4a49acf8") << QByteArray("CreatingPod") << nothing;
    QTest::newRow("9.5 row 5: what was put right since is not waited for")
        << with(crashed,
               "status: {lastOperation: {errorCode: FailedPrecondition, lastUpdateTime: "
               "2026-11-20T10:09:59Z}}")
        << prepared() << QByteArray("CrashLoopBackOff; Create/Failed/FailedPrecondition")
        << QByteArray("create Pod kubemark-actuator/m-4a49acf8") << QByteArray("CreatingPod") << nothing;
    QTest::newRow("9.5 row 4: with an instance it is Pending")
        << fresh << withPod() << QByteArray("Pending (timer); Create/Processing")
        << QByteArray("event Normal Created on default/m: Created Machine m")
        << QByteArray("InstanceFound,Created") << nothing;
    QTest::newRow("9.5 row 4: also after failures")
        << crashed << withPod() << QByteArray("Pending (timer); Create/Processing")
        << QByteArray("event Normal Created on default/m: Created Machine m")
        << QByteArray("InstanceFound,Created") << nothing;
    QTest::newRow("9.5 row 3: a node that is older than the instance is somebody else's")
        << fresh << withNode("metadata: {creationTimestamp: 2026-11-20T09:00:00Z}")
        << QByteArray("Failed; Create/Failed/Internal")
        << QByteArray("delete Pod kubemark-actuator/m-4a49acf8 pod-uid\n"
                      "event Warning StaleNode on default/m: Node m-4a49acf8 is older than the instance of "
                      "that name")
        << QByteArray("StaleNode") << nothing;
    QTest::newRow("9.5 an instance that was there and is gone is not made anew")
        << with(fresh, "spec: {providerID: 'kubemark://m-4a49acf8'}") << prepared()
        << QByteArray("Pending (timer); /") << nothing << QByteArray("InstanceMissing") << nothing;
}

void TestMcmCreation::plan()
{
    QFETCH(const Machine, machine);
    QFETCH(const MachineView, seen);
    const runtime::Plan plan = planFor(machine, seen);
    QTEST(outcome(support::after(machine, plan.effects)), "after");
    QTEST(textOf(support::deeds(machine, plan.effects)), "deeds");
    QTEST(codesOf(plan.reasons), "codes");
    QTEST(delayOf(plan), "delay");
}

void TestMcmCreation::validationIsToldOncePerProblem()
{
    const runtime::Plan first = planFor(fresh, MachineView());
    const Machine told = support::after(fresh, first.effects);
    QCOMPARE(textOf(planFor(told, MachineView(), now + 1min).effects), QByteArray());
}

void TestMcmCreation::whatItIsGivenWithItsInstance()
{
    const Machine made = support::after(fresh, planFor(fresh, withPod()).effects);
    QCOMPARE(made.metadata.label("node"), std::string_view("m-4a49acf8"));
    QCOMPARE(made.metadata.annotation("machinepriority.machine.sapcloud.io"), std::string_view("3"));
    QCOMPARE(made.spec.providerID, std::string("kubemark://m-4a49acf8"));
    QCOMPARE(made.status.addresses.size(), std::size_t(2));
    QVERIFY(made.status.lastKnownState.find("kubemark-actuator/m-4a49acf8") != std::string::npos);
    const Machine chosen = with(fresh, "metadata: {annotations: {machinepriority.machine.sapcloud.io: '1'}}");
    const Machine kept = support::after(chosen, planFor(chosen, withPod()).effects);
    QCOMPARE(kept.metadata.annotation("machinepriority.machine.sapcloud.io"), std::string_view("1"));
}

void TestMcmCreation::unreadableMachinesAreToldOfOnce_data()
{
    QTest::addColumn<QByteArray>("phase");
    QTest::addColumn<QByteArray>("outcome");
    QTest::newRow("9.2 a new one") << QByteArray()
                                   << QByteArray("CrashLoopBackOff; Create/Failed/FailedPrecondition");
    QTest::newRow("9.2 one that waits for its node")
        << QByteArray("Pending") << QByteArray("Pending; Create/Failed/FailedPrecondition");
    QTest::newRow("9.2 one that runs stays so")
        << QByteArray("Running") << QByteArray("Running; Update/Failed/FailedPrecondition");
}

void TestMcmCreation::unreadableMachinesAreToldOfOnce()
{
    QFETCH(const QByteArray, phase);
    const Machine machine = with(fresh, "status: {currentStatus: {phase: '" + phase + "'}}");
    const std::string problem = "spec.healthTimeout: not a duration";
    const runtime::Plan plan = controllers::mcm::planRefusal(machine, problem, now);
    QCOMPARE(codesOf(plan.reasons), QByteArray("FailedValidate"));
    QCOMPARE(plan.effects.size(), std::size_t(2)); // the status and an event
    const Machine told = support::after(machine, plan.effects);
    QTEST(outcome(told), "outcome");
    QCOMPARE(told.status.lastOperation.description, problem);
    QVERIFY(controllers::mcm::planRefusal(told, problem, now + 1h).effects.empty());
}

void TestMcmCreation::failedRequestsArePaced()
{
    const base::Error quota {base::ErrorKind::Forbidden, "pods is forbidden: exceeded quota: few", {}};
    const auto record = [&](const Machine &machine, base::Time at) {
        return support::after(machine,
            controllers::mcm::recordMachineFailure(machine, prepared(), driver, Settings(), quota, at));
    };
    const Machine once = record(fresh, now);
    QCOMPARE(outcome(once), QByteArray("CrashLoopBackOff; Create/Failed/ResourceExhausted"));
    const runtime::Plan waiting = planFor(once, prepared(), now + 1min);
    QCOMPARE(codesOf(waiting.reasons), QByteArray("WaitingToRetry"));
    QCOMPARE(delayOf(waiting), QByteArray("9m0s"));
    QCOMPARE(codesOf(planFor(once, prepared(), now + 10min).reasons), QByteArray("CreatingPod"));
    const Machine twice = record(once, now + 10min);
    QCOMPARE(codesOf(planFor(twice, prepared(), now + 11min).reasons), QByteArray("WaitingToRetry"));
    QCOMPARE(outcome(support::after(twice, planFor(twice, prepared(), now + 11min).effects)),
        QByteArray("Failed; Create/Failed/ResourceExhausted")); // 21 minutes old by then
}

void TestMcmCreation::refusedRequestsNameTheirCode_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, base::ErrorKind kind, const char *message, const char *code) {
        QTest::newRow(name) << static_cast<int>(kind) << QByteArray(message) << QByteArray(code);
    };
    using base::ErrorKind;
    row("9.11 a quota", ErrorKind::Forbidden, "pods is forbidden: exceeded quota: few", "ResourceExhausted");
    row("9.11 a limit", ErrorKind::Forbidden, "maximum cpu usage per Pod is 1", "ResourceExhausted");
    row("9.11 forbidden", ErrorKind::Forbidden, "pods is forbidden: User x cannot create",
        "PermissionDenied");
    row("9.11 malformed", ErrorKind::Invalid, "spec.x", "InvalidArgument");
    row("9.11 a time-out", ErrorKind::Transient, "the request timed out", "DeadlineExceeded");
    row("9.11 a broken server", ErrorKind::Transient, "500 InternalError", "Unavailable");
    row("9.11 too many requests", ErrorKind::TooManyRequests, "later", "Unavailable");
    row("9.11 not found", ErrorKind::NotFound, "no namespace", "NotFound");
    row("9.11 there already", ErrorKind::AlreadyExists, "x", "AlreadyExists");
    row("9.11 a conflict", ErrorKind::Conflict, "x", "Aborted");
    row("9.11 not known", ErrorKind::Unauthorized, "x", "Unauthenticated");
    row("9.11 not offered", ErrorKind::Unsupported, "x", "Unimplemented");
}

void TestMcmCreation::refusedRequestsNameTheirCode()
{
    QFETCH(const int, kind);
    QFETCH(const QByteArray, message);
    const base::Error error {static_cast<base::ErrorKind>(kind), message.toStdString(), {}};
    QTEST(QByteArray::fromStdString(std::string(nameOf(controllers::mcm::errorCodeOf(error)))), "code");
}

void TestMcmCreation::retries_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("create");
    QTest::addColumn<QByteArray>("remove");
    for (int code = 0; code <= static_cast<int>(ErrorCode::Uninitialized); ++code) {
        const bool passes = code == 2 || code == 4 || code == 10 || code == 14;
        const QByteArray create = code == 0 ? "" : passes ? "5s" : code == 8 ? "10m0s" : "3m0s";
        const QByteArray remove = code == 0 || code == 5 ? "" : passes ? "5s" : "10m0s";
        const std::string_view name = nameOf(static_cast<ErrorCode>(code));
        QTest::addRow("9.11 %d %s", code, std::string(name).c_str()) << code << create << remove;
    }
}

void TestMcmCreation::retries()
{
    QFETCH(const int, code);
    const auto text = [&](controllers::mcm::Operation operation) {
        const auto delay = controllers::mcm::retryAfter(operation, static_cast<ErrorCode>(code));
        return delay ? QByteArray::fromStdString(api::formatDuration(*delay)) : QByteArray();
    };
    QTEST(text(controllers::mcm::Operation::Create), "create");
    QTEST(text(controllers::mcm::Operation::Delete), "remove");
    const auto known = static_cast<ErrorCode>(code);
    QVERIFY(api::mcm::errorCodeNamed(nameOf(known)) == known);
}

void TestMcmCreation::effectiveSettings()
{
    const Machine own = with(fresh, R"(
metadata: {annotations: {node.machine.sapcloud.io/effective-creation-timeout: 1h}}
spec: {creationTimeout: 5m, healthTimeout: 1m, drainTimeout: 1m, inPlaceUpdateTimeout: 2m,
  machinePreserveTimeout: 3h, nodeConditions: "A, B ,,C"}
)");
    const Settings settings = controllers::mcm::effectiveFor(own, {});
    QCOMPARE(settings.creationTimeout, base::Duration(1h));
    QCOMPARE(settings.healthTimeout, base::Duration(1min));
    QCOMPARE(settings.drainTimeout, base::Duration(1min));
    QCOMPARE(settings.inPlaceUpdateTimeout, base::Duration(2min));
    QCOMPARE(settings.preserveTimeout, base::Duration(3h));
    QCOMPARE(settings.maxEvictRetries, std::int64_t(3)); // a minute has room for three
    QVERIFY((settings.nodeConditions == std::vector<std::string> {"A", "B", "C"}));
    const Settings usual = controllers::mcm::effectiveFor(fresh, {});
    QCOMPARE(usual.maxEvictRetries, std::int64_t(360));
    const Machine specOnly = with(fresh, "spec: {creationTimeout: 5m, maxEvictRetries: 7}");
    QCOMPARE(controllers::mcm::effectiveFor(specOnly, {}).creationTimeout, base::Duration(5min));
    QCOMPARE(controllers::mcm::effectiveFor(specOnly, {}).maxEvictRetries, std::int64_t(7));
}

void TestMcmCreation::frozenMachinesWait() // §9.9
{
    MachineView seen = prepared();
    seen.frozen = true;
    const runtime::Plan plan = planFor(fresh, seen);
    QCOMPARE(codesOf(plan.reasons), QByteArray("Frozen"));
    QCOMPARE(delayOf(plan), QByteArray("10m0s"));
    QVERIFY(plan.effects.empty());
    QCOMPARE(codesOf(planFor(with(terminating, "status: {lastOperation: {step: 6}}"), seen).reasons),
        QByteArray("Deleted"));
}

void TestMcmCreation::aPodOfTheOtherFamilyIsNobodys()
{
    MachineView seen = withPod("metadata: {labels: {machine.k8s.io/machine-uid: another}}");
    QVERIFY(!driver.find(fresh, seen.instance));
    seen.instance.pods = {
        shared(pod, "{metadata: {name: other, labels: {machine.k8s.io/machine-uid: another}}}")};
    QCOMPARE(codesOf(planFor(fresh, seen).reasons), QByteArray("CreatingPod"));
}

QTEST_GUILESS_MAIN(TestMcmCreation)
#include "tst_mcmcreation.moc"
