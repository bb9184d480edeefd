// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A transport on a loop as the program has it, and the servers that it may be sent to.

#include "core/api/resource.h"
#include "core/base/pacer.h"
#include "core/client/httptransport.h"

#include "tests/unit/client/scriptedserver.h"
#include "tests/unit/lab_front/frontfixture.h"

#include <QTest>

namespace transporttest {

using namespace core;
using namespace core::client;

inline const api::Resource things {
    .group = "", .version = "v1", .kind = "Thing", .plural = "things", .namespaced = false};

inline ClusterAccess accessTo(const ScriptedServer &server)
{
    return {.server = server.url(), .caPem = tlsFile("ca.pem").toStdString()};
}

inline ClusterAccess accessTo(const FrontFixture &f)
{
    return {.server = "https://127.0.0.1:" + std::to_string(f.front->port()),
        .caPem = f.credentials.caPem,
        .token = f.credentials.token};
}

inline api::Request get(std::string path)
{
    api::Request request;
    request.path = std::move(path);
    return request;
}

/// A transport on a paced loop, and what came out of it.
struct Peer {
    explicit Peer(ClusterAccess access, HttpLimits limits = {})
    {
        auto opened = HttpTransport::open(std::move(access), enter, limits);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        transport = std::move(*opened);
    }

    base::Result<api::Response> ask(api::Request request)
    {
        std::optional<base::Result<api::Response>> answer;
        transport->send(std::make_shared<api::Request>(std::move(request)),
            [&](base::Result<api::Response> response) { answer = std::move(response); });
        if (answer)
            qFatal("answered inside the call");
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 8'000))
            return base::fail(base::ErrorKind::Transient, "the callback was not called");
        return *answer;
    }

    template<typename Value, typename Call>
    base::Result<Value> wait(Call call)
    {
        std::optional<base::Result<Value>> answer;
        call([&](base::Result<Value> result) { answer = std::move(result); });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 8'000))
            return base::fail(base::ErrorKind::Transient, "the callback was not called");
        return *answer;
    }

    struct Seen {
        std::vector<api::WatchEvent> events;
        bool closed = false;
        std::optional<base::Error> error;
        bool outsideOfTheLoop = false;
    };
    api::WatchSink sinkInto(Seen &seen)
    {
        return {[this, &seen](std::vector<api::WatchEvent> events) {
                    seen.outsideOfTheLoop = seen.outsideOfTheLoop || !inLoop;
                    std::ranges::move(events, std::back_inserter(seen.events));
                },
            [this, &seen](std::optional<base::Error> error) {
                seen.outsideOfTheLoop = seen.outsideOfTheLoop || !inLoop;
                seen.closed = true;
                seen.error = std::move(error);
            }};
    }

    base::Clock clock {base::Time()};
    base::Pacer pacer {clock};
    bool inLoop = false;
    Enter enter = [this](const base::Task &task) {
        pacer.enter([this, task] {
            inLoop = true;
            task();
            inLoop = false;
        });
    };
    std::unique_ptr<HttpTransport> transport;
};

/// Whether the request has that line among its headers, whose names Qt 6.8 writes in lower case.
inline bool hasHeader(const QByteArray &request, const QByteArray &line)
{
    return request.toLower().contains("\r\n" + line.toLower() + "\r\n");
}

} // namespace transporttest
