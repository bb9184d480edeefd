// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the core says to people: reasons, forecasts, verdicts, outcomes, why something does not run. Each is
// an entry of a table, a code and a sentence rendered from named facts, so that it can be said in another
// language; a saying that is in no table does not compile.

#include "core/api/time.h"
#include "core/base/result.h"

#include <concepts>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace core::api {

using Facts = std::map<std::string, std::string>; ///< value by name

/// An entry of a table of sayings, or of a catalogue of reasons.
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

template<const auto &table>
class Sayings;

/// A sentence or a clause, with values that may be sayings themselves. Of a table it is made by its Sayings
/// only. An error bears the one that its message is rendered from.
struct Saying : base::ErrorDetail {
    Saying() = default;
    /// Plain: a name, a number in digits, a time or a duration as Kubernetes writes it, or what others said.
    Saying(std::string plain) : text(std::move(plain)) { }
    Saying(std::string_view plain) : text(plain) { }
    Saying(const char *plain) : text(plain) { }
    Saying(std::integral auto plain) : text(std::to_string(plain)) { }
    Saying(base::Time plain) : text(formatTime(plain)) { }
    Saying(base::Duration plain) : text(formatDuration(plain)) { }

    bool empty() const { return text.empty(); }
    /// The values by name, with those of the sayings among them; none where the entry is not known.
    Facts facts() const;
    /// Whether the code and the values are of that entry, which they then render the text from.
    bool isOf(const ReasonKind &entry) const;

    std::string code; ///< of its entry; empty: it is plain
    std::string text; ///< in English
    /// Of the entry's facts, in the order of FactNames; of a list the sayings.
    std::vector<Saying> values;
    const ReasonKind *kind = nullptr; ///< the entry; none: it is plain, or was kept on disk

    bool operator==(const Saying &other) const
    {
        return code == other.code && text == other.text && values == other.values;
    }

private:
    template<const auto &table>
    friend class Sayings;

    Saying(const ReasonKind &entry, std::vector<Saying> entryValues); ///< as many as the entry has facts
};

/// The entry of the table with that code and so many facts; without one it does not compile.
template<const auto &table, std::size_t facts>
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
        for (const ReasonKind &one : table) {
            if (one.code == code && factCount(one) == facts)
                return one;
        }
        throw "the table has no entry of this code with so many facts";
    }
};

/// Makes the sayings of a table, an array of ReasonKind: from a code, and the values of its facts in the
/// order of FactNames. Where a code has several sentences, the number of the facts tells which.
template<const auto &table>
class Sayings
{
public:
    /// A code that is chosen at run time.
    template<std::size_t facts>
    using Entry = ReasonIn<table, facts>;

    template<std::convertible_to<Saying>... Values>
    Saying operator()(
        std::type_identity_t<ReasonIn<table, sizeof...(Values)>> entry, Values &&...values) const
    {
        std::vector<Saying> all;
        all.reserve(sizeof...(Values));
        (all.emplace_back(std::forward<Values>(values)), ...);
        return Saying(entry.kind, std::move(all));
    }
};

/// One after the other, in English.
std::string joinedText(const std::vector<Saying> &sayings);

/// Several of them as one, each on a line of its own; one alone stays as it is.
Saying listOf(std::vector<Saying> sayings);
/// A failure whose message is said so.
base::Failure failWith(base::ErrorKind kind, Saying why);
/// The message; plain where the error has no saying.
Saying sayingOf(const base::Error &error);

} // namespace core::api
