// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an object of a kind looks like: the structural schema of a CustomResourceDefinition, and in the same
// form what the lab knows of the built-in kinds. It fills in defaults, prunes what is unknown, names what is
// wrong (docs/api-semantics.md L3 to L5), and says how lists merge in strategic patches (E4).

#include "core/lab/pattern.h"
#include "core/lab/status.h"

#include <boost/container/flat_map.hpp>

namespace core::lab {

struct Schema;
using SchemaPtr = std::shared_ptr<const Schema>;

struct Schema {
    enum class Type { Any, Object, Array, String, Integer, Number, Boolean, IntOrString, Quantity };
    enum class ListType { Atomic, Set, Map };

    Type type = Type::Any;
    std::string definition; ///< the name under which OpenAPI documents have it; empty: none
    bool nullable = false;
    bool preserveUnknown = false;
    bool embeddedResource = false;
    std::optional<api::Json> defaultValue;
    bool nullIsEmpty = false; ///< null is an empty text: as values of built-in kinds' maps are decoded
    bool emptyIsDefault = false; ///< an empty text counts as none, and gives way to the default
    std::vector<api::Json> enumeration;

    boost::container::flat_map<std::string, SchemaPtr, std::less<>> properties;
    std::vector<std::string> required;
    SchemaPtr additional; ///< of the values of a map
    bool atomicMap = false; ///< an apply takes the object as one field
    std::optional<std::size_t> minProperties;
    std::optional<std::size_t> maxProperties;

    SchemaPtr items;
    ListType listType = ListType::Atomic;
    std::vector<std::string> mapKeys; ///< of list type Map
    std::vector<std::string> applyKeys; ///< by which an apply tells items apart, if not by mapKeys
    bool mergesInPatches = false; ///< strategic patches merge the list by its first map key, or as a set
    bool retainsKeys = false; ///< a client's patches say which members of the object, or of an item, stay
    std::optional<std::size_t> minItems;
    std::optional<std::size_t> maxItems;

    std::optional<double> minimum;
    std::optional<double> maximum;
    bool exclusiveMinimum = false;
    bool saysMinimumAlone = false; ///< in the words for built-in kinds
    bool exclusiveMaximum = false;
    std::optional<double> multipleOf;
    std::optional<std::size_t> minLength;
    std::optional<std::size_t> maxLength;
    std::optional<Pattern> pattern;
    std::string format;
    bool isDecoded = false; ///< into a field of that format: what does not fit is of the wrong type

    std::vector<SchemaPtr> allOf;
    std::vector<SchemaPtr> anyOf;
    std::vector<SchemaPtr> oneOf;
    SchemaPtr not_;

    /// The schema of a member, nullptr when nothing is known of it.
    const Schema *member(std::string_view name) const;
};

/// The name is as schemas have it; empty for what has no one type there.
std::string_view typeName(Schema::Type type);

inline constexpr std::string_view wrongType = "FieldValueTypeInvalid";

/// Removes members that the schema doesn't know, nulls that it doesn't allow and empty texts that count as
/// none, then fills in defaults, makes texts of quantities, and takes line ends out of the base64 of built-in
/// kinds.
/// False, and done by half, when the defaults are more than an object may hold.
bool normalize(api::Json &json, const Schema &schema);
/// The paths of members that normalize() would remove because the schema doesn't know them.
std::vector<std::string> unknownFields(const api::Json &json, const Schema &schema);
/// What is wrong, up to a hundred errors; a value of the wrong type has the reason wrongType. Values that are
/// as in the old document are not looked at.
void check(const api::Json &json, const Schema &schema, std::string_view path, FieldErrors &errors,
    const api::Json *old = nullptr);

} // namespace core::lab
