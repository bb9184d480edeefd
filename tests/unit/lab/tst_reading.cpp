// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md C: get and list.
#include "labfixture.h"

#include <algorithm>

using namespace labtest;

class TestReading : public QObject
{
    Q_OBJECT

private slots:
    void listsAreSortedAndStamped();
    void readsSeeEveryWrite();
    void refusals_data();
    void refusals();
    void pages();
    void pagesShowOneSnapshot();
    void selectivePagesAreFilled();
    void pagesOfAnotherList();
    void longSelectors();
    void pagesThatBecameTooOld();
    void exactRevisions();
    void labelSelectors_data();
    void labelSelectors();
    void fieldSelectors_data();
    void fieldSelectors();
};

namespace {

void makeConfigMaps(Lab &lab, std::string_view someNames)
{
    for (const char name : someNames)
        lab.post(configMaps,
            std::string("{metadata: {name: ") + name + ", labels: {even: '"
                + ((name - 'a') % 2 ? "no" : "yes") + "'}}}");
}

std::string listed(Lab &lab, const std::string &query)
{
    const Response response = lab.get(std::string(configMaps) + "?" + query);
    return response.list ? names(response) : verdict(response);
}

} // namespace

void TestReading::listsAreSortedAndStamped()
{
    Lab lab;
    lab.post("/api/v1/namespaces/kube-system/configmaps", "{metadata: {name: a}}");
    makeConfigMaps(lab, "cab");
    const Response all = lab.get("/api/v1/configmaps");
    COMPARE_TEXT(names(all), "a b c a"); // by namespace, then name
    COMPARE_TEXT(all.list->kind, "ConfigMapList");
    COMPARE_TEXT(all.list->apiVersion, "v1");
    COMPARE_TEXT(all.list->resourceVersion, std::to_string(lab.server->revision())); // C1
    for (const api::JsonPtr &item : all.list->items)
        QVERIFY(std::stoull(std::string(api::textAt(*item, {"metadata", "resourceVersion"})))
            <= lab.server->revision());
    COMPARE_TEXT(names(lab.get("/api/v1/namespaces/kube-system/configmaps")), "a");
}

void TestReading::readsSeeEveryWrite()
{
    Lab lab;
    makeConfigMaps(lab, "a");
    const std::string revision = std::to_string(lab.server->revision());
    COMPARE_TEXT(listed(lab, ""), "a"); // C2
    COMPARE_TEXT(listed(lab, "resourceVersion=0"), "a");
    COMPARE_TEXT(listed(lab, "resourceVersion=" + revision), "a");
    COMPARE_TEXT(verdict(lab.get(configMaps / "a?resourceVersion=1")), "200");
}

void TestReading::refusals_data()
{
    QTest::addColumn<std::string>("query");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &query, const std::string &expected) {
        QTest::newRow(name) << query << expected;
    };
    row("C3 a revision that is not reached yet", "resourceVersion=100000", "504 Timeout");
    row("C4 a match without a revision", "resourceVersionMatch=Exact", "422 Invalid");
    row("C4 exactly 0", "resourceVersionMatch=Exact&resourceVersion=0", "422 Invalid");
    row("C4 an unknown match", "resourceVersionMatch=Roughly&resourceVersion=1", "422 Invalid");
    row("H12 initial events of a list", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        "422 Invalid");
    row("C4 a match with continue", "resourceVersionMatch=Exact&continue=x", "422 Invalid");
    row("C6 a revision that is no number", "resourceVersion=x", "400 BadRequest");
    row("C7 a limit that is no number", "limit=abc", "400 BadRequest");
    row("A13 an empty limit", "limit=", "400 BadRequest");
    row("A13 an empty time", "timeoutSeconds=", "400 BadRequest");
    row("a time that is none", "timeoutSeconds=1s", "400 BadRequest");
    row("a negative time", "timeoutSeconds=-1", "200");
    row("a time of centuries", "timeoutSeconds=99999999999", "200");
    row("A13 empty texts",
        "labelSelector=&fieldSelector=&continue=&resourceVersion=&resourceVersionMatch=", "200");
    row("C10 garbage for a token", "continue=garbage", "400 BadRequest");
    row("C10 a token of an older program", // {"v":"lab/v1","rv":1,"namespace":"default","name":"a"}
        "continue=eyJ2IjoibGFiL3YxIiwicnYiOjEsIm5hbWVzcGFjZSI6ImRlZmF1bHQiLCJuYW1lIjoiYSJ9",
        "400 BadRequest");
    row("C12 a label selector with a syntax error", "labelSelector=a b", "400 BadRequest");
    row("C12 an open parenthesis", "labelSelector=a in (b", "400 BadRequest");
    row("C12 greater than a text", "labelSelector=a>b", "400 BadRequest");
    row("C13 a comma that ends a value", "fieldSelector=metadata.name=a,b", "400 BadRequest");
    row("C13 an equal sign in a value", "fieldSelector=metadata.name=a=b", "400 BadRequest");
    row("C13 a backslash before a letter", "fieldSelector=metadata.name=\\a", "400 BadRequest");
    row("C13 a backslash before a letter of two bytes", "fieldSelector=metadata.name=\\\u00e9",
        "400 BadRequest");
    row("C13 a backslash at the end", "fieldSelector=metadata.name=a\\", "400 BadRequest");
    row("C13 an unknown field", "fieldSelector=spec.wombat=x", "400 BadRequest");
    row("C13 a field without a value", "fieldSelector=x", "400 BadRequest");
    row("A13 an unknown parameter is ignored", "wombat=1", "200");
}

