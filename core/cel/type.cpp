// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/type.h"

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

constexpr std::array<std::pair<Kind, std::string_view>, 13> kindNames {
    {{Kind::Dyn, "dyn"}, {Kind::Null, "null"}, {Kind::Bool, "bool"}, {Kind::Int, "int"}, {Kind::Uint, "uint"},
        {Kind::Double, "double"}, {Kind::String, "string"}, {Kind::Bytes, "bytes"},
        {Kind::Duration, "duration"}, {Kind::Timestamp, "timestamp"}, {Kind::Type, "type"},
        {Kind::Failure, "error"}, {Kind::Object, "object"}}};

TypePtr made(Kind kind, std::string_view name, std::vector<TypePtr> parameters)
{
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->name = name;
    type->parameters = std::move(parameters);
    return type;
}

bool isNullable(Kind kind)
{
    return kind == Kind::Opaque || kind == Kind::Optional || kind == Kind::Object || kind == Kind::Duration
        || kind == Kind::Timestamp || kind == Kind::Null;
}

constexpr std::string_view reservedWords[] = {"true", "false", "null", "in", "as", "break", "const",
    "continue", "else", "for", "function", "if", "import", "let", "loop", "package", "namespace", "return",
    "var", "void", "while"};

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

} // namespace

TypePtr simpleType(Kind kind)
{
    static const auto all = [] {
        std::map<Kind, TypePtr> types;
        for (const auto &[each, name] : kindNames)
            types[each] = made(each, {}, {});
        return types;
    }();
    return all.at(kind);
}

TypePtr listOf(TypePtr element)
{
    return made(Kind::List, {}, {std::move(element)});
}

TypePtr mapOf(TypePtr key, TypePtr value)
{
    return made(Kind::Map, {}, {std::move(key), std::move(value)});
}

TypePtr optionalOf(TypePtr value)
{
    return made(Kind::Optional, {}, {std::move(value)});
}

TypePtr typeOf(TypePtr type)
{
    return made(Kind::Type, {}, {std::move(type)});
}

TypePtr opaqueType(std::string_view name)
{
    return made(Kind::Opaque, name, {});
}

TypePtr parameter(std::string_view name)
{
    return made(Kind::Parameter, name, {});
}

const TypePtr &parameterOf(const Type &type, std::size_t index)
{
    static const TypePtr dyn = simpleType(Kind::Dyn);
    return index < type.parameters.size() ? type.parameters[index] : dyn;
}

std::string textOf(const Type &type)
{
    const auto inner = [&](std::size_t index) { return textOf(*parameterOf(type, index)); };
    switch (type.kind) {
    case Kind::List:
        return "list(" + inner(0) + ")";
    case Kind::Map:
        return "map(" + inner(0) + ", " + inner(1) + ")";
    case Kind::Optional:
        return "optional_type(" + inner(0) + ")";
    case Kind::Type:
        return type.parameters.empty() ? "type" : "type(" + inner(0) + ")";
    case Kind::Opaque:
    case Kind::Parameter:
        return type.name;
    case Kind::Object:
        return type.name.empty() ? "object" : type.name;
    default:
        return std::string(
            std::ranges::find(kindNames, type.kind, &std::pair<Kind, std::string_view>::first)->second);
    }
}

TypePtr namedType(std::string_view name)
{
    static const auto all = [] {
        std::map<std::string, TypePtr, std::less<>> types {{"null_type", simpleType(Kind::Null)},
            {"google.protobuf.Duration", simpleType(Kind::Duration)},
            {"google.protobuf.Timestamp", simpleType(Kind::Timestamp)},
            {"list", listOf(simpleType(Kind::Dyn))},
            {"map", mapOf(simpleType(Kind::Dyn), simpleType(Kind::Dyn))},
            {"optional_type", optionalOf(simpleType(Kind::Dyn))}};
        for (const Kind kind : {Kind::Dyn, Kind::Bool, Kind::Int, Kind::Uint, Kind::Double, Kind::String,
                 Kind::Bytes, Kind::Type})
            types.emplace(textOf(*simpleType(kind)), simpleType(kind));
        for (const std::string_view opaque : {"kubernetes.URL", "kubernetes.Quantity", "kubernetes.Semver",
                 "kubernetes.NamedFormat", "net.IP", "net.CIDR", "kubernetes.authorization.Authorizer",
                 "kubernetes.authorization.PathCheck", "kubernetes.authorization.GroupCheck",
                 "kubernetes.authorization.ResourceCheck", "kubernetes.authorization.Decision"})
            types.emplace(opaque, opaqueType(opaque));
        return types;
    }();
    const auto found = all.find(name);
    return found == all.end() ? nullptr : found->second;
}

