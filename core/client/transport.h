// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How requests reach an API server. Two ways, one contract: LocalTransport (the lab in this process) and
// HttpTransport (any server). Everything happens on the thread of the core loop.

#include "core/api/exchange.h"

namespace core::client {

/// Err: no answer arrived (network, time-out); the request may nevertheless have been carried out.
using ResponseCallback = std::function<void(base::Result<api::Response> &&)>;

class Transport
{
public:
    Transport() = default;
    Transport(const Transport &) = delete;
    Transport &operator=(const Transport &) = delete;
    virtual ~Transport() = default;

    /// The callback runs at most once, never before send() returns. Bind it with a Scope to be able to
    /// cancel.
    virtual void send(api::RequestPtr request, ResponseCallback callback) = 0;
    /// A GET with watch=1. A refusal arrives through the sink's closed. The sink is not called before this
    /// returns, nor after the Watch is destroyed.
    virtual std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) = 0;
};

} // namespace core::client
