// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Create, update and delete with the rules that every kind shares: who sets which metadata, preconditions,
// generation, finalizers and grace (docs/api-semantics.md B, D, G). What is special to a kind stands in
// kindrules.h.

#include "core/lab/apply/tracking.h"
#include "core/lab/target.h"

#include <boost/json/monotonic_resource.hpp>

#include <array>
#include <optional>

namespace core::lab {

class Admission;
class Conversions;
struct Sent;

/// Short-lived memory for the object that a request is changing.
class Scratch
{
public:
    boost::json::storage_ptr storage() { return &m_resource; }

private:
    std::array<unsigned char, 24U * 1024> m_buffer;
    boost::json::monotonic_resource m_resource {m_buffer.data(), m_buffer.size()};
};

/// 400: what was sent is no object of the kind.
api::Response cannotBeHandled(const Target &target, std::string_view why);

struct UpdateOptions {
    /// What of the object the request may change.
    enum class Part { Main, Status, Trusted };
    /// Where the draft comes from: whole from the client, or changed from the object.
    enum class Origin { Client, Patch };

    Part part = Part::Main;
    Origin origin = Origin::Patch;
    bool dryRun = false;
    Author author = {}; ///< without a manager: the server itself
    std::optional<Ownership> ownership = {}; ///< instead of the present one, before this write is noted
    bool noted = false; ///< that ownership already says what this write does
    Admission *admission = nullptr; ///< asks webhooks; null: none are asked
    Conversions *conversions = nullptr; ///< null: the kind needs none
    const PieceRule *piece = nullptr; ///< what alone of the main part may change; null: all of it
};

struct CreateOptions {
    bool dryRun = false;
    Author author = {};
    std::optional<Ownership> ownership = {}; ///< instead of what follows from the author
    Admission *admission = nullptr;
    Conversions *conversions = nullptr;
};

struct DeleteOptions {
    std::optional<std::int64_t> gracePeriodSeconds;
    std::string uid; ///< precondition
    std::string resourceVersion; ///< precondition
    std::string propagation; ///< Background, Foreground, Orphan; empty: the default
    bool dryRun = false;
    Admission *admission = nullptr;
};

struct Written {
    api::JsonPtr object; ///< as the draft was, or, of what a deletion leaves, as it is stored
    Revision revision = 0; ///< 0: nothing changed
    bool gone = false; ///< the object was removed
    bool created = false;
    std::vector<std::string> warnings = {}; ///< what rules in CEL still find wrong in what did not change
};

class Writer
{
public:
    explicit Writer(Cluster &cluster) : m_cluster(cluster) { }

    /// The draft has an object as metadata; its name and namespace become the target's.
    Answer<Written> create(Target target, api::Json &draft, const CreateOptions &options = {});
    /// Makes the draft the new version of the object. Nothing is written when nothing changed.
    Answer<Written> update(const Target &target, api::Json &draft, const UpdateOptions &options = {});
    /// Carries out what is nothing but a heartbeat (heartbeat.h) of a kind that has them. Such a write leaves
    /// the time of its manager as it is.
    /// Nothing when the request does any other thing, or the manager does not own the times alone.
    std::optional<Written> heartbeat(
        const Target &target, const Sent &sent, UpdateOptions::Part part, std::string_view manager);
    Answer<Written> remove(const Target &target, const DeleteOptions &options = {});
    /// Whether the object may be deleted: all that remove() would find out before it does anything.
    Answer<> checkDeletion(const Target &target, const DeleteOptions &options) const;

private:
    Answer<> checkPlace(const Target &target, std::string_view name) const;
    Answer<> giveName(Target &target, api::JsonObject &metadata, const CreateOptions &options) const;
    /// What mutating webhooks make of a new object.
    Answer<> mutateNew(const Target &target, api::Json &draft, const CreateOptions &options) const;
    Ownership ownersOfNew(const Target &target, const api::Json &draft, const CreateOptions &options) const;
    Answer<> validateNew(const Target &target, api::Json &draft, const CreateOptions &options,
        const Ownership &ownership) const;
    /// What the request leaves of the draft.
    static void restrictToPart(
        const Target &target, api::Json &draft, const api::Json &old, const UpdateOptions &options);
    Answer<> mutateUpdate(const Target &target, api::Json &draft, const api::Json &old, const Entry &entry,
        const UpdateOptions &options) const;
    Answer<> validateUpdate(const Target &target, api::Json &draft, const Entry &entry,
        const UpdateOptions &options, const Ownership &ownership) const;
    Answer<> checkGrant(
        const Target &target, const api::Json &draft, const api::Json *old, const Author &author) const;
    Answer<> fitIn(const Target &target, api::Json &draft, const api::Json *old) const;
    /// Gives the warnings.
    Answer<std::vector<std::string>> checkForm(
        const Target &target, api::Json &draft, UpdateOptions::Origin origin, const api::Json *old) const;
    Answer<> checkIdentity(const Target &target, const api::Json &draft, const api::Json &old,
        const UpdateOptions &options) const;
    static Answer<> checkBounds(const Target &target, const api::Json &draft, const api::Json *old);
    /// The owners of an object after a change of it.
    Answer<Ownership> ownersAfter(const Target &target, const Entry &entry, const api::Json &old,
        const api::Json &draft, const UpdateOptions &options) const;
    Written put(const Target &target, api::Json &draft, Ownership ownership, bool dryRun);
    /// Puts the draft too, and converts it before where that is needed.
    Answer<Written> store(
        const Target &target, api::Json &draft, Ownership ownership, bool dryRun, Conversions *conversions);
    /// Lets go of what a change holds no longer, and converts it before where that is needed.
    Answer<Written> release(const Target &target, api::Json &draft, bool dryRun, Conversions *conversions);
    static Ownership presentOwnership(const Target &target);
    Written letGo(const Target &target, api::Json &draft, bool dryRun);
    Written startDeletion(const Target &target, api::Json &draft, std::int64_t grace, bool dryRun);
    Written shortenDeletion(const Target &target, api::Json &draft, const DeleteOptions &options);

    Cluster &m_cluster;
};

} // namespace core::lab
