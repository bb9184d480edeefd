// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/disruption.h"

#include <QTest>

#include <set>

using namespace core;
using namespace std::chrono_literals;
using hollow::Disruption;
using hollow::Health;
using hollow::HollowKubeletConfig;

Q_DECLARE_METATYPE(core::hollow::HollowKubeletConfig)

namespace {

const base::Time start = base::Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)) + 10h;

HollowKubeletConfig periodically(base::Duration healthy, base::Duration unhealthy, base::Duration frequency)
{
    HollowKubeletConfig config;
    config.provided.turnUnhealthyPeriodically = true;
    config.provided.healthyDuration.value = healthy;
    config.provided.unhealthyDuration.value = unhealthy;
    config.statusUpdateFrequency = frequency;
    return config;
}

HollowKubeletConfig after(base::Duration healthy, base::Duration unhealthy, base::Duration frequency)
{
    HollowKubeletConfig config = periodically(healthy, unhealthy, frequency);
    config.provided.turnUnhealthyPeriodically = false;
    config.provided.turnUnhealthyAfter = true;
    return config;
}

/// "0+ 40- 46+": the second from which on it is healthy (+) or not (-), followed from one announced change to
/// the next.
std::string sequence(const HollowKubeletConfig &config, base::Duration until)
{
    std::string text;
    std::optional<Health> last;
    for (std::optional<base::Time> at = start; at && *at <= start + until;) {
        const Disruption seen = hollow::flagsAt(config, start, *at);
        if (seen.health != last) {
            text += text.empty() ? "" : " ";
            text += std::to_string((*at - start) / 1s) + (seen.health == Health::Healthy ? "+" : "-");
        }
        last = seen.health;
        at = seen.nextChange;
    }
    return text;
}

const base::Chance chance(1);
const hollow::Dice dice {chance, "w1"};

api::Recipe recipeOf(const std::string &text)
{
    return api::parseRecipe(text).value();
}

char signOf(const Disruption &seen)
{
    if (seen.condition)
        return '!';
    return seen.health == Health::Healthy ? '+' : seen.health == Health::NotReady ? '-' : '.';
}

/// "0+ 40- 46. 50!": the second from which on a recipe that begins at start says healthy, not ready, silent,
/// or a condition; ^ marks a reboot that is over. Followed from one announced change to the next.
std::string sequenceOf(const std::string &text, const hollow::Dice &own, base::Duration until = 180s)
{
    const api::Recipe recipe = pinned(recipeOf(text), start, own);
    std::string all;
    char last = ' ';
    std::optional<base::Time> booted;
    for (std::optional<base::Time> at = start; at && *at <= start + until;) {
        const Disruption seen = hollow::recipeAt(recipe, own, *at);
        if (seen.nextChange && *seen.nextChange <= *at)
            return all + " does not go on";
        const char sign = signOf(seen);
        if (sign != last)
            all += (all.empty() ? "" : " ") + std::to_string((*at - start) / 1s) + sign;
        if (seen.bootedAt != booted)
            all += '^';
        last = sign;
        booted = seen.bootedAt;
        at = seen.nextChange;
    }
    return all;
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
    void runsARecipe_data();
    void runsARecipe();
    void tellsTheKindAndTheReason_data();
    void tellsTheKindAndTheReason();
    void aRecipeIsAFunctionOfTime();
    void drawsWithinTheSpan();
    void anotherNodesRecipeDoesNotShiftTheDice();
    void pinsLengthsToTimes_data();
    void pinsLengthsToTimes();
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
    QTest::newRow("§1.4 row 1: the other duration counts when the healthy one is zero")
        << after(0s, 40s, 2s) << "0+ 40-";
    QTest::newRow("§1.4 row 1: both zero means at once") << after(0s, 0s, 2s) << "0-";
    HollowKubeletConfig both = periodically(40s, 5s, 2s);
    both.provided.turnUnhealthyAfter = true;
    QTest::newRow("§1.4 row 3: both recipes count as after") << both << "0+ 40-";
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
        const Disruption seen = hollow::flagsAt(config, start, now);
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
    QCOMPARE(hollow::flagsAt(after(40s, 0s, 2s), start, start + 1min).message,
        "reporting unhealty indefinitely on request (40s after start up)");
    QCOMPARE(hollow::flagsAt(periodically(40s, 5s, 2s), start, start + 41s).message,
        "reporting unhealty periodically on request (every 5s)");
}

