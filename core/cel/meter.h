// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an expression may cost: in the units of Kubernetes, which its users count in, and in work, which keeps
// a rule that is cheap by those units from copying or comparing gigabytes (docs/api-semantics.md L9).

#include <cmath>
#include <cstdint>
#include <string_view>

namespace core::cel {

inline constexpr std::uint64_t costPerExpression = 1'000'000;
inline constexpr std::uint64_t costPerObject = 10'000'000;
inline constexpr std::uint64_t workPerExpression = 100'000'000;
inline constexpr std::uint64_t workPerObject = 200'000'000;
inline constexpr std::size_t bytesAStep = 4; ///< of text that is walked along

class Meter
{
public:
    explicit Meter(std::uint64_t limit = costPerExpression) : m_limit(limit) { }

    /// False, from then on, when that is more than the expression may cost.
    bool spend(std::uint64_t cost)
    {
        m_cost += cost;
        return !isSpent();
    }
    /// A byte copied, some compared, or an item looked at.
    bool work(std::uint64_t steps)
    {
        m_work += steps;
        return !isSpent();
    }
    bool isSpent() const { return m_cost > m_limit || m_work > workPerExpression; }
    std::uint64_t cost() const { return m_cost; }
    std::uint64_t workDone() const { return m_work; }

private:
    std::uint64_t m_limit;
    std::uint64_t m_cost = 0;
    std::uint64_t m_work = 0;
};

/// Where more than one expression is evaluated, this is said of those that are not any more.
inline constexpr std::string_view outOfBudget =
    "validation failed due to running out of cost budget, no further validation rules will be run";

/// What the expressions about one object may cost together.
class Budget
{
public:
    /// False when that is more than is left; from then on nothing is.
    bool pay(const Meter &meter)
    {
        const bool enough = meter.cost() <= m_left && meter.workDone() <= m_workLeft;
        m_left = enough ? m_left - meter.cost() : 0;
        m_workLeft = enough ? m_workLeft - meter.workDone() : 0;
        m_isOverdrawn = m_isOverdrawn || !enough;
        return enough;
    }
    bool isEmpty() const { return m_left == 0; }
    bool isOverdrawn() const { return m_isOverdrawn; }

private:
    std::uint64_t m_left = costPerObject;
    std::uint64_t m_workLeft = workPerObject;
    bool m_isOverdrawn = false;
};

/// What walking along that many characters or bytes costs.
inline std::uint64_t traversal(std::uint64_t size, double factor = 1)
{
    constexpr double perCharacter = 0.1;
    return static_cast<std::uint64_t>(std::ceil(static_cast<double>(size) * perCharacter * factor));
}

} // namespace core::cel
