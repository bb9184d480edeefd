// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/checker.h"

#include "core/cel/library.h"
#include "core/cel/regex.h"
#include "core/cel/times.h"

#include <algorithm>

namespace core::cel {

namespace {

class Checker
{
public:
    explicit Checker(const Variables &variables) : m_variables(variables) { }

    TypePtr checkNode(Node &node);
    void finish(Node &node);
    Checked take() { return std::move(m_checked); }

private:
    struct Local {
        std::string name;
        TypePtr type;
    };

    TypePtr infer(Node &node);
    TypePtr inferName(Node &node);
    TypePtr inferSelect(Node &node);
    TypePtr memberType(const Node &node, const TypePtr &target);
    TypePtr inferCall(Node &node);
    TypePtr resolve(Node &node, const std::vector<TypePtr> &arguments);
    TypePtr inferConditional(Node &node);
    TypePtr inferList(Node &node);
    TypePtr inferMap(Node &node);
    TypePtr inferFold(Node &node);
    TypePtr inferOptionalFold(Node &node, const TypePtr &range);
    TypePtr foldResult(Node &node, const TypePtr &key, const TypePtr &item);
    TypePtr inferEntries(const Node &node);
    std::vector<Local> localsOf(const Node &node, const TypePtr &key, const TypePtr &item) const;

    void expect(const Node &node, const TypePtr &wanted);
    TypePtr joined(const Node &node, const TypePtr &before, const TypePtr &type);
    TypePtr unwrapped(const Node &node, const TypePtr &type);
    void checkLiteral(const Node &call);
    TypePtr resolved(const TypePtr &type) const { return m_types.apply(type); }
    TypePtr complain(const Node &node, std::string message);
    const TypePtr *find(std::string_view name) const;
    static std::string dottedName(const Node &node);
    bool isWholeVariable(const Node &node) const;
    bool beginsWithVariable(const Node &node) const;
    bool callsUnknownLibrary(const Node &call) const;

