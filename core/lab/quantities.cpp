// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/quantities.h"

#include "core/api/quantity.h"

#include <array>

namespace core::lab {

using api::Json;

std::string quantityText(const Json &quantity)
{
    return quantity.is_string() ? api::text(quantity.get_string()) : api::writeJson(quantity);
}

std::optional<std::int64_t> quantityMilli(const Json &quantity)
{
    const auto milli = api::parseQuantityMilli(quantityText(quantity));
    return milli ? std::optional(*milli) : std::nullopt;
}

api::Amounts amountsIn(const Json *quantities)
{
    api::Amounts amounts;
    if (quantities && quantities->is_object()) {
        for (const auto &[name, quantity] : quantities->get_object())
            amounts[name] = quantityMilli(quantity).value_or(0);
    }
    return amounts;
}

std::string amountText(std::string_view resource, std::int64_t milli)
{
    constexpr std::int64_t one = 1000;
    if (milli % one != 0)
        return std::to_string(milli) + 'm';
    std::int64_t units = milli / one;
    constexpr std::array<const char *, 4> suffixes {"", "Ki", "Mi", "Gi"};
    std::size_t suffix = 0;
    constexpr std::int64_t step = 1024;
    const bool isBytes = resource.ends_with("memory") || resource.ends_with("storage");
    for (; isBytes && units != 0 && units % step == 0 && suffix + 1 < suffixes.size(); ++suffix)
        units /= step;
    return std::to_string(units) + suffixes.at(suffix);
}

} // namespace core::lab
