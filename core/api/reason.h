// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a plan acts, or does not act yet. Every reason is an entry of its controller's catalogue: a code, and a
// sentence rendered from named facts, so that it can be rendered in another language as well. A reason that
// is in no catalogue does not compile.

#include "core/api/time.h"

#include <concepts>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace core::api {

using Facts = std::map<std::string, std::string>; ///< value by name

/// An entry of a catalogue of reasons.
struct ReasonKind {
    std::string_view code; ///< CamelCase, "WaitingForDeletionTimeout"
    std::string_view sentence; ///< for people; a name in braces stands for the fact's value
    std::string_view furtherFacts = {}; ///< names of facts that the sentence leaves out, blanks between them
};

/// The names of a kind's facts, one by one: in the order of the sentence, then the further ones.
class FactNames
{
public:
    constexpr explicit FactNames(const ReasonKind &kind)
        : m_sentence(kind.sentence)
        , m_further(kind.furtherFacts)
    {
    }

    /// The next name; empty after the last.
    constexpr std::string_view next()
    {
        while (true) {
            const std::size_t begin = m_sentence.find('{', m_at);
            if (begin == std::string_view::npos)
                return nextFurther();
            m_at = m_sentence.find('}', begin) + 1;
            const std::string_view placeholder = m_sentence.substr(begin, m_at - begin);
            if (m_sentence.find(placeholder) == begin)
                return placeholder.substr(1, placeholder.size() - 2);
        }
    }

private:
    constexpr std::string_view nextFurther()
    {
        const std::string_view name = m_further.substr(0, m_further.find(' '));
        m_further.remove_prefix(name.size() < m_further.size() ? name.size() + 1 : name.size());
        return name;
    }

    std::string_view m_sentence;
    std::string_view m_further;
    std::size_t m_at = 0;
};

constexpr std::size_t factCount(const ReasonKind &kind)
{
    FactNames names(kind);
    std::size_t count = 0;
    while (!names.next().empty())
        ++count;
    return count;
}

/// The sentence with the facts' values in the places of their names; a name that is no fact's stays.
std::string rendered(std::string_view sentence, const Facts &facts);

/// A fact's value as text: numbers in digits, times and durations as Kubernetes writes them.
class FactValue
{
public:
    FactValue(std::string value) : text(std::move(value)) { }
    FactValue(std::string_view value) : text(value) { }
    FactValue(const char *value) : text(value) { }
    FactValue(std::integral auto value) : text(std::to_string(value)) { }
    FactValue(base::Time value) : text(formatTime(value)) { }
    FactValue(base::Duration value) : text(formatDuration(value)) { }

    std::string text;
};

template<const auto &catalogue>
class Reasons;

/// Why a plan acts, or does not act yet. Made by its controller's Reasons only.
struct Reason {
    Reason() = default;

    std::string code;
    std::string text; ///< one sentence for people, with the numbers
    Facts facts;
    /// The entry that text is rendered from; none: the text is all there is.
    const ReasonKind *kind = nullptr;

    bool operator==(const Reason &) const = default;

private:
    template<const auto &catalogue>
    friend class Reasons;

    Reason(const ReasonKind &entry, std::span<FactValue> values); ///< as many as the entry has facts
};

/// The entry of the catalogue with that code and so many facts; without one it does not compile.
template<const auto &catalogue, std::size_t facts>
class ReasonIn
{
public:
    template<std::convertible_to<std::string_view> Code>
    consteval ReasonIn(const Code &code) : kind(find(code))
    {
    }

    const ReasonKind &kind;

private:
    static consteval const ReasonKind &find(std::string_view code)
    {
        for (const ReasonKind &one : catalogue) {
            if (one.code == code && factCount(one) == facts)
                return one;
        }
        throw "the catalogue has no reason of this code with so many facts";
    }
};

/// Makes the reasons of a catalogue, an array of ReasonKind: from a code, and the values of its facts in the
/// order of FactNames. Where a code has several sentences, the number of the facts tells which.
template<const auto &catalogue>
class Reasons
{
public:
    /// A code that is chosen at run time.
    template<std::size_t facts>
    using Entry = ReasonIn<catalogue, facts>;

    template<std::convertible_to<FactValue>... Values>
    Reason operator()(
        std::type_identity_t<ReasonIn<catalogue, sizeof...(Values)>> entry, Values &&...values) const
    {
        if constexpr (sizeof...(Values) == 0) {
            return Reason(entry.kind, {});
        } else {
            FactValue all[] {FactValue(std::forward<Values>(values))...};
            return Reason(entry.kind, all);
        }
    }
};

} // namespace core::api
