// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A transport that answers nothing by itself: the test reads what was asked and says what comes back, and
// when.

#include "core/client/transport.h"

#include <deque>

class ScriptedTransport : public core::client::Transport
{
public:
    struct Sent {
        core::api::Request request;
        core::client::ResponseCallback callback;
    };
    struct OpenedWatch {
        core::api::Request request;
        core::api::WatchSink sink;
        bool open = true;
    };

    void send(core::api::RequestPtr request, core::client::ResponseCallback callback) override
    {
        sent.push_back({*request, std::move(callback)});
    }

    std::unique_ptr<core::api::Watch> watch(core::api::Request request, core::api::WatchSink sink) override
    {
        watches.push_back(std::make_shared<OpenedWatch>(OpenedWatch {std::move(request), std::move(sink)}));
        return std::make_unique<Handle>(watches.back());
    }

    /// Answers the oldest request that was not answered.
    void answer(core::base::Result<core::api::Response> response)
    {
        Sent next = std::move(sent.front());
        sent.pop_front();
        next.callback(std::move(response));
    }
    void answer(core::api::Json body, int code = 200)
    {
        core::api::Response response;
        response.code = code;
        response.body = core::api::share(std::move(body));
        answer(response);
    }

    OpenedWatch &lastWatch() { return *watches.back(); }
    void deliver(std::vector<core::api::WatchEvent> events)
    {
        const auto watch = watches.back();
        if (watch->open)
            watch->sink.events(std::move(events));
    }
    void close(std::optional<core::base::Error> error = {})
    {
        const auto watch = watches.back();
        if (watch->open)
            watch->sink.closed(std::move(error));
    }

    std::deque<Sent> sent; ///< not answered yet
    std::vector<std::shared_ptr<OpenedWatch>> watches; ///< all that were ever opened

private:
    class Handle : public core::api::Watch
    {
    public:
        explicit Handle(std::shared_ptr<OpenedWatch> watch) : m_watch(std::move(watch)) { }
        ~Handle() override { m_watch->open = false; }

    private:
        std::shared_ptr<OpenedWatch> m_watch;
    };
};
