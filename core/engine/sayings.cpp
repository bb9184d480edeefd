// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sayings.h"

#include "core/api/troubles.h"
#include "core/runtime/reasons.h"
#include "core/scenario/problems.h"
#include "core/scenario/sayings.h"

namespace core::engine {

std::string grouped(std::int64_t number)
{
    std::string text = std::to_string(number);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3)
        text.insert(static_cast<std::size_t>(place), 1, ',');
    return text;
}

const std::vector<std::span<const api::ReasonKind>> &sayingTables()
{
    static const std::vector<std::span<const api::ReasonKind>> tables {
        outlookSayings,
        verdictSayings,
        forecastSayings,
        blockedSayings,
        outcomeSayings,
        connectionSayings,
        refusalSayings,
        runtime::unitSayings,
        api::troubleSayings,
        scenario::stepSayings,
        scenario::reportSayings,
        scenario::problemSayings,
    };
    return tables;
}

} // namespace core::engine
