// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From the text of an expression to its tokens.

#include "core/cel/value.h"

#include <tl/expected.hpp>

namespace core::cel {

struct Token {
    enum class Kind { End, Identifier, Literal, Symbol };

    Kind kind = Kind::End;
    std::string text; ///< of an identifier or symbol
    Value literal; ///< a number or text; true, false and null are identifiers here
    std::size_t offset = 0; ///< where it begins, in bytes
};

struct SyntaxError {
    std::size_t offset = 0;
    std::string message;
};

/// The last token is the end.
tl::expected<std::vector<Token>, SyntaxError> tokensOf(std::string_view expression);

} // namespace core::cel
