// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way: client, HttpTransport, TLS, HttpsFront, ApiServer, and back. Labels are those of
// docs/api-semantics.md.

#include "core/api/node.h"
#include "core/base/pacer.h"
#include "core/base/worker.h"
#include "core/client/client.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"
#include "core/lab/apiserver.h"
#include "core/lab/front/httpsfront.h"
#include "core/lab/front/protobuf.h"

#include "tests/unit/lab_front/tlsclient.h"

#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace core;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

namespace {

/// The lab's half: everything that decides, on one thread, with real time.
struct Lab {
    explicit Lab(const std::string &path) : server(std::move(*lab::ApiServer::create({clock, 7, path}))) { }

    base::Clock clock {base::Time(1'795'000'000s)};
    base::Pacer pacer {clock};
    std::unique_ptr<lab::ApiServer> server;
    std::unique_ptr<lab::front::HttpsFront> front;
};

const api::Resource &nodes = api::resourceOf<api::Node>();

api::Json node(const std::string &name)
{
    return api::JsonObject {
        {"apiVersion", "v1"}, {"kind", "Node"}, {"metadata", api::JsonObject {{"name", name}}}};
}

std::string nameOf(const api::JsonPtr &object)
{
    return std::string(api::textAt(*object, {"metadata", "name"}));
}

} // namespace

class TestFrontLab : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        const std::string path = m_dir->filePath(QStringLiteral("kube/config")).toStdString();
        const auto credentials =
            lab::front::loadOrMakeCredentials(m_dir->filePath(QStringLiteral("lab")).toStdString());
        QVERIFY(credentials);
        m_credentials = *credentials;
        m_core = std::make_unique<base::Worker>(QStringLiteral("core"));
        m_lab = &m_core->make<Lab>(":memory:");
        m_core->run([&] {
            m_lab->front = std::move(*lab::front::HttpsFront::start({.credentials = *credentials},
                m_lab->server->localServer(), [this](std::function<void()> task) {
                    m_core->post([this, task = std::move(task)] { m_lab->pacer.enter(task); });
                }));
            m_lab->front->setCommitted(std::numeric_limits<std::uint64_t>::max());
        });
        QVERIFY(lab::front::writeKubeconfig(path, "test", m_lab->front->port(), *credentials));

        auto access = client::Kubeconfig::load({.explicitPath = path})->access();
        QVERIFY(access);
        QCOMPARE(access->context, std::string("hollowlab-test"));
        m_transport = std::move(
            *client::HttpTransport::open(std::move(*access), [](const base::Task &task) { task(); }));
        m_client = std::make_unique<client::Client>(*m_transport, "tester");
    }

    void cleanup()
    {
        m_client.reset();
        m_transport.reset();
        m_core->run([this] { m_lab->front.reset(); });
        m_core.reset();
    }

    void anObjectsLife()
    {
        const api::ResourceRef ref {&nodes, {"", "n1"}};
        const auto created =
            wait<api::JsonPtr>([&](auto done) { m_client->create(nodes, node("n1"), done); });
        QVERIFY2(created, created ? "" : created.error().message.c_str());
        QVERIFY(!api::textAt(**created, {"metadata", "uid"}).empty());
        const auto again = wait<api::JsonPtr>([&](auto done) { m_client->create(nodes, node("n1"), done); });
        QCOMPARE(again.error().kind, base::ErrorKind::AlreadyExists);

        const api::Json labels =
            api::JsonObject {{"metadata", api::JsonObject {{"labels", api::JsonObject {{"a", "b"}}}}}};
        const auto patched =
            wait<api::JsonPtr>([&](auto done) { m_client->patch({.target = ref, .patch = labels}, done); });
        QVERIFY(patched);
        QCOMPARE(api::textAt(**patched, {"metadata", "labels", "a"}), std::string_view("b"));

        const auto stale = wait<api::JsonPtr>([&](auto done) { m_client->update(ref, **created, done); });
        QCOMPARE(stale.error().kind, base::ErrorKind::Conflict);
        const auto removed = wait<api::JsonPtr>([&](auto done) { m_client->remove({.target = ref}, done); });
        QVERIFY(removed);
        const auto gone = wait<api::JsonPtr>([&](auto done) { m_client->get(ref, done); });
        QCOMPARE(gone.error().kind, base::ErrorKind::NotFound);
    }

