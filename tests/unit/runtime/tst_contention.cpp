// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/contention.h"

#include "core/api/machine.h"
#include "core/api/node.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Effect;
using runtime::Contention;

namespace {

const api::ObjectKey key {{}, "n1"};

api::PatchObject patch(const std::string &name, const std::string &json)
{
    return {{&api::resourceOf<api::Node>(), {{}, name}}, {}, *api::parseJson(json), false};
}

struct Fixture {
    base::Clock clock {api::parseTime("2026-11-20T00:00:00Z").value()};
    Contention contention {clock};

    /// The wait, zero when there is none.
    base::Duration carryOut(const std::vector<Effect> &effects, const api::ObjectKey &of = key)
    {
        const auto verdict = contention.judge(of, contention.suspicious(of, effects));
        return verdict ? verdict->wait : base::Duration::zero();
    }
    /// Writes the same, as often and so far apart; the sum of the waits asked for.
    base::Duration repeat(const std::vector<Effect> &effects, int times, base::Duration every)
    {
        base::Duration sum {};
        for (int i = 0; i < times; ++i, clock.advance(every))
            sum += carryOut(effects);
        return sum;
    }
};

} // namespace

class TestContention : public QObject
{
    Q_OBJECT

private slots:
    void whatIsUndoneIsSlowed()
    {
        Fixture f;
        const std::vector<Effect> label {patch("n1", R"({"metadata":{"labels":{"a":"b"}}})")};
        QCOMPARE(f.repeat(label, Contention::usualPlans + Contention::usualRepetitions, 0s), 0s);
        QVERIFY(!f.contention.contested(key));
        base::Duration before {};
        for (int i = 0; i < 12; ++i) {
            const base::Duration wait = f.carryOut(label);
            QCOMPARE(
                wait, before == 0s ? Contention::firstWait : std::min(before * 2, Contention::longestWait));
            before = wait;
            f.clock.advance(wait);
        }
        QCOMPARE(before, Contention::longestWait);
        QCOMPARE(f.contention.contested(key)->key.name, std::string("n1"));
    }

    void itIsForgottenWhenItIsOver()
    {
        Fixture f;
        const std::vector<Effect> label {patch("n1", R"({"metadata":{"labels":{"a":"b"}}})")};
        QVERIFY(f.repeat(label, 50, 0s) > 0s);
        QVERIFY(f.contention.contested(key));
        f.clock.advance(20min);
        QCOMPARE(f.carryOut(label), 0s);
        QVERIFY(!f.contention.contested(key));
    }

    void timesAndVersionsMakeNoDifference()
    {
        Fixture f;
        base::Duration sum {};
        for (int i = 0; i < 60; ++i) {
            const std::string time = api::formatTime(f.clock.now() + std::chrono::seconds(i));
            sum += f.carryOut({patch("n1",
                R"({"metadata":{"resourceVersion":")" + std::to_string(i)
                    + R"("},"status":{"nodeRef":{"name":"a"},"lastUpdated":")" + time + R"("}})")});
        }
        QVERIFY(sum > 0s);
    }

    /// Work that the lab does when all is well is not slowed.
    void usualWorkIsNot_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("a set makes ten thousand machines") << 0;
        QTest::newRow("counts go up and down with nodes that flap") << 1;
        QTest::newRow("a time is written again and again") << 2;
        QTest::newRow("heartbeats") << 3;
        QTest::newRow("the same to ten thousand objects") << 4;
        QTest::newRow("now and then the same") << 5;
        QTest::newRow("events") << 6;
    }
    void usualWorkIsNot()
    {
        QFETCH(int, kind);
        Fixture f;
        base::Duration sum {};
        for (int i = 0; i < 10'000; ++i) {
            const std::string number = std::to_string(i);
            std::vector<Effect> effects;
            switch (kind) {
            case 0: {
                api::Machine machine;
                machine.metadata.name = "m" + number;
                effects = {
                    api::createEffect(machine), patch("set", R"({"status":{"replicas":)" + number + "}}")};
                break;
            }
            case 1:
                effects = {patch("set", R"({"status":{"readyReplicas":)" + std::to_string(i % 2) + "}}")};
                break;
            case 2:
                effects = {patch("n1",
                    R"({"metadata":{"uid":"u"},"status":{"lastUpdated":"2026-11-20T00:00:0)"
                        + std::to_string(i % 10) + R"(Z"}})")};
                break;
            case 3: {
                api::PatchObject beat = patch("n1", R"({"spec":{"holderIdentity":"n1"}})");
                beat.isHeartbeat = true;
                effects = {beat};
                break;
            }
            case 4:
                effects = {patch("n" + number, R"({"metadata":{"labels":{"a":"b"}}})")};
                break;
            case 5:
                effects = {patch("n1", R"({"metadata":{"labels":{"a":"b"}}})")};
                f.clock.advance(5s);
                break;
            default:
                effects = {api::EmitEvent {}};
            }
            sum += f.carryOut(effects);
            if (i % 10 == 0)
                f.clock.advance(1ms);
        }
        QCOMPARE(sum, 0s);
    }

    void keysDoNotConcernEachOther()
    {
        Fixture f;
        QVERIFY(f.repeat({patch("n1", R"({"metadata":{"labels":{"a":"b"}}})")}, 50, 0s) > 0s);
        QVERIFY(!f.contention.contested({{}, "n2"}));
        QCOMPARE(f.carryOut({patch("n1", R"({"metadata":{"labels":{"a":"b"}}})")}, {{}, "n2"}), 0s);
    }
};

QTEST_APPLESS_MAIN(TestContention)
#include "tst_contention.moc"