void TestDisruption::runsARecipe_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *recipe, const char *expected) {
        QTest::newRow(recipe) << QString::fromUtf8(recipe) << QString::fromUtf8(expected);
    };
    row("not-ready", "0-");
    row("silent for 30s", "0. 30+");
    row("not-ready after 10s for 5s", "0+ 10- 15+");
    row("not-ready from 2026-11-20T10:00:20Z until 2026-11-20T10:01:00Z", "0+ 20- 60+");
    row("not-ready from 2026-11-20T10:00:20Z until 2026-11-20T10:00:10Z", "0+");
    row("silent from 1677-09-22T00:00:00Z", "0.");
    row("flapping 10s up 5s down from 1677-09-22T00:00:00Z for 87600h", "0+");
    row("memory-pressure after 1m", "0+ 60!");
    row("flapping 40s up 5s down", "0+ 40- 45+ 85- 90+ 130- 135+ 175- 180+");
    row("flapping every 1m 30% down for 100s", "0+ 42- 60+");
    row("flapping 40s up 5s down for 42s", "0+ 40- 42+");
    row("silent flapping 50s up 50s down after 10s", "0+ 60. 110+ 160.");
    row("not-ready,silent in turn every 20s for 70s", "0- 20. 40- 60. 70+");
    row("kernel-deadlock,not-ready flapping 10s up 20s down for 1m", "0+ 10! 30+ 40- 60+");
    row("late-heartbeats 25s for 1m", "0+ 1. 25+ 26. 50+ 51. 60+");
    row("reboot", "0- 1. 20+^");
    row("reboot for 1m", "0- 1. 60+^");
    row("reboot after 30s for 5s", "0+ 30- 31. 35+^");
    row("reboot flapping 40s up 10s down", "0+ 40- 41. 50+^ 90- 91. 100+^ 140- 141. 150+^");
    row("reboot flapping 40s up 10s down for 95s", "0+ 40- 41. 50+^ 90- 91. 95+^"); // cut short: it boots
    row("reboot,not-ready in turn every 30s for 50s", "0- 1. 30-^ 50+");
}

void TestDisruption::runsARecipe()
{
    QFETCH(QString, recipe);
    QTEST(QString::fromStdString(sequenceOf(recipe.toStdString(), dice)), "expected");
}

void TestDisruption::tellsTheKindAndTheReason_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<QString>("message");
    QTest::newRow("not ready") << "not-ready"
                               << "reporting not ready on request (not-ready)";
    QTest::newRow("a condition") << "disk-pressure for 30s"
                                 << "on request (disk-pressure until 2026-11-20T10:00:30Z)";
    QTest::newRow("a reboot begins") << "reboot"
                                     << "node is shutting down";
    QTest::newRow("silence has nothing to say") << "silent"
                                                << "";
}

void TestDisruption::tellsTheKindAndTheReason()
{
    QFETCH(QString, recipe);
    QTEST(QString::fromStdString(
              hollow::recipeAt(pinned(recipeOf(recipe.toStdString()), start, dice), dice, start).message),
        "message");
}

void TestDisruption::aRecipeIsAFunctionOfTime()
{
    // Looked at in any order, also by a program that has just started, it says the same.
    const api::Recipe recipe =
        pinned(recipeOf("not-ready,reboot,silent flapping 3s..9s up 2s..7s down for 20m"), start, dice);
    std::vector<Disruption> forwards;
    for (base::Time now = start; now < start + 21min; now += 700ms)
        forwards.push_back(hollow::recipeAt(recipe, dice, now));
    std::size_t at = forwards.size();
    while (at-- > 0) {
        const auto offset = static_cast<std::int64_t>(at) * base::Duration(700ms);
        QVERIFY(
            hollow::recipeAt(recipe, hollow::Dice {base::Chance(1), "w1"}, start + offset) == forwards[at]);
    }
}

