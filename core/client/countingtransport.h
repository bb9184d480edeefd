// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Counts what goes over a transport, for rest_client_requests_total (docs/machines.md §10.5).

#include "core/base/scope.h"
#include "core/client/transport.h"

#include <map>

namespace core::client {

class CountingTransport : public Transport
{
public:
    struct Kind {
        api::Method method = api::Method::Get;
        int code = 0; ///< 0 when no answer arrived

        auto operator<=>(const Kind &) const = default;
    };

    /// The inner one outlives it.
    explicit CountingTransport(Transport &inner) : m_inner(inner) { }

    void send(api::RequestPtr request, ResponseCallback callback) override;
    /// A watch is not counted: it has no one outcome.
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;

    const std::map<Kind, std::uint64_t> &counts() const { return m_counts; }

private:
    Transport &m_inner;
    std::map<Kind, std::uint64_t> m_counts;
    base::Scope m_scope;
};

} // namespace core::client
