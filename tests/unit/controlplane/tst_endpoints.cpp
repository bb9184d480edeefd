// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M14: who answers for a service.
#include "core/controlplane/endpoints.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using api::Endpoints;
using api::EndpointSlice;
using api::Pod;
using api::Service;
using controlplane::PodPointer;
using runtime::Plan;
using support::fromYaml;

namespace {

Service serviceOf(const QByteArray &spec = "{selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}")
{
    return fromYaml<Service>("metadata: {name: web, namespace: default, uid: us, resourceVersion: '7', "
                             "labels: {team: a}}\nspec: "
        + spec);
}

PodPointer podOf(int number, const QByteArray &state = "True", const QByteArray &ports = "[]",
    const QByteArray &metadata = {})
{
    const QByteArray n = QByteArray::number(number);
    return std::make_shared<const Pod>(fromYaml<Pod>("metadata: {name: p" + n + ", namespace: default, uid: u"
        + n + ", labels: {app: web}" + metadata + "}\nspec: {nodeName: n, containers: [{name: c, ports: "
        + ports + "}]}\nstatus: {phase: Running, podIP: 10.0.0." + n
        + ", conditions: [{type: Ready, status: '" + state + "'}]}"));
}

struct Answerers {
    std::optional<Endpoints> endpoints;
    std::vector<EndpointSlice> slices;
};

Plan planOf(
    const std::optional<Service> &service, const std::vector<PodPointer> &pods, const Answerers &held = {})
{
    static const base::Chance chance(1);
    controlplane::EndpointsView seen {pods, nullptr, {}, [](const std::string &) { return false; }};
    if (held.endpoints)
        seen.endpoints = std::make_shared<const Endpoints>(*held.endpoints);
    for (const EndpointSlice &slice : held.slices)
        seen.slices.push_back(std::make_shared<const EndpointSlice>(slice));
    return controlplane::planEndpoints(service ? &*service : nullptr, seen, chance);
}

/// What there is once the plan, which makes all anew, is carried out.
Answerers madeBy(const Plan &plan)
{
    Answerers made;
    for (const api::Effect &effect : plan.effects) {
        const auto &object = std::get<api::CreateObject>(effect).object;
        if (api::textAt(object, {"kind"}) == "Endpoints")
            made.endpoints = api::decode<Endpoints>(object).value();
        else
            made.slices.push_back(api::decode<EndpointSlice>(object).value());
    }
    return made;
}

QByteArray text(const std::string &words)
{
    return QByteArray::fromStdString(words);
}

QByteArray portsText(const std::vector<api::EndpointPort> &ports)
{
    QByteArrayList words;
    for (const api::EndpointPort &port : ports)
        words += text(port.name) + ":" + QByteArray::number(qlonglong(port.port)) + text("/" + port.protocol);
    return "[" + words.join(' ') + "]";
}

/// "1 2 !3 [:8080/TCP]": the last bytes of addresses, those that are not ready with a mark.
QByteArray textOf(const Endpoints &endpoints)
{
    QByteArrayList subsets;
    const auto last = [](const std::string &ip) { return text(ip.substr(ip.rfind('.') + 1)); };
    for (const api::EndpointSubset &subset : endpoints.subsets) {
        QByteArrayList words;
        for (const api::EndpointAddress &address : subset.addresses)
            words += last(address.ip);
        for (const api::EndpointAddress &address : subset.notReadyAddresses)
            words += "!" + last(address.ip);
        subsets += (words << portsText(subset.ports)).join(' ');
    }
    return subsets.join("; ");
}

/// "1:ready,serving" and the ports, for each slice.
QByteArray textOf(const std::vector<EndpointSlice> &slices)
{
    QByteArrayList all;
    for (const EndpointSlice &slice : slices) {
        QByteArrayList words;
        for (const api::Endpoint &endpoint : slice.endpoints) {
            const std::string &ip = endpoint.addresses.front();
            QByteArrayList states;
            const api::EndpointConditions &conditions = endpoint.conditions;
            for (const auto &[name, holds] : {std::pair("ready", conditions.ready),
                     std::pair("serving", conditions.serving), std::pair("going", conditions.terminating)}) {
                if (holds.value_or(false))
                    states += name;
            }
            words += text(ip.substr(ip.rfind('.') + 1)) + ":" + states.join(',');
        }
        all += (words << portsText(slice.ports)).join(' ');
    }
    return all.join("; ");
}

} // namespace

