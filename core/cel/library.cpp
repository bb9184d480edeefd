// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/library.h"

#include <algorithm>

namespace core::cel {

namespace {

/// Reads a declaration's signature, which is ours and right.
class SignatureReader
{
public:
    explicit SignatureReader(std::string_view text) : m_rest(text) { }

    Overload read()
    {
        Overload overload;
        if (take("(")) {
            overload.isMember = true;
            overload.parameters.push_back(type());
            take(").");
        }
        overload.name = word("(");
        take("(");
        while (!take(")")) {
            overload.parameters.push_back(type());
            take(", ");
        }
        take(" -> ");
        overload.result = type();
        return overload;
    }

private:
    bool take(std::string_view text)
    {
        const bool found = m_rest.starts_with(text);
        m_rest.remove_prefix(found ? text.size() : 0);
        return found;
    }
    std::string word(std::string_view end)
    {
        const std::string_view found = m_rest.substr(0, m_rest.find_first_of(end));
        m_rest.remove_prefix(found.size());
        return std::string(found);
    }
    TypePtr type()
    {
        const std::string name = word("(), ");
        if (name.size() == 1)
            return parameter(name);
        if (!take("("))
            return name == "duration" ? simpleType(Kind::Duration)
                : name == "timestamp" ? simpleType(Kind::Timestamp)
                                      : namedType(name);
        const TypePtr first = type();
        const TypePtr second = take(", ") ? type() : nullptr;
        take(")");
        return name == "list"    ? listOf(first)
            : name == "map"      ? mapOf(first, second)
            : name == "optional" ? optionalOf(first)
                                 : typeOf(first);
    }

    std::string_view m_rest;
};

bool holdsKind(const Type &type, const Value &value)
{
    const Kind kind = value.kind();
    if (type.kind == Kind::Dyn || type.kind == Kind::Parameter)
        return true;
    if (type.kind == Kind::Opaque)
        return kind == Kind::Opaque && value.get<OpaquePtr>()->typeName() == type.name;
    return type.kind == kind;
}

using Functions = std::map<std::string, std::vector<Overload>, std::less<>>;

const Functions &functions()
{
    static const Functions all = [] {
        Functions read;
        for (const Declarations &library :
            {operatorLibrary(), conversionLibrary(), timeLibrary(), stringLibrary(), listLibrary(),
                optionalLibrary(), regexLibrary(), urlLibrary(), quantityLibrary(), semverLibrary(),
                networkLibrary(), formatLibrary(), authorizerLibrary()}) {
            for (const Declaration &declaration : library) {
                Overload overload = SignatureReader(declaration.signature).read();
                overload.run = declaration.run;
                overload.cost = declaration.cost;
                read[overload.name].push_back(std::move(overload));
            }
        }
        return read;
    }();
    return all;
}

} // namespace

bool Overload::takes(Arguments arguments) const
{
    return std::ranges::equal(parameters, arguments,
        [](const TypePtr &type, const Value &value) { return holdsKind(*type, value); });
}

std::span<const Overload> overloadsOf(std::string_view name)
{
    const auto found = functions().find(name);
    return found == functions().end() ? std::span<const Overload>() : found->second;
}

std::uint64_t costOfFirst(Arguments arguments)
{
    return traversal(costSizeOf(arguments[0]));
}

std::uint64_t costOfFirstTwice(Arguments arguments)
{
    return traversal(costSizeOf(arguments[0]), 2);
}

std::uint64_t costOfShorter(Arguments arguments)
{
    return traversal(std::min(costSizeOf(arguments[0]), costSizeOf(arguments[1])));
}

std::uint64_t costOfItems(Arguments arguments)
{
    const auto *items = arguments[0].as<ListPtr>();
    if (!items)
        return costOfFirst(arguments);
    std::uint64_t cost = (*items)->size();
    for (std::size_t i = 0; i < (*items)->size() && cost <= costPerExpression; ++i) {
        const Value item = (*items)->at(i);
        if (item.as<Text>() || item.as<Bytes>())
            cost += traversal(costSizeOf(item));
    }
    return cost;
}

std::uint64_t costOfPattern(Arguments arguments)
{
    constexpr double perPatternCharacter = 0.25;
    const auto pattern = static_cast<double>(costSizeOf(arguments[1])) * perPatternCharacter;
    return traversal(costSizeOf(arguments[0]) + 1) * static_cast<std::uint64_t>(std::ceil(pattern));
}

} // namespace core::cel
