// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/parser.h"

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

using Parsed = tl::expected<NodePtr, SyntaxError>;

constexpr std::array<std::string_view, 20> reserved {"as", "break", "const", "continue", "else", "for",
    "function", "if", "import", "let", "loop", "package", "namespace", "return", "var", "void", "while", "in",
    "true", "false"};

struct Operator {
    std::string_view symbol;
    int strength;
    std::string_view function;
};

constexpr Operator operators[] = {{"<", 1, "_<_"}, {"<=", 1, "_<=_"}, {">", 1, "_>_"}, {">=", 1, "_>=_"},
    {"==", 1, "_==_"}, {"!=", 1, "_!=_"}, {"in", 1, "@in"}, {"+", 2, "_+_"}, {"-", 2, "_-_"}, {"*", 3, "_*_"},
    {"/", 3, "_/_"}, {"%", 3, "_%_"}};

struct Macro {
    std::string_view name;
    std::size_t arguments;
    std::size_t variables;
    Fold fold;
};

constexpr Macro macros[] = {{"all", 2, 1, Fold::All}, {"exists", 2, 1, Fold::Exists},
    {"exists_one", 2, 1, Fold::ExistsOne}, {"existsOne", 2, 1, Fold::ExistsOne}, {"map", 2, 1, Fold::Map},
    {"map", 3, 1, Fold::Map}, {"filter", 2, 1, Fold::Filter}, {"all", 3, 2, Fold::All},
    {"exists", 3, 2, Fold::Exists}, {"exists_one", 3, 2, Fold::ExistsOne},
    {"existsOne", 3, 2, Fold::ExistsOne}, {"transformList", 3, 2, Fold::TransformList},
    {"transformList", 4, 2, Fold::TransformList}, {"transformMap", 3, 2, Fold::TransformMap},
    {"transformMap", 4, 2, Fold::TransformMap}, {"transformMapEntry", 3, 2, Fold::TransformMapEntry},
    {"transformMapEntry", 4, 2, Fold::TransformMapEntry}, {"sortBy", 2, 1, Fold::SortBy},
    {"optMap", 2, 1, Fold::OptionalMap}, {"optFlatMap", 2, 1, Fold::OptionalFlatMap}};

std::string tokenText(const Token &token)
{
    if (token.kind == Token::Kind::End)
        return "<EOF>";
    return token.kind == Token::Kind::Literal ? inQuotes(token.literal) : token.text;
}

class Parser
{
public:
    explicit Parser(std::vector<Token> tokens) : m_tokens(std::move(tokens)) { }

    Parsed parseAll();

private:
    Parsed expression();
    Parsed logical(std::string_view symbol, Node::Kind kind, Parsed (Parser::*part)());
    Parsed disjunction() { return logical("||", Node::Kind::Or, &Parser::conjunction); }
    Parsed conjunction() { return logical("&&", Node::Kind::And, &Parser::relation); }
    Parsed relation() { return binary(1); }
    Parsed binary(int strength);
    Parsed unary();
    Parsed negated(const Token &sign);
    Parsed member();
    Parsed selected(NodePtr target);
    Parsed indexed(NodePtr target);
    Parsed primary();
    Parsed named();
    Parsed literal();
    Parsed listLiteral();
    Parsed mapLiteral();
    Parsed has(NodePtr call);
    Parsed macro(NodePtr call, const Macro &macro);
    Parsed called(NodePtr call);
    tl::expected<void, SyntaxError> arguments(std::string_view end, const NodePtr &call);

    NodePtr node(Node::Kind kind, std::size_t offset, std::string name = {});
    void adopt(const NodePtr &parent, NodePtr child);
    bool isTooDeep() const { return m_isTooDeep || m_depth >= deepestExpression; }
    tl::unexpected<SyntaxError> tooDeep() const;
    const Token &next() const { return m_tokens[m_at]; }
    bool nextIs(std::string_view symbol) const;
    bool take(std::string_view symbol);
    tl::unexpected<SyntaxError> unexpectedToken() const;
    static tl::unexpected<SyntaxError> fail(std::size_t offset, std::string message);

    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
    std::size_t m_depth = 0; ///< of the parts that are being read
    bool m_isTooDeep = false; ///< the tree that was read
};

NodePtr Parser::node(Node::Kind kind, std::size_t offset, std::string name)
{
    auto made = std::make_unique<Node>();
    made->kind = kind;
    made->offset = offset;
    made->name = std::move(name);
    return made;
}

void Parser::adopt(const NodePtr &parent, NodePtr child)
{
    parent->depth = std::max(parent->depth, child->depth + 1);
    m_isTooDeep = m_isTooDeep || parent->depth > deepestExpression;
    parent->arguments.push_back(std::move(child));
}

tl::unexpected<SyntaxError> Parser::tooDeep() const
{
    return fail(next().offset, "expression recursion limit exceeded: " + std::to_string(deepestExpression));
}

/// "in" is an operator, though its token is a name.
bool Parser::nextIs(std::string_view symbol) const
{
    return next().text == symbol
        && (next().kind == Token::Kind::Symbol || (symbol == "in" && next().kind == Token::Kind::Identifier));
}

