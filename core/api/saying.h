// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the core says to people besides reasons: forecasts, verdicts, outcomes, why something does not run.
// Each is an entry of a table, as a reason is one of its catalogue, so that it can be said in another
// language; a saying that is in no table does not compile.

#include "core/api/reason.h"

#include <vector>

namespace core::api {

template<const auto &table>
class Sayings;

/// A sentence or a clause, with values that may be sayings themselves. Of a table it is made by its Sayings
/// only.
struct Saying {
    Saying() = default;
    /// Plain: a name, a number, or what others said.
    template<std::convertible_to<FactValue> Plain>
    Saying(const Plain &plain) : text(FactValue(plain).text)
    {
    }

    /// Says the reason's sentence with its facts; plain where the reason has no entry.
    Saying(const Reason &reason);

    bool empty() const { return text.empty(); }
    /// The code of its entry; empty when it is plain.
    std::string_view code() const { return kind ? kind->code : std::string_view(); }

    std::string text; ///< in English
    const ReasonKind *kind = nullptr; ///< the entry that text is rendered from; none: it is plain
    std::vector<Saying> values; ///< of the entry's facts, in the order of FactNames

    bool operator==(const Saying &) const = default;

private:
    template<const auto &table>
    friend class Sayings;

    Saying(const ReasonKind &entry, std::vector<Saying> entryValues); ///< as many as the entry has facts
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
        return Saying(entry.kind, {Saying(std::forward<Values>(values))...});
    }
};

/// One after the other, in English.
std::string joinedText(const std::vector<Saying> &sayings);

} // namespace core::api
