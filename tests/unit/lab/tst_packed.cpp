// SPDX-License-Identifier: GPL-3.0-or-later
// Versions of objects in one block of memory (core/lab/packed.h).

#include "core/lab/packed.h"
#include "tests/unit/dice.h"
#include "tests/unit/lab/labfixture.h"

#include <QTest>

using namespace labtest;
using core::lab::pack;

namespace {

/// Few names, so that they come again; some are nobody's choice.
std::string anyKey(Dice &dice)
{
    static const std::vector<std::string> keys {"", "a", "b", "type", "name", "lastTransitionTime",
        "lastHeartbeatTime", "reason", "status", "ready", "an annotation/of-some.length",
        std::string("a\0b", 3), std::string(300, 'x')};
    return dice.below(3) == 0 ? "key-" + std::to_string(dice.below(40)) : keys[dice.below(keys.size())];
}

Json anyJson(Dice &dice, int depth)
{
    switch (dice.below(depth > 0 ? 7 : 4)) {
    case 0:
        return nullptr;
    case 1:
        return static_cast<std::int64_t>(dice.below(1000));
    case 2:
        return boost::json::string(std::string(dice.below(40), 's'));
    case 3:
        return true;
    case 4: {
        api::JsonArray items;
        for (auto i = dice.below(6); i > 0; --i)
            items.push_back(anyJson(dice, depth - 1));
        return items;
    }
    default: {
        api::JsonObject members;
        for (auto i = dice.below(dice.below(10) == 0 ? 60 : 8); i > 0; --i)
            members[anyKey(dice)] = anyJson(dice, depth - 1);
        return members;
    }
    }
}

std::string condition(const std::string &type)
{
    return "{type: " + type + ", status: 'True', reason: R, lastHeartbeatTime: t, lastTransitionTime: t}";
}

} // namespace

class TestPacked : public QObject
{
    Q_OBJECT

private slots:
    void isWhatWasPacked()
    {
        Dice dice;
        for (int round = 0; round < 2000; ++round) {
            const Json json = anyJson(dice, 5);
            const api::JsonPtr packed = pack(json).object;
            const std::string text = api::writeJson(json);
            QVERIFY2(api::writeJson(*packed) == text, (dice.seedText().toStdString() + text).c_str());
            QVERIFY2(api::equal(*packed, json), (dice.seedText().toStdString() + text).c_str());
        }
    }

    void aKeyThatComesAgainTakesNoMemory()
    {
        const auto sizeOf = [](const std::string &conditions) {
            return pack(yaml("{conditions: [" + conditions + "]}")).bytes;
        };
        const std::size_t one = sizeOf(condition("A"));
        const std::size_t two = sizeOf(condition("A") + ", " + condition("B"));
        const std::size_t three = sizeOf(condition("A") + ", " + condition("B") + ", " + condition("C"));
        constexpr std::size_t item = 16 + 5 * sizeof(boost::json::key_value_pair) + sizeof(Json);
        QCOMPARE(two - one, item);
        QCOMPARE(three - two, item);
    }
};

QTEST_APPLESS_MAIN(TestPacked)
#include "tst_packed.moc"