void TestReading::refusals()
{
    QFETCH(const std::string, query);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.get(std::string(configMaps) + "?" + query);
    QCOMPARE(verdict(response), expected);
    const std::string said = message(response);
    QVERIFY(QByteArrayView(said.data(), qsizetype(said.size())).isValidUtf8());
    if (response.code == 504) {
        COMPARE_TEXT(cause(response), "ResourceVersionTooLarge");
        COMPARE_TEXT(at(response, {"details", "retryAfterSeconds"}), "1");
    }
}

void TestReading::pages()
{
    Lab lab;
    makeConfigMaps(lab, "abcde");
    const Response first = lab.get(std::string(configMaps) + "?limit=2"); // C7
    COMPARE_TEXT(names(first), "a b");
    QCOMPARE(first.list->remainingItemCount, std::optional<std::int64_t>(3));
    const Response second =
        lab.get(std::string(configMaps) + "?limit=2&continue=" + first.list->continueToken);
    COMPARE_TEXT(names(second), "c d");
    QCOMPARE(second.list->remainingItemCount, std::optional<std::int64_t>(1));
    const Response last =
        lab.get(std::string(configMaps) + "?limit=2&continue=" + second.list->continueToken);
    COMPARE_TEXT(names(last), "e");
    QVERIFY(last.list->continueToken.empty() && !last.list->remainingItemCount);
    COMPARE_TEXT(listed(lab, "limit=9"), "a b c d e");
    QVERIFY(lab.get(std::string(configMaps) + "?limit=5").list->continueToken.empty());
    COMPARE_TEXT(listed(lab, "limit=-1"), "a b c d e");
    COMPARE_TEXT(
        listed(lab, "resourceVersion=5&continue=" + first.list->continueToken), "400 BadRequest"); // C10
}

void TestReading::pagesShowOneSnapshot()
{
    Lab lab;
    makeConfigMaps(lab, "abdf");
    const Response first = lab.get(std::string(configMaps) + "?limit=1");
    lab.remove(configMaps / "b");
    lab.patch(configMaps / "d", "{data: {changed: later}}");
    makeConfigMaps(lab, "ceg");
    lab.remove(configMaps / "f");
    const Response rest = lab.get(std::string(configMaps) + "?continue=" + first.list->continueToken);
    COMPARE_TEXT(names(rest), "b d f"); // C8
    COMPARE_TEXT(rest.list->resourceVersion, first.list->resourceVersion);
    QVERIFY(!api::find(*rest.list->items[1], {"data"}));
    COMPARE_TEXT(listed(lab, ""), "a c d e g");
}

void TestReading::selectivePagesAreFilled()
{
    Lab lab;
    makeConfigMaps(lab, "abcdefg");
    const Response page = lab.get(std::string(configMaps) + "?limit=2&labelSelector=even=yes");
    COMPARE_TEXT(names(page), "a c"); // C9
    QVERIFY(!page.list->remainingItemCount && !page.list->continueToken.empty());
    COMPARE_TEXT(listed(lab, "labelSelector=even=yes&continue=" + page.list->continueToken), "e g");
}

