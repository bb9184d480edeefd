// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/texts.h"

#include "core/base/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace core::cel {

namespace {

constexpr unsigned continuationMask = 0xc0;
constexpr unsigned continuation = 0x80;

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & continuationMask) == continuation;
}

/// Bytes of the character that begins there, 0 for none.
std::size_t lengthAt(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1
        : first >= 0xc2 && first < 0xe0     ? 2
        : first >= 0xe0 && first < 0xf0     ? 3
        : first >= 0xf0 && first < 0xf5     ? 4
                                            : 0;
    if (length == 0 || text.size() < length)
        return 0;
    if (!std::ranges::all_of(text.substr(1, length - 1), isContinuation))
        return 0;
    const auto second = static_cast<unsigned char>(length > 1 ? text[1] : 0);
    const bool misfit = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0)
        || (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
    return misfit ? 0 : length;
}

std::string specialDouble(double number)
{
    return std::isnan(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
}

} // namespace

std::size_t characterCount(std::string_view text)
{
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, isContinuation));
}

std::size_t offsetOf(std::string_view text, std::size_t character)
{
    std::size_t offset = 0;
    for (std::size_t i = 0; offset < text.size(); ++offset) {
        if (isContinuation(text[offset]))
            continue;
        if (i++ == character)
            break;
    }
    return offset;
}

std::string_view charactersIn(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::string_view rest = text.substr(offsetOf(text, begin));
    return rest.substr(0, offsetOf(rest, end - begin));
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t length = lengthAt(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

bool appendCharacter(std::string &text, char32_t character)
{
    const auto byte = [&](unsigned lead, unsigned shift, unsigned mask) {
        text += static_cast<char>(lead | ((character >> shift) & mask));
    };
    if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000))
        return false;
    if (character < 0x80) {
        byte(0, 0, 0x7f);
        return true;
    }
    if (character < 0x800) {
        byte(0xc0, 6, 0x1f);
    } else if (character < 0x10000) {
        byte(0xe0, 12, 0x0f);
        byte(continuation, 6, 0x3f);
    } else {
        byte(0xf0, 18, 0x07);
        byte(continuation, 12, 0x3f);
        byte(continuation, 6, 0x3f);
    }
    byte(continuation, 0, 0x3f);
    return true;
}

std::string doubleText(double number)
{
    if (!std::isfinite(number))
        return specialDouble(number);
    std::array<char, 64> buffer {};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific)
            .ptr;
    const std::string_view scientific(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    std::string_view power = scientific.substr(scientific.find('e') + 1);
    power.remove_prefix(power.starts_with('+') ? 1 : 0);
    const int exponent = base::parseNumber<int>(power).value_or(0);
    constexpr int leastExponent = -4;
    constexpr int mostExponent = 5;
    if (exponent < leastExponent || exponent > mostExponent)
        return std::string(scientific);
    return fixedText(number);
}

std::string fixedText(double number)
{
    if (!std::isfinite(number))
        return specialDouble(number);
    std::array<char, 512> buffer {};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed).ptr;
    return {buffer.data(), end};
}

char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

char asciiUpper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator, std::size_t most)
{
    std::vector<std::string_view> parts;
    if (separator.empty()) {
        while (!text.empty() && parts.size() + 1 < most) {
            parts.push_back(text.substr(0, std::max<std::size_t>(1, lengthAt(text))));
            text.remove_prefix(parts.back().size());
        }
        if (!text.empty())
            parts.push_back(text);
        return parts;
    }
    for (std::size_t found = 0; parts.size() + 1 < most; text.remove_prefix(found + separator.size())) {
        found = text.find(separator);
        if (found == std::string_view::npos)
            break;
        parts.push_back(text.substr(0, found));
    }
    parts.push_back(text);
    return parts;
}

} // namespace core::cel
