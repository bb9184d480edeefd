// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"

namespace core::lab::kinds {

KindDefinition runtimeClass()
{
    return {.group = "node.k8s.io",
        .kind = "RuntimeClass",
        .plural = "runtimeclasses",
        .namespaced = false,
        .columns = {nameColumn(), textColumn("Handler", {"handler"}), ageColumn()},
        .rules = {.needsVersion = true}};
}

} // namespace core::lab::kinds
