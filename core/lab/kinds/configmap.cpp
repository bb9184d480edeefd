// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/data.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

KindDefinition configMap()
{
    return {.kind = "ConfigMap",
        .plural = "configmaps",
        .shortNames = {"cm"},
        .schema = object({{"data", textMap}, {"binaryData", mapOf(base64)}, {"immutable", boolean}}),
        .columns = {nameColumn(), dataColumn(), ageColumn()},
        .rules = {.check = checkData, .checkUpdate = checkImmutable}};
}

} // namespace core::lab::kinds
