// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"

#include <algorithm>

namespace core::api {

namespace {

bool isLower(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool isLetterOrDigit(char c)
{
    return isLower(c) || (c >= 'A' && c <= 'Z');
}

/// A name has at most limit characters, the first and the last of which are plain.
template<typename Plain>
bool isWord(std::string_view text, std::size_t limit, Plain plain, std::string_view alsoInside)
{
    return !text.empty() && text.size() <= limit && plain(text.front()) && plain(text.back())
        && std::ranges::all_of(
            text, [&](char c) { return plain(c) || alsoInside.find(c) != std::string_view::npos; });
}

/// At most 253 characters of words between separators.
bool areWords(std::string_view text, std::string_view separators, std::string_view alsoInside)
{
    constexpr std::size_t longest = 253;
    if (text.empty() || text.size() > longest)
        return false;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        if (!isWord(text.substr(begin, end - begin), longest, isLower, alsoInside))
            return false;
        begin = end + 1;
    }
    return true;
}

} // namespace

bool isDnsLabel(std::string_view text)
{
    return isWord(text, 63, isLower, "-");
}

bool isDnsSubdomain(std::string_view text)
{
    return areWords(text, ".", "-");
}

bool isSysctlName(std::string_view text)
{
    return areWords(text, "./", "-_");
}

bool isQualifiedName(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos && !isDnsSubdomain(text.substr(0, slash)))
        return false;
    return isWord(
        slash == std::string_view::npos ? text : text.substr(slash + 1), 63, isLetterOrDigit, "-_.");
}

bool isLabelValue(std::string_view text)
{
    return text.empty() || isWord(text, 63, isLetterOrDigit, "-_.");
}

} // namespace core::api
