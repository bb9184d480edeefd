// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What expressions of a policy see as variables: each is evaluated when it is asked for, once.

#include "core/cel/value.h"
#include "core/lab/policies/policy.h"

#include <map>
#include <utility>

namespace core::lab {

class LazyVariables : public cel::Map
{
public:
    /// The bindings may hold these variables; like the rest they outlive them.
    LazyVariables(const Policy &policy, const cel::Bindings &bindings, cel::Budget &budget)
        : m_policy(policy)
        , m_bindings(bindings)
        , m_budget(budget)
    {
    }

    /// As a whole they have no members: one that is all of them would have itself, and no end.
    std::size_t size() const override { return 0; }
    cel::Value keyAt(std::size_t /*index*/) const override { return {}; }
    cel::Value valueAt(std::size_t /*index*/) const override { return {}; }
    std::optional<cel::Value> find(const cel::Value &key) const override;

    /// Values may hold these variables, which hold values: nobody else lets go of them.
    void forget() { m_known.clear(); }
    /// Whether one was asked for, since this was asked last, that can't be evaluated here.
    bool takeUnknown() { return std::exchange(m_metUnknown, false); }

private:
    struct Known {
        cel::Value value;
        bool needsUnknown; ///< itself or by way of others: whoever asks for it meets that too
    };

    cel::Value valueOf(std::size_t place) const;
    cel::Value evaluated(const Policy::Variable &variable) const;

    const Policy &m_policy;
    const cel::Bindings &m_bindings;
    cel::Budget &m_budget;
    mutable std::map<std::size_t, Known> m_known; ///< by place
    mutable std::size_t m_depth = 0; ///< of all expressions that are being evaluated
    mutable bool m_metUnknown = false;
};

} // namespace core::lab
