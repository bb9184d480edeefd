// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sets of fields, as metadata.managedFields names them (docs/api-semantics.md F12): a tree whose branches are
// the elements of paths.

#include "core/api/json.h"

#include <boost/container/map.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace core::lab {

struct FieldSet {
    /// An element names a child: "f:spec" is a member, "k:{"name":"a"}" the item of a list with those keys,
    /// "v:"x"" an item of a list of scalars, "i:3" an item by its place.
    using Children = boost::container::map<std::string, FieldSet, std::less<>>;

    bool member = false; ///< the value itself is in the set
    Children children;

    bool isEmpty() const { return !member && children.empty(); }
    /// Nothing below it is in the set, nor the value itself, when there is none.
    const FieldSet *find(std::string_view element) const;
    bool operator==(const FieldSet &) const = default;
};

/// "f:spec".
std::string fieldElement(std::string_view name);

void add(FieldSet &set, const FieldSet &other);
/// Removes the members of the other set; what lies below them stays.
void remove(FieldSet &set, const FieldSet &other);
/// Removes the members of the other set with all that lies below them.
void removeWhole(FieldSet &set, const FieldSet &other);
FieldSet common(const FieldSet &a, const FieldSet &b);
/// The members in the form of error messages: ".spec.containers[name="a"].image"; those of a place before
/// those of places below it.
std::vector<std::string> pathsOf(const FieldSet &set);

/// One element in that form: "[name="a"]".
std::string elementPath(std::string_view element);

/// JSON text in the form FieldsV1.
void appendFieldSet(std::string &text, const FieldSet &set);
/// Appends JSON text.
void appendQuoted(std::string &text, std::string_view value);
/// The error is Invalid when it is no such form, or deeper.
base::Result<FieldSet> readFieldSet(const api::Json &json, std::size_t levels = 90);

} // namespace core::lab
