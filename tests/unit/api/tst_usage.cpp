// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/usage.h"

#include "core/api/yaml.h"

#include <QTest>

using namespace core::api;

class TestUsage : public QObject
{
    Q_OBJECT

private slots:
    void usage_data();
    void usage();
};

/// M9: in thousandths of a core and in Ki, container by container.
void TestUsage::usage_data()
{
    QTest::addColumn<QByteArray>("annotations");
    QTest::addColumn<QByteArray>("containers");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *annotations, const char *containers,
                         const char *expected) {
        QTest::newRow(name) << QByteArray(annotations) << QByteArray(containers) << QByteArray(expected);
    };
    const char *one = "[{name: c, resources: {requests: {cpu: 200m, memory: 64Mi}}}]";
    const char *two =
        "[{name: c, resources: {requests: {cpu: 1}}}, {name: d, resources: {limits: {cpu: 100m}}}]";
    row("half of what is requested", "{}", one, "100/32768");
    row("a limit counts as a request", "{}", two, "500/4096 50/4096");
    row("nothing requested", "{}", "[{name: c}]", "1/4096");
    row("no containers", "{}", "[]", "");
    row("a share", "{hollowlab.io/cpu-usage: 80%, hollowlab.io/memory-usage: 200%}", one, "160/131072");
    row("a share of each", "{hollowlab.io/cpu-usage: 10%}", two, "100/4096 10/4096");
    row("an amount", "{hollowlab.io/cpu-usage: 1500m, hollowlab.io/memory-usage: 1Gi}", one, "1500/1048576");
    row("an amount for all", "{hollowlab.io/cpu-usage: '1'}", two, "500/4096 500/4096");
    row("nothing at all", "{hollowlab.io/cpu-usage: '0'}", one, "0/32768");
    row("nonsense", "{hollowlab.io/cpu-usage: much, hollowlab.io/memory-usage: -5%}", one, "100/32768");
    row("more than there is", "{hollowlab.io/cpu-usage: 999999999999%}", one, "100/32768");
    row("a share of very much", "{hollowlab.io/cpu-usage: 100000%}",
        "[{name: c, resources: {requests: {cpu: 9E, memory: 64Mi}}}]", "9000000000000000000/32768");
    row("a negative amount", "{hollowlab.io/cpu-usage: '-1'}", one, "100/32768");
}

void TestUsage::usage()
{
    QFETCH(const QByteArray, annotations);
    QFETCH(const QByteArray, containers);
    QFETCH(const QByteArray, expected);
    const auto json = parseYaml(
        ("{metadata: {name: p, annotations: " + annotations + "}, spec: {containers: " + containers + "}}")
            .toStdString());
    QVERIFY(json.has_value());
    const auto pod = decode<Pod>(*json);
    QVERIFY(pod.has_value());
    QByteArrayList parts;
    for (const Amounts &amounts : usageOf(*pod))
        parts << QByteArray::number(qint64(amountOf(amounts, "cpu"))) + '/'
                + QByteArray::number(qint64(amountOf(amounts, "memory") / (1024LL * 1000)));
    QCOMPARE(parts.join(' '), expected);
}

QTEST_APPLESS_MAIN(TestUsage)
#include "tst_usage.moc"
