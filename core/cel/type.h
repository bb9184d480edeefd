// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The types of CEL expressions: what the checker infers, what functions take and give, and what a schema says
// of the JSON that rules look at.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::cel {

enum class Kind {
    Failure, ///< of values alone: what went wrong
    Dyn, ///< of types alone: known when the value is there
    Parameter, ///< of types alone: any type, the same wherever the name stands
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Duration,
    Timestamp,
    Type,
    List,
    Map,
    Object, ///< of types alone: a map whose members each have a type
    Optional,
    Opaque, ///< of a library: net.IP, kubernetes.Quantity
};

struct Type;
using TypePtr = std::shared_ptr<const Type>;

struct Field {
    std::string name; ///< in JSON; expressions know it by its escaped name
    TypePtr type;
};

struct Type {
    enum class ListType { Atomic, Set, Map };

    Kind kind = Kind::Dyn;
    std::string name; ///< of opaque types, objects and parameters
    std::vector<TypePtr> parameters; ///< of list, map, type and optional
    std::map<std::string, Field, std::less<>> fields; ///< of an object, by escaped name
    ListType listType = ListType::Atomic;
    std::vector<std::string> mapKeys; ///< of list type Map, as in JSON
    /// Characters, bytes, items or entries of a value, as far as its schema tells; nothing: nobody knows.
    std::optional<std::uint64_t> mostElements;
    std::uint64_t leastBytes = 0; ///< of a value in JSON
};

TypePtr simpleType(Kind kind);
TypePtr listOf(TypePtr element);
TypePtr mapOf(TypePtr key, TypePtr value);
TypePtr optionalOf(TypePtr value);
TypePtr typeOf(TypePtr type);
TypePtr opaqueType(std::string_view name);
TypePtr parameter(std::string_view name);

/// The first or second parameter, dyn where there is none.
const TypePtr &parameterOf(const Type &type, std::size_t index);

/// Errors name a type so: "list(string)", "map(string, int)", "optional_type(int)".
std::string textOf(const Type &type);
/// The type that a name in an expression denotes: "int", "google.protobuf.Duration"; nullptr for any other.
TypePtr namedType(std::string_view name);

/// A property's name as an identifier: "a.b" becomes "a__dot__b". Empty when it can be none.
std::string escapedName(std::string_view property);

/// What type parameters stand for in one expression.
class Substitution
{
public:
    /// The result is true when a value of the one type may stand where the other is asked for; parameters of
    /// both are bound as that needs. When false, bindings may have been made.
    bool unify(const TypePtr &a, const TypePtr &b);
    /// The type with all bound parameters replaced; the unbound ones by dyn where asked for.
    TypePtr apply(const TypePtr &type, bool unboundToDyn = false) const;
    TypePtr fresh();

private:
    bool bind(const TypePtr &parameter, const TypePtr &type);
    bool occursIn(const std::string &name, const TypePtr &type) const;
    bool isAtLeastAsGeneral(const TypePtr &a, const TypePtr &b) const;

    std::map<std::string, TypePtr> m_bound;
    int m_made = 0;
};

} // namespace core::cel
