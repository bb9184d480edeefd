// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Regular expressions of RE2, as Go has them: what matching takes grows with the text alone.

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace core::cel {

/// Compiled, and kept for the next time. Not ok() when it is no pattern, or one that takes too much memory.
std::shared_ptr<const re2::RE2> compiledPattern(std::string_view pattern);
/// Why the text is no pattern; empty when it is one.
std::string patternError(std::string_view pattern);
/// What is written wrongly in the pattern; empty when nothing is, also where it would take too much memory.
/// Looking costs little, whatever the pattern stands for.
std::string syntaxError(std::string_view pattern);

} // namespace core::cel
