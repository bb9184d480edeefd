// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reaches any API server over HTTPS through Qt Network, with precautions (docs/faults-and-threats.md LIB1 to
// LIB7): trust only as configured, redirects refused, every answer read to its end before it is used, watches
// on connections of their own. A write may be carried out although an error comes back, or twice: make every
// write idempotent (docs/design.md D8).

#include "core/base/clock.h"
#include "core/client/clusteraccess.h"
#include "core/client/connectionguard.h"

#include <chrono>

namespace core::client {

/// Runs a task at the present virtual time of the core loop, as Pacer::enter does.
using Enter = std::function<void(const base::Task &)>;

struct HttpLimits {
    std::chrono::milliseconds silence {30'000}; ///< without a byte of the answer, and for a watch to open
    std::chrono::seconds watchTime {300}; ///< asked of the server
    std::chrono::seconds watchGrace {30}; ///< after that time a watch is given up
    std::chrono::milliseconds whole {300'000}; ///< until an answer is complete
    std::size_t listBytes = 512U * 1024 * 1024; ///< of one answer to a GET with a limit
    std::size_t bodyBytes = 32U * 1024 * 1024; ///< of any other answer
    std::size_t totalBytes = 512U * 1024 * 1024; ///< of all answers that are arriving; the largest gives way
    std::size_t lineBytes = 8U * 1024 * 1024; ///< of one watch event
};

/// Lives on the thread of the core loop, which must run a Qt event loop.
class HttpTransport : public Transport, public GuardedConnections
{
public:
    /// The error is Invalid or Unsupported when the certificates, keys, proxy or headers cannot be used.
    /// Connects to nothing.
    static base::Result<std::unique_ptr<HttpTransport>> open(
        ClusterAccess access, Enter enter, HttpLimits limits = {});
    ~HttpTransport() override;

    /// Shows these credentials from now on, to the same server. Connections that showed another certificate
    /// are closed (X16).
    base::Result<> renew(ClusterAccess access);
    /// The listener is called whenever the server does not know the credentials (401).
    base::Subscription onUnauthorized(std::function<void()> listener);

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;
    /// The guard is asked between the handshake and the first byte of a request. Not of a server without TLS.
    void setGuard(ConnectionGuard *guard) override;

private:
    class Private;
    explicit HttpTransport(std::unique_ptr<Private> priv);

    std::unique_ptr<Private> d;
};

} // namespace core::client
