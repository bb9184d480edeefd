// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M12: what each pod and each claim may ask for.
#include "labfixture.h"

using namespace labtest;

class TestLimitRanges : public QObject
{
    Q_OBJECT

private slots:
    void aLimitRangeIsChecked_data();
    void aLimitRangeIsChecked();
    void whatIsRefused_data();
    void whatIsRefused();
    void whatContainersAreGiven_data();
    void whatContainersAreGiven();
    void elsewhereAndBeforeNothingIsLimited();
};

namespace {

const std::string ranges = "/api/v1/namespaces/default/limitranges";
const std::string podsPath = "/api/v1/namespaces/default/pods";
const std::string claims = "/api/v1/namespaces/default/persistentvolumeclaims";

std::string rangeOf(const std::string &limits)
{
    return "{metadata: {name: r}, spec: {limits: [" + limits + "]}}";
}

std::string podOf(const std::string &name, const std::string &containers)
{
    return "{metadata: {name: " + name + "}, spec: {" + containers + "}}";
}

std::string asking(const std::string &resources)
{
    return "containers: [{name: c, image: i, resources: {" + resources + "}}]";
}

std::string messageOf(const Response &response)
{
    return response.code < 300 ? "" : std::string(api::textAt(*response.body, {"message"}));
}

} // namespace

