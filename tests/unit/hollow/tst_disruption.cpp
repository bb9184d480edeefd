// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/disruption.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using hollow::Disruption;
using hollow::Fault;
using hollow::Health;
using hollow::HollowKubeletConfig;

Q_DECLARE_METATYPE(core::hollow::HollowKubeletConfig)
Q_DECLARE_METATYPE(core::hollow::Fault)

namespace {

const base::Time start = base::Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)) + 10h;

HollowKubeletConfig periodically(base::Duration healthy, base::Duration unhealthy, base::Duration frequency)
{
    HollowKubeletConfig config;
    config.turnUnhealthyPeriodically = true;
    config.healthyDuration = healthy;
    config.unhealthyDuration = unhealthy;
    config.statusUpdateFrequency = frequency;
    return config;
}

HollowKubeletConfig after(base::Duration healthy, base::Duration unhealthy, base::Duration frequency)
{
    HollowKubeletConfig config = periodically(healthy, unhealthy, frequency);
    config.turnUnhealthyPeriodically = false;
    config.turnUnhealthyAfter = true;
    return config;
}

/// "0+ 40- 46+": the second from which on it is healthy (+) or not (-), followed from one announced change to
/// the next.
std::string sequence(const HollowKubeletConfig &config, base::Duration until)
{
    std::string text;
    std::optional<Health> last;
    for (std::optional<base::Time> at = start; at && *at <= start + until;) {
        const Disruption seen = hollow::recipeAt(config, start, *at);
        if (seen.health != last) {
            text += text.empty() ? "" : " ";
            text += std::to_string((*at - start) / 1s) + (seen.health == Health::Healthy ? "+" : "-");
        }
        last = seen.health;
        at = seen.nextChange;
    }
    return text;
}

} // namespace

class TestDisruption : public QObject
{
    Q_OBJECT

private slots:
    void followsTheRecipe_data();
    void followsTheRecipe();
    void announcesEveryChange();
    void saysWhy();
    void readsFaults_data();
    void readsFaults();
    void refusesFaults_data();
    void refusesFaults();
    void putsAFaultFirst();
};

void TestDisruption::followsTheRecipe_data()
{
    QTest::addColumn<HollowKubeletConfig>("config");
    QTest::addColumn<QString>("expected");

    QTest::newRow("no recipe: healthy for ever") << HollowKubeletConfig() << "0+";
    QTest::newRow("§3.8 periodically, 40 s and 5 s, seen every 2 s")
        << periodically(40s, 5s, 2s) << "0+ 40- 46+ 86- 90+ 130- 136+ 176- 180+";
    QTest::newRow("§3.8 periodically, 40 s and 5 s, seen every 5 s")
        << periodically(40s, 5s, 5s) << "0+ 40- 45+ 85- 90+ 130- 135+ 175- 180+";
    QTest::newRow("§3.8 a phase shorter than the update frequency may be missed") << periodically(
        30s, 3s, 10s) << "0+ 30- 40+ 130- 140+"; // 31.. at 63-66, 96-99 fall between two looks
    QTest::newRow("§3.8 after 40 s, for ever") << after(40s, 0s, 2s) << "0+ 40-";
    QTest::newRow("§3.8 after 41 s is seen at the next update") << after(41s, 0s, 2s) << "0+ 42-";
    QTest::newRow("§1.4 ADOPT 1: the other duration counts when the healthy one is zero")
        << after(0s, 40s, 2s) << "0+ 40-";
    QTest::newRow("§1.4 ADOPT 1: both zero means at once") << after(0s, 0s, 2s) << "0-";
    HollowKubeletConfig both = periodically(40s, 5s, 2s);
    both.turnUnhealthyAfter = true;
    QTest::newRow("§1.4 ADOPT 3: both recipes count as after") << both << "0+ 40-";
    QTest::newRow("periodically without durations can't be followed: healthy")
        << periodically(0s, 0s, 2s) << "0+";
    QTest::newRow("periodically without healthy time: never healthy") << periodically(0s, 5s, 5s) << "0-";
}

void TestDisruption::followsTheRecipe()
{
    QFETCH(HollowKubeletConfig, config);
    QFETCH(QString, expected);
    QCOMPARE(sequence(config, 180s), expected.toStdString());
}

