// SPDX-License-Identifier: GPL-3.0-or-later
// The program on clusters that are not what they should be: servers that nobody should trust, that never come
// to an end, that say what a terminal would obey, that give way to another one; kubeconfigs that reach for
// other files.

#include "core/api/machine.h"
#include "core/api/pod.h"
#include "tests/support/cluster.h"
#include "tests/support/program.h"
#include "tests/unit/client/scriptedserver.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace std::chrono_literals;
using tests::Program;

namespace {

const QByteArray ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const QByteArray endless = ok + "Transfer-Encoding: chunked\r\n\r\n";

bool isWatch(const QByteArray &request)
{
    return request.contains("watch=1");
}

/// A cluster without anything in it.
ScriptedReply emptyCluster(const QByteArray &request)
{
    if (isWatch(request))
        return {endless, false};
    if (request.contains("limit="))
        return {ScriptedServer::jsonReply(
            R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]})")};
    return {ScriptedServer::jsonReply(
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404,)"
        R"("message":"none"})",
        "404 Not Found")};
}

ScriptedReply refusal(const char *status, const QByteArray &message, const QByteArray &fields = {})
{
    return {ScriptedServer::jsonReply(
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"X","message":")" + message + "\"}",
        status, fields)};
}

bool onlyReads(const QByteArray &request)
{
    return request.startsWith("GET ");
}

/// A cluster that says who it is and has nothing else in it. Keeps connections open if told to.
ScriptedReply clusterNamed(const QByteArray &uid, bool keepsOpen, const QByteArray &request)
{
    if (!request.startsWith("GET /api/v1/namespaces/kube-system "))
        return emptyCluster(request);
    const QByteArray body = R"({"kind":"Namespace","apiVersion":"v1","metadata":{"uid":")" + uid + "\"}}";
    if (!keepsOpen)
        return {ScriptedServer::jsonReply(body)};
    return {ok + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body, false};
}

/// The uid is that of the namespace kube-system, which names the cluster.
QByteArray uidOf(tests::Cluster &cluster)
{
    const auto found = cluster.get("/api/v1/namespaces/kube-system");
    const std::string_view uid = found ? core::api::textAt(*found, {"metadata", "uid"}) : std::string_view();
    return {uid.data(), static_cast<qsizetype>(uid.size())};
}

const QStringList ourControllers {QStringLiteral("--controllers"),
    QStringLiteral("hollow-host,machine,machineset,nodelink,healthcheck,orphansweep")};

/// The most memory that the process has held, in MB.
qint64 mostMemory(const Program &program)
{
    QFile file(QStringLiteral("/proc/%1/status").arg(program.processId()));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    static const QRegularExpression peak(QStringLiteral("VmHWM:\\s+(\\d+) kB"));
    return peak.match(QString::fromUtf8(file.readAll())).captured(1).toLongLong() / 1024;
}

} // namespace

class TestExternal : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readyMeansThatTheClusterAnswered();
    void anUntrustedServerIsToldNotServed_data();
    void anUntrustedServerIsToldNotServed();
    void whatAServerSaysSteersNoTerminal();
    void secretsFromElsewhereAreNotSent();
    void theKubeconfigIsReadAgain();
    void anotherCurrentContextIsNotOurs();
    void aCommandLogsIn();
    void allowedIsTheCommandOfTheStart();
    void theSameLabComesBack();
    void anotherLabIsNotWrittenTo();
    void whatIsUnderWayReachesNoOtherCluster_data();
    void whatIsUnderWayReachesNoOtherCluster();
    void secretsStayWhereTheyBelong();
    void serversWithoutEnd_data();
    void serversWithoutEnd();

private:
    QString path(const char *name) const { return m_home->filePath(QString::fromUtf8(name)); }
    void makeLogin(const char *name) const;
    int runsOf(const char *name) const;
    QString kubeconfig(const ScriptedServer &server, const QByteArray &user = "token: t",
        const char *authority = "ca.pem") const;
    void start(Program &program, const QString &config, const QStringList &arguments = {}) const;

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestExternal::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(path("cluster")));
}

