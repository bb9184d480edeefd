// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/countingtransport.h"

namespace core::client {

void CountingTransport::send(api::RequestPtr request, ResponseCallback callback)
{
    const api::Method method = request->method;
    m_inner.send(std::move(request),
        m_scope.bind([this, method, callback = std::move(callback)](base::Result<api::Response> &&response) {
            ++m_counts[{method, response ? response->code : 0}];
            callback(std::move(response));
        }));
}

std::unique_ptr<api::Watch> CountingTransport::watch(api::Request request, api::WatchSink sink)
{
    return m_inner.watch(std::move(request), std::move(sink));
}

} // namespace core::client
