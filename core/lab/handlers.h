// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What each request does: reading.cpp, writing.cpp, subresources.cpp, and in kinds/ what only one kind can
// do. Everything before (paths, forms) and behind (rules, store) stands elsewhere.

#include "core/lab/mediatype.h"
#include "core/lab/route.h"
#include "core/lab/writer.h"

namespace core::lab {

class Conversions;

/// A request whose path and form are understood.
struct Call {
    const api::Request &request;
    Form form;
    Target target;
    const Subresource *subresource = nullptr;
    const access::User *user = nullptr; ///< null: inside the process
    Admission *admission = nullptr; ///< null: no webhook is asked
    Conversions *conversions = nullptr; ///< null: the kind needs none
    std::optional<Revision> asOf {}; ///< what a read shows, when that is not the newest

    /// Whether the answer shows more than metadata, which is the same in all versions but for labels and
    /// annotations.
    bool showsConverted() const { return conversions && !form.isMetadata(); }
};

class Handlers
{
public:
    Handlers(Cluster &cluster, Writer &writer) : m_cluster(cluster), m_writer(writer) { }

    api::Response answer(const Call &call);
    /// What a watch request asks for.
    Answer<WatchOptions> watchOptions(const Call &call);

    Cluster &cluster() { return m_cluster; }
    Writer &writer() { return m_writer; }

    // For subresources.
    api::Response get(const Call &call) const;
    /// Finds the object that a read shows; null when there is none.
    Written present(const Call &call) const;
    api::Response replace(const Call &call, UpdateOptions::Part part);
    api::Response patch(const Call &call, UpdateOptions::Part part);
    api::Response apply(const Call &call, UpdateOptions::Part part);
    Answer<Written> applyToPresent(
        const Call &call, const Entry &entry, const api::Json &config, UpdateOptions options);
    /// The patch is made in whichever version the object is stored.
    api::Response patchStored(const Call &call, UpdateOptions::Part part);
    api::Response shown(const Call &call, const Written &written) const;
    /// The object in the version that the request names; refused while it is not known.
    Answer<api::JsonPtr> served(const Call &call, const api::JsonPtr &object) const;
    /// The id is unlike any before.
    std::string newTokenId(const api::ObjectKey &account);

private:
    api::Response onCollection(const Call &call);
    api::Response onObject(const Call &call);
    api::Response onSubresource(const Call &call);

    /// What a list shows, as it is stored.
    Answer<std::shared_ptr<api::ListBody>> listed(const Call &call) const;
    api::Response list(const Call &call);
    api::Response computed(const Call &call) const;
    /// What a read shows of the whole store.
    Revision shownRevision(const Call &call) const { return call.asOf.value_or(m_cluster.store.revision()); }
    api::Response create(const Call &call);
    api::Response remove(const Call &call, const DeleteOptions &options);
    api::Response removeCollection(const Call &call, const DeleteOptions &options);
    /// Either of these two, with the options that the request names.
    api::Response carryOutDeletion(const Call &call,
        api::Response (Handlers::*carryOut)(const Call &call, const DeleteOptions &options));

    /// What fieldValidation makes of members that the kind doesn't know (docs/api-semantics.md P2): refused,
    /// or a Warning header for each, or nothing.
    Answer<std::vector<std::string>> checkFields(const Call &call, const api::Json &draft) const;
    api::Response answerWrite(
        const Call &call, Answer<Written> written, const std::vector<std::string> &warnings) const;
    /// Carries a heartbeat out the short way; nothing when it is none, or somebody is to see it before.
    std::optional<Written> writeHeartbeat(const Call &call, UpdateOptions::Part part, bool isWhole) const;
    /// Whoever makes an object by replacing or applying it needs leave to create it.
    Answer<> checkMayCreate(const Call &call) const;
    Answer<Written> applyToNew(const Call &call, api::Json &config, const CreateOptions &options);
    View viewOf(const Call &call) const;

    Cluster &m_cluster;
    Writer &m_writer;
    std::uint64_t m_watches = 0;
    std::uint64_t m_tokens = 0;
};

/// Asks webhooks about what was sent to a subresource that takes a kind of its own, and which object of that
/// kind there was. The body becomes what they make of it.
Answer<> admitBody(
    const Call &call, const api::JsonPtr &old, Revision revision, bool dryRun, api::Json &body);

/// What the body of an apply patch is to be a configuration of.
struct ConfigKind {
    std::string apiVersion;
    std::string kind;
    SchemaPtr schema;
    bool custom = false;
};
/// Whether a manager is named, and the body is a configuration of that kind for the object
/// (docs/api-semantics.md F1, F8, F9).
Answer<> checkApply(const Call &call, const ConfigKind &kind);
/// What the original says of a configuration that does not fit its schema.
Answer<> checkFit(const Target &target, const ConfigKind &kind, const api::Json &config);

/// The verbs share it.
Answer<bool> isDryRun(const api::Request &request);
/// The manager that the request names, or its user agent up to the first slash.
Answer<Author> authorOf(const Call &call);
Answer<> checkBody(const Call &call);
/// A mutable copy of the body, led by apiVersion, kind and metadata.
api::Json draftOf(const Call &call, Scratch &scratch);

} // namespace core::lab
