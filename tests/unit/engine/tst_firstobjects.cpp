// SPDX-License-Identifier: GPL-3.0-or-later
// A new lab gets its first objects, whenever it was cut off, and only once.
#include "core/api/firstobjects.h"
#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace std::chrono_literals;

namespace {

const std::string ofMachines = "/apis/machine.openshift.io/v1beta1/namespaces/default/";
const std::string usualClass = "/apis/storage.k8s.io/v1/storageclasses/standard";

class Lab
{
public:
    /// Runs the engine; of its writes only so many arrive, as if it had been killed then.
    void run(int writes, const std::string &ns = "default")
    {
        int left = writes;
        const api::LocalServer all = m_server->localServer();
        client::LocalTransport transport(m_clock,
            {[&](const api::Request &request) {
                 api::Response lost;
                 lost.code = 503;
                 return request.method == api::Method::Get || left-- > 0 ? all.answer(request) : lost;
             },
                all.watch});
        engine::Engine engine(
            {.clock = m_clock, .transport = transport, .defaultNamespace = ns, .createDefaultLab = true});
        engine.start();
        m_clock.advance(1s);
    }
    /// As it was left by a program that knew no StorageClass, opened by this one.
    void comeOfAnEarlierProgram()
    {
        const auto unmarked = std::make_shared<api::Json>(api::JsonObject {{"metadata",
            api::JsonObject {{"annotations", api::JsonObject {{"hollowlab.io/kinds", nullptr}}}}}});
        api::Request patch {api::Method::Patch, "/api/v1/namespaces/kube-system"};
        patch.contentType = api::contentTypes::mergePatch;
        patch.body = unmarked;
        QCOMPARE(m_server->answer(patch).code, 200);
        const int found = code(api::Method::Get, usualClass); // 404 when it was not made yet
        QCOMPARE(code(api::Method::Delete, usualClass), found);
        openAgain();
    }
    void openAgain()
    {
        m_server.reset();
        m_server = std::move(*lab::ApiServer::create({m_clock, 1, m_file}));
    }
    int code(api::Method method, const std::string &path) const
    {
        return m_server->answer({method, path}).code;
    }
    bool isPending() const
    {
        const auto ns = m_server->answer({api::Method::Get, "/api/v1/namespaces/default"});
        return !api::textAt(*ns.body, {"metadata", "annotations", api::keys::firstObjects}).empty();
    }

private:
    base::Clock m_clock {api::parseTime("2026-11-20T10:00:00Z").value()};
    QTemporaryDir m_directory;
    std::string m_file = m_directory.filePath(QStringLiteral("lab.db")).toStdString();
    std::unique_ptr<lab::ApiServer> m_server = std::move(*lab::ApiServer::create({m_clock, 1, m_file}));
};

} // namespace

class TestFirstObjects : public QObject
{
    Q_OBJECT

private slots:
    void whatWasCutOffIsGoneOnWith_data()
    {
        QTest::addColumn<int>("writes");
        for (int writes = 0; writes <= 4; ++writes)
            QTest::addRow("after %d writes", writes) << writes;
    }
    void whatWasCutOffIsGoneOnWith()
    {
        QFETCH(int, writes);
        Lab lab;
        lab.run(writes);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers") == 200, writes > 0);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinehealthchecks/workers") == 200, writes > 1);
        QCOMPARE(lab.code(api::Method::Get, usualClass) == 200, writes > 2);
        QCOMPARE(lab.isPending(), writes < 4);
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers"), 200);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinehealthchecks/workers"), 200);
        QCOMPARE(lab.code(api::Method::Get, usualClass), 200);
        QVERIFY(!lab.isPending());
    }

    void theNamespaceIsMadeWithThem()
    {
        const std::string set = "/apis/machine.openshift.io/v1beta1/namespaces/team-a/machinesets/workers";
        Lab lab;
        lab.run(1, "team-a");
        QCOMPARE(lab.code(api::Method::Get, "/api/v1/namespaces/team-a"), 200);
        QCOMPARE(lab.code(api::Method::Get, set), 404);
        lab.run(100, "team-a");
        QCOMPARE(lab.code(api::Method::Get, set), 200);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers"), 404);
        QVERIFY(!lab.isPending());
        QCOMPARE(lab.code(api::Method::Delete, set), 200);
        lab.run(100, "team-b"); // a lab that is not new
        QCOMPARE(lab.code(api::Method::Get, "/api/v1/namespaces/team-b"), 404);
    }

    void whatWasDeletedStaysSo()
    {
        Lab lab;
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Delete, ofMachines + "machinesets/workers"), 200);
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Delete, usualClass), 200);
        lab.openAgain();
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers"), 404);
        QCOMPARE(lab.code(api::Method::Get, usualClass), 404);
    }

    void anEarlierLabGetsItsStorageClassOnce()
    {
        Lab lab;
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Delete, ofMachines + "machinesets/workers"), 200);
        lab.comeOfAnEarlierProgram();
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Get, usualClass), 200);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers"), 404);
        QVERIFY(!lab.isPending());
        QCOMPARE(lab.code(api::Method::Delete, usualClass), 200);
        lab.openAgain();
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Get, usualClass), 404);
    }

    void anEarlierLabThatWasCutOffGetsAll()
    {
        Lab lab;
        lab.run(0);
        lab.comeOfAnEarlierProgram();
        lab.run(100);
        QCOMPARE(lab.code(api::Method::Get, ofMachines + "machinesets/workers"), 200);
        QCOMPARE(lab.code(api::Method::Get, usualClass), 200);
        QVERIFY(!lab.isPending());
    }
};

QTEST_GUILESS_MAIN(TestFirstObjects)
#include "tst_firstobjects.moc"
