// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Random JSON documents for property tests: small, nested, with the texts that trip parsers and writers.

#include "core/api/json.h"
#include "tests/unit/dice.h"

#include <array>

inline std::string randomText(Dice &dice)
{
    static const std::array<std::string, 48> awkward {"", " ", "  a", "a ", "yes", "No", "on", "null", "~",
        "true", "1.10", "0x1f", "007", "1e3", "-", "- a", "--- ", "...", "a: b", "a:", ":a", "# x", "a # b",
        "a#b", "[a]", "{a}", "'q'", "\"q\"", "a\nb", "a\nb\n", "a\n\n\n", "\na", " a\nb", "a \nb", "a\n b\n",
        "\t", "a\tb\nc", "\r\n", "\x01", "\x7f", "\u0085", "\u2028x", "\ufeff", "ä€😀", "*a", "&a", "!a",
        "<<"};
    if (!dice.oneIn(3))
        return awkward.at(dice.below(awkward.size()));
    std::string text;
    for (std::size_t i = dice.below(6); i > 0; --i)
        text += awkward.at(dice.below(awkward.size()));
    return text;
}

inline core::api::Json randomScalar(Dice &dice)
{
    switch (dice.below(6)) {
    case 0:
        return dice.oneIn(2);
    case 1:
        return static_cast<std::int64_t>(dice.draw()) >> dice.below(64);
    case 2:
        return (static_cast<double>(dice.below(1'000'000'000)) + 0.5) / 1024 - 1000; // never an integer
    default:
        return boost::json::string(randomText(dice));
    }
}

enum class Nulls { Allowed, Absent };

inline core::api::Json randomJson(Dice &dice, int depth, Nulls nulls = Nulls::Allowed)
{
    const std::size_t kind = depth == 0 ? 4 : dice.below(5);
    if (kind == 4)
        return nulls == Nulls::Allowed && dice.oneIn(8) ? core::api::Json() : randomScalar(dice);
    const std::size_t size = dice.below(5);
    if (kind == 3) {
        core::api::JsonArray array;
        for (std::size_t i = 0; i < size; ++i)
            array.push_back(randomJson(dice, depth - 1, nulls));
        return array;
    }
    core::api::JsonObject object;
    for (std::size_t i = 0; i < size; ++i)
        object[randomText(dice)] = randomJson(dice, depth - 1, nulls);
    return object;
}
