// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/policies/lazyvariables.h"

#include "core/cel/parser.h"

#include <utility>

namespace core::lab {

cel::Value LazyVariables::valueOf(std::size_t place) const
{
    auto known = m_known.find(place);
    if (known == m_known.end()) {
        const bool metBefore = std::exchange(m_metUnknown, false);
        cel::Value value = evaluated(m_policy.variables[place]);
        known = m_known.insert_or_assign(place, Known {std::move(value), m_metUnknown}).first;
        m_metUnknown = metBefore;
    }
    m_metUnknown = m_metUnknown || known->second.needsUnknown;
    return known->second.value;
}

std::optional<cel::Value> LazyVariables::find(const cel::Value &key) const
{
    if (!key.as<cel::Text>())
        return std::nullopt;
    const auto place = m_policy.variablePlaces.find(key.text());
    return place == m_policy.variablePlaces.end() ? std::nullopt : std::optional(valueOf(place->second));
}

cel::Value LazyVariables::evaluated(const Policy::Variable &variable) const
{
    constexpr std::size_t deepest = 4 * cel::deepestExpression; // so that no chain of them runs out of stack
    const AdmissionExpression &expression = variable.expression;
    const std::string who = "composited variable \"" + variable.name + "\" fails to ";
    m_metUnknown = m_metUnknown || expression.isUnknown();
    if (!expression.program)
        return cel::failure(who + "compile: " + expression.program.error().message);
    if (m_budget.isOverdrawn())
        return cel::failure(std::string(cel::outOfBudget));
    const std::size_t depth = expression.program->depth();
    if (m_depth + depth > deepest)
        return cel::failure(who + "evaluate: the variables that it needs nest too deeply");
    m_depth += depth;
    cel::Meter meter;
    cel::Value value = expression.program->evaluate(m_bindings, meter);
    m_depth -= depth;
    m_budget.pay(meter);
    return value.isFailure() ? cel::failure(who + "evaluate: " + cel::inQuotes(value)) : value;
}

} // namespace core::lab