void TestDisruption::announcesEveryChange()
{
    const HollowKubeletConfig config = periodically(7s, 4s, 3s);
    Health last = Health::Healthy;
    base::Time announced = start;
    for (base::Time now = start; now < start + 300s; now += 500ms) {
        const Disruption seen = hollow::recipeAt(config, start, now);
        QVERIFY(seen.nextChange && *seen.nextChange > now);
        if (seen.health != last)
            QVERIFY(announced == now);
        if (*seen.nextChange != announced)
            QVERIFY(announced <= now);
        announced = *seen.nextChange;
        last = seen.health;
    }
}

void TestDisruption::saysWhy()
{
    QCOMPARE(hollow::recipeAt(after(40s, 0s, 2s), start, start + 1min).message,
        "reporting unhealty indefinitely on request (40s after start up)");
    QCOMPARE(hollow::recipeAt(periodically(40s, 5s, 2s), start, start + 41s).message,
        "reporting unhealty periodically on request (every 5s)");
}

void TestDisruption::readsFaults_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Fault>("fault");

    QTest::newRow("not ready until taken away") << "not-ready" << Fault {};
    QTest::newRow("not ready for a while") << "not-ready for 30s" << Fault {Health::NotReady, 30s, {}};
    QTest::newRow("not ready until a time")
        << "not-ready until 2026-11-20T10:00:00Z" << Fault {Health::NotReady, {}, start};
    QTest::newRow("silent") << "silent" << Fault {Health::Silent, {}, {}};
    QTest::newRow("silent for a while") << "silent for 1m30s" << Fault {Health::Silent, 90s, {}};
    QTest::newRow("blanks do not matter") << "  silent   for  5s " << Fault {Health::Silent, 5s, {}};
}

void TestDisruption::readsFaults()
{
    QFETCH(QString, text);
    QFETCH(Fault, fault);
    const auto read = hollow::parseFault(text.toStdString());
    QVERIFY(read.has_value());
    QVERIFY(*read == fault);
    QCOMPARE(QString::fromStdString(hollow::faultText(*read)), text.simplified());
}

void TestDisruption::refusesFaults_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");

    QTest::newRow("unknown state") << "broken"
                                   << "it has to begin with not-ready or silent";
    QTest::newRow("no duration") << "not-ready for ever"
                                 << "\"ever\" is no duration such as 30s";
    QTest::newRow("zero duration") << "not-ready for 0s"
                                   << "\"0s\" is no duration such as 30s";
    QTest::newRow("nothing after until") << "silent until"
                                         << "\"\" is no time such as 2026-11-20T10:00:00Z";
    QTest::newRow("another word") << "silent during 30s"
                                  << "only \"for <duration>\" or \"until <time>\" may follow";
    QTest::newRow("more words") << "silent for 30s please"
                                << "there is more than a time limit";
    QTest::newRow("only blanks") << " "
                                 << "it has to begin with not-ready or silent";
}

void TestDisruption::refusesFaults()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto read = hollow::parseFault(text.toStdString());
    QVERIFY(!read.has_value());
    QCOMPARE(QString::fromStdString(read.error().message),
        QStringLiteral("fault \"%1\" is ignored: %2").arg(text, why));
}

void TestDisruption::putsAFaultFirst()
{
    const HollowKubeletConfig config = periodically(40s, 5s, 5s);
    const Fault fault {Health::Silent, {}, start + 10s};
    QVERIFY(hollow::disruptionAt(config, start, fault, start + 9s).health == Health::Silent);
    QVERIFY(hollow::disruptionAt(config, start, fault, start + 9s).nextChange == start + 10s);
    QCOMPARE(hollow::disruptionAt(config, start, fault, start + 10s),
        hollow::recipeAt(config, start, start + 10s));
    const Disruption onCommand = hollow::disruptionAt({}, start, Fault {}, start);
    QVERIFY(onCommand.health == Health::NotReady);
    QCOMPARE(onCommand.message, "reporting not ready on request (not-ready)");
}

QTEST_GUILESS_MAIN(TestDisruption)
#include "tst_disruption.moc"