/// A page of whatever list of the kind goes on where the one before ended, in the order of that list's keys.
void TestReading::pagesOfAnotherList()
{
    Lab lab;
    makeConfigMaps(lab, "abc");
    for (const char *name : {"a", "b", "c"})
        lab.post(
            "/api/v1/namespaces/kube-system/configmaps", "{metadata: {name: " + std::string(name) + "}}");
    const auto rest = [&](const std::string &from, const std::string &to) {
        const std::string token = lab.get(from + "limit=1").list->continueToken;
        return names(lab.get(to + "continue=" + token));
    };
    const std::string here = std::string(configMaps) + "?";
    const std::string there = "/api/v1/namespaces/kube-system/configmaps?";
    const std::string everywhere = "/api/v1/configmaps?";
    COMPARE_TEXT(rest(here, there), "b c"); // C10
    COMPARE_TEXT(rest(there, here), "b c");
    COMPARE_TEXT(rest(here, here + "labelSelector=even=yes&"), "c");
    COMPARE_TEXT(rest(here + "labelSelector=even=yes&", here), "b c");
    COMPARE_TEXT(rest(everywhere, everywhere), "b c a b c");
    COMPARE_TEXT(rest(everywhere, here), "");
    COMPARE_TEXT(rest(here, everywhere), "a b c a b c");
    COMPARE_TEXT(rest("/api/v1/namespaces?", "/api/v1/namespaces?"),
        "kube-node-lease kube-public kube-system kubemark-actuator openshift-machine-api");
}

/// Each requirement is looked for in thousands of objects (docs/faults-and-threats.md T19).
void TestReading::longSelectors()
{
    Lab lab;
    makeConfigMaps(lab, "ab");
    std::string values = "yes";
    std::string fields = "metadata.name!=a";
    std::string labels = "!k0";
    for (int i = 1; i < 1000; ++i) {
        values += ",v" + std::to_string(i) + ",w" + std::to_string(i);
        fields += ",metadata.name!=n" + std::to_string(i);
        labels += ",k" + std::to_string(i) + "!=v";
    }
    COMPARE_TEXT(listed(lab, "labelSelector=even in (" + values + ")"), "a"); // C12
    COMPARE_TEXT(listed(lab, "labelSelector=even notin (" + values + ")"), "b");
    COMPARE_TEXT(listed(lab, "labelSelector=" + labels), "a b");
    COMPARE_TEXT(listed(lab, "labelSelector=" + labels + ",x"), "400 BadRequest");
    COMPARE_TEXT(listed(lab, "fieldSelector=" + fields), "b"); // C13
    COMPARE_TEXT(listed(lab, "fieldSelector=" + fields + ",metadata.name!=x"), "400 BadRequest");
}

void TestReading::pagesThatBecameTooOld()
{
    Lab lab;
    makeConfigMaps(lab, "ab");
    const Response first = lab.get(std::string(configMaps) + "?limit=1");
    const std::string large(200'000, 'x');
    for (int i = 0; i < 400; ++i) { // 80 MB of superseded versions
        const Json patch = api::JsonObject {{"data", api::JsonObject {{"x", std::to_string(i) + large}}}};
        lab.send(Method::Patch, configMaps / "a", patch, api::contentTypes::mergePatch);
    }
    makeConfigMaps(lab, "c");
    const Response late = lab.get(std::string(configMaps) + "?limit=5&continue=" + first.list->continueToken);
    COMPARE_TEXT(verdict(late), "410 Expired"); // C11
    COMPARE_TEXT(listed(lab, "limit=5&continue=" + at(late, {"metadata", "continue"})), "b c");
    COMPARE_TEXT(verdict(lab.get(std::string(configMaps) + "?resourceVersionMatch=Exact&resourceVersion=8")),
        "410 Expired"); // C5
}

void TestReading::exactRevisions()
{
    Lab lab;
    makeConfigMaps(lab, "ab");
    const std::string then = std::to_string(lab.server->revision());
    makeConfigMaps(lab, "c");
    lab.remove(configMaps / "a");
    const Response past =
        lab.get(std::string(configMaps) + "?resourceVersionMatch=Exact&resourceVersion=" + then);
    COMPARE_TEXT(names(past), "a b"); // C5
    COMPARE_TEXT(past.list->resourceVersion, then);
    COMPARE_TEXT(listed(lab, "resourceVersionMatch=NotOlderThan&resourceVersion=" + then), "b c");
    COMPARE_TEXT(listed(lab, "resourceVersion=" + then), "b c");
    COMPARE_TEXT(listed(lab, "limit=500&resourceVersion=" + then), "a b");
    COMPARE_TEXT(listed(lab, "limit=500&resourceVersion=0"), "b c");
}

void TestReading::labelSelectors_data()
{
    QTest::addColumn<std::string>("selector");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &selector, const std::string &expected) {
        QTest::newRow(name) << selector << expected;
    };
    row("C12 =", "app=web", "a b");
    row("C12 ==", "app==web", "a b");
    row("C12 != matches objects without the key", "app!=web", "c d");
    row("C12 in", "app in (web,db)", "a b c");
    row("C12 notin matches objects without the key", "app notin (web)", "c d");
    row("C12 exists", "app", "a b c");
    row("C12 not exists", "!app", "d");
    row("C12 all of several", "app=web,tier=front", "a");
    row("C12 greater", "n>7", "c");
    row("C12 less", "n<12", "a");
    row("C12 between", "n>6,n<20,app!=db", "a");
}

