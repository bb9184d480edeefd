// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar of recipe.h: good rows with what they mean, bad rows with what is said.

#include "core/api/recipe.h"
#include "tests/unit/printing.h"

using namespace core::api;

namespace {

/// "healthy 10s, not-ready 5s | after 1m0s, for 30s": cycle, then what bounds it.
std::string meaning(const Recipe &recipe)
{
    std::string text;
    for (const Recipe::Phase &phase : recipe.cycle) {
        text += (text.empty() ? "" : ", ") + std::string(phase.kind ? nameOf(*phase.kind) : "healthy");
        if (recipe.cycle.size() > 1)
            text += " " + formatSpan(phase.length);
    }
    const std::string times = recipeText(recipe).substr(recipe.shape.size());
    return times.empty() ? text : text + " |" + times;
}

} // namespace

class TestRecipe : public QObject
{
    Q_OBJECT

private slots:
    void readsRecipes_data();
    void readsRecipes();
    void refusesRecipes_data();
    void refusesRecipes();
    void readsEveryKind();
    void readsBoots_data();
    void readsBoots();
};

void TestRecipe::readsRecipes_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &text, const std::string &expected) {
        QTest::newRow(name) << text << expected;
    };
    row("not ready until taken away", "not-ready", "not-ready");
    row("not ready for a while", "not-ready for 30s", "not-ready | for 30s");
    row("not ready until a time", "not-ready until 2026-11-20T10:00:00Z",
        "not-ready | until 2026-11-20T10:00:00Z");
    row("silent for a while", "silent for 1m30s", "silent | for 1m30s");
    row("blanks do not matter", "  silent   for\t5s ", "silent | for 5s");
    row("after a while, for ever", "kernel-deadlock after 30s", "kernel-deadlock | after 30s");
    row("after a while, for a while", "disk-pressure after 30s for 1m", "disk-pressure | after 30s for 1m0s");
    row("the length may come first", "disk-pressure for 1m after 30s", "disk-pressure | after 30s for 1m0s");
    row("between two times", "silent from 2026-11-20T10:00:00Z until 2026-11-20T11:00:00Z",
        "silent | from 2026-11-20T10:00:00Z until 2026-11-20T11:00:00Z");
    row("drawn lengths", "silent after 10s..20s for 1m..2m", "silent | after 10s..20s for 1m0s..2m0s");
    row("both in turn", "not-ready,silent in turn every 20s", "not-ready 20s, silent 20s");
    row("in turn, with blanks", "not-ready, silent in turn every 20s for 5m",
        "not-ready 20s, silent 20s | for 5m0s");
    row("three in turn, drawn lengths", "memory-pressure,disk-pressure,reboot in turn every 10s..30s",
        "memory-pressure 10s..30s, disk-pressure 10s..30s, reboot 10s..30s");
    row("flapping", "flapping 10s up 5s down", "healthy 10s, not-ready 5s");
    row("flapping by its duty cycle", "flapping every 1m 30% down", "healthy 42s, not-ready 18s");
    row("flapping of a kind, drawn lengths", "disk-pressure flapping 10s..20s up 5s down after 1m",
        "healthy 10s..20s, disk-pressure 5s | after 1m0s");
    row("flapping of two kinds", "not-ready,silent flapping 10s up 5s down",
        "healthy 10s, not-ready 5s, healthy 10s, silent 5s");
    row("late heartbeats", "late-heartbeats 25s", "healthy 1s, silent 24s");
    row("late heartbeats, drawn", "late-heartbeats 20s..60s for 10m",
        "healthy 1s, silent 19s..59s | for 10m0s");
    row("reboot", "reboot after 30s..90s", "reboot | after 30s..1m30s");
}

void TestRecipe::readsRecipes()
{
    QFETCH(std::string, text);
    const auto recipe = parseRecipe(text);
    QVERIFY_RESULT(recipe);
    QTEST(meaning(*recipe), "expected");
    const auto again = parseRecipe(recipeText(*recipe));
    QVERIFY_RESULT(again);
    QVERIFY(*again == *recipe);
}

