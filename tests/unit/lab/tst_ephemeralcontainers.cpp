// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M7: containers that are added to a pod to look into it.
#include "labfixture.h"

using namespace labtest;

class TestEphemeralContainers : public QObject
{
    Q_OBJECT

private slots:
    void areAdded();
    void refused_data();
    void refused();
    void comeByTheirSubresourceAlone_data();
    void comeByTheirSubresourceAlone();
    void endAsTheyBegin();
};

namespace {

constexpr std::string_view added = "/api/v1/namespaces/default/pods/p/ephemeralcontainers";

Response addOne(Lab &lab, const std::string &container)
{
    return lab.patch(added,
        "{spec: {$setElementOrder/ephemeralContainers: [{name: d}], ephemeralContainers: [" + container
            + "]}}",
        api::contentTypes::strategicMergePatch);
}

} // namespace

void TestEphemeralContainers::areAdded()
{
    Lab lab;
    lab.post(pods, pod("p"));
    const Response first = addOne(lab, "{name: d, image: busybox, stdin: true, targetContainerName: c}");
    COMPARE_TEXT(verdict(first), "200");
    COMPARE_TEXT(
        api::writeJson(first.body->at_pointer("/spec/ephemeralContainers/0/imagePullPolicy")), "\"Always\"");
    const Response second = lab.patch(added,
        "{metadata: {labels: {a: b}}, spec: {nodeName: n, ephemeralContainers: [{name: e, image: i}]}}",
        api::contentTypes::strategicMergePatch);
    COMPARE_TEXT(verdict(second), "200");
    QCOMPARE(second.body->at_pointer("/spec/ephemeralContainers").as_array().size(), std::size_t(2));
    COMPARE_TEXT(at(second, {"spec", "nodeName"}), "(none)");
    COMPARE_TEXT(at(second, {"metadata", "labels"}), "(none)");
    Json replaced(*lab.get(added).body, boost::json::storage_ptr());
    replaced.at("spec").at("ephemeralContainers").as_array().push_back(yaml("{name: f, image: i}"));
    COMPARE_TEXT(verdict(lab.put(added, replaced)), "200");
    COMPARE_TEXT(verdict(lab.put(added, replaced)), "409 Conflict");
    COMPARE_TEXT(verdict(lab.get(pods / "x/ephemeralcontainers")), "404 NotFound");
}

void TestEphemeralContainers::refused_data()
{
    QTest::addColumn<std::string>("list");
    QTest::addColumn<std::string>("cause");
    const auto row = [](const char *name, const std::string &list, const std::string &cause) {
        QTest::newRow(name) << list << cause;
    };
    row("one goes", "[]", "FieldValueForbidden spec.ephemeralContainers");
    row("one changes", "[{name: d, image: other}]", "FieldValueForbidden spec.ephemeralContainers");
    const auto another = [&](const char *name, const std::string &container, const std::string &cause) {
        row(name, "[{name: d, image: busybox}, {" + container + "}]", cause);
    };
    another(
        "a container's name", "name: c, image: i", "FieldValueDuplicate spec.ephemeralContainers[1].name");
    another("no image", "name: e", "FieldValueRequired spec.ephemeralContainers[1].image");
    another("a name that is none", "name: E, image: i", "FieldValueInvalid spec.ephemeralContainers[1].name");
    another("a target that is not there", "name: e, image: i, targetContainerName: x",
        "FieldValueNotFound spec.ephemeralContainers[1].targetContainerName");
    another("ports", "name: e, image: i, ports: [{containerPort: 1}]",
        "FieldValueForbidden spec.ephemeralContainers[1].ports");
    another("a probe", "name: e, image: i, livenessProbe: {exec: {command: [x]}}",
        "FieldValueForbidden spec.ephemeralContainers[1].livenessProbe");
}

void TestEphemeralContainers::refused()
{
    QFETCH(const std::string, list);
    Lab lab;
    lab.post(pods, pod("p"));
    addOne(lab, "{name: d, image: busybox}");
    const Response answer = lab.patch(added, "{spec: {ephemeralContainers: " + list + "}}");
    COMPARE_TEXT(verdict(answer), "422 Invalid");
    QTEST(cause(answer), "cause");
}

void TestEphemeralContainers::comeByTheirSubresourceAlone_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("cause");
    const std::string spec =
        "spec: {containers: [{name: c, image: i}], ephemeralContainers: [{name: e, image: i}]";
    const std::string apps = "/apis/apps/v1/namespaces/default/";
    QTest::newRow("a new pod") << std::string(pods) << "{metadata: {name: q}, " + spec + "}}"
                               << std::string("FieldValueForbidden spec.ephemeralContainers");
    QTest::newRow("a template") << apps + "deployments"
                                << "{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: "
                                   "{metadata: {labels: {a: b}}, "
            + spec + "}}}}" << std::string("FieldValueForbidden spec.template.spec.ephemeralContainers");
}

void TestEphemeralContainers::comeByTheirSubresourceAlone()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, body);
    Lab lab;
    const Response made = lab.post(path, body);
    COMPARE_TEXT(verdict(made), "422 Invalid");
    QTEST(cause(made), "cause");
    lab.post(pods, pod("p"));
    const Response changed = lab.patch(pods / "p", "{spec: {ephemeralContainers: [{name: e, image: i}]}}");
    COMPARE_TEXT(verdict(changed), "422 Invalid");
    COMPARE_TEXT(cause(changed), "FieldValueForbidden spec");
}

void TestEphemeralContainers::endAsTheyBegin()
{
    Lab lab;
    lab.post(pods, pod("p", "", ", nodeName: n"));
    QVERIFY(
        !api::find(*addOne(lab, "{name: d, image: busybox}").body, {"status", "ephemeralContainerStatuses"}));
    lab.patch(pods / "p/status", "{status: {phase: Running}}");
    const Response running = lab.patch(added, "{spec: {ephemeralContainers: [{name: e, image: i}]}}",
        api::contentTypes::strategicMergePatch);
    COMPARE_TEXT(verdict(running), "200");
    for (const char *place : {"0", "1"}) {
        const std::string ended =
            "/status/ephemeralContainerStatuses/" + std::string(place) + "/state/terminated/exitCode";
        COMPARE_TEXT(api::writeJson(running.body->at_pointer(ended)), "0");
    }
    const Response log = lab.get(pods / "p/log?container=d");
    QCOMPARE(log.code, 200);
    QVERIFY(log.text.find("no container runs") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestEphemeralContainers)
#include "tst_ephemeralcontainers.moc"