void TestDisruption::drawsWithinTheSpan()
{
    const api::Span span {20s, 60s};
    std::set<base::Duration> drawn;
    for (int i = 0; i < 200; ++i) {
        const std::string node = "w" + std::to_string(i);
        const base::Duration length = hollow::Dice {chance, node}.draw(span, "boot", start);
        QVERIFY(length >= 20s && length <= 60s && length % 1s == 0s);
        drawn.insert(length);
    }
    QVERIFY(drawn.size() > 30);
    QVERIFY(dice.draw({30s, 30s}, "boot", start) == 30s);
}

/// docs/design.md D20
void TestDisruption::anotherNodesRecipeDoesNotShiftTheDice()
{
    const std::string text = "flapping 10s..40s up 5s..20s down after 5s..30s";
    const hollow::Dice other {chance, "w2"};
    const std::string before = sequenceOf(text, dice);
    QVERIFY(sequenceOf(text, other) != before);
    QVERIFY(sequenceOf("silent after 1s..50s", other) != sequenceOf(text, other));
    QCOMPARE(sequenceOf(text, dice), before);
    const base::Chance otherSeed(2);
    QVERIFY(sequenceOf(text, hollow::Dice {otherSeed, "w1"}) != before);
}

void TestDisruption::pinsLengthsToTimes_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *recipe, const char *expected) {
        QTest::newRow(recipe) << QString::fromUtf8(recipe) << QString::fromUtf8(expected);
    };
    // seen at 10:00:00.300
    row("not-ready", "not-ready");
    row("not-ready for 30s", "not-ready until 2026-11-20T10:00:31Z");
    row("silent after 30s", "silent from 2026-11-20T10:00:31Z");
    row("silent after 30s for 1m", "silent from 2026-11-20T10:00:31Z until 2026-11-20T10:01:31Z");
    row("flapping 10s up 5s down", "flapping 10s up 5s down from 2026-11-20T10:00:00Z");
    row("late-heartbeats 25s for 1m",
        "late-heartbeats 25s from 2026-11-20T10:00:00Z until 2026-11-20T10:01:00Z");
    row("reboot", "reboot from 2026-11-20T10:00:00Z until 2026-11-20T10:00:20Z");
}

void TestDisruption::pinsLengthsToTimes()
{
    QFETCH(QString, recipe);
    const api::Recipe once = pinned(recipeOf(recipe.toStdString()), start + 300ms, dice);
    QTEST(QString::fromStdString(api::recipeText(once)), "expected");
    QVERIFY(pinned(once, start + 1h, dice) == once);
    QVERIFY(recipeOf(api::recipeText(once)) == once);
}

void TestDisruption::putsAFaultFirst()
{
    const HollowKubeletConfig config = periodically(40s, 5s, 5s);
    const auto under = [&](const char *recipe, const char *fault, base::Duration age) {
        hollow::Disruptions all {config, start, {}, {}};
        if (*recipe)
            all.recipe = pinned(recipeOf(recipe), start, dice);
        if (*fault)
            all.fault = pinned(recipeOf(fault), start, dice);
        return disruptionAt(all, dice, start + age);
    };
    QVERIFY(under("", "silent for 10s", 9s).health == Health::Silent);
    QVERIFY(under("", "silent for 10s", 9s).nextChange == start + 10s);
    QCOMPARE(under("", "silent for 10s", 10s), hollow::flagsAt(config, start, start + 10s));
    QVERIFY(under("", "", 41s).health == Health::NotReady); // the flags
    QVERIFY(under("memory-pressure", "", 41s).condition == api::FaultKind::MemoryPressure); // instead of them
    QVERIFY(under("memory-pressure", "flapping 10s up 5s down", 2s) // also while it is up
        == (Disruption {Health::Healthy, {}, start + 10s, {}, {}}));
    const Disruption before = under("memory-pressure", "silent after 30s", 2s);
    QVERIFY(before.condition && before.nextChange == start + 30s);
    QVERIFY(under("reboot for 5s", "reboot after 30s for 10s", 35s).bootedAt == start + 5s);
    QVERIFY(under("reboot for 5s", "reboot after 30s for 10s", 45s).bootedAt == start + 40s);
}

QTEST_GUILESS_MAIN(TestDisruption)
#include "tst_disruption.moc"
