// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

namespace {

std::int64_t secretsOf(const api::Json &account)
{
    return std::ssize(listAt(account, {"secrets"}));
}

} // namespace

KindDefinition serviceAccount()
{
    return {.kind = "ServiceAccount",
        .plural = "serviceaccounts",
        .shortNames = {"sa"},
        .subresources = {tokenSubresource()},
        .schema = object({{"secrets", mergedBy("name", object({{"name", text}}))},
            {"imagePullSecrets", listOf(object({{"name", text}}))}}),
        .columns = {nameColumn(), saidToBeText(computedCountColumn("Secrets", secretsOf)), ageColumn()},
        .rules = {.returnsDeleted = true}};
}

} // namespace core::lab::kinds
