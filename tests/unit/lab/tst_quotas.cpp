// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M11: what a namespace may use together.
#include "labfixture.h"
#include "tests/unit/dice.h"

using namespace labtest;
using namespace std::chrono_literals;

class TestQuotas : public QObject
{
    Q_OBJECT

private slots:
    void whatIsRefused_data();
    void whatIsRefused();
    void theStatusFollows();
    void elsewhereNothingIsLimited();
    void whatIsThereStays();
    void aChangeMayAskForTooMuch();
    void whatIsFollowedIsWhatIsThere();
    void tooMuchToCountIsCountedAgain();
};

namespace {

const std::string quotas = "/api/v1/namespaces/default/resourcequotas";
const std::string podsPath = "/api/v1/namespaces/default/pods";

std::string podOf(const std::string &name, const std::string &resources = {}, const std::string &more = {})
{
    return "{metadata: {name: " + name + "}, spec: {" + more + "containers: [{name: c, image: i"
        + (resources.empty() ? "" : ", resources: {" + resources + "}") + "}]}}";
}

std::string quotaOf(const std::string &hard, const std::string &more = {})
{
    return "{metadata: {name: q}, spec: {hard: {" + hard + "}" + more + "}}";
}

std::string messageOf(const Response &response)
{
    return response.code < 300 ? "" : std::string(api::textAt(*response.body, {"message"}));
}

std::string used(Lab &lab)
{
    return api::writeCanonicalJson(lab.get(quotas + "/q").body->at("status").at("used"));
}

} // namespace

