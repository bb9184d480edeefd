// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules in CEL (x-kubernetes-validations) in the schemas of a CustomResourceDefinition, compiled. One that
// calls what no library of ours has is kept, not evaluated and told of; one that is wrong is refused
// (docs/api-semantics.md L8).

#include "core/cel/program.h"
#include "core/lab/schema.h"

namespace core::lab {

inline constexpr std::string_view validationRules = "x-kubernetes-validations";

struct ValidationRule {
    std::string text; ///< as errors tell it when there is no message
    std::string message;
    std::string reason; ///< empty: FieldValueInvalid
    std::string fieldPath; ///< below the value, as errors write it; empty: the value itself
    bool optionalOldSelf = false;
    std::optional<cel::Program> program; ///< nothing: the error says why, or nobody evaluates it
    std::optional<cel::Program> messageExpression;
    std::string messageText; ///< of the message expression
    std::string error;

    bool usesOldSelf() const { return program && program->uses("oldSelf"); }
};

/// The rules about a value, and about what it holds. Only where there are any.
struct RuleNode {
    cel::TypePtr type;
    std::string typeName; ///< "object": what errors show instead of the value
    Schema::ListType listType = Schema::ListType::Atomic;
    std::vector<std::string> mapKeys;
    std::vector<ValidationRule> rules;
    std::map<std::string, std::unique_ptr<RuleNode>, std::less<>> properties;
    std::unique_ptr<RuleNode> items;
    std::unique_ptr<RuleNode> additional;
    std::vector<std::unique_ptr<RuleNode>> allOf;
};
using RulesPtr = std::shared_ptr<const RuleNode>;

struct UnevaluatedRule {
    std::string path; ///< "spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule"
    std::string text;
    std::string why; ///< "undeclared reference to 'f'"
};
/// What whoever writes such rules is told.
std::vector<std::string> warningsAbout(const std::vector<UnevaluatedRule> &rules);
/// Where they are not kept.
void refuseUnevaluated(const std::vector<UnevaluatedRule> &rules, FieldErrors &errors);

/// What a rule or its message may cost in an object, at worst.
struct RuleCost {
    std::string path; ///< "spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule"
    std::uint64_t cost = 0; ///< of all the values together that the rule is about
    bool isMessage = false;
};

struct CompiledRules {
    RulesPtr rules; ///< null: there are none
    std::vector<UnevaluatedRule> unevaluated;
    std::vector<RuleCost> costs; ///< of what was compiled
};

/// Compiles the rules of an openAPIV3Schema, with what it was read as.
CompiledRules compileRules(
    const api::Json &json, const Schema &schema, const std::string &path, FieldErrors &errors);
/// The rules of all versions of a definition that can't be evaluated, in its order.
std::vector<UnevaluatedRule> unevaluatedRules(const api::Json &definition);

std::string withoutBlanks(std::string_view text);
bool hasLineBreaks(std::string_view text);
/// What a header can hold, clipped.
std::string inOneLine(std::string_view text);
/// The message that an expression has made: one line that is not empty, of at most 5 KiB.
std::optional<std::string> messageMadeBy(const cel::Value &made);

} // namespace core::lab
