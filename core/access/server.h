// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A server inside the process, to requests from outside of it: each comes with who asks.

#include "core/access/authenticator.h"
#include "core/api/exchange.h"

namespace core::access {

/// Both are called, and answer, on the core thread.
struct Server {
    Server() = default;
    /// One that makes no difference between those who ask.
    Server(api::LocalServer server)
        : answer([answers = std::move(server.answer)](const api::Request &request, const Login &) {
            return request.bodyRefusal ? *request.bodyRefusal : answers(request);
        })
        , watch([watches = std::move(server.watch)](const api::Request &request, const Login &,
                    api::WatchSink sink) { return watches(request, std::move(sink)); })
    {
    }

    std::function<api::Response(const api::Request &, const Login &)> answer;
    /// An error response, or an open watch.
    std::function<tl::expected<std::unique_ptr<api::Watch>, api::Response>(
        const api::Request &, const Login &, api::WatchSink)>
        watch;
};

} // namespace core::access
