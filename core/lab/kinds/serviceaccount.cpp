// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

KindDefinition serviceAccount()
{
    return {.kind = "ServiceAccount",
        .plural = "serviceaccounts",
        .shortNames = {"sa"},
        .subresources = {tokenSubresource()},
        .schema = object({{"secrets", mergedBy("name", object({{"name", text}}))},
            {"imagePullSecrets", listOf(object({{"name", text}}))}}),
        .rules = {.returnsDeleted = true}};
}

} // namespace core::lab::kinds