void TestLimitRanges::aLimitRangeIsChecked_data()
{
    QTest::addColumn<std::string>("limits");
    QTest::addColumn<std::string>("problem");
    const auto row = [](const char *name, const char *limits, const char *problem) {
        QTest::addRow("M12 %s", name) << std::string(limits) << std::string(problem);
    };
    row("good", "{type: Container, min: {cpu: 100m}, max: {cpu: '1'}}, {type: Pod, max: {cpu: 2}}", "");
    row("least above most", "{type: Container, min: {cpu: 2}, max: {cpu: 1}}",
        "LimitRange \"r\" is invalid: [spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater "
        "than max value 1, spec.limits[0].defaultRequest[cpu]: Invalid value: \"1\": min value 2 is greater "
        "than default request value 1, spec.limits[0].default[cpu]: Invalid value: \"1\": min value 2 is "
        "greater than default value 1]");
    row("default above most", "{type: Container, max: {cpu: 1}, default: {cpu: 2}}",
        "LimitRange \"r\" is invalid: [spec.limits[0].defaultRequest[cpu]: Invalid value: \"2\": default "
        "request value 2 is greater than max value 1, spec.limits[0].default[cpu]: Invalid value: \"2\": "
        "default value 2 is greater than max value 1]");
    row("defaults of pods", "{type: Pod, default: {cpu: 1}}",
        "LimitRange \"r\" is invalid: spec.limits[0].default: Forbidden: may not be specified when `type` is "
        "'Pod'");
    row("claims without storage", "{type: PersistentVolumeClaim, min: {cpu: 1}}",
        "LimitRange \"r\" is invalid: spec.limits[0].limits: Required value: either minimum or maximum "
        "storage value is required, but neither was provided");
    row("twice", "{type: Pod, max: {cpu: 1}}, {type: Pod, max: {cpu: 1}}",
        "LimitRange \"r\" is invalid: spec.limits[1].type: Duplicate value: \"Pod\"");
    row("a ratio below one", "{type: Pod, maxLimitRequestRatio: {cpu: 500m}}",
        "LimitRange \"r\" is invalid: spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: \"500m\": "
        "ratio 500m is less than 1");
    row("defaults that are no map", "{type: Container, max: {cpu: 1}, default: 5}",
        "LimitRange in version \"v1\" cannot be handled as a LimitRange: Invalid value: \"integer\": "
        "spec.limits[0].default in body must be of type object: \"integer\"");
    row("no quantity", "{type: Pod, max: {cpu: many}}",
        "LimitRange in version \"v1\" cannot be handled as a LimitRange: Invalid value: \"many\": quantities "
        "must "
        "match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

void TestLimitRanges::aLimitRangeIsChecked()
{
    QFETCH(const std::string, limits);
    Lab lab;
    QTEST(messageOf(lab.post(ranges, rangeOf(limits))), "problem");
}

void TestLimitRanges::whatIsRefused_data()
{
    QTest::addColumn<std::string>("limits");
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("problem");
    const auto pod = [](const char *name, const char *limits, const std::string &containers,
                         const std::string &problem = {}) {
        QTest::addRow("M12 %s", name) << std::string(limits) << podsPath << podOf("a", containers)
                                      << (problem.empty() ? problem : "pods \"a\" is forbidden: " + problem);
    };
    pod("a small request", "{type: Container, min: {cpu: 100m}}", asking("requests: {cpu: 50m}"),
        "minimum cpu usage per Container is 100m, but request is 50m");
    pod("a request that is just enough", "{type: Container, min: {cpu: 0.1}}",
        asking("requests: {cpu: 100m}"));
    pod("a large limit", "{type: Container, max: {memory: 1Gi}}", asking("limits: {memory: 1025Mi}"),
        "maximum memory usage per Container is 1Gi, but limit is 1025Mi");
    pod("a request without limit", "{type: Pod, max: {cpu: 1}}", asking("requests: {cpu: 1}"),
        "maximum cpu usage per Pod is 1.  No limit is specified");
    pod("no request", "{type: Pod, min: {cpu: 1}}", asking(""),
        "minimum cpu usage per Pod is 1.  No request is specified");
    pod("several", "{type: Container, min: {cpu: 1, memory: 1Gi}}",
        asking("requests: {cpu: 1m, memory: 1Mi}"),
        "[minimum cpu usage per Container is 1, but request is 1m, minimum memory usage per Container is "
        "1Gi, "
        "but request is 1Mi]");
    pod("containers together", "{type: Pod, max: {cpu: 1, memory: 3Gi}}",
        "containers: [{name: a, image: i, resources: {limits: {cpu: 600m, memory: 1Gi}}}, {name: b, image: "
        "i, "
        "resources: {limits: {cpu: 500m, memory: 1Gi}}}]",
        "maximum cpu usage per Pod is 1, but limit is 1100m");
    pod("huge amounts together", "{type: Pod, max: {memory: 1Gi}}",
        "containers: [{name: a, image: i, resources: {limits: {memory: 9E}}}, {name: b, image: i, resources: "
        "{limits: {memory: 9E}}}]",
        "maximum memory usage per Pod is 1Gi, but limit is 9223372036854775807m");
    pod("a large init container", "{type: Pod, max: {cpu: 1}}",
        "initContainers: [{name: b, image: i, resources: {limits: {cpu: 2}}}], "
            + asking("limits: {cpu: 500m}"),
        "maximum cpu usage per Pod is 1, but limit is 2");
    pod("a ratio", "{type: Container, maxLimitRequestRatio: {cpu: 2}}",
        asking("requests: {cpu: 100m}, limits: {cpu: 300m}"),
        "cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000");
    pod("a ratio that is just allowed", "{type: Container, maxLimitRequestRatio: {cpu: 3}}",
        asking("requests: {cpu: 100m}, limits: {cpu: 300m}"));
    pod("a ratio to nothing", "{type: Container, maxLimitRequestRatio: {cpu: 3}}", asking("limits: {cpu: 0}"),
        "cpu max limit to request ratio per Container is 3, but no request is specified or request is 0");
    pod("what another type limits", "{type: PersistentVolumeClaim, max: {storage: 1Gi}}", asking(""));
    const auto claim = [](const char *name, const char *limits, const char *storage,
                           const std::string &problem = {}) {
        QTest::addRow("M12 %s", name)
            << std::string(limits) << claims
            << "{metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: "
                + std::string(storage) + "}}}}"
            << (problem.empty() ? problem : "persistentvolumeclaims \"a\" is forbidden: " + problem);
    };
    const char *sizes = "{type: PersistentVolumeClaim, min: {storage: 1Gi}, max: {storage: 2Gi}}";
    claim("a claim that is right", sizes, "2Gi");
    claim("a claim that is too large", sizes, "3Gi",
        "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi");
    claim("a claim that is too small", sizes, "1",
        "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1");
}

void TestLimitRanges::whatIsRefused()
{
    QFETCH(const std::string, limits);
    QFETCH(const std::string, path);
    QFETCH(const std::string, object);
    Lab lab;
    QCOMPARE(messageOf(lab.post(ranges, rangeOf(limits))), std::string());
    const Response answer = lab.post(path, object);
    QTEST(messageOf(answer), "problem");
    QCOMPARE(answer.code, answer.code < 300 ? 201 : 403);
}

void TestLimitRanges::whatContainersAreGiven_data()
{
    QTest::addColumn<std::string>("limits");
    QTest::addColumn<std::string>("containers");
    QTest::addColumn<std::string>("list"); // whose first container has then
    QTest::addColumn<std::string>("resources");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char *name, const char *limits, const std::string &containers,
                         const char *resources, const char *said, const char *list = "containers") {
        QTest::addRow("M12 %s", name) << std::string(limits) << containers << std::string(list)
                                      << std::string(resources) << std::string(said);
    };
    row("all", "{type: Container, default: {cpu: 1}, defaultRequest: {cpu: 500m, memory: 1Gi}}", asking(""),
        R"({"limits":{"cpu":"1"},"requests":{"cpu":"500m","memory":"1Gi"}})",
        "LimitRanger plugin set: cpu, memory request for container c; cpu limit for container c");
    row("most and least", "{type: Container, max: {cpu: 1}, min: {memory: 1Mi}}", asking(""),
        R"({"limits":{"cpu":"1"},"requests":{"cpu":"1","memory":"1Mi"}})",
        "LimitRanger plugin set: cpu, memory request for container c; cpu limit for container c");
    row("a limit is a request", "{type: Container, defaultRequest: {cpu: 500m}}", asking("limits: {cpu: 2}"),
        R"({"limits":{"cpu":"2"},"requests":{"cpu":"2"}})", "");
    row("what is said stays", "{type: Container, default: {cpu: 1}}",
        asking("requests: {cpu: 100m}, limits: {cpu: 300m}"),
        R"({"limits":{"cpu":"300m"},"requests":{"cpu":"100m"}})", "");
    row("an init container", "{type: Container, default: {cpu: 1}}",
        "initContainers: [{name: b, image: i}], " + asking("limits: {cpu: 1}"),
        R"({"limits":{"cpu":"1"},"requests":{"cpu":"1"}})",
        "LimitRanger plugin set: cpu request for init container b; cpu limit for init container b",
        "initContainers");
    row("pods have no defaults", "{type: Pod, max: {cpu: 1}}", asking("limits: {cpu: 1}"),
        R"({"limits":{"cpu":"1"},"requests":{"cpu":"1"}})", "");
}

void TestLimitRanges::whatContainersAreGiven()
{
    QFETCH(const std::string, limits);
    QFETCH(const std::string, containers);
    QFETCH(const std::string, list);
    Lab lab;
    QCOMPARE(messageOf(lab.post(ranges, rangeOf(limits))), std::string());
    const Response answer = lab.post(podsPath, podOf("a", containers));
    QCOMPARE(messageOf(answer), std::string());
    const api::Json pod = *lab.get(podsPath + "/a").body;
    QTEST(api::writeCanonicalJson(pod.at("spec").at(list).at(0).at("resources")), "resources");
    QTEST(std::string(api::textAt(pod, {"metadata", "annotations", "kubernetes.io/limit-ranger"})), "said");
}

void TestLimitRanges::elsewhereAndBeforeNothingIsLimited()
{
    Lab lab;
    lab.post(podsPath, podOf("before", asking("limits: {cpu: 5}")));
    lab.post(ranges, rangeOf("{type: Container, max: {cpu: 1}}"));
    QCOMPARE(messageOf(lab.patch(podsPath + "/before", "{metadata: {labels: {a: b}}}")), std::string());
    lab.post("/api/v1/namespaces", "{metadata: {name: other}}");
    QCOMPARE(messageOf(lab.post("/api/v1/namespaces/other/pods", podOf("a", asking("limits: {cpu: 5}")))),
        std::string());
    QVERIFY(messageOf(lab.post(podsPath + "?dryRun=All", podOf("b", asking("limits: {cpu: 5}"))))
                .ends_with("but limit is 5"));
    lab.remove(ranges + "/r");
    QCOMPARE(messageOf(lab.post(podsPath, podOf("b", asking("limits: {cpu: 5}")))), std::string());
}

QTEST_GUILESS_MAIN(TestLimitRanges)
#include "tst_limitranges.moc"
