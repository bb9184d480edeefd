// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A front on a core thread of its own, before a small server that keeps one collection and says what it saw.

#include "core/base/worker.h"
#include "core/lab/front/httpsfront.h"

#include <QTemporaryDir>

#include <atomic>
#include <limits>
#include <map>
#include <stdexcept>

/// Lives on the core thread. Things are objects with a name under /api/v1/things.
class ThingServer
{
public:
    core::api::LocalServer localServer()
    {
        return {[this](const core::api::Request &request) { return answer(request); },
            [this](const core::api::Request &request, core::api::WatchSink sink) {
                return watch(request, std::move(sink));
            }};
    }

    core::api::Response answer(const core::api::Request &request)
    {
        using enum core::api::Method;
        ++calls;
        last = request;
        if (nameIn(request) == "broken")
            throw std::runtime_error("nobody foresaw this");
        core::api::Response response;
        if (request.path == "/healthz") {
            response.text = "ok";
        } else if (request.path == "/api/v1/few" && request.method == Get) {
            core::api::ListBody few;
            few.items.push_back(core::api::share(core::api::JsonObject {{"kind", "One"}}));
            response.list = std::make_shared<core::api::ListBody>(std::move(few));
        } else if (request.path == "/api/v1/things" && request.method == Get) {
            auto list = std::make_shared<core::api::ListBody>();
            list->apiVersion = "v1";
            list->kind = "ThingList";
            list->resourceVersion = std::to_string(revision);
            for (const auto &[name, thing] : m_things)
                list->items.push_back(thing);
            response.list = std::move(list);
        } else if (request.method == Get && m_things.contains(nameIn(request))) {
            response.body = m_things.at(nameIn(request));
        } else if (request.method == Post || request.method == Put) {
            response = keep(request);
        } else {
            response.code = 404;
            response.body = core::api::share(core::api::failureStatus(404, "NotFound", "things not found"));
        }
        return response;
    }

    tl::expected<std::unique_ptr<core::api::Watch>, core::api::Response> watch(
        const core::api::Request &request, core::api::WatchSink sink)
    {
        if (request.parameter("resourceVersion") == "garbage") {
            core::api::Response refused;
            refused.code = 400;
            refused.body = core::api::share(core::api::failureStatus(400, "BadRequest", "not a revision"));
            return tl::unexpected(std::move(refused));
        }
        if (request.parameter("resourceVersion") == "broken")
            throw std::runtime_error("nobody foresaw this");
        const int id = ++m_lastWatch;
        sinks[id] = std::move(sink);
        ++openWatches;
        return std::make_unique<OpenWatch>(*this, id);
    }

    void emitToAll(const std::vector<core::api::WatchEvent> &events)
    {
        for (const auto &[id, sink] : sinks)
            sink.events(events);
    }

    core::api::Request last;
    std::atomic<int> calls {0};
    std::atomic<int> openWatches {0};
    std::map<int, core::api::WatchSink> sinks;
    std::uint64_t revision = 0;

private:
    struct OpenWatch : core::api::Watch {
        OpenWatch(ThingServer &owner, int number) : server(owner), id(number) { }
        ~OpenWatch() override
        {
            server.sinks.erase(id);
            --server.openWatches;
        }
        void sendBookmark() override
        {
            server.sinks.at(id).events({{core::api::WatchEvent::Type::Bookmark,
                core::api::share(core::api::JsonObject {{"kind", "Thing"}}), 0, {}}});
        }
        void finish() override { server.sinks.at(id).closed({}); }
        ThingServer &server;
        int id;
    };

    static std::string nameIn(const core::api::Request &request)
    {
        return request.path.substr(request.path.rfind('/') + 1);
    }

    core::api::Response keep(const core::api::Request &request)
    {
        core::api::Response response;
        response.code = request.method == core::api::Method::Post ? 201 : 200;
        response.body = request.body;
        response.revision = ++revision;
        m_things[std::string(core::api::textAt(*request.body, {"metadata", "name"}))] = request.body;
        emitToAll({{core::api::WatchEvent::Type::Added, request.body, revision}});
        return response;
    }

    std::map<std::string, core::api::JsonPtr> m_things;
    int m_lastWatch = 0;
};

class FrontFixture
{
public:
    explicit FrontFixture(core::lab::front::Limits limits = {}, core::lab::front::OutwardForm form = {})
    {
        using namespace core::lab::front;
        credentials = *loadOrMakeCredentials(m_dir.path().toStdString());
        core.run([&] {
            front = std::move(*HttpsFront::start(
                {.credentials = credentials, .limits = limits, .outwardForm = std::move(form)},
                server.localServer(),
                [this](std::function<void()> function) { core.post(std::move(function)); }));
        });
        front->setCommitted(std::numeric_limits<std::uint64_t>::max());
    }
    ~FrontFixture() { stop(); }
    void stop()
    {
        core.run([this] { front.reset(); });
    }

    QByteArray request(const char *method, const char *target, const QByteArray &fields = {},
        const QByteArray &body = {}) const
    {
        QByteArray text = QByteArray(method) + ' ' + target
            + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(front->port())
            + "\r\nAuthorization: Bearer " + QByteArray::fromStdString(credentials.token) + "\r\n" + fields;
        if (!body.isEmpty())
            text += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        return text + "\r\n" + body;
    }

    /// Things of that many bytes each.
    void fill(int count, int bytes)
    {
        core.run([&] {
            for (int i = 0; i < count; ++i) {
                core::api::Request request;
                request.method = core::api::Method::Post;
                request.path = "/api/v1/things";
                request.body = core::api::share(core::api::JsonObject {
                    {"metadata",
                        core::api::JsonObject {{"name", "t" + std::to_string(i)}, {"resourceVersion", "1"}}},
                    {"data", std::string(std::size_t(bytes), 'x')}});
                server.answer(request);
            }
        });
    }

    core::lab::front::Credentials credentials;
    core::base::Worker core {QStringLiteral("core")};
    ThingServer server;
    std::unique_ptr<core::lab::front::HttpsFront> front;

private:
    QTemporaryDir m_dir;
};
