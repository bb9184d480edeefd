// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Dice for tests with random input: a failure names the seed, and HOLLOWLAB_SEED repeats it.

#include <QByteArray>
#include <QtGlobal>

#include <random>

class Dice
{
public:
    Dice()
        : Dice(qEnvironmentVariableIsSet("HOLLOWLAB_SEED")
                ? static_cast<unsigned>(qgetenv("HOLLOWLAB_SEED").toUInt())
                : std::random_device {}())
    {
    }
    explicit Dice(unsigned seed) : m_seed(seed), m_engine(seed) { }

    std::uint64_t draw() { return m_engine(); }
    /// The number is in the range 0 … count - 1.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(m_engine() % count); }
    bool oneIn(std::size_t count) { return below(count) == 0; }
    /// The message of a failure tells how to repeat it.
    QByteArray seedText() const { return "repeat with HOLLOWLAB_SEED=" + QByteArray::number(m_seed); }

private:
    unsigned m_seed;
    std::mt19937_64 m_engine;
};