bool Parser::take(std::string_view symbol)
{
    const bool found = nextIs(symbol);
    m_at += found ? 1 : 0;
    return found;
}

tl::unexpected<SyntaxError> Parser::fail(std::size_t offset, std::string message)
{
    return tl::unexpected(SyntaxError {offset, std::move(message)});
}

tl::unexpected<SyntaxError> Parser::unexpectedToken() const
{
    return fail(next().offset, "Syntax error: unexpected '" + tokenText(next()) + "'");
}

Parsed Parser::parseAll()
{
    Parsed parsed = expression();
    if (parsed && next().kind != Token::Kind::End)
        return unexpectedToken();
    if (m_isTooDeep)
        return tooDeep();
    return parsed;
}

Parsed Parser::expression()
{
    if (isTooDeep())
        return tooDeep();
    ++m_depth;
    Parsed condition = disjunction();
    if (condition && nextIs("?")) {
        NodePtr choice = node(Node::Kind::Conditional, next().offset);
        ++m_at;
        Parsed yes = disjunction();
        if (!yes)
            return yes;
        if (!take(":"))
            return unexpectedToken();
        Parsed no = expression();
        if (!no)
            return no;
        adopt(choice, std::move(*condition));
        adopt(choice, std::move(*yes));
        adopt(choice, std::move(*no));
        condition = std::move(choice);
    }
    --m_depth;
    return condition;
}

/// a && b && c is one node.
Parsed Parser::logical(std::string_view symbol, Node::Kind kind, Parsed (Parser::*part)())
{
    Parsed first = (this->*part)();
    if (!first || !nextIs(symbol))
        return first;
    NodePtr all = node(kind, next().offset);
    adopt(all, std::move(*first));
    while (take(symbol)) {
        Parsed another = (this->*part)();
        if (!another)
            return another;
        adopt(all, std::move(*another));
    }
    return all;
}

Parsed Parser::binary(int strength)
{
    constexpr int strongest = 3;
    if (strength > strongest)
        return unary();
    Parsed left = binary(strength + 1);
    while (left) {
        const auto found = std::ranges::find_if(
            operators, [&](const Operator &one) { return one.strength == strength && nextIs(one.symbol); });
        if (found == std::end(operators))
            break;
        if (isTooDeep())
            return tooDeep();
        NodePtr call = node(Node::Kind::Call, next().offset, std::string(found->function));
        ++m_at;
        Parsed right = binary(strength + 1);
        if (!right)
            return right;
        adopt(call, std::move(*left));
        adopt(call, std::move(*right));
        left = std::move(call);
    }
    return left;
}

Parsed Parser::unary()
{
    const Token &sign = next();
    if (!nextIs("!") && !nextIs("-"))
        return member();
    if (isTooDeep())
        return tooDeep();
    ++m_at;
    ++m_depth;
    Parsed parsed = negated(sign);
    --m_depth;
    return parsed;
}

Parsed Parser::negated(const Token &sign)
{
    const bool isNumber = sign.text == "-" && next().kind == Token::Kind::Literal
        && (next().literal.as<std::int64_t>() || next().literal.as<double>());
    if (isNumber) {
        Token &number = m_tokens[m_at];
        if (const auto *integer = number.literal.as<std::int64_t>())
            number.literal = number.text == "minimum" ? INT64_MIN : -*integer;
        else
            number.literal = -number.literal.get<double>();
        number.text.clear();
        return member();
    }
    NodePtr call = node(Node::Kind::Call, sign.offset, sign.text == "!" ? "!_" : "-_");
    Parsed operand = unary();
    if (!operand)
        return operand;
    adopt(call, std::move(*operand));
    return call;
}

Parsed Parser::member()
{
    Parsed target = primary();
    while (target && (nextIs(".") || nextIs("["))) {
        if (isTooDeep())
            return tooDeep();
        target = nextIs(".") ? selected(std::move(*target)) : indexed(std::move(*target));
    }
    return target;
}

Parsed Parser::selected(NodePtr target)
{
    const std::size_t offset = next().offset;
    ++m_at;
    const bool isOptional = take("?");
    constexpr std::array<std::string_view, 4> keywords {"in", "true", "false", "null"};
    if (next().kind != Token::Kind::Identifier || std::ranges::find(keywords, next().text) != keywords.end())
        return unexpectedToken();
    std::string name = next().text;
    ++m_at;
    if (!isOptional && nextIs("(")) {
        NodePtr call = node(Node::Kind::Call, next().offset, std::move(name));
        ++m_at;
        call->isMember = true;
        adopt(call, std::move(target));
        if (auto read = arguments(")", call); !read)
            return tl::unexpected(read.error());
        return called(std::move(call));
    }
    NodePtr select = node(Node::Kind::Select, offset, std::move(name));
    select->isOptional = isOptional;
    adopt(select, std::move(target));
    return select;
}

Parsed Parser::indexed(NodePtr target)
{
    const std::size_t offset = next().offset;
    ++m_at;
    NodePtr call = node(Node::Kind::Call, offset, take("?") ? "_[?_]" : "_[_]");
    Parsed index = expression();
    if (!index)
        return index;
    if (!take("]"))
        return unexpectedToken();
    adopt(call, std::move(target));
    adopt(call, std::move(*index));
    return call;
}

