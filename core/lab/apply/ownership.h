// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The owners of the fields of one version of an object, in compact form (docs/api-semantics.md F). As long as
// one manager alone has written an object, its fields are found out when somebody asks: it owns all that
// there are. Every version bears its own (packed.h), and any thread may ask.

#include "core/lab/apply/managedfields.h"

#include <map>
#include <memory>

namespace core::lab {

/// A kind in one of its versions, as far as ownership goes.
struct OwnedKind {
    std::string collection;
    std::string apiVersion;
    SchemaPtr schema;
    bool custom = false;
    bool hasStatus = false; ///< which belongs to those who write at that endpoint
};

/// A manager of objects that nobody else has written; they share it.
struct SoleOwner {
    std::string manager;
    OwnedKind kind;
};

/// One of several owners.
struct OwnerEntry {
    ManagedEntry identity; ///< its fields are empty
    std::string fields; ///< as text

    bool operator==(const OwnerEntry &) const = default;
};

struct Ownership {
    std::shared_ptr<const SoleOwner> sole;
    std::shared_ptr<const std::vector<OwnerEntry>> several; ///< in order; when there is no sole owner
    std::uint32_t written = 0; ///< when the sole owner last wrote: seconds since the epoch, 0 for never
    std::uint32_t statusWritten = 0;

    /// The result is false for an object whose owners nobody has noted.
    bool isTracked() const { return sole || several; }
    bool operator==(const Ownership &other) const;
};

ManagedFields managedFieldsOf(const api::Json &object, const Ownership &ownership);
/// Nothing is noted when there are no entries.
Ownership compact(ManagedFields managed);

/// Bytes of what is noted of several owners.
std::size_t extentOf(const Ownership &ownership);

/// Another form of the object, which has the same owners.
api::JsonPtr anotherForm(api::Json form, api::JsonPtr object);
/// The object with metadata.managedFields, as clients outside see it; itself when its owners are not noted.
api::JsonPtr withManagedFields(const api::JsonPtr &object);
/// Its JSON text.
std::string textWithManagedFields(const api::JsonPtr &object);

/// Every sole owner, once.
class SoleOwners
{
public:
    std::shared_ptr<const SoleOwner> find(const OwnedKind &kind, const std::string &manager);
    /// Tells those that the disk remembers what their kinds are. Nobody else may know them yet.
    void describe(const std::function<std::optional<OwnedKind>(const OwnedKind &)> &asServed);

private:
    using Key = std::tuple<std::string, std::string, std::string>; ///< collection, apiVersion, manager

    void forgetUnused();

    std::map<Key, std::weak_ptr<SoleOwner>> m_owners;
    std::size_t m_crowded = 64;
};

/// The JSON text of an object that the disk keeps, its owners in compact form within its metadata.
std::string storedText(const api::JsonPtr &object);
/// Takes the owners out of an object of that collection which the disk has kept.
Ownership takeStoredOwnership(api::Json &object, const std::string &collection, SoleOwners &owners);

} // namespace core::lab