std::string escapedName(std::string_view property)
{
    if (property.empty() || (property.front() >= '0' && property.front() <= '9'))
        return {};
    if (std::ranges::find(reservedWords, property) != std::end(reservedWords))
        return "__" + std::string(property) + "__";
    std::string escaped;
    for (std::size_t i = 0; i < property.size(); ++i) {
        const char c = property[i];
        if (property.substr(i).starts_with("__")) {
            escaped += "__underscores__";
            ++i;
        } else if (c == '.' || c == '-' || c == '/') {
            escaped += c == '.' ? "__dot__" : c == '-' ? "__dash__" : "__slash__";
        } else if (isPlain(c)) {
            escaped += c;
        } else {
            return {};
        }
    }
    return escaped;
}

bool Substitution::unify(const TypePtr &a, const TypePtr &b)
{
    if (a == b)
        return true;
    if (a->kind == Kind::Parameter)
        return bind(a, b);
    if (b->kind == Kind::Parameter)
        return bind(b, a);
    if (a->kind == Kind::Dyn || b->kind == Kind::Dyn)
        return true;
    if (a->kind == Kind::Null || b->kind == Kind::Null)
        return isNullable(a->kind) && isNullable(b->kind);
    if (a->kind != b->kind || a->name != b->name)
        return false;
    if (a->kind == Kind::Object)
        return false; // each has its own schema
    if (a->kind == Kind::Type)
        return true;
    for (std::size_t i = 0; i < std::max(a->parameters.size(), b->parameters.size()); ++i) {
        if (!unify(parameterOf(*a, i), parameterOf(*b, i)))
            return false;
    }
    return true;
}

bool Substitution::bind(const TypePtr &parameter, const TypePtr &type)
{
    if (type->kind == Kind::Parameter && type->name == parameter->name)
        return true;
    const auto bound = m_bound.find(parameter->name);
    if (bound == m_bound.end()) {
        if (!occursIn(parameter->name, type))
            m_bound[parameter->name] = type;
        return true;
    }
    const TypePtr before = bound->second;
    if (!unify(before, type))
        return false;
    if (isAtLeastAsGeneral(type, before) && !occursIn(parameter->name, type))
        m_bound[parameter->name] = type;
    return true;
}

bool Substitution::occursIn(const std::string &name, const TypePtr &type) const
{
    if (type->kind == Kind::Parameter) {
        const auto bound = m_bound.find(type->name);
        return type->name == name || (bound != m_bound.end() && occursIn(name, bound->second));
    }
    return std::ranges::any_of(type->parameters, [&](const TypePtr &inner) { return occursIn(name, inner); });
}

bool Substitution::isAtLeastAsGeneral(const TypePtr &a, const TypePtr &b) const
{
    if (a->kind == Kind::Dyn || a->kind == Kind::Parameter)
        return true;
    if (b->kind == Kind::Dyn || b->kind == Kind::Parameter || a->kind != b->kind)
        return false;
    for (std::size_t i = 0; i < a->parameters.size(); ++i) {
        if (!isAtLeastAsGeneral(parameterOf(*a, i), parameterOf(*b, i)))
            return false;
    }
    return a->kind != Kind::Object || a == b;
}

TypePtr Substitution::apply(const TypePtr &type, bool unboundToDyn) const
{
    if (type->kind == Kind::Parameter) {
        const auto bound = m_bound.find(type->name);
        if (bound != m_bound.end())
            return apply(bound->second, unboundToDyn);
        return unboundToDyn ? simpleType(Kind::Dyn) : type;
    }
    if (type->parameters.empty())
        return type;
    std::vector<TypePtr> parameters;
    for (const TypePtr &inner : type->parameters)
        parameters.push_back(apply(inner, unboundToDyn));
    if (parameters == type->parameters)
        return type;
    auto applied = std::make_shared<Type>(*type);
    applied->parameters = std::move(parameters);
    return applied;
}

TypePtr Substitution::fresh()
{
    return parameter("_var" + std::to_string(m_made++));
}

} // namespace core::cel