    void listThenWatchMissesNothing()
    {
        for (int i = 0; i < 20; ++i)
            QVERIFY(wait<api::JsonPtr>(
                [&](auto done) { m_client->create(nodes, node("before-" + std::to_string(i)), done); }));
        const auto page =
            wait<client::ListPage>([&](auto done) { m_client->list(nodes, {.limit = 7}, done); });
        QCOMPARE(page->items.size(), std::size_t(7));
        QVERIFY(!page->continueToken.empty());
        const auto rest = wait<client::ListPage>([&](auto done) {
            m_client->list(nodes, {.continueToken = page->continueToken, .limit = 500}, done);
        });
        QCOMPARE(rest->items.size(), std::size_t(13));
        QCOMPARE(rest->resourceVersion, page->resourceVersion); // C8

        QVERIFY(wait<api::JsonPtr>([&](auto done) { m_client->create(nodes, node("between"), done); }));
        std::vector<std::string> seen;
        std::uint64_t last = 0;
        bool ordered = true;
        const auto watch = m_client->watch(nodes, {}, page->resourceVersion,
            {[&](const std::vector<api::WatchEvent> &events) {
                 for (const api::WatchEvent &event : events) {
                     ordered = ordered && event.type == Type::Added && event.revision > last;
                     last = event.revision;
                     seen.push_back(nameOf(event.object));
                 }
             },
                [&](const auto &) { ordered = false; }});
        for (int i = 0; i < 50; ++i)
            m_client->create(nodes, node("after-" + std::to_string(100 + i)), [](const auto &) {});
        QTRY_COMPARE(seen.size(), std::size_t(51));
        QCOMPARE(seen.front(), std::string("between"));
        QVERIFY(ordered);
    }

