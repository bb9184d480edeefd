// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The functions that expressions may call: what they take, give and cost, and what carries them out. Each
// library is a table of declarations in a file of its own.

#include "core/cel/value.h"

#include <span>

namespace core::cel {

using Arguments = std::span<const Value>;
/// The arguments fit the declaration. The meter is told of work that grows with them.
using Run = Value (*)(Arguments arguments, Meter &meter);
using Cost = std::uint64_t (*)(Arguments arguments);

/// A row of a library: "(string).charAt(int) -> string", with a receiver in parentheses; "size(string) ->
/// int" without. One capital letter is any type, the same throughout the row.
struct Declaration {
    std::string_view signature;
    Run run;
    Cost cost = nullptr; ///< null: 1
};
using Declarations = std::span<const Declaration>;

struct Overload {
    std::string name;
    bool isMember = false;
    std::vector<TypePtr> parameters; ///< the receiver first
    TypePtr result;
    Run run = nullptr;
    Cost cost = nullptr;

    /// Whether these are the values that it takes, by what they are themselves.
    bool takes(Arguments arguments) const;
};

/// All of that name; nothing when there is no such function.
std::span<const Overload> overloadsOf(std::string_view name);

// The libraries.
Declarations operatorLibrary();
Declarations conversionLibrary();
Declarations timeLibrary();
Declarations stringLibrary();
Declarations listLibrary();
Declarations optionalLibrary();
Declarations regexLibrary();
Declarations urlLibrary();
Declarations quantityLibrary();
Declarations semverLibrary();
Declarations networkLibrary();
Declarations formatLibrary();
Declarations authorizerLibrary();

// Costs that several libraries count.
std::uint64_t costOfFirst(Arguments arguments); ///< walking along the first argument
std::uint64_t costOfFirstTwice(Arguments arguments);
std::uint64_t costOfShorter(Arguments arguments); ///< comparing the first two
std::uint64_t costOfItems(Arguments arguments); ///< looking at each item of the first, and at its characters
std::uint64_t costOfPattern(Arguments arguments); ///< matching the first with the second

} // namespace core::cel
