// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sayings.h"

namespace core::engine {

const std::vector<std::span<const api::ReasonKind>> &sayingTables()
{
    static const std::vector<std::span<const api::ReasonKind>> tables {
        outlookSayings,
        verdictSayings,
        forecastSayings,
    };
    return tables;
}

} // namespace core::engine
