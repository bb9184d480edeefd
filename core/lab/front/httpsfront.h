// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lab's HTTPS server on loopback (docs/design.md D10): one thread of its own owns all sockets, reads and
// writes JSON and YAML, and hands requests to the lab on the core thread as values, in batches. Nothing here
// decides what a request means, only who may ask (docs/faults-and-threats.md T1–T3, T19).

#include "core/access/server.h"
#include "core/lab/front/credentials.h"
#include "core/lab/front/outwardform.h"

#include <chrono>
#include <memory>

namespace core::lab::front {

/// Bounds against clients that ask too much or stop reading.
struct Limits {
    std::chrono::milliseconds headTime {10'000}; ///< for the TLS handshake and for each request's head
    std::chrono::milliseconds bodyTime {60'000}; ///< for a body, for an answer, and for its reader to take it
    std::chrono::milliseconds idleTime {180'000}; ///< between two requests
    std::size_t bodyBytes = 3'145'728;
    std::size_t mostReads = 400; ///< in flight; beyond: 429
    std::size_t mostWrites = 200;
    std::size_t mostWatches = 1'000;
    /// Beyond: who has not shown its credentials gives way, the longest there first, then who is idle.
    std::size_t mostConnections = 2'000;
    /// Bodies that are not worked off and answers that are not read may take this much beyond the small ones:
    /// who sends or takes nothing gives way, others wait or try again.
    std::size_t heldBytes = 256U * 1024 * 1024;
    std::chrono::milliseconds stallTime {2'000}; ///< without sending or taking, when others need the room
    std::chrono::milliseconds bookmarkTime {60'000}; ///< between two bookmarks of a watch
    /// A watch ends when more than this waits for a reader who has taken nothing for two seconds, or 16 times
    /// as much for any reader.
    std::size_t watchBacklogBytes = 8U * 1024 * 1024;
};

struct FrontOptions {
    std::uint16_t port = 0; ///< 0: any free one
    Credentials credentials;
    Limits limits {};
    OutwardForm outwardForm {};
    bool letsStrangersAsk = false; ///< who shows no credentials is not refused at once: roles decide
};

/// Runs a function on the core thread in a later turn of its loop; called from any thread, must not wait.
using RunOnCore = std::function<void(std::function<void()>)>;

/// A front is made and destroyed on the core thread. Destroying it ends the watches, closes the connections
/// and joins.
class HttpsFront
{
public:
    /// Transient when the port is taken.
    static base::Result<std::unique_ptr<HttpsFront>> start(
        FrontOptions options, access::Server server, RunOnCore runOnCore);
    HttpsFront(const HttpsFront &) = delete;
    HttpsFront &operator=(const HttpsFront &) = delete;
    ~HttpsFront();

    std::uint16_t port() const;

    /// Everything up to this revision is on disk: responses and watch events up to it may leave. Called from
    /// any thread; a lab without a journal says the largest number once.
    void setCommitted(std::uint64_t revision);
    /// Why nothing behind that revision comes to the disk for a while; empty when it does.
    void setStuck(const std::string &why);

private:
    class Private;
    explicit HttpsFront(std::unique_ptr<Private> d);

    std::unique_ptr<Private> d;
};

} // namespace core::lab::front
