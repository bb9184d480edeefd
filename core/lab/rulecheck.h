// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an object's rules in CEL say of it (docs/api-semantics.md L8, L9).

#include "core/lab/validationrules.h"

namespace core::lab {

struct RuleFindings {
    FieldErrors errors;
    std::vector<std::string> warnings; ///< what was wrong before as well, in a part that did not change
};

/// Rules about a change are looked at when there is an old object.
RuleFindings checkRules(const RuleNode &rules, const api::Json &object, const api::Json *old);
/// The result is true when the object has errors that would make rules trip over what is not there.
bool keepsRulesFromRunning(const FieldErrors &errors);
/// What is said instead of the rules then.
FieldError rulesNotChecked();

} // namespace core::lab
