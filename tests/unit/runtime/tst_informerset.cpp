// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/runtime/informerset.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/scriptedtransport.h"

using namespace core;

namespace {

struct Bench {
    base::Clock clock {base::Time {}};
    ScriptedTransport transport;
    client::Client client {transport};
    base::Chance chance {1};
    runtime::InformerSet informers {client, clock, chance, {}};
};

const char *const emptyList = "{'metadata':{'resourceVersion':'1'},'items':[]}";

} // namespace

class TestInformerSet : public QObject
{
    Q_OBJECT

private slots:
    void thereIsOneInformerPerKind()
    {
        Bench bench;
        runtime::Informer<api::Pod> &pods = bench.informers.of<api::Pod>();
        bench.informers.of<api::Node>();
        QVERIFY(&bench.informers.of<api::Pod>() == &pods);
        QCOMPARE(bench.informers.list().size(), 2U);
    }

    void aKindMayBeWantedOfOneNamespaceOnly()
    {
        Bench bench;
        const auto &pods = bench.informers.ofNamespace<api::Pod>("team");
        QVERIFY(&bench.informers.of<api::Pod>() == &pods);
        bench.informers.start();
        QCOMPARE(bench.transport.sent.front().request.path, std::string("/api/v1/namespaces/team/pods"));
    }

    void theyStartInTheOrderInWhichTheyWereMade()
    {
        Bench bench;
        bench.informers.of<api::Pod>();
        bench.informers.of<api::Machine>();
        bench.informers.of<api::Node>();
        bench.informers.start();
        std::vector<std::string> paths;
        for (const auto &sent : bench.transport.sent)
            paths.push_back(sent.request.path);
        QCOMPARE(paths,
            (std::vector<std::string> {
                "/api/v1/pods", "/apis/machine.openshift.io/v1beta1/machines", "/api/v1/nodes"}));
    }

    void allAreSyncedWhenEachIs()
    {
        Bench bench;
        bench.informers.of<api::Pod>();
        bench.informers.of<api::Node>();
        int told = 0;
        bool synced = false;
        const auto subscription = bench.informers.onState([&] {
            ++told;
            synced = bench.informers.allSynced();
        });
        bench.informers.start();
        bench.transport.answer(json(emptyList));
        QVERIFY(!bench.informers.allSynced());
        bench.transport.answer(json(emptyList));
        QVERIFY(bench.informers.allSynced());
        QVERIFY(synced && told >= 4);
        bench.informers.stop();
        for (const auto &watch : bench.transport.watches)
            QVERIFY(!watch->open);
    }

    void optionalKindsThatAreMissingCountAsSynced()
    {
        Bench bench;
        bench.informers.of<api::Pod>();
        runtime::Informer<api::Node> &nodes = bench.informers.ofOptional<api::Node>();
        QVERIFY(&bench.informers.of<api::Node>() == &nodes);
        bench.informers.start();
        bench.transport.answer(json(emptyList));
        QVERIFY(!bench.informers.allSynced());
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("nodes\"? can't be read ")));
        bench.transport.answer(api::failureStatus(404, "NotFound", "there are none"), 404);
        QVERIFY(bench.informers.allSynced());
    }

    void responsesGoToTheInformerOfTheirKind()
    {
        Bench bench;
        runtime::Informer<api::Pod> &pods = bench.informers.of<api::Pod>();
        bench.informers.start();
        bench.transport.answer(json(emptyList));
        const auto offer = [&](const api::Resource &resource, const char *object) {
            bench.informers.offer(resource, api::share(json(object)));
            return pods.store().size();
        };
        const api::Resource &podResource = api::resourceOf<api::Pod>();
        QCOMPARE(offer(podResource, "{'kind':'Status','metadata':{'name':'p','resourceVersion':'5'}}"), 0U);
        QCOMPARE(offer(api::resourceOf<api::Node>(),
                     "{'kind':'Node','metadata':{'name':'n','resourceVersion':'5'}}"),
            0U);
        QCOMPARE(offer(podResource, "{'kind':'Pod','metadata':{'name':'p','resourceVersion':'5'}}"), 1U);
    }
};

QTEST_GUILESS_MAIN(TestInformerSet)
#include "tst_informerset.moc"
