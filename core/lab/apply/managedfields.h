// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who owns which fields of an object (docs/api-semantics.md F): metadata.managedFields, and how writes change
// it.

#include "core/lab/apply/structuredmerge.h"

#include <map>

namespace core::access {
struct User;
}

namespace core::lab {

/// Who writes, and through which door.
struct Author {
    std::string manager; ///< empty: the server itself, which owns nothing
    std::string subresource; ///< empty: the object's own endpoint
    const access::User *user = nullptr; ///< null: inside the process
};

struct ManagedEntry {
    std::string manager;
    bool applied = false; ///< operation Apply, else Update
    std::string apiVersion;
    std::string subresource;
    std::optional<std::int64_t> seconds; ///< time, since the epoch
    FieldSet fields;

    bool operator==(const ManagedEntry &) const = default;
};
using ManagedFields = std::vector<ManagedEntry>;

/// The order is the one in which clients see them.
void sort(ManagedFields &managed);
/// An entry as clients see it, in JSON; its fields are given as text.
void appendEntry(std::string &text, const ManagedEntry &entry, std::string_view fields);
/// Nothing when an entry makes no sense.
std::optional<ManagedFields> readManagedFields(const api::Json &json);

/// Neither owned nor compared: what the server writes, and what the endpoint leaves alone.
FieldSet ignoredFields(bool hasStatus, bool custom, std::string_view subresource);
void ignore(FieldChanges &changes, const FieldSet &ignored);

/// A change as it is in other versions of the kind, where these differ in more than their name.
using ChangesByVersion = std::map<std::string, FieldChanges, std::less<>>;

struct WriteInfo {
    const Author &author;
    std::string apiVersion;
    std::int64_t seconds = 0;
};
/// The author of a change owns what it added and modified, all others lose it; nobody owns what it removed.
/// Beyond ten entries of such authors the oldest become one, `ancient-changes`.
void noteUpdate(ManagedFields &managed, const FieldChanges &changes, const WriteInfo &write,
    const ChangesByVersion &others = {});

struct Conflict {
    std::string manager; ///< as messages have it: "kubectl-edit" using v1
    std::vector<std::string> paths;
};

struct AppliedConfig {
    const api::Json &object; ///< before
    const api::Json &config;
    bool force = false;
    FieldSet ignored;
    bool versionsDiffer = false; ///< fields of another version are none of this one
    ChangesByVersion others = {}; ///< then: the change, there
};
/// What the configuration makes of the object.
api::Json appliedObject(const ManagedFields &managed, const StructuredMerge &merge,
    const AppliedConfig &applied, const WriteInfo &write);
/// The entry of an applier, in whatever version it applied; null when there is none.
const ManagedEntry *appliersEntry(const ManagedFields &managed, const WriteInfo &write);
/// Makes the manager of a configuration the owner of its fields, where that makes this of the object. Else
/// the conflicts with other managers, and nothing has changed.
std::vector<Conflict> noteApplied(ManagedFields &managed, const StructuredMerge &merge,
    const AppliedConfig &applied, const api::Json &made, const WriteInfo &write);

} // namespace core::lab