    /// What tells of a revision that is not on disk yet could tell of one that never was.
    void whatTellsOfARevisionWaitsForTheDisk_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        const QByteArray all = "/api/v1/nodes";
        const auto row = [](const char *name, const char *method, const QByteArray &target, int code,
                             const QByteArray &body = {}) {
            QTest::newRow(name) << QByteArray(method) << target << body << code;
        };
        const QByteArray n1 = R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1")";
        row("get", "GET", all + "/n1", 200);
        row("get: gone", "GET", all + "/n2", 404);
        row("list", "GET", all, 200);
        row("list: empty", "GET", "/api/v1/pods", 200);
        row("list: metadata.resourceVersion too large", "GET", all + "?resourceVersion=999999999", 504);
        row("head", "HEAD", all + "/n1", 405);
        row("create", "POST", all, 201, R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n3"}})");
        row("create: already exists", "POST", all, 409, n1 + "}}");
        row("create: dry run", "POST", all + "?dryRun=All", 201,
            R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n3"}})");
        row("put: conflict", "PUT", all + "/n1", 409, n1 + R"(,"resourceVersion":"1"}})");
        row("patch without a change", "PATCH", all + "/n1", 200, R"({"metadata":{"labels":{"a":"b"}}})");
        row("patch: gone", "PATCH", all + "/n2", 404, R"({"metadata":{"labels":{"a":"b"}}})");
        row("delete: gone", "DELETE", all + "/n2", 404);
        row("delete: precondition", "DELETE", all + "/n1", 409,
            R"({"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"x"}})");
        row("watch: what is there", "GET", all + "?watch=1", 200);
        row("watch: from then on", "GET", all + "?watch=1&resourceVersion=FROM", 200);
    }

    void whatTellsOfARevisionWaitsForTheDisk() // X39
    {
        QFETCH(const QByteArray, method);
        QFETCH(QByteArray, target);
        QFETCH(const QByteArray, body);
        QFETCH(const int, code);
        std::uint64_t onDisk = 0;
        std::uint64_t revision = 0;
        std::unique_ptr<lab::front::HttpsFront> front;
        m_core->run([&] {
            front = std::move(
                *lab::front::HttpsFront::start({.credentials = m_credentials}, m_lab->server->localServer(),
                    [this](std::function<void()> task) { m_core->post(std::move(task)); }));
            onDisk = m_lab->server->revision();
            for (const auto &[verb, path, content] :
                {std::tuple(api::Method::Post, "/api/v1/nodes", node("n1")),
                    std::tuple(api::Method::Post, "/api/v1/nodes", node("n2")),
                    std::tuple(api::Method::Patch, "/api/v1/nodes/n1",
                        api::Json {{"metadata", {{"labels", {{"a", "b"}}}}}}),
                    std::tuple(api::Method::Delete, "/api/v1/nodes/n2", api::Json {})}) {
                api::Request request;
                request.method = verb;
                request.path = path;
                request.contentType = verb == api::Method::Patch ? api::contentTypes::mergePatch : "";
                if (!content.is_null())
                    request.body = api::share(content);
                (void)m_lab->server->answer(request);
            }
            revision = m_lab->server->revision();
        });
        QCOMPARE(revision, onDisk + 4);
        front->setCommitted(onDisk);
        TlsClient client(front->port(), m_credentials.caPem);
        target.replace("FROM", QByteArray::number(onDisk));
        const QByteArray type = method == "PATCH" ? "application/merge-patch+json" : "application/json";
        client.write(method + ' ' + target + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + QByteArray::number(front->port()) + "\r\nAuthorization: Bearer "
            + QByteArray::fromStdString(m_credentials.token) + "\r\nContent-Type: " + type
            + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        const bool isWatch = target.contains("watch=1");
        if (isWatch)
            QCOMPARE(client.next().code, 200); // the stream, still empty
        const auto somethingCame = [&] { return client.socket().waitForReadyRead(50); };
        QVERIFY(!somethingCame());
        front->setCommitted(onDisk + 1);
        if (!target.contains("resourceVersion=" + QByteArray::number(onDisk)))
            QVERIFY(!somethingCame());
        m_core->run([&] { front->setCommitted(m_lab->server->revision()); });
        if (isWatch)
            QVERIFY(client.nextLine()->startsWith(R"({"type":"ADDED")"));
        else
            QCOMPARE(client.next().code, code);
        m_core->run([&] { front.reset(); });
    }

    void protobufOfUnknownKinds_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("code");
        QTest::newRow("P1: a kind that is not served") << QByteArray("/apis/example.com/v1/widgets") << 404;
        QTest::newRow("P1: a kind that is served")
            << QByteArray("/apis/machine.openshift.io/v1beta1/namespaces/default/machines") << 415;
    }

    /// Clients tell a kind that is not there from an encoding that they must not use.
    void protobufOfUnknownKinds()
    {
        QFETCH(const QByteArray, target);
        QFETCH(const int, code);
        std::uint16_t port = 0;
        m_core->run([&] { port = m_lab->front->port(); });
        TlsClient client(port, m_credentials.caPem);
        const QByteArray body("k8s\0", 4); // of no kind
        QCOMPARE(client
                     .ask("POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port)
                         + "\r\nAuthorization: Bearer " + QByteArray::fromStdString(m_credentials.token)
                         + "\r\nContent-Type: application/vnd.kubernetes.protobuf\r\nContent-Length: "
                         + QByteArray::number(body.size()) + "\r\n\r\n" + body)
                     .code,
            code);
    }

    void duplicateKeysAreTold_data() // P2
    {
        QTest::addColumn<QByteArray>("query");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("told");
        const QByteArray yaml = "metadata:\n  name: a\ndata:\n  k: v\n  k: w\n  l: v\n  l: w\n";
        const QByteArray json = R"({"metadata": {"name": "a"}, "data": {"k": "v", "k": "w"}})";
        const QByteArray inYaml =
            "strict decoding error: yaml: unmarshal errors:\\n  line 5: key \\\"k\\\" already "
            "set in map\\n  line 7: key \\\"l\\\" already set in map\"";
        QTest::newRow("P2 YAML, strictly")
            << QByteArray("Strict") << QByteArray("application/yaml") << yaml << 400 << inYaml;
        QTest::newRow("P2 YAML, with a warning")
            << QByteArray("Warn") << QByteArray("application/yaml") << yaml << 201
            << QByteArray("Warning: 299 - \"line 7: key \\\"l\\\" already set in map\"");
        QTest::newRow("P2 YAML, ignored") << QByteArray("Ignore") << QByteArray("application/yaml") << yaml
                                          << 201 << QByteArray("\"k\":\"w\"");
        QTest::newRow("P2 JSON, strictly") << QByteArray("Strict") << QByteArray("application/json") << json
                                           << 400 << QByteArray("duplicate field \\\"data.k\\\"");
    }

    void duplicateKeysAreTold()
    {
        QFETCH(const QByteArray, query);
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, body);
        QFETCH(const int, code);
        QFETCH(const QByteArray, told);
        std::uint16_t port = 0;
        m_core->run([&] { port = m_lab->front->port(); });
        TlsClient client(port, m_credentials.caPem);
        const HttpAnswer answer =
            client.ask("POST /api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=" + query
                + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port) + "\r\nAuthorization: Bearer "
                + QByteArray::fromStdString(m_credentials.token) + "\r\nContent-Type: " + type
                + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        QCOMPARE(answer.code, code);
        QVERIFY2((answer.head + answer.body).contains(told), (answer.head + answer.body).constData());
    }

    void protobufAnswers_data()
    {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("accept");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("kind");
        const char *protobuf = "application/vnd.kubernetes.protobuf";
        const char *either = "application/vnd.kubernetes.protobuf,application/json";
        const auto row = [](const char *target, const char *accept, int code, const char *type,
                             const char *kind) {
            QTest::addRow("P3 %s as %s", target, accept)
                << QByteArray(target) << QByteArray(accept) << code << QByteArray(type) << QByteArray(kind);
        };
        row("/api/v1/namespaces/default", protobuf, 200, protobuf, "Namespace");
        row("/api/v1/namespaces/default", either, 200, protobuf, "Namespace");
        row("/api/v1/namespaces", either, 200, protobuf, "NamespaceList");
        row("/api/v1/namespaces/nobody", protobuf, 404, protobuf, "Status");
        row("/api/v1/namespaces/default", "application/json", 200, "application/json", "Namespace");
        row("/api/v1", either, 200, "application/json", "APIResourceList");
        row("/api/v1", protobuf, 406, "application/json", "Status");
        row("/apis/machine.openshift.io/v1beta1/machines", either, 200, "application/json", "MachineList");
        row("/apis/machine.openshift.io/v1beta1/machines", protobuf, 406, "application/json", "Status");
        row("/apis/machine.openshift.io/v1beta1/machines?watch=1", protobuf, 406, "application/json",
            "Status");
        row("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", protobuf, 200, protobuf,
            "CustomResourceDefinitionList");
        row("/apis/apiregistration.k8s.io/v1/apiservices", protobuf, 200, protobuf, "APIServiceList");
        row("/apis/metrics.k8s.io/v1beta1/nodes", protobuf, 200, protobuf, "NodeMetricsList");
        row("/api/v1/componentstatuses", protobuf, 200, protobuf, "ComponentStatusList");
        row("/apis/nothing.io/v1/foos", protobuf, 404, "application/json", "Status");
        row("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas", protobuf, 404, "application/json", "Status");
        row("/api/v1/nothings", "text/html", 404, "application/json", "Status");
        row("/api/v1/nodes", "text/html", 406, "application/json", "Status");
        row("/api/v1/nodes?watch=1", "application/yaml", 406, "application/json", "Status");
        row("/api/v1/nodes", "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io", 406,
            "application/json", "Status");
        row("/api/v1/namespaces",
            "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,"
            "application/json;as=Table;v=v1;g=meta.k8s.io",
            200, "application/json", "Table");
    }

    void protobufAnswers()
    {
        QFETCH(const QByteArray, target);
        QFETCH(const QByteArray, accept);
        QFETCH(const int, code);
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, kind);
        std::uint16_t port = 0;
        m_core->run([&] { port = m_lab->front->port(); });
        TlsClient client(port, m_credentials.caPem);
        const HttpAnswer answer = client.ask(getting(target, accept, port));
        QCOMPARE(answer.code, code);
        QVERIFY2(answer.head.contains("Content-Type: " + type + "\r\n"), answer.head.constData());
        const bool isProtobuf = type.contains("protobuf");
        QCOMPARE(answer.body.startsWith("k8s"), isProtobuf);
        QVERIFY2(
            answer.body.contains(isProtobuf ? kind : "\"kind\":\"" + kind + "\""), answer.body.constData());
        if (isProtobuf && !kind.endsWith("List")) {
            const auto read = lab::front::parseProtobuf(answer.body.toStdString());
            QVERIFY(read);
            QCOMPARE(std::string(api::textAt(*read, {"kind"})), kind.toStdString());
            const bool isStatus = kind == "Status";
            QCOMPARE(std::string(api::textAt(*read, {"metadata", "name"})),
                std::string(isStatus ? "" : "default"));
            QCOMPARE(std::string(api::textAt(*read, {"reason"})), std::string(isStatus ? "NotFound" : ""));
        }
    }

    void protobufWatches() // P3
    {
        std::uint16_t port = 0;
        m_core->run([&] { port = m_lab->front->port(); });
        TlsClient client(port, m_credentials.caPem);
        const HttpAnswer opened = client.ask(
            getting("/api/v1/nodes?watch=1", "application/vnd.kubernetes.protobuf,application/json", port));
        QCOMPARE(opened.code, 200);
        QVERIFY2(opened.head.contains("Content-Type: application/vnd.kubernetes.protobuf;stream=watch\r\n"),
            opened.head.constData());
        QVERIFY(wait<api::JsonPtr>([&](auto done) { m_client->create(nodes, node("n1"), done); }));
        client.next(500); // reads what has come
        const QByteArray chunk = client.unread();
        const QByteArray frame = chunk.mid(chunk.indexOf("\r\n") + 2);
        const auto size = qFromBigEndian<quint32>(frame.constData());
        QCOMPARE(chunk.left(chunk.indexOf("\r\n")).toInt(nullptr, 16), int(size) + 4);
        QVERIFY(frame.mid(4).startsWith("\x0a\x05"
                                        "ADDED"));
        const qsizetype begin = frame.indexOf("k8s");
        QVERIFY(begin > 0);
        const auto read =
            lab::front::parseProtobuf(frame.mid(begin, 4 + qsizetype(size) - begin).toStdString());
        QVERIFY(read);
        QCOMPARE(std::string(api::textAt(*read, {"metadata", "name"})), std::string("n1"));
    }

    void aWatchEndsWithABookmark_data() // H7
    {
        QTest::addColumn<double>("pace");
        QTest::newRow("as the wall clock") << 1.0;
        QTest::newRow("paused") << 0.0;
        QTest::newRow("quickly") << 1000.0;
    }

    void aWatchEndsWithABookmark()
    {
        QFETCH(double, pace);
        std::uint16_t port = 0;
        m_core->run([&] {
            port = m_lab->front->port();
            m_lab->pacer.setPace(pace);
        });
        TlsClient client(port, m_credentials.caPem);
        const auto opened =
            client.ask(getting("/api/v1/configmaps?watch=1&allowWatchBookmarks=true&timeoutSeconds=2",
                "application/json", port));
        QCOMPARE(opened.code, 200);
        const auto line = client.nextLine();
        QVERIFY(line);
        QVERIFY2(line->startsWith(R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1",)"),
            line->constData());
        QCOMPARE(client.nextLine(), QByteArray("end"));
    }

    void wrongRequestsAreExplained()
    {
        api::Json bad = node("Not A Name");
        const auto refused = wait<api::JsonPtr>([&](auto done) { m_client->create(nodes, bad, done); });
        QCOMPARE(refused.error().kind, base::ErrorKind::Invalid);
        QVERIFY(refused.error().message.find("Not A Name") != std::string::npos);
    }

private:
    QByteArray getting(const QByteArray &target, const QByteArray &accept, std::uint16_t port) const
    {
        return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port)
            + "\r\nAuthorization: Bearer " + QByteArray::fromStdString(m_credentials.token)
            + "\r\nAccept: " + accept + "\r\n\r\n";
    }

    template<typename Value, typename Call>
    base::Result<Value> wait(Call call)
    {
        std::optional<base::Result<Value>> answer;
        call([&](base::Result<Value> result) { answer = std::move(result); });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 10'000))
            return base::fail(base::ErrorKind::Transient, "the callback was not called");
        return *answer;
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    lab::front::Credentials m_credentials;
    std::unique_ptr<base::Worker> m_core;
    Lab *m_lab = nullptr;
    std::unique_ptr<client::HttpTransport> m_transport;
    std::unique_ptr<client::Client> m_client;
};

QTEST_GUILESS_MAIN(TestFrontLab)
#include "tst_frontlab.moc"