    const Variables &m_variables;
    std::vector<Local> m_locals;
    Substitution m_types;
    Checked m_checked;
};

const TypePtr &dyn()
{
    static const TypePtr type = simpleType(Kind::Dyn);
    return type;
}

TypePtr Checker::complain(const Node &node, std::string message)
{
    constexpr std::size_t most = 10;
    if (m_checked.complaints.size() < most)
        m_checked.complaints.push_back({node.offset, std::move(message)});
    return dyn();
}

const TypePtr *Checker::find(std::string_view name) const
{
    const auto local =
        std::find_if(m_locals.rbegin(), m_locals.rend(), [&](const Local &one) { return one.name == name; });
    if (local != m_locals.rend())
        return &local->type;
    const auto variable = m_variables.find(name);
    return variable == m_variables.end() ? nullptr : &variable->second;
}

TypePtr Checker::checkNode(Node &node)
{
    node.type = infer(node);
    return node.type;
}

TypePtr Checker::infer(Node &node)
{
    switch (node.kind) {
    case Node::Kind::Literal:
        return node.literal.as<TypePtr>() ? typeOf(node.literal.get<TypePtr>()) : typeOfValue(node.literal);
    case Node::Kind::Name:
        return inferName(node);
    case Node::Kind::Select:
    case Node::Kind::Has:
        return inferSelect(node);
    case Node::Kind::Call:
        return inferCall(node);
    case Node::Kind::And:
    case Node::Kind::Or:
        for (const NodePtr &argument : node.arguments) {
            checkNode(*argument);
            expect(*argument, simpleType(Kind::Bool));
        }
        return simpleType(Kind::Bool);
    case Node::Kind::Conditional:
        return inferConditional(node);
    case Node::Kind::List:
        return inferList(node);
    case Node::Kind::Map:
        return inferMap(node);
    case Node::Kind::Fold:
        return inferFold(node);
    }
    return dyn();
}

/// "a.b.c" of names and selects; empty for anything else.
std::string Checker::dottedName(const Node &node)
{
    if (node.kind == Node::Kind::Name)
        return node.name;
    if (node.kind != Node::Kind::Select || node.isOptional)
        return {};
    const std::string before = dottedName(*node.arguments.front());
    return before.empty() ? before : before + "." + node.name;
}

bool Checker::beginsWithVariable(const Node &node) const
{
    const Node *first = &node;
    while (first->kind == Node::Kind::Select)
        first = first->arguments.front().get();
    return first->kind == Node::Kind::Name && find(first->name);
}

TypePtr Checker::inferName(Node &node)
{
    if (const TypePtr *type = find(node.name)) {
        const bool isLocal =
            std::ranges::any_of(m_locals, [&](const Local &one) { return one.name == node.name; });
        if (!isLocal)
            m_checked.used.insert(node.name);
        return *type;
    }
    if (const TypePtr type = namedType(node.name)) {
        node.kind = Node::Kind::Literal;
        node.literal = type;
        return typeOf(type);
    }
    return complain(node, "undeclared reference to '" + node.name + "' (in container '')");
}

/// "authorizer.requestResource": the name of one variable, with a dot in it.
bool Checker::isWholeVariable(const Node &node) const
{
    const std::string name = node.kind == Node::Kind::Select ? dottedName(node) : std::string();
    const std::string_view first = std::string_view(name).substr(0, name.find('.'));
    return m_variables.contains(name)
        && std::ranges::none_of(m_locals, [&](const Local &one) { return one.name == first; });
}

TypePtr Checker::inferSelect(Node &node)
{
    if (isWholeVariable(node)) {
        node.name = dottedName(node);
        node.kind = Node::Kind::Name;
        node.arguments.clear();
        return inferName(node);
    }
    if (!beginsWithVariable(node)) {
        if (const TypePtr type = namedType(dottedName(node))) {
            node.kind = Node::Kind::Literal;
            node.literal = type;
            return typeOf(type);
        }
    }
    TypePtr target = resolved(checkNode(*node.arguments.front()));
    const bool inOptional = target->kind == Kind::Optional;
    const TypePtr member = memberType(node, inOptional ? resolved(parameterOf(*target, 0)) : target);
    if (node.kind == Node::Kind::Has)
        return simpleType(Kind::Bool);
    return inOptional || node.isOptional ? optionalOf(member) : member;
}

TypePtr Checker::memberType(const Node &node, const TypePtr &target)
{
    switch (target->kind) {
    case Kind::Map:
        return parameterOf(*target, 1);
    case Kind::Object: {
        const auto field = target->fields.find(node.name);
        return field == target->fields.end() ? complain(node, "undefined field '" + node.name + "'")
                                             : field->second.type;
    }
    case Kind::Dyn:
    case Kind::Parameter:
        return dyn();
    default:
        return complain(node, "type '" + textOf(*target) + "' does not support field selection");
    }
}

/// "math.greatest(1, 2)": neither a variable nor a function has that name.
bool Checker::callsUnknownLibrary(const Node &call) const
{
    if (!call.isMember || !overloadsOf(call.name).empty())
        return false;
    const Node &target = *call.arguments.front();
    return target.kind == Node::Kind::Name && !find(target.name) && !namedType(target.name);
}

TypePtr Checker::inferCall(Node &node)
{
    if (node.isMember && !beginsWithVariable(*node.arguments.front())) {
        const std::string dotted = dottedName(*node.arguments.front()) + "." + node.name;
        if (!overloadsOf(dotted).empty()) {
            node.name = dotted;
            node.isMember = false;
            node.arguments.erase(node.arguments.begin());
        }
    }
    if (callsUnknownLibrary(node)) {
        const std::string name = node.arguments.front()->name + "." + node.name;
        m_checked.unknownFunctions.push_back(name);
        return complain(node, "undeclared reference to '" + name + "' (in container '')");
    }
    std::vector<TypePtr> types;
    for (const NodePtr &argument : node.arguments)
        types.push_back(resolved(checkNode(*argument)));
    if (overloadsOf(node.name).empty()) {
        m_checked.unknownFunctions.push_back(node.name);
        return complain(node, "undeclared reference to '" + node.name + "' (in container '')");
    }
    checkLiteral(node);
    return resolve(node, types);
}

/// The overloads that the arguments fit, of which values decide when types can't.
TypePtr Checker::resolve(Node &node, const std::vector<TypePtr> &arguments)
{
    TypePtr result;
    for (const Overload &overload : overloadsOf(node.name)) {
        if (overload.isMember != node.isMember || overload.parameters.size() != arguments.size())
            continue;
        Substitution types = m_types;
        Substitution renamed;
        for (const std::string_view name : {"A", "B"})
            renamed.unify(parameter(std::string(name)), types.fresh());
        bool fits = true;
        for (std::size_t i = 0; i < arguments.size() && fits; ++i)
            fits = types.unify(renamed.apply(overload.parameters[i]), arguments[i]);
        if (!fits)
            continue;
        const TypePtr given = types.apply(renamed.apply(overload.result));
        if (!result) {
            m_types = std::move(types);
            result = given;
        } else if (result->kind != Kind::Dyn && textOf(*result) != textOf(*given)) {
            result = dyn();
        }
        node.overloads.push_back(&overload);
    }
    if (result)
        return result;
    std::string signature;
    for (std::size_t i = node.isMember ? 1 : 0; i < arguments.size(); ++i)
        signature += (signature.empty() ? "" : ", ") + textOf(*m_types.apply(arguments[i], true));
    const std::string receiver = node.isMember ? textOf(*m_types.apply(arguments[0], true)) + "." : "";
    return complain(node,
        "found no matching overload for '" + node.name + "' applied to '" + receiver + "(" + signature
            + ")'");
}

/// Patterns, durations and times that stand in the expression have to be such.
void Checker::checkLiteral(const Node &call)
{
    if (call.arguments.empty())
        return;
    const Node &last = *call.arguments.back();
    if (last.kind != Node::Kind::Literal || !last.literal.as<Text>())
        return;
    const std::string_view text = last.literal.text();
    if (call.name == "matches" && !patternError(text).empty())
        complain(last, "invalid matches argument");
    else if (call.name == "duration" && durationIn(text).isFailure())
        complain(last, "invalid duration argument");
    else if (call.name == "timestamp" && timestampIn(text).isFailure())
        complain(last, "invalid timestamp argument");
}

void Checker::expect(const Node &node, const TypePtr &wanted)
{
    if (!m_types.unify(wanted, node.type))
        complain(node,
            "expected type '" + textOf(*wanted) + "' but found '" + textOf(*m_types.apply(node.type, true))
                + "'");
}

TypePtr Checker::inferConditional(Node &node)
{
    checkNode(*node.arguments[0]);
    expect(*node.arguments[0], simpleType(Kind::Bool));
    const TypePtr yes = checkNode(*node.arguments[1]);
    const TypePtr no = checkNode(*node.arguments[2]);
    const TypePtr either = m_types.fresh();
    if (m_types.unify(either, yes) && m_types.unify(either, no))
        return resolved(either);
    return complain(node,
        "found no matching overload for '_?_:_' applied to '(bool, " + textOf(*m_types.apply(yes, true))
            + ", " + textOf(*m_types.apply(no, true)) + ")'");
}

/// Members of a list or map have one type.
TypePtr Checker::joined(const Node &node, const TypePtr &before, const TypePtr &type)
{
    if (!before)
        return type;
    const TypePtr either = m_types.fresh();
    if (m_types.unify(either, before) && m_types.unify(either, type))
        return resolved(either);
    return complain(node,
        "expected type '" + textOf(*m_types.apply(before, true)) + "' but found '"
            + textOf(*m_types.apply(type, true)) + "'");
}

/// An element that is written with a question mark is an optional one.
TypePtr Checker::unwrapped(const Node &node, const TypePtr &type)
{
    if (type->kind == Kind::Dyn)
        return type;
    if (type->kind == Kind::Optional)
        return parameterOf(*type, 0);
    return complain(
        node, "expected type 'optional_type(" + textOf(*type) + ")' but found '" + textOf(*type) + "'");
}

TypePtr Checker::inferList(Node &node)
{
    TypePtr element;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        TypePtr type = resolved(checkNode(*node.arguments[i]));
        if (node.optional[i])
            type = unwrapped(*node.arguments[i], type);
        element = joined(*node.arguments[i], element, type);
    }
    return listOf(element ? element : m_types.fresh());
}

TypePtr Checker::inferMap(Node &node)
{
    TypePtr key;
    TypePtr value;
    for (std::size_t i = 0; i + 1 < node.arguments.size(); i += 2) {
        key = joined(*node.arguments[i], key, resolved(checkNode(*node.arguments[i])));
        TypePtr type = resolved(checkNode(*node.arguments[i + 1]));
        if (node.optional[i / 2])
            type = unwrapped(*node.arguments[i + 1], type);
        value = joined(*node.arguments[i + 1], value, type);
    }
    return mapOf(key ? key : m_types.fresh(), value ? value : m_types.fresh());
}

std::vector<Checker::Local> Checker::localsOf(const Node &node, const TypePtr &key, const TypePtr &item) const
{
    if (node.variables.size() == 1)
        return {{node.variables[0], item}};
    return {{node.variables[0], key}, {node.variables[1], item}};
}

TypePtr Checker::inferFold(Node &node)
{
    const TypePtr range = resolved(checkNode(*node.arguments[0]));
    if (node.fold == Fold::OptionalMap || node.fold == Fold::OptionalFlatMap)
        return inferOptionalFold(node, range);
    TypePtr key = dyn();
    TypePtr item = dyn();
    if (range->kind == Kind::List) {
        key = simpleType(Kind::Int);
        item = parameterOf(*range, 0);
    } else if (range->kind == Kind::Map) {
        key = parameterOf(*range, 0);
        item = node.variables.size() == 1 ? key : parameterOf(*range, 1);
    } else if (range->kind != Kind::Dyn && range->kind != Kind::Parameter) {
        complain(*node.arguments[0],
            "expression of type '" + textOf(*range)
                + "' cannot be range of a comprehension (must be list, map, or dynamic)");
    }
    const std::size_t outer = m_locals.size();
    for (Local &local : localsOf(node, key, item))
        m_locals.push_back(std::move(local));
    for (std::size_t i = 1; i < node.arguments.size(); ++i)
        checkNode(*node.arguments[i]);
    m_locals.resize(outer);
    return foldResult(node, key, item);
}

TypePtr Checker::foldResult(Node &node, const TypePtr &key, const TypePtr &item)
{
    const Node &last = *node.arguments.back();
    const bool isFiltered = node.arguments.size() == 3;
    if (isFiltered)
        expect(*node.arguments[1], simpleType(Kind::Bool));
    switch (node.fold) {
    case Fold::Map:
    case Fold::TransformList:
        return listOf(last.type);
    case Fold::TransformMap:
        return mapOf(key, last.type);
    case Fold::TransformMapEntry:
        return inferEntries(last);
    case Fold::SortBy:
        return listOf(item);
    case Fold::Filter:
        expect(last, simpleType(Kind::Bool));
        return listOf(item);
    default:
        expect(last, simpleType(Kind::Bool));
        return simpleType(Kind::Bool);
    }
}

TypePtr Checker::inferEntries(const Node &node)
{
    const TypePtr entry = mapOf(m_types.fresh(), m_types.fresh());
    expect(node, entry);
    return resolved(entry);
}

TypePtr Checker::inferOptionalFold(Node &node, const TypePtr &range)
{
    const TypePtr held = m_types.fresh();
    if (!m_types.unify(optionalOf(held), range))
        complain(
            node, "found no matching overload for '" + node.name + "' applied to '" + textOf(*range) + "'");
    m_locals.push_back({node.variables[0], resolved(held)});
    const TypePtr result = checkNode(*node.arguments[1]);
    m_locals.pop_back();
    if (node.fold == Fold::OptionalMap)
        return optionalOf(result);
    expect(*node.arguments[1], optionalOf(m_types.fresh()));
    return result;
}

} // namespace

Checked check(Node &root, const Variables &variables)
{
    Checker checker(variables);
    checker.checkNode(root);
    checker.finish(root);
    return checker.take();
}

/// What the whole expression told of its parts' types.
void Checker::finish(Node &node)
{
    if (!node.type) // not looked at, since something is wrong
        return;
    node.type = m_types.apply(node.type, true);
    for (const NodePtr &argument : node.arguments)
        finish(*argument);
}

} // namespace core::cel