class TestEndpoints : public QObject
{
    Q_OBJECT

private slots:
    void answers_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<std::vector<PodPointer>>("pods");
        QTest::addColumn<QByteArray>("endpoints");
        QTest::addColumn<QByteArray>("slices");
        using Pods = std::vector<PodPointer>;
        const QByteArray usual = "{selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}";
        QTest::newRow("nobody") << usual << Pods() << QByteArray() << QByteArray("[]");
        QTest::newRow("ready, not ready, and in the order of addresses")
            << usual << Pods {podOf(3), podOf(2, "False"), podOf(1)} << QByteArray("1 3 !2 [:8080/TCP]")
            << QByteArray("1:ready,serving 2: 3:ready,serving [:8080/TCP]");
        const PodPointer going = podOf(1, "True", "[]", ", deletionTimestamp: '2026-11-20T10:00:00Z'");
        QTest::newRow("on its way out") << usual << Pods {going, podOf(2)} << QByteArray("2 [:8080/TCP]")
                                        << QByteArray("1:serving,going 2:ready,serving [:8080/TCP]");
        QTest::newRow("also who is not ready")
            << QByteArray("{selector: {app: web}, ports: [{port: 80}], publishNotReadyAddresses: true}")
            << Pods {going, podOf(2, "False")} << QByteArray("1 2 [:80/TCP]")
            << QByteArray("1:ready,serving,going 2:ready [:80/TCP]");
        const QByteArray named = "{selector: {app: web}, ports: [{name: a, port: 80, targetPort: http}, "
                                 "{name: b, port: 53, protocol: UDP}]}";
        QTest::newRow("ports by name are each pod's own")
            << named
            << Pods {podOf(1, "True", "[{name: http, containerPort: 8080}]"),
                   podOf(2, "True", "[{name: http, containerPort: 9090, protocol: TCP}]"), podOf(3),
                   podOf(4, "True", "[{name: http, containerPort: 7, protocol: UDP}]")}
            << QByteArray("1 [a:8080/TCP b:53/UDP]; 2 [a:9090/TCP b:53/UDP]; 3 4 [b:53/UDP]")
            << QByteArray("1:ready,serving [a:8080/TCP b:53/UDP]; 2:ready,serving [a:9090/TCP b:53/UDP]; "
                          "3:ready,serving 4:ready,serving [b:53/UDP]");
        QTest::newRow("without ports")
            << QByteArray("{selector: {app: web}, clusterIP: None}") << Pods {podOf(1)} << QByteArray("1 []")
            << QByteArray("1:ready,serving []");
        auto ended = *podOf(1);
        ended.status.phase = "Succeeded";
        auto pending = *podOf(2);
        pending.status.podIP.clear();
        QTest::newRow("ended, and without an address")
            << usual << Pods {std::make_shared<const Pod>(ended), std::make_shared<const Pod>(pending)}
            << QByteArray() << QByteArray("[]");
    }

    // M14
    void answers()
    {
        QFETCH(const QByteArray, spec);
        QFETCH(const std::vector<PodPointer>, pods);
        const Service service = serviceOf(spec);
        const Answerers made = madeBy(planOf(service, pods));
        QVERIFY(made.endpoints);
        QTEST(textOf(*made.endpoints), "endpoints");
        QTEST(textOf(made.slices), "slices");
        const Plan again = planOf(service, pods, made);
        QVERIFY(again.effects.empty());
        QCOMPARE(support::codesOf(again.reasons),
            made.endpoints->subsets.empty() ? QByteArray("NoPods") : QByteArray("Told"));
    }

    void whoseTheyAreIsToldInLabels()
    {
        const Service service = serviceOf("{selector: {app: web}, clusterIP: None}");
        const Answerers made = madeBy(planOf(service, {podOf(1)}));
        const api::ObjectMeta &endpoints = made.endpoints->metadata;
        QCOMPARE(text(endpoints.name), "web");
        QCOMPARE(text(std::string(endpoints.label("team"))), "a");
        QVERIFY(endpoints.labels.contains("service.kubernetes.io/headless"));
        const api::ObjectMeta &slice = made.slices.front().metadata;
        QVERIFY(slice.name.starts_with("web-"));
        QCOMPARE(text(std::string(slice.label("kubernetes.io/service-name"))), "web");
        QCOMPARE(text(std::string(slice.label("endpointslice.kubernetes.io/managed-by"))),
            "endpointslice-controller.k8s.io");
        QVERIFY(api::isControlledBy(slice, "us"));
        const api::Endpoint &endpoint = made.slices.front().endpoints.front();
        QCOMPARE(text(endpoint.nodeName), "n");
        QCOMPARE(text(endpoint.targetRef->kind + "/" + endpoint.targetRef->name), "Pod/p1");
    }

    void itRestsWhereItHasNoSay()
    {
        const auto said = [](const std::optional<Service> &service, const Answerers &held = {}) {
            return support::deedsOf(planOf(service, {}, held));
        };
        QCOMPARE(said(serviceOf("{ports: [{port: 80}]}")), "NoSelector");
        QCOMPARE(said(serviceOf("{type: ExternalName, selector: {app: web}}")), "NoSelector");
        Service going = serviceOf();
        going.metadata.deletionTimestamp = api::Time {support::timeOf("2026-11-20T10:00:00Z")};
        QCOMPARE(said(going), "Deleting");
        const Answerers ours = madeBy(planOf(serviceOf(), {podOf(1)}));
        QCOMPARE(said(std::nullopt, ours), "-web ServiceGone");
        Answerers theirs = ours;
        theirs.endpoints->metadata.labels.clear();
        QCOMPARE(said(std::nullopt, theirs), "");
        QCOMPARE(said(std::nullopt), "");
    }

    void aSliceTellsOfAHundred()
    {
        std::vector<PodPointer> pods;
        for (int i = 0; i < 250; ++i)
            pods.push_back(podOf(i));
        const Service service = serviceOf();
        Answerers made = madeBy(planOf(service, pods));
        QCOMPARE(made.slices.size(), 3U);
        QCOMPARE(made.slices.front().endpoints.size(), 100U);
        QCOMPARE(made.slices.back().endpoints.size(), 50U);
        pods.resize(150);
        const QByteArray deeds = support::deedsOf(planOf(service, pods, made));
        QVERIFY2(deeds.startsWith("-" + text(made.slices.back().metadata.name)), deeds);
    }

    void whatChangesIsWritten()
    {
        const Service service = serviceOf();
        const Answerers made = madeBy(planOf(service, {podOf(1), podOf(2)}));
        const Plan plan = planOf(service, {podOf(1), podOf(2, "False")}, made);
        QCOMPARE(plan.effects.size(), 2U);
        QCOMPARE(textOf(support::after(*made.endpoints, plan.effects)), "1 !2 [:8080/TCP]");
    }
};

QTEST_GUILESS_MAIN(TestEndpoints)
#include "tst_endpoints.moc"
