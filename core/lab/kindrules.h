// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is special to a kind in the life of its objects: everything else is the same for all.

#include "core/base/clock.h"
#include "core/lab/validation.h"

namespace core::access {
struct User;
}

namespace core::lab {

class Access;
class Collection;
struct Cluster;
struct Target;

/// Where the heartbeats of a kind are.
struct HeartbeatRule {
    std::string_view part; ///< the member of the object, "status" only where that is a subresource
    std::string_view time; ///< the members in it that heartbeats overwrite; empty: the kind has none
};

struct KindRules {
    NameRule names = NameRule::Subdomain;
    bool hasGeneration = false;
    bool keepsStatusOnCreate = false; ///< a kubelet registers its node with a status
    bool needsVersion = false; ///< a PUT without a resourceVersion is refused (docs/api-semantics.md D2)
    bool createsOnUpdate = false; ///< PUT of a missing object makes it (docs/api-semantics.md D4)
    bool returnsDeleted = false; ///< DELETE answers with the object instead of a Status
    bool isDeletedAlone = false; ///< DELETE of a collection is refused (docs/api-semantics.md G15)
    bool orphansUnlessTold = false; ///< DELETE without a policy orphans dependents (docs/api-semantics.md G9)
    HeartbeatRule heartbeat;

    /// What a new object says of who made it.
    void (*nameAuthor)(api::Json &object, const access::User &author) = nullptr;
    /// What the server decides about a new object, and about every change.
    void (*prepareCreate)(api::Json &object, base::Time now) = nullptr;
    /// What a replacement keeps of the old object though it does not name it.
    void (*carryOver)(api::Json &object, const api::Json &old) = nullptr;
    /// What follows from the uid of a new object.
    void (*identify)(api::Json &object) = nullptr;
    /// What follows for a new object, or for the new version of the old one, from the other objects of the
    /// cluster: some of it is filled in, some refused.
    Answer<> (*fitIn)(
        Cluster &cluster, const Target &target, api::Json &object, const api::Json *old) = nullptr;
    void (*prepare)(api::Json &object) = nullptr;
    /// What the server itself says about every new version in its status, knowing all objects of the kind.
    void (*prepareStatus)(api::Json &object, const Collection &all, base::Time now) = nullptr;
    void (*check)(const api::Json &object, FieldErrors &errors) = nullptr;
    void (*checkUpdate)(const api::Json &object, const api::Json &old, FieldErrors &errors) = nullptr;
    /// What those who write the object should know, though it is taken (docs/api-semantics.md I7).
    std::vector<std::string> (*warnings)(const api::Json &object) = nullptr;

    /// Whether that user may write this, being allowed to write such objects (docs/api-semantics.md R7).
    Answer<> (*checkGrant)(const Access &access, const access::User &user, const api::Json &object,
        const api::Json *old) = nullptr;

    /// Why the object may not be deleted; empty when it may.
    std::string (*refuseDeletion)(const api::Json &object) = nullptr;
    void (*prepareDeletion)(api::Json &object, base::Time now) = nullptr;
    /// Seconds until an object that asks to be let go is removed; without this it goes at once.
    std::int64_t (*grace)(const api::Json &object, std::optional<std::int64_t> asked) = nullptr;
    /// The result is true while something besides metadata.finalizers holds a deleted object.
    bool (*isHeld)(const api::Json &object) = nullptr;
};

} // namespace core::lab
