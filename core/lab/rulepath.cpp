// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/rulepath.h"

namespace core::lab {

namespace {

/// The part follows "['": it is taken up to "']", with escapes carried out. Nothing when that is not there.
std::optional<std::string> takeQuoted(std::string_view &text)
{
    constexpr std::string_view letters = "abfnrtv'\\";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v'\\";
    std::string name;
    while (!text.empty() && text.front() != '\'') {
        const bool isEscape = text.front() == '\\';
        const std::size_t letter = isEscape && text.size() > 1 ? letters.find(text[1]) : letters.npos;
        if (isEscape && letter == letters.npos)
            return std::nullopt;
        name += isEscape ? meanings[letter] : text.front();
        text.remove_prefix(isEscape ? 2 : 1);
    }
    if (!text.starts_with("']"))
        return std::nullopt;
    text.remove_prefix(2);
    return name;
}

std::optional<std::string> takeStep(std::string_view &text)
{
    if (text.starts_with("['")) {
        text.remove_prefix(2);
        return takeQuoted(text);
    }
    if (!text.starts_with('.'))
        return std::nullopt;
    text.remove_prefix(1);
    const std::string_view name = text.substr(0, text.find_first_of(".[]"));
    text.remove_prefix(name.size());
    return name.empty() ? std::nullopt : std::optional(std::string(name));
}

} // namespace

std::optional<std::string> normalizedFieldPath(std::string_view text, const Schema &schema)
{
    std::string path;
    const Schema *at = &schema;
    while (!text.empty()) {
        const auto name = takeStep(text);
        if (!name)
            return std::nullopt;
        const auto property = at->properties.find(*name);
        if (property == at->properties.end() && (!at->additional || !at->properties.empty()))
            return std::nullopt;
        const bool isKey = property == at->properties.end();
        path += isKey ? "[" + *name + "]" : (path.empty() ? "" : ".") + *name;
        at = isKey ? at->additional.get() : property->second.get();
    }
    return path;
}

} // namespace core::lab