QString TestExternal::kubeconfig(
    const ScriptedServer &server, const QByteArray &user, const char *authority) const
{
    QFile file(path("cluster/config"));
    const QByteArray content = "current-context: it\nclusters: [{name: it, cluster: {server: '"
        + QByteArray::fromStdString(server.url()) + "', certificate-authority-data: "
        + tlsFile(authority).toBase64() + "}}]\nusers: [{name: it, user: {" + user
        + "}}]\ncontexts: [{name: it, context: {cluster: it, user: it}}]\n";
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write the kubeconfig");
    return file.fileName();
}

void TestExternal::start(Program &program, const QString &config, const QStringList &arguments) const
{
    program.start(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--headless"), QStringLiteral("--kubeconfig"), config} + arguments,
        {{QStringLiteral("HOME"), m_home->path()}, {QStringLiteral("XDG_DATA_HOME"), path("data")},
            {QStringLiteral("XDG_CONFIG_HOME"), path("config")}, {QStringLiteral("KUBECONFIG"), QString()}});
}

/// A program that counts its runs and answers "NAME-1", "NAME-2" and so on.
void TestExternal::makeLogin(const char *name) const
{
    const QByteArray runs = path("runs-of-").toUtf8() + name;
    const QByteArray text = "#!/bin/sh\necho run >> " + runs + "\nn=$(wc -l < " + runs
        + ")\nprintf '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
          "\"status\":{\"token\":\""
        + name + "-%d\"}}' \"$n\"\n";
    QFile script(path("cluster/") + QString::fromUtf8(name));
    if (!script.open(QIODevice::WriteOnly) || script.write(text) != text.size()
        || !script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        qFatal("cannot write the command");
}

int TestExternal::runsOf(const char *name) const
{
    QFile file(path("runs-of-") + QString::fromUtf8(name));
    return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
}

void TestExternal::readyMeansThatTheClusterAnswered()
{
    ScriptedServer server;
    bool isUp = false;
    server.reply = [&](const QByteArray &request) {
        return isUp ? emptyCluster(request) : refusal("503 Service Unavailable", "etcd is away");
    };
    Program program;
    start(program, kubeconfig(server));
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("can't be used: etcd is away; trying again"), 20'000);
    QVERIFY2(!program.output().contains("ready:"), program.output().constData());
    isUp = true;
    QVERIFY(program.waitForLine(QRegularExpression(QStringLiteral("ready: https://127")), 20s).hasMatch());
    QCOMPARE(program.errors().count("can't be used: etcd is away"), 1);
    program.terminate();
    QCOMPARE(program.waitForEnd(5s), 0);
}

void TestExternal::anUntrustedServerIsToldNotServed_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("authority");
    QTest::newRow("T10: another name") << QByteArray("server-otherhost.pem") << QByteArray("ca.pem");
    QTest::newRow("T10: expired") << QByteArray("server-expired.pem") << QByteArray("ca.pem");
    QTest::newRow("T10: signed by somebody else")
        << QByteArray("server-good.pem") << QByteArray("server-selfsigned.pem");
}

void TestExternal::anUntrustedServerIsToldNotServed()
{
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, authority);
    ScriptedServer server(certificate.constData());
    server.reply = emptyCluster;
    Program program;
    start(program, kubeconfig(server, "token: t", authority.constData()));
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("can't be used: "), 20'000);
    QVERIFY2(program.errors().contains("certificate") || program.errors().contains("host name"),
        program.errors().constData());
    QVERIFY(program.output().isEmpty());
    QVERIFY2(server.requests.isEmpty(), "the token went to a stranger");
    QVERIFY(program.isRunning());
    program.terminate();
    QCOMPARE(program.waitForEnd(5s), 1);
}

// T12
void TestExternal::whatAServerSaysSteersNoTerminal()
{
    ScriptedServer server;
    server.reply = [](const QByteArray &) {
        return refusal("403 Forbidden", "\\u001b[2J\\u202eyou\\nready: https://evil\\u009b");
    };
    Program program;
    start(program, kubeconfig(server), {QStringLiteral("--verbose")});
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("can't be used: "), 20'000);
    const QString said = QString::fromUtf8(program.errors());
    for (const QChar c : said)
        QVERIFY2(c == u'\n' || (c >= u' ' && (c < QChar(0x7F) || c > QChar(0x9F)) && c != QChar(0x202E)),
            qPrintable(said));
    QVERIFY(said.contains(QStringLiteral("\\u001b[2J\\u202eyou")));
    QVERIFY2(!said.contains(QStringLiteral("\nready:")), qPrintable(said));
}

