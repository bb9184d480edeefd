// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The verbs of the API on JSON objects, over any Transport. HTTP status becomes base::Error here and nowhere
// else.

#include "core/api/effect.h"
#include "core/api/trial.h"
#include "core/client/transport.h"

#include <optional>

namespace core::client {

template<typename T>
using Callback = std::function<void(base::Result<T> &&)>;

struct ListPage {
    std::vector<api::JsonPtr> items;
    std::string resourceVersion;
    std::string continueToken; ///< empty on the last page
};

struct ListOptions {
    std::string ns; ///< empty: all namespaces
    std::string labelSelector;
    std::string fieldSelector;
    std::string continueToken;
    int limit = 500;
    bool metadataOnly = false; ///< of the objects
    std::chrono::seconds timeout {0}; ///< of a watch: the server ends it after this; 0: the server's choice
};

class Client
{
public:
    /// The user agent shows in the server's log and in managedFields.
    explicit Client(Transport &transport, std::string userAgent = "hollowlab");

    void get(const api::ResourceRef &ref, Callback<api::JsonPtr> callback);
    void list(const api::Resource &resource, const ListOptions &options, Callback<ListPage> callback);
    /// Creates the object in the namespace of its metadata.
    void create(const api::Resource &resource, api::Json object, Callback<api::JsonPtr> callback);
    /// PUT of the whole object; metadata.resourceVersion inside is the precondition.
    void update(const api::ResourceRef &ref, api::Json object, Callback<api::JsonPtr> callback);
    /// Merge patch, see api::PatchObject.
    void patch(api::PatchObject patch, Callback<api::JsonPtr> callback);
    /// Sends a create() or patch() of which the server keeps nothing: the answer is the object as it would
    /// be. Unsupported: a webhook that has to be asked takes no part in that.
    void tryCreate(const api::Resource &resource, api::Json object, Callback<api::Answered> callback);
    void tryPatch(api::PatchObject patch, Callback<api::Answered> callback);
    /// The answer is the object while finalizers or a grace period hold it, else a Status.
    void remove(const api::DeleteObject &what, Callback<api::JsonPtr> callback);
    void evict(const api::EvictPod &what, Callback<api::JsonPtr> callback);
    void bind(const api::BindPod &what, Callback<api::JsonPtr> callback);
    /// Events after the given revision; bookmarks are asked for.
    std::unique_ptr<api::Watch> watch(const api::Resource &resource, const ListOptions &options,
        const std::string &resourceVersion, api::WatchSink sink);
    /// Any other request, "/version" for example.
    void send(api::Request request, Callback<api::Response> callback);
    /// A request that the sender keeps: it goes as it stands, its userAgent too.
    void send(api::RequestPtr request, Callback<api::Response> callback);
    const std::string &userAgent() const { return m_userAgent; }

private:
    void sendForObject(api::Request request, Callback<api::JsonPtr> callback);
    void sendOnTrial(api::Request request, Callback<api::Answered> callback);

    Transport &m_transport;
    std::string m_userAgent;
};

/// An error for a failed response, the response itself otherwise.
base::Result<api::Response> checked(base::Result<api::Response> &&response);

} // namespace core::client
