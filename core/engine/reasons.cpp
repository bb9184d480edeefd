// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reasons.h"

#include "core/engine/controllers.h"
#include "core/engine/sayings.h"
#include "core/runtime/reasons.h"

#include <algorithm>

namespace core::engine {

const std::vector<ReasonFamily> &reasonCatalogue()
{
    static const std::vector<ReasonFamily> catalogue = [] {
        std::vector<ReasonFamily> all {{{}, runtime::controllerReasons}};
        for (const ControllerDescriptor &descriptor : controllerDescriptors())
            all.insert(all.end(), descriptor.reasons.begin(), descriptor.reasons.end());
        return all;
    }();
    return catalogue;
}

const api::ReasonKind *entryOf(const api::Saying &saying)
{
    if (saying.kind || saying.code.empty())
        return saying.kind;
    const auto isEntry = [&](const api::ReasonKind &kind) { return saying.isOf(kind); };
    for (const ReasonFamily &family : reasonCatalogue()) {
        for (const auto &kinds : {family.kinds, family.frames}) {
            if (const auto found = std::ranges::find_if(kinds, isEntry); found != kinds.end())
                return &*found;
        }
    }
    for (const std::span<const api::ReasonKind> &table : sayingTables()) {
        if (const auto found = std::ranges::find_if(table, isEntry); found != table.end())
            return &*found;
    }
    return nullptr;
}

} // namespace core::engine
