// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Joins a client to the API server in the same process: the same requests as values, answered in a later turn
// of the same loop (docs/design.md D9).

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/base/threadaffinity.h"
#include "core/client/transport.h"

namespace core::client {

class LocalTransport : public Transport
{
public:
    LocalTransport(base::Clock &clock, api::LocalServer server);

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;

private:
    base::Clock &m_clock;
    api::LocalServer m_server;
    const base::ThreadAffinity m_affinity;
    base::Scope m_scope;
};

} // namespace core::client
