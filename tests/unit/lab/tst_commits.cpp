// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md Q1 and docs/faults-and-threats.md X21, X23: when a write is on disk, who hears of it,
// and what is seen and refused until then.
#include "core/access/user.h"
#include "core/api/saying.h"
#include "labfile.h"

#include <QCoreApplication>
#include <QProcess>

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <limits>

using namespace labtest;

class TestCommits : public QObject, private LabFile
{
    Q_OBJECT

private slots:
    void init() { beginAnew(); }
    void acknowledgedWritesSurviveAKill();
    void aFullDiskRefusesWritesAndNothingElse();
    void callersInsideNeedNotHurry();
    void aListenerMayUnbindItself();
    void heartbeatsWaitForOthers();
    void aLabInMemoryIsCommittedAtOnce();
    void aListenerMayOutliveTheLab();
    void closing();

private:
    static void seesWhatTheDiskHas(Lab &lab);
};

namespace {

constexpr std::string_view replicaSets = "/apis/apps/v1/namespaces/default/replicasets";

} // namespace

void TestCommits::acknowledgedWritesSurviveAKill()
{
    std::uint64_t last = 0;
    for (int round = 0; round < 8; ++round) { // X21
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
            {QStringLiteral("write"), QString::fromStdString(path()), QString::number(round)});
        QVERIFY(child.waitForStarted());
        QByteArray output;
        const int wanted = 20 + 37 * round;
        while (output.count('\n') < wanted) {
            QVERIFY(child.waitForReadyRead(20'000));
            output += child.readAll();
        }
        child.kill(); // SIGKILL
        QVERIFY(child.waitForFinished());
        output += child.readAll();
        Lab lab(path());
        for (const QByteArray &line : output.left(output.lastIndexOf('\n')).split('\n')) {
            const QList<QByteArray> parts = line.split(' '); // revision and name of an acknowledged create
            QVERIFY2(lab.get(configMaps / parts[1].toStdString()).code == 200, line.constData());
            QVERIFY(parts[0].toULongLong() > last);
            last = parts[0].toULongLong();
        }
        QVERIFY(lab.server->revision() >= last);
        last = lab.server->revision();
    }
    COMPARE_TEXT(dump("PRAGMA integrity_check").front(), "ok");
}

/// The ConfigMap "kept" without the data, and the ReplicaSet without the size, that the disk refused, in
/// answers that may leave at once.
void TestCommits::seesWhatTheDiskHas(Lab &lab)
{
    const auto outside = [&](const std::string &target, std::string_view accept = {}) {
        api::Request request = Lab::request(Method::Get, target);
        request.accept = accept;
        return lab.server->frontServer().answer(request, {access::owner()});
    };
    const std::string all(configMaps);
    const Response listed = outside(all);
    COMPARE_TEXT(names(listed), "kept");
    QVERIFY(!api::find(*listed.list->items.front(), {"data"}));
    COMPARE_TEXT(listed.list->resourceVersion, std::to_string(lab.server->committedRevision()));
    const Response one = outside(all + "/kept");
    QCOMPARE(one.code, 200);
    QVERIFY(!api::find(*one.body, {"data"}));
    constexpr std::string_view table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const Response rows = outside(all, table); // as kubectl asks
    COMPARE_TEXT(at(rows, {"kind"}), "Table");
    const Response unknown = outside(all + "/unknown");
    QCOMPARE(unknown.code, 404);
    const Response scale = outside(replicaSets / "kept/scale");
    COMPARE_TEXT(at(scale, {"spec", "replicas"}), "1");
    for (const Response &answer : {listed, one, rows, outside(all + "/kept", table), unknown, scale})
        QCOMPARE(answer.revision, 0U);
    QCOMPARE(outside(all + "?resourceVersion=" + std::to_string(lab.server->revision())).code, 504);
}

void TestCommits::aFullDiskRefusesWritesAndNothingElse()
{
    Lab lab(path());
    QCOMPARE(lab.post(configMaps, "{metadata: {name: kept}}").code, 201);
    QCOMPARE(lab.post(replicaSets,
                    "{metadata: {name: kept}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: "
                    "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}")
                 .code,
        201);
    waitForDisk(lab);
    const auto seen = lab.watch(std::string(configMaps) + "?watch=1");
    lab.settle();
    struct rlimit old {
    };
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
    struct rlimit small = old;
    small.rlim_cur = 64U * 1024;
    std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Json large = api::JsonObject {{"data", api::JsonObject {{"x", std::string(200'000, 'x')}}}};
    QCOMPARE(lab.send(Method::Patch, configMaps / "kept", large, api::contentTypes::mergePatch).code, 200);
    (void)lab.patch(replicaSets / "kept/scale", "{spec: {replicas: 5}}");
    QTRY_VERIFY(!lab.server->trouble().empty());
    QVERIFY(lab.server->committedRevision() < lab.server->revision());
    const Response refused = lab.post(configMaps, "{metadata: {name: b}}"); // X23
    COMPARE_TEXT(verdict(refused), "500 InternalError");
    QVERIFY(message(refused).starts_with("lab disk full"));
    QCOMPARE(refused.saying->code, std::string("DiskFull"));
    QCOMPARE(lab.get("/readyz").code, 500);
    QVERIFY(lab.get("/readyz?verbose").text.find("lab disk full") != std::string::npos);
    QCOMPARE(lab.get("/livez").code, 200);
    seesWhatTheDiskHas(lab);
    QVERIFY(lab.get(configMaps / "kept").revision > lab.server->committedRevision()); // inside the process
    lab.settle();
    QVERIFY(seen->events.back().revision > lab.server->committedRevision()); // waits
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
    QTRY_VERIFY(lab.server->trouble().empty());
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}}").code, 201);
    waitForDisk(lab);
    lab.open(path());
    COMPARE_TEXT(names(lab.get(configMaps)), "b kept");
}

void TestCommits::callersInsideNeedNotHurry()
{
    Lab lab(path());
    waitForDisk(lab);
    std::atomic<std::uint64_t> announced = 0;
    std::atomic<int> commits = 0;
    base::Subscription listening = lab.server->onCommitted([&](std::uint64_t revision, const std::string &) {
        announced = revision;
        ++commits;
    });
    const api::LocalServer local = lab.server->localServer();
    for (int i = 0; i < 200; ++i)
        QCOMPARE(local
                     .answer(Lab::request(
                         Method::Post, configMaps, yaml("{metadata: {name: c" + std::to_string(i) + "}}")))
                     .code,
            201);
    QTRY_COMPARE(announced.load(), lab.server->revision());
    QVERIFY(commits < 50); // many in one transaction
    listening.reset();
    const auto heard = announced.load();
    QCOMPARE(lab.post(configMaps, "{metadata: {name: unheard}}").code, 201);
    waitForDisk(lab);
    QCOMPARE(announced.load(), heard);
}

void TestCommits::aListenerMayUnbindItself()
{
    Lab lab(path());
    waitForDisk(lab);
    std::atomic<int> calls = 0;
    base::Subscription listening;
    listening = lab.server->onCommitted([&](std::uint64_t, const std::string &) {
        ++calls;
        listening.reset();
    });
    for (const char *name : {"heard", "unheard", "last"}) {
        QCOMPARE(lab.post(configMaps, "{metadata: {name: " + std::string(name) + "}}").code, 201);
        waitForDisk(lab);
        QTRY_COMPARE(calls.load(), 1);
    }
}

/// Q1: and yet nobody outside sees what is not on disk, nor waits for it.
void TestCommits::heartbeatsWaitForOthers()
{
    constexpr int soon = 2'000; // sooner than heartbeats come to the disk by themselves
    Lab lab(path());
    Lab other(path() + ".other");
    const auto changeInside = [](Lab &changed, Method method, std::string_view target,
                                  const std::string &body) {
        api::Request asked = Lab::request(method, target, yaml(body));
        if (method == Method::Patch)
            asked.contentType = api::contentTypes::mergePatch;
        return changed.server->localServer().answer(asked).code;
    };
    int names = 0;
    const auto change = [&](Lab &changed) {
        const std::string body = "{metadata: {name: c" + std::to_string(++names) + "}}";
        QCOMPARE(changeInside(changed, Method::Post, configMaps, body), 201);
    };
    const auto letOthersCommit = [&] {
        for (int i = 0; i < 2; ++i) {
            change(other);
            waitForDisk(other);
        }
    };
    int seconds = 0;
    const auto renew = [&] {
        const std::string time = "'2025-11-20T10:00:0" + std::to_string(++seconds) + ".000000Z'";
        QCOMPARE(changeInside(lab, Method::Patch, leases / "n", "{spec: {renewTime: " + time + "}}"), 200);
    };
    const auto isOnDisk = [&] { return lab.server->committedRevision() == lab.server->revision(); };
    QCOMPARE(changeInside(lab, Method::Post, leases,
                 "{metadata: {name: n}, spec: {renewTime: '2025-11-20T10:00:00.000000Z'}}"),
        201);
    waitForDisk(lab);

    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    change(lab);
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    QCOMPARE(lab.get(leases / "n").revision, lab.server->revision());
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    auto watch = lab.server->frontServer().watch(
        Lab::request(Method::Get, std::string(configMaps) + "?watch=1"), {access::owner()}, {});
    QVERIFY(watch);
    renew();
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    watch->reset();
    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    waitForDisk(lab);
}

void TestCommits::aLabInMemoryIsCommittedAtOnce()
{
    Lab inMemory;
    std::uint64_t atOnce = 0;
    const base::Subscription listening =
        inMemory.server->onCommitted([&](std::uint64_t revision, const std::string &) { atOnce = revision; });
    QCOMPARE(atOnce, std::numeric_limits<std::uint64_t>::max());
}

void TestCommits::aListenerMayOutliveTheLab()
{
    base::Subscription listening;
    {
        Lab lab(path());
        listening = lab.server->onCommitted([](std::uint64_t, const std::string &) {});
    }
    listening.reset();
}

void TestCommits::closing()
{
    Lab lab(path());
    for (int i = 0; i < 100; ++i)
        lab.post(configMaps, "{metadata: {name: c" + std::to_string(i) + "}}");
    QVERIFY(lab.server->close());
    QCOMPARE(lab.server->committedRevision(), lab.server->revision());
    COMPARE_TEXT(verdict(lab.post(configMaps, "{metadata: {name: late}}")), "503 ServiceUnavailable");
    QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(100));
    lab.open(path());
    QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(100));
}

/// Creates config maps and prints each one's revision and name once it is said to be on disk, until it is
/// killed.
static int writeUntilKilled(const std::string &path, const std::string &round)
{
    Lab lab(path);
    std::string pending;
    for (int i = 0;; ++i) {
        const std::string name = "r" + round + "-" + std::to_string(i);
        const Response made = lab.post(
            configMaps, "{metadata: {name: " + name + "}, data: {k: " + std::string(300, 'x') + "}}");
        pending += std::to_string(made.revision) + " " + name + "\n";
        if (i % 5)
            continue;
        while (lab.server->committedRevision() < made.revision)
            usleep(100);
        if (::write(STDOUT_FILENO, pending.data(), pending.size()) < 0)
            return 1;
        pending.clear();
    }
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "write")
        return writeUntilKilled(argv[2], argv[3]);
    TestCommits test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_commits.moc"
