// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The embedded, Kubernetes-compatible API server: requests in, responses and watch events out, as values, on
// the core thread (docs/design.md D4, D9, D11). What it promises is in docs/api-semantics.md. Bytes, sockets
// and credentials are the front's.

#include "core/access/clientauthority.h"
#include "core/access/server.h"
#include "core/api/hookcall.h"
#include "core/api/saying.h"
#include "core/base/clock.h"
#include "core/base/subscription.h"
#include "core/lab/lablock.h"

namespace core::lab {

struct LabOptions {
    base::Clock &clock;
    std::uint64_t seed = 0; ///< of uids and generated names
    std::string databasePath = ":memory:"; ///< a file that is made when missing; ":memory:": nothing on disk
    std::unique_ptr<LabLock> lock = nullptr; ///< of that file, taken when it is not given
    bool readOnly = false; ///< every write is answered with 403
    bool refusesValidationRules = false; ///< in CEL that can't be evaluated; else they are kept
    bool evaluatesRoles = false; ///< else whoever is known may do everything
};

/// What is served beside the API, under paths of its own; nothing when the path is none of them.
using Pages = std::function<std::optional<api::Response>(const api::Request &)>;

class ApiServer
{
public:
    /// Opens the database and reads everything back. Fails with a sentence for people when another process
    /// has it open, when it is not ours, newer than we are, or damaged.
    static base::Result<std::unique_ptr<ApiServer>> create(LabOptions options);
    ~ApiServer();

    /// Anything but a watch. Never fails: errors are responses with a Status. From outside the process the
    /// response may be sent once committedRevision() has reached Response::revision, the newest that it tells
    /// of. The user has been asked about already; without one it is a client inside the process.
    api::Response answer(const api::Request &request, const access::UserPtr &user = {});
    /// The result is true for a request that watch() serves.
    bool isWatch(const api::Request &request) const;
    tl::expected<std::unique_ptr<api::Watch>, api::Response> watch(
        const api::Request &request, api::WatchSink sink);
    /// Clients inside the process use this one: their writes need not be flushed soon, since they would
    /// vanish with it.
    api::LocalServer localServer();
    /// The front uses this one: what it writes is flushed at once. Those who ask may do what their user may.
    access::Server frontServer(Pages pages = {});
    /// Webhooks are asked about what is written from now on, through this caller. An answer may then come
    /// later (api::Response::later).
    void askWebhooks(api::HookCaller caller);
    /// The authenticator says whose tokens TokenRequest gives and TokenReview knows, and who signs the
    /// certificates of clients; nobody before.
    void trust(std::shared_ptr<const access::Authenticator> authenticator,
        std::optional<access::ClientAuthority> authority = {});
    /// Where clients find the lab: a URL.
    void serveAt(std::string address);

    /// The newest revision, and the newest that is on disk (equal without a database).
    std::uint64_t revision() const;
    std::uint64_t committedRevision() const;
    /// The listener is called on the journal's thread after each commit, with the newest revision on disk;
    /// and, with a sentence, when the disk refuses what follows it. Without a database it is called once, at
    /// once, with the largest number.
    base::Subscription onCommitted(std::function<void(std::uint64_t, const std::string &stuck)> listener);
    /// Why not everything can be written at present, the disk is full for example; empty while all is well.
    /// Reads and watches go on, and deletions while there is room for them; other writes answer 500.
    api::Saying trouble() const;
    /// What of the database could not be read back and lies beside the rest, a sentence for each object;
    /// /readyz?verbose says the same.
    const std::vector<api::Saying> &setAside() const;
    /// The uids of owners that are missing because they lie there, or may: what names them has not lost them
    /// by anybody's will.
    const std::vector<std::string> &lostOwners() const;

    /// Flushes and closes the database; writes are refused from here on. Takes at most a second or so.
    base::Result<> close();

private:
    struct Private;
    explicit ApiServer(std::unique_ptr<Private> made);

    std::unique_ptr<Private> d;
};

} // namespace core::lab
