// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The objects of one kind as the garbage collector sees them: what they have in common with all others.

#include "core/api/meta.h"
#include "core/api/resource.h"
#include "core/runtime/untypedstore.h"

namespace core::controlplane {

/// Objects by the uids of their owners.
inline constexpr std::string_view dependentsByOwner = "owner";
runtime::IndexValues ownerUids(const api::ObjectMeta &meta);

using MetaPointer = std::shared_ptr<const api::ObjectMeta>;

class OwnedKind
{
public:
    virtual ~OwnedKind() = default;
    virtual const api::Resource &resource() const = 0;
    virtual MetaPointer find(const api::ObjectKey &key) const = 0;
    virtual std::vector<MetaPointer> ownedBy(const std::string &uid) const = 0;
    /// The result is false while not all of its objects may be known.
    virtual bool isFilled() const { return true; }
    /// The result is true when an answer with nothing but metadata is welcome, since somebody may have to
    /// convert the rest.
    virtual bool hasVersions() const { return false; }
};

} // namespace core::controlplane
