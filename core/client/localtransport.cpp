// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/localtransport.h"

namespace core::client {

namespace {

/// A watch that the server refused: only the later notice is left to deliver.
class RefusedWatch : public api::Watch
{
public:
    base::Scope scope;
};

} // namespace

LocalTransport::LocalTransport(base::Clock &clock, api::LocalServer server)
    : m_clock(clock)
    , m_server(std::move(server))
{
}

void LocalTransport::send(api::RequestPtr request, ResponseCallback callback)
{
    m_affinity.assertHere();
    m_clock.post(m_scope.bind([this, request = std::move(request), callback = std::move(callback)] {
        base::Result<api::Response> response = m_server.answer(*request);
        if (response->later)
            response->later->told = m_scope.bind(callback);
        else
            callback(std::move(response));
    }));
}

std::unique_ptr<api::Watch> LocalTransport::watch(api::Request request, api::WatchSink sink)
{
    m_affinity.assertHere();
    const auto closed = sink.closed;
    auto opened = m_server.watch(request, std::move(sink));
    if (opened)
        return std::move(*opened);
    auto refused = std::make_unique<RefusedWatch>();
    const api::Response &response = opened.error();
    m_clock.post(refused->scope.bind(
        [closed, error = api::errorOf(response.code, response.body.get())] { closed(error); }));
    return refused;
}

} // namespace core::client
