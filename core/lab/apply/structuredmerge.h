// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How objects merge field by field, as their schema has it (docs/api-semantics.md F15): members of objects
// and items of lists with keys are fields of their own, everything else is one field as a whole. Of what no
// schema tells, objects merge and lists do not.

#include "core/lab/apply/fieldset.h"
#include "core/lab/schema.h"

namespace core::lab {

/// The fields in which one version of an object differs from another.
struct FieldChanges {
    FieldSet added;
    FieldSet modified;
    FieldSet removed;
};

class StructuredMerge
{
public:
    /// The schema may be null. Of custom kinds it tells all that are fields; of built-in ones, which have
    /// others besides, it tells the lists that merge.
    StructuredMerge(SchemaPtr schema, bool custom) : m_schema(std::move(schema)), m_custom(custom) { }

    /// The fields that a configuration claims.
    FieldSet fieldsOf(const api::Json &config) const;
    FieldChanges compare(const api::Json &before, const api::Json &after) const;
    /// Puts the fields of the configuration into the object.
    void merge(api::Json &object, const api::Json &config) const;
    /// Removes the fields of the first set that are not in the second.
    void prune(api::Json &object, const FieldSet &fields, const FieldSet &kept) const;
    /// Why the configuration cannot be merged: a list with an item twice, or without its keys, or a value of
    /// another type than the schema's; with the path. Empty when it can.
    std::string misfitIn(const api::Json &config) const;

private:
    SchemaPtr m_schema;
    bool m_custom = false;
};

} // namespace core::lab
