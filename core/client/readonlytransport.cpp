// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/readonlytransport.h"

#include "core/api/troubles.h"
#include "core/client/connectionguard.h"

namespace core::client {

ReadOnlyTransport::ReadOnlyTransport(Transport &inner, base::Clock &clock, const std::string &cluster)
    : m_inner(inner)
    , m_clock(clock)
    , m_refusal(api::refusal(403, "Forbidden", api::troubleSaying("OpenedReadOnly", cluster)))
{
}

void ReadOnlyTransport::send(api::RequestPtr request, ResponseCallback callback)
{
    if (onlyReads(request->method))
        return m_inner.send(std::move(request), std::move(callback));
    m_clock.post(m_scope.bind([this, callback = std::move(callback)] { callback(m_refusal); }));
}

std::unique_ptr<api::Watch> ReadOnlyTransport::watch(api::Request request, api::WatchSink sink)
{
    request.method = api::Method::Get;
    return m_inner.watch(std::move(request), std::move(sink));
}

} // namespace core::client
