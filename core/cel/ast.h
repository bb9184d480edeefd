// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tree of an expression, as parsed, with what the checker finds out about it.

#include "core/cel/value.h"

namespace core::cel {

struct Overload;
struct Node;
using NodePtr = std::unique_ptr<Node>;

/// What a macro does with each item.
enum class Fold {
    All,
    Exists,
    ExistsOne,
    Map, ///< with a third argument: of the items for which the second holds
    Filter,
    TransformList,
    TransformMap,
    TransformMapEntry,
    SortBy,
    OptionalMap, ///< of an optional's value, if it has one
    OptionalFlatMap,
};

struct Node {
    enum class Kind {
        Literal,
        Name,
        Select, ///< name of arguments[0]
        Has, ///< the macro: whether arguments[0] has that name
        Call, ///< a member's target is arguments[0]
        And, ///< of all arguments
        Or,
        Conditional,
        List,
        Map, ///< key, value, key, value
        Fold, ///< range, then the parts that are evaluated for each item
    };

    Kind kind = Kind::Literal;
    std::size_t offset = 0; ///< where errors point to, in bytes
    std::size_t depth = 1; ///< of the tree from here on
    std::string name; ///< of what is named, selected or called
    std::vector<NodePtr> arguments;
    bool isMember = false;
    bool isOptional = false; ///< of Select: `.?name`
    std::vector<bool> optional; ///< of List and Map: which elements or entries are written with `?`
    Fold fold = Fold::All;
    std::vector<std::string> variables; ///< of Fold: one or two
    Value literal;

    std::vector<const Overload *> overloads; ///< those that may fit, of Call
    TypePtr type; ///< set by the checker
};

} // namespace core::cel
