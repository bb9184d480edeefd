// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who is behind an address may have changed whenever a connection is opened: somebody may want to be asked
// before a write goes over it.

#include "core/client/transport.h"

namespace core::client {

constexpr bool onlyReads(api::Method method)
{
    return method == api::Method::Get || method == api::Method::Head || method == api::Method::Options;
}

class ConnectionGuard
{
public:
    ConnectionGuard() = default;
    ConnectionGuard(const ConnectionGuard &) = delete;
    ConnectionGuard &operator=(const ConnectionGuard &) = delete;
    virtual ~ConnectionGuard() = default;

    /// May a write go over the connection that was just opened?
    virtual bool admitsConnection() = 0;
    /// Gets every write that the connection would have carried, unanswered.
    virtual void takeBack(api::RequestPtr request, ResponseCallback callback) = 0;
};

/// What opens connections, and asks.
class GuardedConnections
{
public:
    GuardedConnections() = default;
    GuardedConnections(const GuardedConnections &) = delete;
    GuardedConnections &operator=(const GuardedConnections &) = delete;
    virtual ~GuardedConnections() = default;

    /// Null: nobody is asked.
    virtual void setGuard(ConnectionGuard *guard) = 0;
};

} // namespace core::client
