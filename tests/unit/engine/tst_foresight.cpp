// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to happen next to machines comes true, at the time that is said, whatever fails.
#include "tests/unit/engine/outlookstage.h"

#include <QTest>

#include <random>
#include <set>

using namespace outlooktest;

namespace {

/// What was said of machines at one moment, and whether it comes true.
class Claims
{
public:
    Claims(const Stage &stage, const std::vector<std::string> &victims) : m_stage(stage)
    {
        for (const std::string &name : victims) {
            if (!isActedOn(name))
                take(name, stage.outlook(name));
        }
    }

    bool areUnderstood() const { return m_unknown.empty(); }
    const std::string &unknown() const { return m_unknown; }
    std::size_t count() const { return m_count; }

    /// Looks at the machines as they are now; tells of each that is not as it was said.
    void look()
    {
        std::erase_if(m_due, [this](const auto &claim) {
            const bool acted = isActedOn(claim.first);
            const auto off = m_stage.now() - claim.second;
            if (acted && (off < -1s || off > 1500ms))
                m_broken += claim.first + " was replaced "
                    + std::to_string(std::chrono::duration<double>(off).count()) + " s from what was said; ";
            return acted;
        });
        std::erase_if(m_notBefore, [this](const auto &claim) {
            const bool acted = isActedOn(claim.first);
            if (acted && m_stage.now() < claim.second - 1s)
                m_broken += claim.first + " was replaced before the earliest time; ";
            return acted;
        });
        std::erase_if(m_stays, [this](const std::string &name) {
            const bool acted = isActedOn(name);
            if (acted)
                m_broken += name + " was said to stay; ";
            return acted;
        });
    }
    /// Empty when all came true.
    std::string broken() const
    {
        std::string broken = m_broken;
        for (const auto &[name, due] : m_due)
            broken += name + " was not replaced; ";
        for (const auto &[name, earliest] : m_notBefore)
            broken += name + " waited for others in vain; ";
        return broken;
    }

private:
    void take(const std::string &name, const Outlook *outlook)
    {
        const std::string text = m_stage.text(name);
        const api::Time due = outlook && outlook->due ? *outlook->due : m_stage.now();
        ++m_count;
        if (text == replaced || text == replacedNow)
            m_due[name] = due;
        else if (text == replacedLater || text == replacedInTurn)
            m_notBefore[name] = due;
        else if (text.starts_with("stays"))
            m_stays.insert(name);
        else
            m_unknown += name + ": " + text + "; ";
    }
    bool isActedOn(const std::string &name) const
    {
        const auto held = m_stage.machine(name);
        return !held || held->isDeleting();
    }

    const Stage &m_stage;
    std::map<std::string, api::Time> m_due;
    std::map<std::string, api::Time> m_notBefore;
    std::set<std::string> m_stays;
    std::string m_unknown;
    std::string m_broken;
    std::size_t m_count = 0;
};

/// So many of 20 machines, as a number or as a percentage that is rounded down to it.
api::Json budgetOf20(std::int64_t machines, std::minstd_rand &dice)
{
    if (dice() % 2 == 0)
        return machines;
    return api::Json(std::to_string(5 * machines + dice() % 5) + "%");
}

} // namespace

class TestForesight : public QObject
{
    Q_OBJECT

private slots:
    void whatIsSaidComesTrue_data();
    void whatIsSaidComesTrue();
    void whatIsSaidUnderABudgetComesTrue_data();
    void whatIsSaidUnderABudgetComesTrue();
};

void TestForesight::whatIsSaidUnderABudgetComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 30; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// A few of twenty fail while machines boot, leave, or neither; the budget lets as many go as fail, or a few
/// more or less.
void TestForesight::whatIsSaidUnderABudgetComesTrue()
{
    QFETCH(unsigned, seed);
    std::minstd_rand dice(seed);
    Stage stage(20);
    stage.setBoot("8s");
    std::vector<std::shared_ptr<const api::Machine>> victims = stage.machines();
    std::ranges::shuffle(victims, dice);
    victims.resize(3 + dice() % 6);
    std::vector<std::string> names;
    for (const auto &victim : victims)
        names.push_back(victim->metadata.name);
    stage.guardBy(static_cast<int>(victims.size() - 1 + dice() % 4));
    const std::string fault = dice() % 3 == 0 ? "silent" : "not-ready";
    stage.breakNodes(nodesOf(victims), fault);
    stage.advance(fault == "silent" ? 45s : 3s); // until they are found out
    stage.scale(19 + static_cast<std::int64_t>(dice() % 4));
    stage.takeNews(); // those that leave are there, those that come are not up
    QTRY_VERIFY(Claims(stage, names).areUnderstood()); // what was worked out aside has come
    Claims claims(stage, names);
    QVERIFY(claims.count() >= 2);
    for (int step = 0; step < 130; ++step) {
        stage.advance(500ms);
        claims.look();
    }
    QVERIFY2(claims.broken().empty(),
        qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(claims.broken()))));
}

void TestForesight::whatIsSaidComesTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 100; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

/// A few fail, at once or one after the other, silently or not, while machines boot, leave, or neither; in
/// three of four cases the budget is what fails, or one more or less.
void TestForesight::whatIsSaidComesTrue()
{
    QFETCH(unsigned, seed);
    std::minstd_rand dice(seed);
    Stage stage(20);
    stage.setBoot("8s");
    std::size_t predictions = 0;
    for (int round = 0; round < 2; ++round) {
        std::vector<std::shared_ptr<const api::Machine>> victims = stage.machines();
        std::ranges::shuffle(victims, dice);
        victims.resize(3 + dice() % 6);
        std::vector<std::string> names;
        for (const auto &victim : victims)
            names.push_back(victim->metadata.name);
        const auto failing = static_cast<std::int64_t>(victims.size());
        stage.setMaxUnhealthy(
            budgetOf20(dice() % 4 == 0 ? 10 : failing - 1 + static_cast<std::int64_t>(dice() % 3), dice));
        const std::string fault = dice() % 3 == 0 ? "silent" : "not-ready";
        if (dice() % 2 == 0) {
            stage.breakNodes(nodesOf(victims), fault);
        } else {
            for (const std::string &node : nodesOf(victims)) {
                stage.breakNode(node, fault);
                stage.advance(std::chrono::milliseconds(dice() % 500));
            }
        }
        stage.advance(fault == "silent" ? 45s : 3s); // until they are found out
        stage.scale(19 + static_cast<std::int64_t>(dice() % 4));
        stage.advance(300ms); // those that leave are there, those that come are not up
        QTRY_VERIFY(stage.isUpToDate(names));
        Claims claims(stage, names);
        QVERIFY2(claims.areUnderstood(), claims.unknown().c_str());
        for (int step = 0; step < 130; ++step) {
            stage.advance(500ms);
            claims.look();
        }
        QVERIFY2(claims.broken().empty(),
            qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(QString::fromStdString(claims.broken()))));
        predictions += claims.count();
        std::erase_if(victims, [&](const auto &victim) { return !stage.machine(victim->metadata.name); });
        if (!victims.empty())
            stage.submit(engine::HealNodes {nodesOf(victims)});
        stage.scale(20);
        stage.advance(1min); // all are back
    }
    QVERIFY2(predictions >= 3, qPrintable(QString::number(predictions)));
}

QTEST_GUILESS_MAIN(TestForesight)
#include "tst_foresight.moc"
