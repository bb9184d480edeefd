// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/names.h"

#include "core/base/number.h"
#include "core/cel/formats.h"

#include <algorithm>
#include <array>
#include <optional>

namespace core::lab {

bool isIpAddress(std::string_view text)
{
    return cel::isOfFormat("ipv4", text) || cel::isOfFormat("ipv6", text);
}

namespace {

constexpr std::array<std::string_view, 3> stabilities {"alpha", "beta", ""};

/// Takes a number without leading zeros off the text; nothing when there is none.
std::optional<std::uint64_t> takeNumber(std::string_view &text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number =
        text.starts_with('0') ? std::nullopt : base::parseNumber<std::uint64_t>(text.substr(0, end));
    text.remove_prefix(end);
    return number;
}

/// Stability, then the numbers; nothing for a name of another form.
std::optional<std::array<std::uint64_t, 3>> rankOf(std::string_view version)
{
    if (!version.starts_with('v'))
        return std::nullopt;
    version.remove_prefix(1);
    const auto major = takeNumber(version);
    if (!major)
        return std::nullopt;
    const auto *stability =
        std::ranges::find_if(stabilities, [&](std::string_view name) { return version.starts_with(name); });
    version.remove_prefix(stability->size());
    const bool isStable = stability->empty();
    const auto minor = isStable ? std::optional<std::uint64_t>(0) : takeNumber(version);
    if (!minor || !version.empty())
        return std::nullopt;
    return std::array {static_cast<std::uint64_t>(stability - stabilities.begin()), *major, *minor};
}

} // namespace

bool isPreferredVersion(std::string_view a, std::string_view b)
{
    const auto first = rankOf(a);
    const auto second = rankOf(b);
    if (!first || !second)
        return first || (!second && a < b);
    return *first > *second;
}

std::string lowerCase(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

} // namespace core::lab
