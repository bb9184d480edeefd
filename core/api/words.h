// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a small grammar word by word; for the sources of this folder.

#include "core/base/number.h"
#include "core/base/result.h"

#include <algorithm>
#include <vector>

namespace core::api {

inline std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

inline base::Failure wrong(std::string message)
{
    return base::fail(base::ErrorKind::Invalid, std::move(message));
}

/// The words of a text, taken one by one. The text outlives it.
class Words
{
public:
    explicit Words(std::string_view text)
    {
        while (true) {
            text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
            if (text.empty())
                return;
            const auto end = std::min(text.find_first_of(blanks), text.size());
            m_words.push_back(text.substr(0, end));
            text.remove_prefix(end);
        }
    }

    bool atEnd() const { return m_next == m_words.size(); }
    /// The next word, empty at the end.
    std::string_view peek() const { return atEnd() ? std::string_view() : m_words[m_next]; }
    std::string_view take() { return atEnd() ? std::string_view() : m_words[m_next++]; }
    bool takeIf(std::string_view word)
    {
        const bool found = !atEnd() && peek() == word;
        m_next += found ? 1 : 0;
        return found;
    }
    base::Result<> expect(std::string_view word)
    {
        if (takeIf(word))
            return {};
        return wrong(atEnd() ? inQuotes(word) + " is missing at the end"
                             : inQuotes(word) + " is expected before " + inQuotes(peek()));
    }
    /// Those taken so far, one blank between two.
    std::string taken() const
    {
        std::string text;
        for (std::size_t i = 0; i < m_next; ++i)
            text += (i == 0 ? "" : " ") + std::string(m_words[i]);
        return text;
    }

private:
    static constexpr std::string_view blanks = " \t\n";

    std::vector<std::string_view> m_words;
    std::size_t m_next = 0;
};

/// A whole number with nothing but the ending after it; nothing when the text is something else.
inline std::optional<std::int64_t> wholeNumber(std::string_view text, std::string_view ending = {})
{
    if (!text.ends_with(ending))
        return std::nullopt;
    text.remove_suffix(ending.size());
    return base::parseNumber<std::int64_t>(text);
}

} // namespace core::api
