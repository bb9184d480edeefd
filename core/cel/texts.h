// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Texts as CEL counts them: in code points. All are UTF-8.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::cel {

std::size_t characterCount(std::string_view text);
/// Where that character begins, in bytes; the text's size when it has no more than that many.
std::size_t offsetOf(std::string_view text, std::size_t character);
/// The part goes from one character up to another.
std::string_view charactersIn(std::string_view text, std::size_t begin, std::size_t end);
bool isUtf8(std::string_view text);
/// The result is false for what is no character.
bool appendCharacter(std::string &text, char32_t character);
/// The shortest text that reads as the same number, as Go's format 'g' writes it: "1.5", "1e+06", "NaN".
std::string doubleText(double number);
/// The text has as many digits behind the point as the number: "3600", "1.5".
std::string fixedText(double number);
char asciiLower(char c);
char asciiUpper(char c);
/// The text is cut at each place where the separator stands; an empty one separates all characters. It has at
/// most that many parts, the last of which holds the rest.
std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator, std::size_t most);

} // namespace core::cel