void TestReading::labelSelectors()
{
    QFETCH(const std::string, selector);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a, labels: {app: web, tier: front, n: '7'}}}");
    lab.post(configMaps, "{metadata: {name: b, labels: {app: web, n: many}}}");
    lab.post(configMaps, "{metadata: {name: c, labels: {app: db, n: '12'}}}");
    lab.post(configMaps, "{metadata: {name: d}}");
    api::Request request = Lab::request(Method::Get, configMaps);
    request.query.emplace_back("labelSelector", selector);
    QCOMPARE(names(lab.server->answer(request)), expected);
}

void TestReading::fieldSelectors_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("selector");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, std::string_view path, const std::string &selector,
                         const std::string &expected) {
        QTest::newRow(name) << std::string(path) << selector << expected;
    };
    const std::string_view events = "/api/v1/namespaces/default/events";
    row("C13 metadata.name", pods, "metadata.name=p2", "p2");
    row("C13 metadata.namespace", "/api/v1/pods", "metadata.namespace=default", "p1 p2");
    row("C13 spec.nodeName", pods, "spec.nodeName=n1", "p1");
    row("C13 no node yet", pods, "spec.nodeName=", "p2");
    row("C13 !=", pods, "status.phase!=Running", "p1 p2");
    row("C13 two fields", pods, "spec.nodeName!=,status.phase=Pending", "p1");
    row("C13 a comma in a value", pods, R"(metadata.name!=a\,b)", "p1 p2");
    row("C13 an equal sign in a value", pods, R"(metadata.name!=a\=b,metadata.name!=p1)", "p2");
    row("C13 a backslash in a value", pods, R"(metadata.name!=a\\,metadata.name!=p1)", "p2");
    row("C13 terms of nothing", pods, ",metadata.name=p2,,", "p2");
    row("C13 spec.unschedulable", nodes, "spec.unschedulable=true", "n2");
    row("C13 an absent flag counts as false", nodes, "spec.unschedulable=false", "n1");
    row("M4 involvedObject.name", events, "involvedObject.name=p1,involvedObject.kind=Pod", "e1");
    row("M4 type and reason", events, "type=Warning,reason=Failed", "e2");
    row("M4 the newer names", "/apis/events.k8s.io/v1/events", "regarding.name=p1", "e1");
    row("M4 who tells", "/api/v1/events", "reportingComponent=kubelet", "e1");
    row("M4 who tells, by the newer name", "/apis/events.k8s.io/v1/events", "reportingController=kubelet",
        "e1");
    row("C13 status.replicas", "/api/v1/replicationcontrollers", "status.replicas=0", "rc");
}

void TestReading::fieldSelectors()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, selector);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(pods, pod("p1", "", ", nodeName: n1"));
    lab.post(pods, pod("p2"));
    lab.post(nodes, "{metadata: {name: n1}}");
    lab.post(nodes, "{metadata: {name: n2}, spec: {unschedulable: true}}");
    lab.post("/api/v1/namespaces/default/events",
        "{metadata: {name: e1}, involvedObject: {kind: Pod, name: p1, namespace: default}, type: Normal, "
        "reason: Started, reportingComponent: kubelet}");
    lab.post("/api/v1/namespaces/default/replicationcontrollers",
        "{metadata: {name: rc}, spec: {selector: {a: b}, template: {metadata: {labels: {a: b}}, spec: "
        "{containers: [{name: c, image: i}]}}}}");
    lab.post("/api/v1/namespaces/default/events",
        "{metadata: {name: e2}, involvedObject: {kind: Node, name: n1}, type: Warning, reason: Failed}");
    api::Request request = Lab::request(Method::Get, path);
    request.query.emplace_back("fieldSelector", selector);
    const Response response = lab.server->answer(request);
    QCOMPARE(verdict(response), std::string("200"));
    QCOMPARE(names(response), expected);
}

QTEST_GUILESS_MAIN(TestReading)
#include "tst_reading.moc"
