// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A ValidatingAdmissionPolicy and what binds it, with their expressions compiled (docs/api-semantics.md U8).

#include "core/lab/validationrules.h"
#include "core/lab/webhooks/webhook.h"

#include <map>

namespace core::lab {

struct Policy {
    struct Variable {
        std::string name;
        AdmissionExpression expression;
    };
    struct Validation {
        AdmissionExpression expression;
        std::string message; ///< empty: the expression itself
        std::string reason; ///< "Invalid"
        std::optional<AdmissionExpression> messageExpression;
    };

    std::string name;
    WriteMatch match;
    std::string paramVersion; ///< the apiVersion of its parameters
    std::string paramKind; ///< empty: it takes none
    std::vector<MatchCondition> conditions;
    std::vector<Variable> variables; ///< each may use those before it
    std::map<std::string, std::size_t, std::less<>> variablePlaces; ///< by name
    std::vector<Validation> validations;
    std::vector<AdmissionExpression> auditValues; ///< of auditAnnotations
    bool ignoresFailure = false; ///< failurePolicy Ignore

    /// A condition can't be evaluated here: nobody knows what the policy is about.
    bool isUnknown() const;
};
using PolicyPtr = std::shared_ptr<const Policy>;

struct PolicyBinding {
    struct Params {
        std::string name; ///< empty: those that are selected
        std::string ns; ///< empty: that of the object
        api::LabelSelector selector;
        bool deniesMissing = false; ///< parameterNotFoundAction Deny
    };

    std::string name;
    std::string policy;
    WriteMatch match;
    std::optional<Params> params;
    bool denies = false;
    bool warns = false;
};
using PolicyBindingPtr = std::shared_ptr<const PolicyBinding>;

Policy readPolicy(const api::Json &policy);
PolicyBinding readPolicyBinding(const api::Json &binding);

/// What is wrong with expressions of the policy, but for its conditions. Those that call what nobody here has
/// are none of it.
void checkExpressions(const Policy &policy, FieldErrors &errors);
std::vector<UnevaluatedRule> unevaluatedRules(const Policy &policy);

} // namespace core::lab