void TestRecipe::refusesRecipes_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("why");
    const auto row = [](const char *name, const std::string &text, const std::string &why) {
        QTest::newRow(name) << text << why;
    };
    const std::string known = " is no fault; known are not-ready, silent, memory-pressure, disk-pressure, "
                              "pid-pressure, network-unavailable, kernel-deadlock, readonly-filesystem, "
                              "reboot, late-heartbeats and flapping";
    row("unknown fault", "broken", "\"broken\"" + known);
    row("nothing", " ", "\"\"" + known);
    row("a comma too many", "not-ready, in turn every 5s", "\"in\"" + known);
    row("no duration", "not-ready for ever", "\"ever\" is no duration such as 30s or 20s..60s");
    row("zero duration", "not-ready for 0s", "\"0s\" is no duration such as 30s or 20s..60s");
    row("negative duration", "not-ready after -5s", "\"-5s\" is no duration such as 30s or 20s..60s");
    row("an open range", "silent after 5s..", "\"5s..\" is no duration such as 30s or 20s..60s");
    row("a range turned round", "silent after 9s..5s", "\"9s..5s\" has its ends the wrong way round");
    row("too long", "silent for 90000h", "\"90000h\" is too long: at most 87600h0m0s");
    row("too many", "silent,silent,silent,silent,silent,silent,silent,silent,silent,silent in turn every 5s",
        "that are more faults than there are kinds");
    row("nothing after until", "silent until", "\"\" is no time such as 2026-11-20T10:00:00Z");
    row("another word", "silent during 30s",
        "\"during\" is not understood here: \"in turn every\", \"flapping\", \"after\", \"from\", \"for\" or "
        "\"until\" may follow");
    row("more words", "silent for 30s please", "\"please\" is one word too many");
    row("two ends", "silent for 30s until 2026-11-20T10:00:00Z", "only one of \"for\" and \"until\"");
    row("two beginnings", "silent after 3s after 4s", "only one of \"after\" and \"from\"");
    row("several at once", "not-ready,silent for 5s",
        "of several faults say \"in turn every <duration>\" or \"flapping …\"");
    row("in turn without a length", "not-ready,silent in turn", "\"every\" is missing at the end");
    row("in turn, misspelt", "not-ready,silent in turns every 5s", "\"turn\" is expected before \"turns\"");
    row("flapping without a length", "flapping", "\"\" is no duration such as 30s or 20s..60s");
    row("flapping only up", "flapping 10s up", "\"\" is no duration such as 30s or 20s..60s");
    row("flapping the wrong way round", "flapping 10s down 5s up", "\"up\" is expected before \"down\"");
    row("flapping too fast", "flapping 10s up 500ms down", "500ms is too short: at least 1s");
    row("no share", "flapping every 1m 100% down", "\"100%\" is no share from 1% to 99%");
    row("a share without a sign", "flapping every 1m 30 down", "\"30\" is no share from 1% to 99%");
    row("a share of nothing", "flapping every soon 30% down", "\"soon\" is no duration such as 1m");
    row("too small a share", "flapping every 10s 5% down",
        "up 9.5s and down 500ms: each has to be at least 1s");
    row("heartbeats that are not late", "late-heartbeats 1s", "1s is too short: at least 2s");
    row("heartbeats without a period", "late-heartbeats after 5s",
        "\"after\" is no duration such as 30s or 20s..60s");
}

void TestRecipe::refusesRecipes()
{
    QFETCH(std::string, text);
    QFETCH(std::string, why);
    const auto recipe = parseRecipe(text);
    QVERIFY(!recipe);
    QVERIFY(recipe.error().kind == core::base::ErrorKind::Invalid);
    QCOMPARE(recipe.error().message, '"' + text + "\": " + why);
}

void TestRecipe::readsEveryKind()
{
    for (const auto &[kind, name] : faultNames) {
        const auto recipe = parseRecipe(name);
        QVERIFY_RESULT(recipe);
        QVERIFY(recipe->cycle.front().kind == kind);
    }
}

void TestRecipe::readsBoots_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("exact") << std::string("40s") << std::string("40s");
    QTest::newRow("drawn") << std::string("20s..60s") << std::string("20s..1m0s");
    QTest::newRow("never") << std::string("never") << std::string("never");
    QTest::newRow("nonsense") << std::string(
        "soon") << std::string("\"soon\" is no duration such as 30s or 20s..60s, nor \"never\"");
}

void TestRecipe::readsBoots()
{
    QFETCH(std::string, text);
    const auto boot = parseBoot(text);
    const std::string read = !boot ? boot.error().message : boot->delay ? formatSpan(*boot->delay) : "never";
    QTEST(read, "expected");
}

QTEST_GUILESS_MAIN(TestRecipe)
#include "tst_recipe.moc"