/// The list follows the opening parenthesis or bracket; the closing one is taken.
tl::expected<void, SyntaxError> Parser::arguments(std::string_view end, const NodePtr &call)
{
    while (!take(end)) {
        Parsed argument = expression();
        if (!argument)
            return tl::unexpected(argument.error());
        adopt(call, std::move(*argument));
        if (!take(",") && !nextIs(end))
            return unexpectedToken();
    }
    return {};
}

Parsed Parser::primary()
{
    const std::size_t offset = next().offset;
    if (next().kind == Token::Kind::Literal)
        return literal();
    if (next().kind == Token::Kind::Identifier)
        return named();
    if (take("(")) {
        Parsed inner = expression();
        if (inner && !take(")"))
            return unexpectedToken();
        return inner;
    }
    if (take("["))
        return listLiteral();
    if (take("{"))
        return mapLiteral();
    if (take(".") && next().kind == Token::Kind::Identifier) {
        Parsed absolute = named();
        if (absolute)
            (*absolute)->offset = offset;
        return absolute;
    }
    return unexpectedToken();
}

Parsed Parser::literal()
{
    const Token &token = next();
    if (token.text == "minimum")
        return fail(token.offset, "invalid int literal");
    NodePtr made = node(Node::Kind::Literal, token.offset);
    made->literal = token.literal;
    ++m_at;
    return made;
}

Parsed Parser::named()
{
    const Token token = next();
    ++m_at;
    NodePtr made = node(Node::Kind::Literal, token.offset);
    if (token.text == "true" || token.text == "false") {
        made->literal = token.text == "true";
        return made;
    }
    if (token.text == "null")
        return made;
    if (std::ranges::find(reserved, token.text) != reserved.end())
        return fail(token.offset, "Syntax error: reserved identifier: " + token.text);
    made->kind = Node::Kind::Name;
    made->name = token.text;
    if (!nextIs("("))
        return made;
    NodePtr call = node(Node::Kind::Call, next().offset, token.text);
    ++m_at;
    if (auto read = arguments(")", call); !read)
        return tl::unexpected(read.error());
    return called(std::move(call));
}

Parsed Parser::listLiteral()
{
    NodePtr made = node(Node::Kind::List, m_tokens[m_at - 1].offset);
    while (!take("]")) {
        made->optional.push_back(take("?"));
        Parsed item = expression();
        if (!item)
            return item;
        adopt(made, std::move(*item));
        if (!take(",") && !nextIs("]"))
            return unexpectedToken();
    }
    return made;
}

Parsed Parser::mapLiteral()
{
    NodePtr made = node(Node::Kind::Map, m_tokens[m_at - 1].offset);
    while (!take("}")) {
        made->optional.push_back(take("?"));
        Parsed key = expression();
        if (!key)
            return key;
        if (!take(":"))
            return unexpectedToken();
        Parsed value = expression();
        if (!value)
            return value;
        adopt(made, std::move(*key));
        adopt(made, std::move(*value));
        if (!take(",") && !nextIs("}"))
            return unexpectedToken();
    }
    return made;
}

/// A call, or the macro that is written like one.
Parsed Parser::called(NodePtr call)
{
    const std::size_t count = call->arguments.size() - (call->isMember ? 1 : 0);
    if (!call->isMember)
        return call->name == "has" && count == 1 ? has(std::move(call)) : Parsed(std::move(call));
    const auto found = std::ranges::find_if(
        macros, [&](const Macro &macro) { return macro.name == call->name && macro.arguments == count; });
    return found == std::end(macros) ? Parsed(std::move(call)) : macro(std::move(call), *found);
}

Parsed Parser::has(NodePtr call)
{
    NodePtr &operand = call->arguments.front();
    if (operand->kind != Node::Kind::Select || operand->isOptional)
        return fail(operand->offset, "invalid argument to has() macro");
    operand->kind = Node::Kind::Has;
    operand->offset = call->offset;
    return std::move(operand);
}

Parsed Parser::macro(NodePtr call, const Macro &macro)
{
    NodePtr made = node(Node::Kind::Fold, call->offset, call->name);
    made->fold = macro.fold;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        NodePtr &argument = call->arguments[i];
        if (i == 0 || i > macro.variables) {
            adopt(made, std::move(argument));
            continue;
        }
        if (argument->kind != Node::Kind::Name)
            return fail(argument->offset, "argument must be a simple name");
        made->variables.push_back(argument->name);
    }
    return made;
}

} // namespace

Parsed parse(std::string_view expression)
{
    if (expression.size() > longestExpression)
        return tl::unexpected(SyntaxError {0,
            "expression code point size exceeds limit: size: " + std::to_string(expression.size())
                + ", limit " + std::to_string(longestExpression)});
    auto tokens = tokensOf(expression);
    if (!tokens)
        return tl::unexpected(tokens.error());
    return Parser(std::move(*tokens)).parseAll();
}

} // namespace core::cel
