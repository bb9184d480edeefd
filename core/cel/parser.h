// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From tokens to the tree, macros expanded.

#include "core/cel/ast.h"
#include "core/cel/lexer.h"

namespace core::cel {

/// Deeper than that no expression may be, so that nothing that walks it runs out of stack.
inline constexpr std::size_t deepestExpression = 250;
inline constexpr std::size_t longestExpression = 100'000; ///< bytes

tl::expected<NodePtr, SyntaxError> parse(std::string_view expression);

} // namespace core::cel
