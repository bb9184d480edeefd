// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the rules in CEL of a definition may cost too much, before there is any object
// (docs/api-semantics.md L9).

#include "core/lab/validationrules.h"

namespace core::lab {

/// Refuses single rules, and the schema at that path when all rules in it together are too much.
void checkCosts(const std::vector<RuleCost> &costs, const std::string &schemaPath, FieldErrors &errors);
/// Takes back what was said of single rules in versions whose schemas are as they were.
void forgiveCostsThatWere(const api::Json &definition, const api::Json &old, FieldErrors &errors);

} // namespace core::lab