// T5
void TestExternal::secretsFromElsewhereAreNotSent()
{
    QFile secret(path(".vault-token"));
    QVERIFY(secret.open(QIODevice::WriteOnly) && secret.write("hvs.canary\n") == 11);
    secret.close();
    ScriptedServer server;
    server.reply = emptyCluster;
    const QString config = kubeconfig(server, "tokenFile: ../.vault-token");
    Program refused;
    start(refused, config);
    QCOMPARE(refused.waitForEnd(20s), 1);
    QVERIFY2(refused.errors().contains("--allow-file " + path(".vault-token").toUtf8()),
        refused.errors().constData());
    QCOMPARE(server.connections, 0);

    const QRegularExpression ready(QStringLiteral("ready:"));
    Program allowed;
    start(allowed, config, {QStringLiteral("--allow-file"), path(".vault-token")});
    QVERIFY2(allowed.waitForLine(ready, 20s).hasMatch(), allowed.errors().constData());
    QVERIFY(server.requests.first().contains("Bearer hvs.canary"));
    allowed.terminate();
    QCOMPARE(allowed.waitForEnd(5s), 0);

    Program later;
    start(later, config);
    QVERIFY2(later.waitForLine(ready, 20s).hasMatch(), later.errors().constData());
    QVERIFY(QFile::copy(config, path("cluster/copy")));
    Program copied;
    start(copied, path("cluster/copy"));
    QCOMPARE(copied.waitForEnd(20s), 1);
}

// KC9, KC7: what changes is read, never written
void TestExternal::theKubeconfigIsReadAgain()
{
    ScriptedServer server;
    server.reply = [](const QByteArray &request) {
        return request.contains("Bearer old") || request.contains("Bearer new")
            ? emptyCluster(request)
            : refusal("401 Unauthorized", "who are you");
    };
    const QString config = kubeconfig(server, "token: old");
    Program program;
    start(program, config);
    QVERIFY(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch());
    kubeconfig(server, "token: new");
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("its new credentials are used"), 30'000);

    ScriptedServer other;
    kubeconfig(other, "token: new");
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("names another server"), 30'000);
    QFile file(config);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains(QByteArray::fromStdString(other.url())));
    QCOMPARE(other.connections, 0);
    QCOMPARE(
        QDir(path("cluster")).entryList(QDir::Files | QDir::Hidden), QStringList {QStringLiteral("config")});
}

// KC9: the file's current context is for who names none
void TestExternal::anotherCurrentContextIsNotOurs()
{
    ScriptedServer server;
    ScriptedServer other;
    server.reply = emptyCluster;
    const QString config = kubeconfig(server, "token: old");
    Program program;
    start(program, config);
    QVERIFY(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch());
    QFile file(config);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray content = file.readAll();
    file.close();
    content.replace("current-context: it", "current-context: other");
    content.replace("token: old", "token: new");
    content.replace("clusters: [",
        "clusters: [{name: other, cluster: {server: '" + QByteArray::fromStdString(other.url()) + "'}}, ");
    content.replace("contexts: [", "contexts: [{name: other, context: {cluster: other, user: it}}, ");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("the kubeconfig has changed"), 30'000);
    QVERIFY2(program.errors().contains("its new credentials are used"), program.errors().constData());
    QCOMPARE(other.connections, 0);
}

