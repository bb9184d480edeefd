// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/codec.h"
#include "core/api/node.h"
#include "core/api/yaml.h"

#include <QtTest>

using namespace core;

namespace {

api::Json yaml(const std::string &text)
{
    return *api::parseYaml(text);
}

std::string lease(const std::string &metadata, const std::string &spec)
{
    return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: " + metadata + ", spec: " + spec
        + "}";
}

const std::string owner = "{apiVersion: v1, kind: Node, name: n, uid: v}";
const std::string metadata = "{name: n, namespace: kube-node-lease, uid: u, resourceVersion: '7', "
                             "creationTimestamp: '2026-11-20T10:00:00Z', ownerReferences: ["
    + owner + "]}";
const std::string spec =
    "{holderIdentity: n, leaseDurationSeconds: 40, renewTime: '2026-11-20T10:00:00.000000Z'}";
const std::string renewed =
    "{holderIdentity: n, leaseDurationSeconds: 40, renewTime: '2026-11-20T10:00:10.500000Z'}";

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
        QTest::addColumn<std::string>("held");
        QTest::addColumn<std::string>("newer");
        QTest::addColumn<bool>("taken");
        const auto row = [](const char *name, const std::string &held, const std::string &newer, bool taken) {
            QTest::newRow(name) << held << newer << taken;
        };
        const std::string before = lease(metadata, spec);
        const std::string after = lease(with(metadata, "'7'", "'8'"), renewed);
        const std::string orphan = with(metadata, ", ownerReferences: [" + owner + "]", "");
        row("a renewal", before, after, true);
        row("the same again", before, before, true);
        row("without an owner", lease(orphan, spec), lease(orphan, renewed), true);
        row("another lease of the name", before, with(after, "uid: u", "uid: x"), false);
        row("another name", before, with(after, "{name: n", "{name: m"), false);
        row("another namespace", before, with(after, "kube-node-lease", "default"), false);
        row("another owner", before, with(after, "uid: v", "uid: x"), false);
        row("an owner more", before, with(after, owner, owner + ", " + owner), false);
        row("an owner that controls", before, with(after, "uid: v", "uid: v, controller: true"), false);
        row("no owner any more", before, lease(orphan, renewed), false);
        row("an owner now", lease(orphan, spec), after, false);
        row("a label", before, with(after, "{name: n", "{labels: {a: b}, name: n"), false);
        row("a label less", with(before, "{name: n", "{labels: {a: b}, name: n"), after, false);
        row("a finalizer less", with(before, "{name: n", "{finalizers: [x/y], name: n"), after, false);
        row("being deleted", before,
            with(after, "{name: n", "{deletionTimestamp: '2026-11-20T10:00:05Z', name: n"), false);
        row("another holder", before, with(after, "holderIdentity: n", "holderIdentity: m"), false);
        row("another duration", before, with(after, "40", "41"), false);
        row("acquired", before, with(after, "40", "40, acquireTime: '2026-11-20T10:00:10.500000Z'"), false);
        row("no time", before, with(after, ", renewTime: '2026-11-20T10:00:10.500000Z'", ""), false);
        row("no time that can be read", before, with(after, "'2026-11-20T10:00:10.500000Z'", "now"), false);
        row("no spec", before, with(after, ", spec: " + renewed, ""), false);
        row("no metadata", before, with(after, "metadata: " + with(metadata, "'7'", "'8'") + ", ", ""),
            false);
    }

    /// Taken or not, what is held is what decoding it gives.
    void heartbeats()
    {
        QFETCH(std::string, held);
        QFETCH(std::string, newer);
        QFETCH(bool, taken);
        const auto before = api::decode<api::Lease>(yaml(held));
        QVERIFY(before);
        api::Lease lease = *before;
        QCOMPARE(api::takeHeartbeat(lease, yaml(newer)), taken);
        const auto after = api::decode<api::Lease>(yaml(newer));
        QVERIFY(lease == (taken ? after.value() : *before));
    }
};

QTEST_GUILESS_MAIN(TestNode)
#include "tst_node.moc"
