// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sayings.h"

#include "core/runtime/reasons.h"

namespace core::engine {

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
    };
    return tables;
}

} // namespace core::engine
