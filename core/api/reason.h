// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a plan acts, or does not act yet. Every reason is a saying of its controller's catalogue; one that is
// in no catalogue, or is plain, does not compile.

#include "core/api/saying.h"

#include <span>

namespace core::api {

template<const auto &catalogue>
class Reasons;

/// Why a plan acts, or does not act yet: one sentence for people, with the numbers. Made by its controller's
/// Reasons only.
struct Reason : Saying {
    Reason() = default;

private:
    template<const auto &catalogue>
    friend class Reasons;

    explicit Reason(Saying saying) : Saying(std::move(saying)) { }
};

/// Makes the reasons of a catalogue, as Sayings does the sayings of a table.
template<const auto &catalogue>
class Reasons
{
public:
    /// A code that is chosen at run time.
    template<std::size_t facts>
    using Entry = ReasonIn<catalogue, facts>;

    template<std::convertible_to<Saying>... Values>
    Reason operator()(
        std::type_identity_t<ReasonIn<catalogue, sizeof...(Values)>> entry, Values &&...values) const
    {
        return Reason(Sayings<catalogue>()(entry, std::forward<Values>(values)...));
    }
};

} // namespace core::api
