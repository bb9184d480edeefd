// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chance.h"

#include <QRegularExpression>
#include <QTest>

#include <array>
#include <set>

using core::base::Chance;

class TestChance : public QObject
{
    Q_OBJECT

private slots:
    /// A recorded run must replay on every machine and after every release: these values never change.
    void drawsAreTheSameForEver_data()
    {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<QByteArray>("object");
        QTest::addColumn<QByteArray>("purpose");
        QTest::addColumn<quint64>("n");
        QTest::addColumn<quint64>("drawn");
        QTest::newRow("all zero and empty")
            << quint64(0) << QByteArray() << QByteArray() << quint64(0) << quint64(0x2130748aaac80268U);
        QTest::newRow("a node's jitter") << quint64(1) << QByteArray("default/node-1") << QByteArray("jitter")
                                         << quint64(0) << quint64(0xdf2beb670ff50930U);
        QTest::newRow("its next jitter") << quint64(1) << QByteArray("default/node-1") << QByteArray("jitter")
                                         << quint64(1) << quint64(0x33030011d301282U);
        QTest::newRow("another seed") << quint64(42) << QByteArray("default/node-1") << QByteArray("jitter")
                                      << quint64(0) << quint64(0x8ffc9685033d916fU);
    }
    void drawsAreTheSameForEver()
    {
        QFETCH(quint64, seed);
        QFETCH(QByteArray, object);
        QFETCH(QByteArray, purpose);
        QFETCH(quint64, n);
        QTEST(quint64(Chance(seed).draw(object.toStdString(), purpose.toStdString(), n)), "drawn");
    }

    void textsAreTheSameForEver()
    {
        const Chance chance(7);
        QCOMPARE(chance.uuid("default/pod-1", "uid"), std::string("63315c49-3943-4ecf-a1f4-4231b88f6175"));
        QCOMPARE(chance.suffix("default/set", "name", 3), std::string("swph4"));
        QCOMPARE(chance.unit("a", "b"), 0x1.51b0a01bb596p-4);
    }

    void everyPartOfTheKeyCounts()
    {
        const Chance chance(1);
        const std::set<std::uint64_t> drawn {chance.draw("a", "b", 0), chance.draw("a", "b", 1),
            chance.draw("b", "a", 0), chance.draw("ab", "", 0), chance.draw("", "ab", 0),
            chance.draw("a", "bb", 0), chance.draw("aa", "b", 0), Chance(2).draw("a", "b", 0)};
        QCOMPARE(drawn.size(), 8U);
    }

    void oneObjectsDrawsDoNotShiftAnothers()
    {
        const Chance chance(1);
        const auto before = chance.draw("b", "x", 5);
        for (std::uint64_t n = 0; n < 100; ++n)
            chance.draw("a", "x", n);
        QCOMPARE(chance.draw("b", "x", 5), before);
    }

    void unitsFillTheirIntervalEvenly()
    {
        const Chance chance(99);
        std::array<int, 10> buckets {};
        for (std::uint64_t n = 0; n < 100'000; ++n) {
            const double unit = chance.unit("node", "jitter", n);
            QVERIFY(unit >= 0 && unit < 1);
            ++buckets.at(static_cast<std::size_t>(unit * 10));
        }
        for (const int count : buckets)
            QVERIFY2(count > 9'500 && count < 10'500, qPrintable(QString::number(count)));
    }

    void uuidsAreVersionFourAndDistinct()
    {
        static const QRegularExpression shape(
            QStringLiteral("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"));
        const Chance chance(3);
        std::set<std::string> seen;
        for (std::uint64_t n = 0; n < 10'000; ++n) {
            const std::string uuid = chance.uuid("object", "uid", n);
            QVERIFY2(shape.match(QString::fromStdString(uuid)).hasMatch(), uuid.c_str());
            seen.insert(uuid);
        }
        QCOMPARE(seen.size(), 10'000U);
    }

    void suffixesUseKubernetesAlphabet()
    {
        const std::string alphabet = "bcdfghjklmnpqrstvwxz2456789";
        const Chance chance(3);
        std::set<char> used;
        for (std::uint64_t n = 0; n < 1'000; ++n) {
            const std::string suffix = chance.suffix("set", "name", n);
            QCOMPARE(suffix.size(), 5U);
            used.insert(suffix.begin(), suffix.end());
        }
        QCOMPARE(std::string(used.begin(), used.end()), std::string("2456789bcdfghjklmnpqrstvwxz"));
        QCOMPARE(used.size(), alphabet.size());
        QCOMPARE(chance.suffix("set", "name", 0, 13).size(), 13U);
        QCOMPARE(chance.suffix("set", "name", 0, 13).substr(0, 5), chance.suffix("set", "name"));
    }
};

QTEST_GUILESS_MAIN(TestChance)
#include "tst_chance.moc"
