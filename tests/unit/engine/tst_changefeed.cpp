// SPDX-License-Identifier: GPL-3.0-or-later
// What is gathered is sent, in whatever order it comes, the receiver opens and acknowledges.

#include "core/engine/changefeed.h"
#include "tests/unit/dice.h"

#include <QTest>

using core::engine::ChangeFeed;
using core::engine::ChangeSet;

class TestChangeFeed : public QObject
{
    Q_OBJECT

private slots:
    void whatCameBeforeTheReceiverIsSent();
    void oneIsUnderwayAtATime();
    void nothingStaysBehind_data();
    void nothingStaysBehind();

private:
    static core::timeline::Fact fact(std::uint64_t index)
    {
        core::timeline::Fact made;
        made.index = index;
        return made;
    }
};

/// The facts of earlier runs are there before the window is.
void TestChangeFeed::whatCameBeforeTheReceiverIsSent()
{
    std::vector<ChangeSet> sent;
    ChangeFeed feed([&](ChangeSet changes) { sent.push_back(std::move(changes)); });
    feed.addFact(fact(1));
    feed.mark();
    feed.acknowledge(); // of nothing
    QVERIFY(!QTest::qWaitFor([&] { return !sent.empty(); }, 120));
    feed.open();
    QTRY_COMPARE(sent.size(), 1U);
    QVERIFY(sent[0].reset);
    QCOMPARE(sent[0].facts.size(), 1U);
}

void TestChangeFeed::oneIsUnderwayAtATime()
{
    std::vector<ChangeSet> sent;
    ChangeFeed feed([&](ChangeSet changes) { sent.push_back(std::move(changes)); });
    feed.open();
    QTRY_COMPARE(sent.size(), 1U);
    feed.addFact(fact(1));
    feed.addFact(fact(2));
    QVERIFY(!QTest::qWaitFor([&] { return sent.size() > 1; }, 120)); // longer than between two
    feed.acknowledge();
    QTRY_COMPARE(sent.size(), 2U);
    QVERIFY(!sent[1].reset);
    QCOMPARE(sent[1].facts.size(), 2U);
    feed.acknowledge(); // and nothing happens
    QVERIFY(!QTest::qWaitFor([&] { return sent.size() > 2; }, 120));
}

void TestChangeFeed::nothingStaysBehind_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
}

void TestChangeFeed::nothingStaysBehind()
{
    QFETCH(quint64, seed);
    Dice dice(static_cast<unsigned>(seed));
    std::size_t received = 0;
    ChangeFeed feed([&](const ChangeSet &changes) { received += changes.facts.size(); });
    std::size_t gathered = 0;
    bool opened = false;
    for (int step = 0; step < 30; ++step) {
        switch (dice.below(4)) {
        case 0:
            feed.addFact(fact(++gathered));
            break;
        case 1:
            feed.acknowledge();
            break;
        case 2:
            (void)QTest::qWaitFor([&] { return received == gathered; }, static_cast<int>(dice.below(60)));
            break;
        default:
            if (!std::exchange(opened, true))
                feed.open();
        }
    }
    if (!opened)
        feed.open();
    const auto all = [&] {
        feed.acknowledge();
        return received == gathered;
    };
    QTRY_VERIFY(all());
}

QTEST_GUILESS_MAIN(TestChangeFeed)
#include "tst_changefeed.moc"
