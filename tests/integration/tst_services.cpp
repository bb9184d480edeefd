// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M14 on engine and lab together: pods on hollow nodes answer for a Service, also after
// a restart, and what is made by hand stays.

#include "core/api/service.h"
#include "tests/integration/labharness.h"

using namespace core;
using namespace std::chrono_literals;
using api::Method;
using tests::LabHarness;

namespace {

const std::string inDefault = "/api/v1/namespaces/default/";

void put(LabHarness &lab, const std::string &plural, const std::string &json)
{
    const auto made = lab.request(Method::Post, inDefault + plural, *api::parseJson(json));
    QVERIFY2(made.code == 201, api::writeJson(*made.body).c_str());
}

void putPod(LabHarness &lab, const std::string &name)
{
    put(lab, "pods",
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name
            + R"(","labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"i"}],
        "tolerations":[{"key":"kubemark","operator":"Exists"}]}})");
}

const char *const webService = R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},
        "spec":{"selector":{"app":"web"},"ports":[{"port":80}]}})";

/// Counts the ready addresses of the Endpoints object; nothing when it is not there.
std::optional<std::size_t> answering(LabHarness &lab, const std::string &name = "web")
{
    for (const api::Endpoints &endpoints : lab.list<api::Endpoints>()) {
        if (endpoints.metadata.name == name)
            return endpoints.subsets.empty() ? 0 : endpoints.subsets.front().addresses.size();
    }
    return std::nullopt;
}

bool isSaid(LabHarness &lab, std::string_view code, const std::string &service = "web")
{
    for (const auto &told : lab.engine().explain({&api::resourceOf<api::Service>(), {"default", service}})) {
        if (std::ranges::find(told.reasons, code, &api::Reason::code) != told.reasons.end())
            return true;
    }
    return false;
}

} // namespace

class TestServices : public QObject
{
    Q_OBJECT

private slots:
    void podsAnswerAsTheyComeAndGo();
    void whatSomebodyElseMadeStays();
};

void TestServices::podsAnswerAsTheyComeAndGo()
{
    LabHarness lab;
    lab.create(tests::workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    put(lab, "services", webService);
    QVERIFY(lab.until([&] { return answering(lab) == 0 && isSaid(lab, "NoPods"); }, 10s));
    for (const char *name : {"one", "two"})
        putPod(lab, name);
    QVERIFY(lab.until([&] { return answering(lab) == 2 && isSaid(lab, "Told"); }, 1min));
    QCOMPARE(lab.list<api::EndpointSlice>().size(), 1U);
    QCOMPARE(lab.list<api::EndpointSlice>().front().endpoints.size(), 2U);
    lab.request(Method::Delete, inDefault + "pods/one");
    QVERIFY(lab.until([&] { return answering(lab) == 1; }, 1min));
    lab.request(Method::Delete, inDefault + "services/web");
    QVERIFY(lab.until([&] { return !answering(lab) && lab.list<api::EndpointSlice>().empty(); }, 1min));
}

void TestServices::whatSomebodyElseMadeStays()
{
    LabHarness lab;
    const std::string address = R"("subsets":[{"addresses":[{"ip":"10.1.1.1"}],"ports":[{"port":1}]}]})";
    put(lab, "endpoints", R"({"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"db"},)" + address);
    lab.advance(1min);
    QCOMPARE(answering(lab, "db"), std::optional<std::size_t>(1));
    put(lab, "services", R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"db"},
        "spec":{"ports":[{"port":80}]}})");
    QVERIFY(lab.until([&] { return isSaid(lab, "NoSelector", "db"); }, 10s));
    lab.request(Method::Delete, inDefault + "services/db");
    lab.advance(1min);
    QCOMPARE(answering(lab, "db"), std::optional<std::size_t>(1));
}

QTEST_GUILESS_MAIN(TestServices)
#include "tst_services.moc"
