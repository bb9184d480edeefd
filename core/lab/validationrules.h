// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules in CEL (x-kubernetes-validations) in the schemas of a CustomResourceDefinition. They are kept, and
// not evaluated: who writes them is told which (docs/api-semantics.md L8).

#include "core/api/json.h"

#include <string>
#include <vector>

namespace core::lab {

inline constexpr std::string_view validationRules = "x-kubernetes-validations";

struct ValidationRule {
    std::string path; ///< "spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule"
    std::string text;
};

/// All of them, in the order of the definition.
std::vector<ValidationRule> rulesIn(const api::Json &definition);

} // namespace core::lab
