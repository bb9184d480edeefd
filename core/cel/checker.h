// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Infers the type of each part of an expression and the functions that it may call.

#include "core/cel/ast.h"

#include <set>

namespace core::cel {

using Variables = std::map<std::string, TypePtr, std::less<>>;

struct Complaint {
    std::size_t offset = 0;
    std::string message;
};

struct Checked {
    std::vector<Complaint> complaints; ///< empty: the tree can be evaluated
    std::vector<std::string> unknownFunctions; ///< names that no library here has
    std::set<std::string, std::less<>> used; ///< variables that the expression names
};

/// Sets types and overloads in the tree, and resolves names that have dots in them.
Checked check(Node &root, const Variables &variables);

} // namespace core::cel
