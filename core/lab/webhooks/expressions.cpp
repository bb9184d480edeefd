// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/expressions.h"

#include "core/cel/authorizer.h"

#include <algorithm>

namespace core::lab {

using cel::Kind;
using cel::TypePtr;

namespace {

TypePtr objectOf(std::string name, std::vector<cel::Field> fields)
{
    auto type = std::make_shared<cel::Type>();
    type->kind = Kind::Object;
    type->name = std::move(name);
    for (cel::Field &field : fields)
        type->fields.emplace(field.name, field);
    return type;
}

TypePtr makeRequestType()
{
    const TypePtr text = cel::simpleType(Kind::String);
    const TypePtr texts = cel::listOf(text);
    const TypePtr kind =
        objectOf("kubernetes.GroupVersionKind", {{"group", text}, {"version", text}, {"kind", text}});
    const TypePtr resource =
        objectOf("kubernetes.GroupVersionResource", {{"group", text}, {"version", text}, {"resource", text}});
    const TypePtr user = objectOf("kubernetes.UserInfo",
        {{"username", text}, {"uid", text}, {"groups", texts}, {"extra", cel::mapOf(text, texts)}});
    return objectOf("kubernetes.AdmissionRequest",
        {{"kind", kind}, {"resource", resource}, {"subResource", text}, {"requestKind", kind},
            {"requestResource", resource}, {"requestSubResource", text}, {"name", text}, {"namespace", text},
            {"operation", text}, {"userInfo", user}, {"dryRun", cel::simpleType(Kind::Bool)},
            {"options", cel::simpleType(Kind::Dyn)}});
}

TypePtr makeNamespaceType()
{
    const TypePtr text = cel::simpleType(Kind::String);
    const TypePtr texts = cel::listOf(text);
    const TypePtr textMap = cel::mapOf(text, text);
    const TypePtr time = cel::simpleType(Kind::Timestamp);
    const TypePtr number = cel::simpleType(Kind::Int);
    const TypePtr metadata = objectOf("kubernetes.NamespaceMetadata",
        {{"name", text}, {"generateName", text}, {"namespace", text}, {"labels", textMap},
            {"annotations", textMap}, {"UID", text}, {"creationTimestamp", time},
            {"deletionGracePeriodSeconds", number}, {"deletionTimestamp", time}, {"generation", number},
            {"resourceVersion", text}, {"finalizers", texts}});
    const TypePtr condition = objectOf("kubernetes.NamespaceCondition",
        {{"status", text}, {"type", text}, {"lastTransitionTime", time}, {"message", text},
            {"reason", text}});
    return objectOf("kubernetes.Namespace",
        {{"metadata", metadata}, {"spec", objectOf("kubernetes.NamespaceSpec", {{"finalizers", texts}})},
            {"status",
                objectOf("kubernetes.NamespaceStatus",
                    {{"conditions", cel::listOf(condition)}, {"phase", text}})}});
}

cel::Variables variablesIn(const ExpressionScope &scope)
{
    const TypePtr any = cel::simpleType(Kind::Dyn);
    cel::Variables variables {{"object", any}, {"oldObject", any},
        {"namespaceObject", admissionNamespaceType()}, {"request", admissionRequestType()}};
    if (scope.hasParams)
        variables.emplace("params", any);
    if (scope.hasAuthorizer) {
        variables.emplace("authorizer", cel::authorizerType());
        variables.emplace("authorizer.requestResource", cel::resourceCheckType());
    }
    if (scope.variables)
        variables.emplace("variables", scope.variables);
    return variables;
}

std::string wrongResult(const cel::Type &type, const std::vector<Kind> &results)
{
    std::string wanted;
    for (const Kind kind : results)
        wanted += (wanted.empty() ? "" : " ")
            + (kind == Kind::Null ? "null_type" : cel::textOf(*cel::simpleType(kind)));
    return "must evaluate to " + (results.size() == 1 ? wanted : "one of [" + wanted + "]") + " but got "
        + cel::textOf(type);
}

} // namespace

const TypePtr &admissionRequestType()
{
    static const TypePtr type = makeRequestType();
    return type;
}

const TypePtr &admissionNamespaceType()
{
    static const TypePtr type = makeNamespaceType();
    return type;
}

AdmissionExpression compileAdmissionExpression(
    std::string_view text, const ExpressionScope &scope, const std::vector<Kind> &results)
{
    AdmissionExpression expression {std::string(text), cel::Program::compile(text, variablesIn(scope))};
    auto &program = expression.program;
    if (!program)
        program.error().message = "compilation failed: " + program.error().message;
    else if (!results.empty() && std::ranges::find(results, program->type().kind) == results.end())
        program = tl::unexpected(cel::CompileError {wrongResult(program->type(), results), {}});
    return expression;
}

} // namespace core::lab
