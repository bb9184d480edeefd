// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What expressions of admission see: matchConditions, and all that policies are made of
// (docs/api-semantics.md U2, U9).

#include "core/cel/program.h"

namespace core::lab {

/// The members of an AdmissionReview's request, but for the objects.
const cel::TypePtr &admissionRequestType();
/// A namespace, as far as expressions see it.
const cel::TypePtr &admissionNamespaceType();

/// Which variables there are besides object, oldObject, request and namespaceObject.
struct ExpressionScope {
    bool hasParams = false;
    bool hasAuthorizer = true;
    cel::TypePtr variables = nullptr; ///< of a policy; null: there are none
};

struct AdmissionExpression {
    std::string text;
    tl::expected<cel::Program, cel::CompileError> program; ///< or why there is none

    /// It calls what no library here has, and nothing else is wrong with it.
    bool isUnknown() const { return !program && !program.error().unknownFunctions.empty(); }
};

/// Compiles an expression whose result is of one of these kinds; of any when none is named.
AdmissionExpression compileAdmissionExpression(
    std::string_view text, const ExpressionScope &scope, const std::vector<cel::Kind> &results);

} // namespace core::lab
