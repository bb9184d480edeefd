// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lets reading pass, and answers everything else itself: 403, before anything leaves.

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/transport.h"

namespace core::client {

class ReadOnlyTransport : public Transport
{
public:
    /// The inner one and the clock outlive it. The cluster's name is for the refusal.
    ReadOnlyTransport(Transport &inner, base::Clock &clock, const std::string &cluster);

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;

private:
    Transport &m_inner;
    base::Clock &m_clock;
    api::Response m_refusal;
    base::Scope m_scope;
};

} // namespace core::client
