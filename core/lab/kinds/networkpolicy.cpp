// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

KindDefinition networkPolicy()
{
    const SchemaPtr rules = listOf(object({}));
    return {.group = "networking.k8s.io",
        .kind = "NetworkPolicy",
        .plural = "networkpolicies",
        .shortNames = {"netpol"},
        .schema = object({{"spec",
            object({{"podSelector", labelSelector}, {"ingress", rules}, {"egress", rules},
                {"policyTypes", texts}})}}),
        .rules = {.hasGeneration = true}};
}

} // namespace core::lab::kinds
