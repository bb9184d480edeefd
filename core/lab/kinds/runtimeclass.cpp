// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"

namespace core::lab::kinds {

namespace {

void checkRuntimeClassUpdate(const api::Json &runtimeClass, const api::Json &old, FieldErrors &errors)
{
    checkFixed(runtimeClass, old, {"handler"}, errors);
}

} // namespace

KindDefinition runtimeClass()
{
    return {.group = "node.k8s.io",
        .kind = "RuntimeClass",
        .plural = "runtimeclasses",
        .namespaced = false,
        .columns = {nameColumn(), textColumn("Handler", {"handler"}), ageColumn()},
        .rules = {.needsVersion = true, .createsOnUpdate = true, .checkUpdate = checkRuntimeClassUpdate}};
}

} // namespace core::lab::kinds
