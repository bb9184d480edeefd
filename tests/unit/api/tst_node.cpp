// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/codec.h"
#include "core/api/node.h"
#include "core/api/yaml.h"

#include <QTest>

using namespace core;

namespace {

api::Json yaml(const std::string &text)
{
    return *api::parseYaml(text);
}

const std::string reported =
    "{apiVersion: v1, kind: Node, "
    "metadata: {name: n, uid: u, resourceVersion: '7', labels: {a: b}, finalizers: [x/y], "
    "ownerReferences: [{apiVersion: v1, kind: Pod, name: o, uid: v}]}, "
    "spec: {providerID: 'kubemark://n'}, "
    "status: {capacity: {cpu: '4'}, conditions: ["
    "{type: DiskPressure, status: 'False', lastHeartbeatTime: '2026-11-20T10:00:00Z', "
    "lastTransitionTime: '2026-11-20T09:00:00Z', reason: r, message: m}, "
    "{type: Ready, status: 'True', lastHeartbeatTime: '2026-11-20T10:00:01Z'}], "
    "daemonEndpoints: {kubeletEndpoint: {Port: 10250}}}}";

std::string with(std::string text, const std::string &from, const std::string &to)
{
    const auto at = text.find(from);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

class TestNode : public QObject
{
    Q_OBJECT

private slots:
    void heartbeats_data()
    {
        QTest::addColumn<std::string>("newer");
        QTest::addColumn<bool>("taken");
        const auto row = [](const char *name, const std::string &newer, bool taken) {
            QTest::newRow(name) << newer << taken;
        };
        const std::string one = with(with(reported, "'7'", "'8'"), "T10:00:00Z", "T10:05:00Z");
        const std::string all = with(one, "T10:00:01Z", "T10:05:00Z");
        row("of all conditions", all, true);
        row("of one condition", one, true);
        row("the same again", reported, true);
        row("in another form", with(all, "'2026-11-20T10:05:00Z'", "'2026-11-20T10:05:00.5Z'"), true);
        row("an earlier time", with(all, "T10:05:00Z", "T09:59:59Z"), false);
        row("no time that can be read", with(all, "'2026-11-20T10:05:00Z'", "now"), false);
        row("no time", with(all, "lastHeartbeatTime: '2026-11-20T10:05:00Z', ", ""), false);
        row("a condition more",
            with(all, "{type: Ready",
                "{type: X, status: 'True', lastHeartbeatTime: '2026-11-20T10:05:00Z'}, {type: Ready"),
            false);
        row("another status", with(all, "status: 'False'", "status: 'True'"), false);
        row("another transition", with(all, "T09:00:00Z", "T10:05:00Z"), false);
        row("another message", with(all, "message: m", "message: x"), false);
        row("a message less", with(all, ", message: m", ""), false);
        row("a message where there was none", with(all, "type: Ready", "message: x, type: Ready"), false);
        row("another node of the name", with(all, "uid: u", "uid: x"), false);
        row("another name", with(all, "{name: n", "{name: m"), false);
        row("another owner", with(all, "uid: v", "uid: x"), false);
        row("an owner that controls", with(all, "uid: v", "uid: v, controller: true"), false);
        row("an owner more", with(all, "uid: v}", "uid: v}, {apiVersion: v1, kind: Pod, name: p, uid: w}"),
            false);
        row("no owner", with(all, "ownerReferences", "others"), false);
        row("no finalizer", with(all, "[x/y]", "[]"), false);
        row("no metadata", with(all, "metadata", "other"), false);
        row("another label", with(all, "a: b", "a: c"), false);
        row("an annotation called so",
            with(all, "labels", "annotations: {lastHeartbeatTime: '2026-11-20T10:05:00Z'}, labels"), false);
        row("a taint", with(all, "spec: {", "spec: {taints: [{key: k, effect: NoSchedule}], "), false);
        row("another capacity", with(all, "cpu: '4'", "cpu: '5'"), false);
        row("another port", with(all, "10250", "10251"), false);
        row("no capacity", with(all, "capacity: {cpu: '4'}, ", ""), false);
        row("no label", with(all, ", labels: {a: b}", ""), false);
        row("being deleted", with(all, "labels", "deletionTimestamp: '2026-11-20T10:05:00Z', labels"), false);
        row("something that nobody reads", with(all, "status: {", "status: {phase: x, "), true);
        row("a null", with(all, "spec: {", "spec: {taints: null, "), true);
        row("no conditions", with(all, "conditions", "others"), false);
        row("no status", with(all, "status: {capacity", "other: {capacity"), false);
    }

    void heartbeats()
    {
        QFETCH(std::string, newer);
        QFETCH(bool, taken);
        const auto before = api::decode<api::Node>(yaml(reported));
        QVERIFY(before);
        api::Node node = *before;
        QCOMPARE(api::HeartbeatFields<api::Node>::takeIn(node, yaml(newer)), taken);
        const auto after = api::decode<api::Node>(yaml(newer));
        QVERIFY(node == (taken ? after.value() : *before));
    }
};

QTEST_GUILESS_MAIN(TestNode)
#include "tst_node.moc"
