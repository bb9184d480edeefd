// SPDX-License-Identifier: GPL-3.0-or-later
// What a provider config lets its nodes go through, told beforehand.
#include "core/engine/nodelife.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using engine::LifePhase;

namespace {

QString wordsOf(const LifePhase &phase)
{
    const auto seconds = [](base::Duration time) {
        return QString::number(std::chrono::duration_cast<std::chrono::seconds>(time).count());
    };
    const QString what = phase.kind == LifePhase::Kind::Booting ? u"boots"_s
        : phase.fault                                           ? QString::fromUtf8(api::nameOf(*phase.fault))
                                                                : u"healthy"_s;
    return what + u' ' + seconds(phase.begin) + u'-' + (phase.end ? seconds(*phase.end) : QString());
}

QStringList lifeOf(const api::KubemarkProviderConfig &config, std::size_t most = 5)
{
    QStringList words;
    for (const LifePhase &phase : engine::lifeOf(config, most))
        words += wordsOf(phase);
    return words;
}

api::KubemarkProviderConfig annotated(const char *recipe, const char *boot = nullptr)
{
    api::KubemarkProviderConfig config;
    if (recipe)
        config.metadata.annotations.emplace(api::keys::recipe, recipe);
    if (boot)
        config.metadata.annotations.emplace(api::keys::boot, boot);
    return config;
}

} // namespace

class TestNodeLife : public QObject
{
    Q_OBJECT

private slots:
    void flags();
    void annotations_data();
    void annotations();
    void lengthsThatAreOpenAreDrawn();
};

void TestNodeLife::flags()
{
    api::KubemarkProviderConfig config;
    QCOMPARE(lifeOf(config), QStringList {u"healthy 0-"_s});
    config.turnUnhealthyAfter = true;
    config.healthyDuration.value = 40s;
    QCOMPARE(lifeOf(config), (QStringList {u"healthy 0-40"_s, u"not-ready 40-"_s}));
    config.healthyDuration.value = 5s; // seen at the next of the updates that our pods ask for
    QCOMPARE(lifeOf(config), (QStringList {u"healthy 0-6"_s, u"not-ready 6-"_s}));
    config.healthyDuration.value = 40s;
    config.turnUnhealthyAfter = false;
    config.turnUnhealthyPeriodically = true;
    config.unhealthyDuration.value = 20s;
    QCOMPARE(lifeOf(config, 3), (QStringList {u"healthy 0-40"_s, u"not-ready 40-60"_s, u"healthy 60-100"_s}));
    config.healthyDuration.value = 1ns; // never seen: the kubelet looks every two seconds
    config.unhealthyDuration.value = {};
    QVERIFY(lifeOf(config).size() <= 5);
}

void TestNodeLife::annotations_data()
{
    QTest::addColumn<api::KubemarkProviderConfig>("config");
    QTest::addColumn<QStringList>("life");
    const auto row = [](const char *recipe, const char *boot, const QStringList &life) {
        QTest::addRow("%s, boot %s", recipe ? recipe : "none", boot ? boot : "none")
            << annotated(recipe, boot) << life;
    };
    row("silent after 30s for 1m", nullptr, {u"healthy 0-30"_s, u"silent 30-90"_s, u"healthy 90-"_s});
    row("disk-pressure after 10s", nullptr, {u"healthy 0-10"_s, u"disk-pressure 10-"_s});
    row("flapping 10s up 5s down", nullptr,
        {u"healthy 0-10"_s, u"not-ready 10-15"_s, u"healthy 15-25"_s, u"not-ready 25-30"_s,
            u"healthy 30-40"_s});
    row("reboot after 30s", nullptr,
        {u"healthy 0-30"_s, u"not-ready 30-31"_s, u"silent 31-50"_s, u"healthy 50-"_s});
    row(nullptr, "40s", {u"boots 0-40"_s, u"healthy 40-"_s});
    row("silent after 30s", "40s", {u"boots 0-40"_s, u"healthy 40-70"_s, u"silent 70-"_s});
    row(nullptr, "never", {u"boots 0-"_s});
    row("no recipe at all", "no time either", {u"healthy 0-"_s});
}

void TestNodeLife::annotations()
{
    QFETCH(api::KubemarkProviderConfig, config);
    QTEST(lifeOf(config), "life");
}

void TestNodeLife::lengthsThatAreOpenAreDrawn()
{
    const auto life = engine::lifeOf(annotated("silent after 30s..90s"), 5);
    QCOMPARE(life.size(), 2U);
    QVERIFY(*life[0].end >= 30s && *life[0].end <= 90s);
    QVERIFY(life == engine::lifeOf(annotated("silent after 30s..90s"), 5));
}

QTEST_GUILESS_MAIN(TestNodeLife)
#include "tst_nodelife.moc"