// EX4, EX5, X15
void TestExternal::aCommandLogsIn()
{
    ScriptedServer server;
    QByteArray known = "Bearer login-1";
    server.reply = [&](const QByteArray &request) {
        return request.contains(known) ? emptyCluster(request) : refusal("401 Unauthorized", "who are you");
    };
    makeLogin("login");
    const QString config = kubeconfig(server,
        "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ./login}");
    Program refused;
    start(refused, config);
    QCOMPARE(refused.waitForEnd(20s), 1);
    QVERIFY2(refused.errors().contains("--allow-exec"), refused.errors().constData());
    QCOMPARE(runsOf("login"), 0);

    Program program;
    start(program, config, {QStringLiteral("--allow-exec")});
    QVERIFY2(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch(),
        program.errors().constData());
    QCOMPARE(runsOf("login"), 1);
    known = "Bearer login-2"; // the first has expired
    server.endAll();
    QTRY_VERIFY_WITH_TIMEOUT(
        std::ranges::any_of(server.requests, [&](const QByteArray &one) { return one.contains(known); }),
        20'000);
    QCOMPARE(runsOf("login"), 2); // for twenty watches that were refused
}

// KC9, T4: not run while the program runs, nor at the next start.
void TestExternal::allowedIsTheCommandOfTheStart()
{
    const QByteArray exec =
        "exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: ./";
    ScriptedServer server;
    QByteArray known = "Bearer login-1";
    server.reply = [&](const QByteArray &request) {
        return request.contains(known) ? emptyCluster(request) : refusal("401 Unauthorized", "who are you");
    };
    makeLogin("login");
    makeLogin("other");
    const QString config = kubeconfig(server, exec + "login}");
    Program program;
    start(program, config, {QStringLiteral("--allow-exec")});
    QVERIFY2(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch(),
        program.errors().constData());
    kubeconfig(server, exec + "other}");
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("not used until the next start"), 30'000);
    known = "Bearer login-2";
    server.endAll();
    QTRY_COMPARE_WITH_TIMEOUT(runsOf("login"), 2, 40'000);
    program.terminate();
    QCOMPARE(program.waitForEnd(5s), 0);

    Program later;
    start(later, config);
    QCOMPARE(later.waitForEnd(20s), 1);
    QVERIFY2(later.errors().contains("--allow-exec"), later.errors().constData());
    QCOMPARE(runsOf("other"), 0);
}

// X1: what it does not know yet it finds out before it writes.
void TestExternal::theSameLabComesBack()
{
    const QStringList serving {
        QStringLiteral("--lab"), path("lab"), QStringLiteral("--controllers"), QStringLiteral("none")};
    tests::Headless lab;
    QVERIFY2(lab.start(serving), lab.program().errors().constData());
    const QStringList samePort {QStringLiteral("--listen"), lab.server().section(u':', -1)};
    Program program;
    start(program, lab.kubeconfig(), ourControllers);
    auto cluster = std::make_unique<tests::Cluster>(lab.kubeconfig());
    QVERIFY(tests::eventually([&] { return tests::unsettled(*cluster, 3).empty(); }));
    const QByteArray uid = uidOf(*cluster);
    for (const int machines : {5, 2}) {
        lab.program().kill();
        QVERIFY(lab.program().waitForEnd(5s).has_value());
        QVERIFY2(lab.start(serving + samePort), lab.program().errors().constData());
        QElapsedTimer timer;
        timer.start();
        cluster = std::make_unique<tests::Cluster>(lab.kubeconfig());
        QVERIFY(tests::eventually([&] { return cluster->scale("workers", machines).has_value(); }));
        QVERIFY(tests::eventually([&] { return tests::unsettled(*cluster, machines).empty(); }));
        qInfo("%lld ms", static_cast<long long>(timer.elapsed()));
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed())));
    }
    QCOMPARE(uidOf(*cluster), uid);
    QVERIFY2(!program.errors().contains("another cluster"), program.errors().constData());
}

