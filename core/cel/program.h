// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An expression in CEL, checked and ready to be evaluated: what others use of this folder
// (docs/api-semantics.md L8).

#include "core/cel/checker.h"
#include "core/cel/costestimate.h"
#include "core/cel/evaluator.h"

#include <tl/expected.hpp>

namespace core::cel {

struct CompileError {
    /// The text, with the place in the expression, as Kubernetes tells it.
    std::string message;
    /// Nothing else is wrong but that no library here has these functions: another evaluator may.
    std::vector<std::string> unknownFunctions;
};

class Program
{
public:
    static tl::expected<Program, CompileError> compile(
        std::string_view expression, const Variables &variables);

    const Type &type() const { return *m_root->type; }
    const TypePtr &sharedType() const { return m_root->type; }
    std::size_t depth() const { return m_root->depth; }
    bool uses(std::string_view variable) const { return m_used.contains(variable); }
    /// The estimate uses what is known of the variables' sizes.
    CostEstimate estimate(const Variables &variables) const { return estimateCost(*m_root, variables); }
    /// Every value lives no longer than what the bindings borrow from, and the program.
    Value evaluate(const Bindings &bindings, Meter &meter) const;

private:
    Program() = default;

    std::shared_ptr<const Node> m_root;
    std::set<std::string, std::less<>> m_used;
};

} // namespace core::cel