void TestQuotas::whatIsRefused_data()
{
    QTest::addColumn<std::string>("hard");
    QTest::addColumn<std::string>("more"); // of the quota's spec
    QTest::addColumn<std::string>("first"); // is let in
    QTest::addColumn<std::string>("second");
    QTest::addColumn<std::string>("problem");
    const auto row = [](const char *name, const char *hard, const std::string &first,
                         const std::string &second, const char *problem, const char *more = "") {
        QTest::addRow("M11 %s", name)
            << std::string(hard) << std::string(more) << first << second << std::string(problem);
    };
    row("pods", "pods: 1", podOf("a"), podOf("b"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1");
    row("enough pods", "pods: '2'", podOf("a"), podOf("b"), "");
    row("by count", "count/pods: 1", podOf("a"), podOf("b"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: count/pods=1, used: count/pods=1, limited: "
        "count/pods=1");
    row("CPU", "requests.cpu: '1'", podOf("a", "requests: {cpu: 600m}"), podOf("b", "requests: {cpu: 500m}"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=600m, "
        "limited: requests.cpu=1");
    row("enough CPU", "cpu: '1'", podOf("a", "requests: {cpu: 600m}"), podOf("b", "requests: {cpu: 400m}"),
        "");
    row("limits", "limits.memory: 1Gi", podOf("a", "limits: {memory: 1Gi}"),
        podOf("b", "limits: {memory: 1Mi}"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: limits.memory=1Mi, used: limits.memory=1Gi, "
        "limited: limits.memory=1Gi");
    row("limits of what runs first", "limits.cpu: 1", podOf("a", "limits: {cpu: 400m}"),
        podOf("b", "limits: {cpu: 100m}",
            "initContainers: [{name: d, image: i, resources: {limits: {cpu: 700m}}}], "),
        "pods \"b\" is forbidden: exceeded quota: q, requested: limits.cpu=700m, used: limits.cpu=400m, "
        "limited: limits.cpu=1");
    row("limits with the class's overhead", "limits.cpu: 1", podOf("a", "limits: {cpu: 400m}"),
        podOf("b", "limits: {cpu: 400m}", "runtimeClassName: virtual, "),
        "pods \"b\" is forbidden: exceeded quota: q, requested: limits.cpu=650m, used: limits.cpu=400m, "
        "limited: limits.cpu=1");
    row("an overhead where there is no limit", "limits.memory: 1Gi", podOf("a", "limits: {memory: 1Gi}"),
        podOf("b", "limits: {memory: 0}", "runtimeClassName: virtual, "), "");
    row("what it asks for is not said", "{requests.cpu: 1, limits.memory: 1Gi}",
        podOf("a", "limits: {cpu: 1, memory: 1Mi}"), podOf("b"),
        "pods \"b\" is forbidden: failed quota: q: must specify limits.memory,requests.cpu");
    row("a limit is a request too", "requests.cpu: 2", podOf("a", "limits: {cpu: 1}"),
        podOf("b", "limits: {cpu: 1}"), "");
    row("pods that end", "pods: 0", podOf("a"), podOf("b", "", "activeDeadlineSeconds: 5, "),
        "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0",
        ", scopes: [Terminating]");
    row("pods that ask for nothing", "pods: 0", podOf("a", "requests: {cpu: 1}"), podOf("b"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0",
        ", scopes: [BestEffort]");
    row("a huge amount beside an overhead", "requests.memory: 1Gi", podOf("a", "requests: {memory: 1Mi}"),
        podOf("b", "requests: {memory: 9223372036854775807m}", "runtimeClassName: virtual, "),
        "pods \"b\" is forbidden: exceeded quota: q, requested: requests.memory=9223372036854775807m, used: "
        "requests.memory=1Mi, limited: requests.memory=1Gi");
    row("a huge amount", "requests.memory: 1Gi", podOf("a", "requests: {memory: 1Mi}"),
        podOf("b", "requests: {memory: 9E}"),
        "pods \"b\" is forbidden: exceeded quota: q, requested: requests.memory=9223372036854775807m, used: "
        "requests.memory=1Mi, limited: requests.memory=1Gi");
}

void TestQuotas::whatIsRefused()
{
    QFETCH(const std::string, hard);
    QFETCH(const std::string, more);
    QFETCH(const std::string, first);
    QFETCH(const std::string, second);
    Lab lab;
    lab.post("/apis/node.k8s.io/v1/runtimeclasses",
        "{metadata: {name: virtual}, handler: v, overhead: {podFixed: {cpu: 250m, memory: 64Mi}}}");
    const std::string flat = hard.front() == '{' ? hard.substr(1, hard.size() - 2) : hard;
    QCOMPARE(messageOf(lab.post(quotas, quotaOf(flat, more))), std::string());
    QCOMPARE(messageOf(lab.post(podsPath, first)), std::string());
    const Response answer = lab.post(podsPath, second);
    QTEST(messageOf(answer), "problem");
    QCOMPARE(answer.code, answer.code < 300 ? 201 : 403);
}

void TestQuotas::theStatusFollows()
{
    Lab lab;
    lab.post(
        quotas, quotaOf("pods: 5, requests.cpu: 2, services: 2, services.nodeports: 2, count/configmaps: 9"));
    lab.clock.advance(100ms);
    const std::string before = used(lab);
    lab.post(podsPath, podOf("a", "requests: {cpu: 250m}"));
    lab.post(podsPath, podOf("b", "requests: {cpu: 1500m}"));
    lab.post("/api/v1/namespaces/default/services",
        "{metadata: {name: s}, spec: {type: NodePort, ports: [{port: 80}]}}");
    lab.clock.advance(100ms);
    QCOMPARE(used(lab),
        std::string(R"({"count/configmaps":"0","pods":"2","requests.cpu":"1750m","services":"1",)"
                    R"("services.nodeports":"1"})"));
    QCOMPARE(api::writeCanonicalJson(lab.get(quotas + "/q").body->at("status").at("hard").at("pods")),
        std::string("\"5\""));
    lab.patch(podsPath + "/a/status", "{status: {phase: Succeeded}}");
    lab.remove(podsPath + "/b?gracePeriodSeconds=0");
    lab.remove("/api/v1/namespaces/default/services/s");
    lab.clock.advance(100ms);
    QCOMPARE(used(lab), before);
    const auto revision = lab.get(quotas + "/q").body->at("metadata").at("resourceVersion");
    lab.clock.advance(1h);
    QCOMPARE(lab.get(quotas + "/q").body->at("metadata").at("resourceVersion"), revision);
}

void TestQuotas::elsewhereNothingIsLimited()
{
    Lab lab;
    lab.post(quotas, quotaOf("pods: 0"));
    lab.post("/api/v1/namespaces", "{metadata: {name: other}}");
    QCOMPARE(messageOf(lab.post("/api/v1/namespaces/other/pods", podOf("a"))), std::string());
    QCOMPARE(messageOf(lab.post("/api/v1/nodes", "{metadata: {name: n}}")), std::string());
    QVERIFY(messageOf(lab.post(podsPath, podOf("a"))).ends_with("limited: pods=0"));
    lab.remove(quotas + "/q");
    QCOMPARE(messageOf(lab.post(podsPath, podOf("a"))), std::string());
}

void TestQuotas::whatIsThereStays()
{
    Lab lab;
    lab.post(podsPath, podOf("a"));
    lab.post(quotas, quotaOf("pods: 0"));
    QCOMPARE(messageOf(lab.patch(podsPath + "/a", "{metadata: {labels: {a: b}}}")), std::string());
    lab.clock.advance(100ms);
    QCOMPARE(used(lab), std::string(R"({"pods":"1"})"));
    QVERIFY(messageOf(lab.post(podsPath, podOf("b")))
                .ends_with("requested: pods=1, used: pods=1, limited: pods=0"));
    QVERIFY(messageOf(lab.post(podsPath + "?dryRun=All", podOf("b"))).ends_with("limited: pods=0"));
}

void TestQuotas::aChangeMayAskForTooMuch() // M11
{
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    const auto service = [](const std::string &type) {
        return "{metadata: {name: s}, spec: {type: " + type + ", ports: [{port: 80}]}}";
    };
    QCOMPARE(lab.post(services, service("ClusterIP")).code, 201);
    QCOMPARE(lab.post(quotas, quotaOf("services: 1, services.nodeports: 0")).code, 201);
    const Response refused = lab.patch(services + "/s", "{spec: {type: NodePort}}");
    COMPARE_TEXT(messageOf(refused),
        "services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=1, used: "
        "services.nodeports=0, limited: services.nodeports=0");
    QCOMPARE(lab.patch(services + "/s", "{metadata: {labels: {a: b}}}").code, 200);
    QCOMPARE(lab.patch(quotas + "/q", "{spec: {hard: {services.nodeports: 1}}}").code, 200);
    QCOMPARE(lab.patch(services + "/s", "{spec: {type: NodePort}}").code, 200);
    QCOMPARE(lab.patch(services + "/s", "{spec: {type: ClusterIP}}").code, 200);
}

/// Whatever comes and goes: a quota that has followed it says what a new one counts.
void TestQuotas::whatIsFollowedIsWhatIsThere()
{
    Dice dice;
    Lab lab;
    const std::string hard = "hard: {pods: 1k, requests.cpu: 1k, limits.memory: 1Ti, services: 1k, "
                             "services.nodeports: 1k, count/configmaps: 1k, "
                             "count/machines.machine.openshift.io: 1k, persistentvolumeclaims: 1k, "
                             "requests.storage: 1Ti}";
    const std::string scope = ", scopes: [NotBestEffort, NotTerminating]";
    const auto quota = [&](const std::string &name, const std::string &spec) {
        return lab.post(quotas, "{metadata: {name: " + name + "}, spec: {" + spec + "}}").code;
    };
    const auto usedBy = [&](const std::string &name) {
        return api::writeCanonicalJson(lab.get(quotas + "/" + name).body->at("status").at("used"));
    };
    QCOMPARE(quota("q", hard), 201);
    QCOMPARE(quota("scoped", "hard: {pods: 1k, requests.cpu: 1k}" + scope), 201);
    const std::string ns = "/api/v1/namespaces/default/";
    for (int step = 1; step <= 1500; ++step) {
        const std::string name = "n" + std::to_string(dice.below(12));
        const std::string cpu = std::to_string(100 * (1 + dice.below(5))) + "m";
        switch (dice.below(12)) {
        case 0:
            lab.post(podsPath, podOf(name, "requests: {cpu: " + cpu + "}"));
            break;
        case 1:
            lab.post(podsPath, podOf(name, "limits: {memory: 64Mi}", "activeDeadlineSeconds: 5, "));
            break;
        case 2:
            lab.patch(podsPath + "/" + name + "/status", "{status: {phase: Failed}}");
            break;
        case 3:
            lab.patch(podsPath + "/" + name, "{metadata: {labels: {a: " + name + "}}}");
            break;
        case 4:
            lab.remove(podsPath + "/" + name + "?gracePeriodSeconds=0");
            break;
        case 5:
            lab.post(ns + "services",
                "{metadata: {name: " + name + "}, spec: {type: NodePort, ports: [{port: 80}]}}");
            break;
        case 6:
            lab.patch(ns + "services/" + name, "{spec: {type: ClusterIP}}");
            break;
        case 7:
            lab.remove(ns + "services/" + name);
            break;
        case 8:
            lab.post(ns + "configmaps", "{metadata: {name: " + name + "}}");
            lab.post(ns + "persistentvolumeclaims",
                "{metadata: {name: " + name
                    + "}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}");
            break;
        case 9:
            lab.remove(ns + "configmaps/" + name);
            lab.patch(ns + "persistentvolumeclaims/" + name, "{metadata: {finalizers: null}}");
            lab.remove(ns + "persistentvolumeclaims/" + name);
            break;
        case 10:
            lab.post(machines, machine(name));
            break;
        default:
            lab.remove(machines / name);
        }
        if (step % 50 != 0)
            continue;
        QCOMPARE(quota("new", hard), 201);
        QCOMPARE(quota("new-scoped", "hard: {pods: 1k, requests.cpu: 1k}" + scope), 201);
        lab.clock.advance(1s);
        const auto isSame = [&](const std::string &followed, const std::string &counted) {
            const std::string found = usedBy(followed);
            const std::string there = usedBy(counted);
            if (found != there)
                qWarning("%s: %s instead of %s", followed.c_str(), found.c_str(), there.c_str());
            return found == there;
        };
        QVERIFY2(isSame("q", "new"), dice.seedText());
        QVERIFY2(isSame("scoped", "new-scoped"), dice.seedText());
        lab.remove(quotas + "/new");
        lab.remove(quotas + "/new-scoped");
    }
    QVERIFY(usedBy("q") != usedBy("scoped"));
}

void TestQuotas::tooMuchToCountIsCountedAgain()
{
    Lab lab;
    lab.post(quotas, quotaOf("requests.cpu: 9P"));
    for (const std::string name : {"a", "b", "c"})
        lab.post(podsPath, podOf(name, "requests: {cpu: 4P}"));
    lab.clock.advance(100ms);
    const std::string much = used(lab);
    lab.remove(podsPath + "/c?gracePeriodSeconds=0");
    lab.remove(podsPath + "/b?gracePeriodSeconds=0");
    lab.clock.advance(100ms);
    QVERIFY2(used(lab) != much, much.c_str());
    lab.remove(podsPath + "/a?gracePeriodSeconds=0");
    lab.clock.advance(100ms);
    QCOMPARE(used(lab), std::string(R"({"requests.cpu":"0"})"));
}

QTEST_GUILESS_MAIN(TestQuotas)
#include "tst_quotas.moc"
