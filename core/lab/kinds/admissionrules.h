// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What webhook configurations and policies of admission have in common: which writes they are about, and
// whether that is well said (docs/api-semantics.md U7, U8).

#include "core/lab/kinds/schemas.h"
#include "core/lab/webhooks/webhook.h"

namespace core::lab::kinds {

/// Which operations on which resources.
const SchemaPtr &matchRuleSchema();
/// A list of expressions that have names.
const SchemaPtr &namedExpressions();

/// The rules in that list of the object at the path.
void checkMatchRules(
    const api::Json &json, std::string_view field, const std::string &path, FieldErrors &errors);
/// Its namespaceSelector and objectSelector.
void checkMatchSelectors(const api::Json &json, const std::string &path, FieldErrors &errors);

/// What to say of expressions that call what no library here has.
enum class UnknownFunctions { Refused, Kept };
/// The matchConditions of the object, with what they were read as; the path is that of the list.
void checkMatchConditions(const api::Json &json, const std::vector<MatchCondition> &compiled,
    UnknownFunctions unknown, const std::string &path, FieldErrors &errors);

} // namespace core::lab::kinds
