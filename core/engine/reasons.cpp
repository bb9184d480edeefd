// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reasons.h"

#include "core/engine/controllers.h"
#include "core/runtime/reasons.h"

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

} // namespace core::engine