// X14
void TestExternal::anotherLabIsNotWrittenTo()
{
    const QStringList none {QStringLiteral("--controllers"), QStringLiteral("none")};
    tests::Headless first;
    QVERIFY2(first.start(none + QStringList {QStringLiteral("--lab"), path("first")}),
        first.program().errors().constData());
    Program program;
    start(program, first.kubeconfig(), ourControllers);
    QByteArray uid;
    {
        tests::Cluster cluster(first.kubeconfig());
        QVERIFY(tests::eventually([&] { return tests::unsettled(cluster, 3).empty(); }));
        uid = uidOf(cluster);
    }
    first.program().kill();
    QVERIFY(first.program().waitForEnd(5s).has_value());

    QVERIFY(QDir().mkdir(path("second"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(QFile::copy(path("first/credentials.json"), path("second/credentials.json")));
    tests::Headless second;
    QVERIFY2(second.start(none
                 + QStringList {QStringLiteral("--lab"), path("second"), QStringLiteral("--listen"),
                     first.server().section(u':', -1)}),
        second.program().errors().constData());
    tests::Cluster cluster(second.kubeconfig());
    const QByteArray present = uidOf(cluster);
    QVERIFY(!uid.isEmpty() && present != uid);
    const QByteArray told = "hollowlab: another cluster answers at " + first.server().toUtf8()
        + " than at first: its namespace kube-system has the uid " + present + ", before it had " + uid;
    QTRY_VERIFY2_WITH_TIMEOUT(program.errors().contains(told), program.errors().constData(), 20'000);
    QTRY_VERIFY(!cluster.list<core::api::MachineSet>().empty()); // which wants machines
    const auto before = cluster.listPage(core::api::resourceOf<core::api::Machine>());
    QTest::qWait(5'000); // nothing shows that nothing happens
    const auto after = cluster.listPage(core::api::resourceOf<core::api::Machine>());
    QVERIFY(before && after && after->items.empty());
    QCOMPARE(after->resourceVersion, before->resourceVersion);
    QVERIFY(cluster.list<core::api::Node>().empty() && cluster.list<core::api::Pod>().empty());
    QVERIFY(cluster.list<core::api::Lease>().empty());
    QCOMPARE(program.errors().count("another cluster"), 1);
    program.terminate();
    QCOMPARE(program.waitForEnd(15s), 0);
}

void TestExternal::whatIsUnderWayReachesNoOtherCluster_data()
{
    QTest::addColumn<bool>("keepsOpen");
    QTest::addColumn<bool>("answersWrites");
    QTest::newRow("X14: writes without an answer") << false << false;
    QTest::newRow("X14: over connections that stay open") << true << false;
    QTest::newRow("X14: between two writes, each on a connection of its own") << false << true;
}

void TestExternal::whatIsUnderWayReachesNoOtherCluster()
{
    QFETCH(bool, keepsOpen);
    QFETCH(bool, answersWrites);
    const auto writesTo = [](const ScriptedServer &server) {
        return std::ranges::count_if(
            server.requests, [](const QByteArray &request) { return !onlyReads(request); });
    };
    auto first = std::make_unique<ScriptedServer>();
    first->reply = [&](const QByteArray &request) {
        return onlyReads(request) || answersWrites ? clusterNamed("uid-1", keepsOpen, request)
                                                   : ScriptedReply {{}, false};
    };
    Program program;
    start(program, kubeconfig(*first), {QStringLiteral("--controllers"), QStringLiteral("hollow-host")});
    QTRY_VERIFY_WITH_TIMEOUT(writesTo(*first) >= (answersWrites ? 3 : 1), 30'000);
    const quint16 port = first->port();
    first.reset();
    ScriptedServer second("server-good.pem", port);
    second.reply = [&](const QByteArray &request) { return clusterNamed("uid-2", keepsOpen, request); };
    QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("has the uid uid-2, before it had uid-1"), 20'000);
    QTest::qWait(5'000); // nothing shows that nothing happens
    QVERIFY(second.requests.size() > 5);
    QCOMPARE(writesTo(second), 0);
    QVERIFY(program.isRunning());
}

// T11
void TestExternal::secretsStayWhereTheyBelong()
{
    const QByteArray canary = "canary-4711";
    ScriptedServer server;
    int requests = 0;
    server.reply = [&](const QByteArray &request) {
        const qsizetype begin = request.indexOf("Bearer");
        const QByteArray shown = request.mid(begin, request.indexOf('\r', begin) - begin);
        return ++requests % 3 == 0 ? refusal("403 Forbidden", "no " + shown) : emptyCluster(request);
    };
    Program program;
    start(program, kubeconfig(server, "token: " + canary), {QStringLiteral("--verbose")});
    QVERIFY(program.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch());
    QTRY_VERIFY(program.errors().contains("[redacted]"));
    Program lab;
    lab.start(QStringLiteral(HOLLOWLAB_BINARY),
        {QStringLiteral("--headless"), QStringLiteral("--verbose"), QStringLiteral("--lab"), path("lab")},
        {{QStringLiteral("HOME"), m_home->path()}});
    QVERIFY(lab.waitForLine(QRegularExpression(QStringLiteral("ready:")), 20s).hasMatch());
    QFile labConfig(path("lab/kubeconfig"));
    QVERIFY(labConfig.open(QIODevice::ReadOnly));
    static const QRegularExpression token(QStringLiteral("token: \"?([0-9a-f]{64})"));
    const QByteArray labToken = token.match(QString::fromUtf8(labConfig.readAll())).captured(1).toUtf8();
    QCOMPARE(labToken.size(), 64);
    QTRY_VERIFY(QFileInfo(path("lab/timeline.db")).size() > 0);
    for (Program *one : {&program, &lab}) {
        one->terminate();
        QVERIFY(one->waitForEnd(5s).has_value());
        QVERIFY2(!(one->errors() + one->output()).contains(canary), one->errors().constData());
        QVERIFY2(!(one->errors() + one->output()).contains(labToken), one->errors().constData());
    }
    int files = 0;
    QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        const QString name = file.fileName();
        if (name == path("cluster/config") || name == path("lab/kubeconfig")
            || name == path("lab/credentials.json"))
            continue;
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray content = file.readAll();
        QVERIFY2(!content.contains(canary) && !content.contains(labToken), qPrintable(name));
        ++files;
    }
    QVERIFY(files >= 2);
}

void TestExternal::serversWithoutEnd_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char *name, const char *told) {
        QTest::newRow(name) << QByteArray(name) << QByteArray(told);
    };
    row("T7: discovery without end", "larger than");
    row("T7: lists without end", "larger than");
    row("T7: lines of watches without end", "a line is longer than");
    row("T7: headers without end", "");
    row("X5: continue without end", "the server's list does not end");
    row("X3: Retry-After of years", "longer than the 5 minutes");
}

void TestExternal::serversWithoutEnd()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, told);
    const QByteArray chunk = "10000\r\n" + QByteArray(0x10000, ' ') + "\r\n";
    const QByteArray letters = "10000\r\n" + QByteArray(0x10000, 'x') + "\r\n";
    ScriptedServer server;
    int page = 0;
    server.reply = [&](const QByteArray &request) -> ScriptedReply {
        if (kind.contains("years"))
            return refusal("429 Too Many Requests", "busy", "Retry-After: 2000000000\r\n");
        if (kind.contains("headers"))
            return {"HTTP/1.1 200 OK\r\n", false, "X-More: " + QByteArray(8000, 'x') + "\r\n"};
        if (kind.contains("continue") && request.contains("limit=") && !isWatch(request))
            return {ScriptedServer::jsonReply(R"({"metadata":{"resourceVersion":"7","continue":"page-)"
                + QByteArray::number(++page) + R"("},"items":[]})")};
        if (kind.contains("watches") && isWatch(request))
            return {endless + letters, false, letters};
        if (kind.contains("lists") && request.contains("limit=") && !isWatch(request))
            return {endless, false, chunk};
        if (kind.contains("discovery") && !request.contains("limit=") && !isWatch(request))
            return {endless, false, chunk};
        return emptyCluster(request);
    };
    Program program;
    start(program, kubeconfig(server), {QStringLiteral("--verbose")});
    QElapsedTimer timer;
    timer.start();
    if (!told.isEmpty())
        QTRY_VERIFY2_WITH_TIMEOUT(
            program.errors().contains(told), program.errors().right(2000).constData(), 60'000);
    else
        QTest::qWait(5'000); // nothing shows that nothing happens
    const qint64 most = mostMemory(program);
    qInfo("%s: %lld MB, %lld ms", kind.constData(), static_cast<long long>(most),
        static_cast<long long>(timer.elapsed()));
    QVERIFY(program.isRunning());
    QVERIFY2(most < 1'000, qPrintable(QString::number(most)));
    program.terminate();
    QVERIFY(program.waitForEnd(5s).has_value());
}

QTEST_GUILESS_MAIN(TestExternal)
#include "tst_external.moc"
