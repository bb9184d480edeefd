// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"

namespace core::lab::kinds {

KindDefinition endpoints()
{
    return {.kind = "Endpoints", .plural = "endpoints", .shortNames = {"ep"}};
}

} // namespace core::lab::kinds
