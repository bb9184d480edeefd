// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

namespace {

void checkRuntimeClass(const api::Json &runtimeClass, FieldErrors &errors)
{
    if (const auto handler = api::textAt(runtimeClass, {"handler"}); !api::isDnsLabel(handler))
        complain("dns1123Label", "handler", handler, errors);
    // The original names limits where the object has podFixed.
    checkAmounts(api::find(runtimeClass, {"overhead", "podFixed"}), "overhead.limits", errors);
    checkLabels(api::find(runtimeClass, {"scheduling", "nodeSelector"}), "scheduling.nodeSelector", errors);
}

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
        .rules = {.needsVersion = true,
            .createsOnUpdate = true,
            .check = checkRuntimeClass,
            .checkUpdate = checkRuntimeClassUpdate}};
}

} // namespace core::lab::kinds
