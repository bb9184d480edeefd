// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The few promises of an API server that the runtime relies on, on a manual clock: revisions, preconditions,
// watches. A test may answer instead of it, let requests travel for a while, or lose their answers.

#include "core/api/mergepatch.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/transport.h"

#include <algorithm>
#include <deque>
#include <map>

class MiniServer : public core::client::Transport
{
public:
    using Json = core::api::Json;
    using JsonObject = core::api::JsonObject;
    using Request = core::api::Request;
    using Response = core::api::Response;

    explicit MiniServer(core::base::Clock &clock) : m_clock(clock) { }

    /// How long a request, and how long an answer travels. Unset: not at all.
    std::function<core::base::Duration()> delay;
    /// How much later than an answer the watch tells the same news.
    core::base::Duration watchDelay {};
    /// Answers instead of the server when it returns something.
    std::function<std::optional<Response>(const Request &)> intercept;
    /// True: the request is carried out, but no answer comes, as when a connection dies.
    std::function<bool(const Request &)> losesAnswer;
    /// "PUT /api/v1/…" of every request that arrived, but lists.
    std::vector<std::string> log;
    std::vector<Request> requests; ///< whole, but lists
    std::map<std::string, int> underWay; ///< by path: sent and not answered

    void send(core::api::RequestPtr request, core::client::ResponseCallback callback) override
    {
        ++underWay[request->path];
        later(travel(), [this, request = std::move(request), callback = std::move(callback)] {
            const Response response = answer(*request);
            if (losesAnswer && losesAnswer(*request))
                return;
            later(travel(), [this, path = request->path, response, callback] {
                --underWay[path];
                callback(response);
            });
        });
    }

    std::unique_ptr<core::api::Watch> watch(Request request, core::api::WatchSink sink) override
    {
        auto watcher = std::make_shared<Watcher>(Watcher {request.path, std::move(sink),
            std::stoull("0" + std::string(request.parameter("resourceVersion")))});
        m_watchers.push_back(watcher);
        for (const Change &change : m_history)
            tell(watcher, change);
        return std::make_unique<Handle>(std::move(watcher));
    }

    /// Their connections are reset.
    void breakWatches()
    {
        for (const auto &watcher : std::exchange(m_watchers, {})) {
            m_clock.post([watcher] {
                if (watcher->open)
                    watcher->sink.closed(
                        core::base::Error {core::base::ErrorKind::Transient, "the connection was reset", {}});
            });
        }
    }

    const Json *find(const std::string &path) const
    {
        const auto found = m_objects.find(path);
        return found == m_objects.end() ? nullptr : &found->second;
    }
    /// What somebody else did: stores, or removes when null.
    Json put(const std::string &path, Json object) { return store(path, std::move(object)); }
    std::size_t count(std::string_view prefix) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(
            m_objects, [&](const auto &entry) { return std::string_view(entry.first).starts_with(prefix); }));
    }

    static Response failure(int code, const char *reason)
    {
        Response response;
        response.code = code;
        response.body = core::api::share(core::api::failureStatus(code, reason, reason));
        return response;
    }

private:
    struct Watcher {
        std::string collection;
        core::api::WatchSink sink;
        std::uint64_t position = 0;
        bool open = true;
    };
    struct Change {
        std::string path;
        core::api::WatchEvent event;
    };
    class Handle : public core::api::Watch
    {
    public:
        explicit Handle(std::shared_ptr<Watcher> watcher) : m_watcher(std::move(watcher)) { }
        ~Handle() override { m_watcher->open = false; }

    private:
        std::shared_ptr<Watcher> m_watcher;
    };

    core::base::Duration travel() const { return delay ? delay() : core::base::Duration::zero(); }

    void later(core::base::Duration wait, core::base::Task task)
    {
        if (wait == core::base::Duration::zero())
            return m_clock.post(std::move(task));
        m_travelling.push_back(m_clock.callAfter(wait, std::move(task)));
    }

    /// "/api/v1/pods" or "/apis/g/v1/namespaces/n/pods", nothing below.
    static bool isCollection(std::string_view path)
    {
        const auto below = [&](int slashes) { return std::ranges::count(path, '/') == slashes; };
        const int version = path.starts_with("/apis/") ? 3 : 2;
        return below(version + 1)
            || (path.find("/namespaces/") != std::string_view::npos && below(version + 3));
    }

    /// The path lies in the collection itself, or, of one over all namespaces, in one of them.
    static bool lies(std::string path, const std::string &collection)
    {
        constexpr std::string_view word = "/namespaces/";
        const std::size_t at = path.find(word);
        if (at != std::string::npos && collection.find(word) == std::string::npos)
            path.erase(at, path.find('/', at + word.size()) - at);
        return path.starts_with(collection + "/");
    }

    void tell(const std::shared_ptr<Watcher> &watcher, const Change &change)
    {
        if (!lies(change.path, watcher->collection) || change.event.revision <= watcher->position)
            return;
        watcher->position = change.event.revision;
        later(watchDelay, [watcher, event = change.event] {
            if (watcher->open)
                watcher->sink.events({event});
        });
    }

    Response answer(const Request &request)
    {
        using core::api::Method;
        static constexpr std::string_view names[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
        if (request.method != Method::Get || !isCollection(request.path)) {
            log.push_back(std::string(names[static_cast<std::size_t>(request.method)]) + " " + request.path);
            requests.push_back(request);
        }
        if (intercept) {
            if (auto instead = intercept(request))
                return *instead;
        }
        if (request.method == Method::Post)
            return create(request);
        if (request.method == Method::Get && isCollection(request.path))
            return list(request.path);
        const std::string path = request.path.substr(0, request.path.rfind("/status"));
        const Json *held = find(path);
        if (!held)
            return failure(404, "NotFound");
        if (request.method == Method::Get)
            return ok(*held);
        const Json &metadata = held->at("metadata");
        const bool isDelete = request.method == Method::Delete;
        const auto differs = [&](std::string_view field) {
            const auto wanted = isDelete ? core::api::textAt(*request.body, {"preconditions", field})
                                         : core::api::textAt(*request.body, {"metadata", field});
            return !wanted.empty() && wanted != core::api::textAt(metadata, {field});
        };
        if (differs("uid") || differs("resourceVersion"))
            return failure(409, "Conflict");
        if (isDelete) {
            store(path, nullptr);
            return ok(JsonObject {{"kind", "Status"}, {"status", "Success"}});
        }
        Json changed = *held;
        if (request.method == Method::Put)
            changed = *request.body;
        else
            core::api::applyMergePatch(changed, *request.body);
        return ok(changed == *held ? changed : store(path, std::move(changed)));
    }

    Response create(const Request &request)
    {
        if (request.path.ends_with("/eviction") || request.path.ends_with("/binding")) {
            const std::string pod = request.path.substr(0, request.path.rfind('/'));
            if (!find(pod))
                return failure(404, "NotFound");
            return ok(JsonObject {{"kind", "Status"}, {"status", "Success"}}, 201);
        }
        const std::string path =
            request.path + "/" + std::string(core::api::textAt(*request.body, {"metadata", "name"}));
        if (find(path))
            return failure(409, "AlreadyExists");
        Json object = *request.body;
        object.at("metadata").get_object()["uid"] = "uid-" + std::to_string(m_revision + 1);
        return ok(store(path, std::move(object)), 201);
    }

    Response list(const std::string &path) const
    {
        core::api::JsonArray items;
        for (const auto &[name, object] : m_objects) {
            if (lies(name, path))
                items.push_back(object);
        }
        return ok(JsonObject {
            {"metadata", JsonObject {{"resourceVersion", std::to_string(m_revision)}}}, {"items", items}});
    }

    Json store(const std::string &path, Json object)
    {
        using Type = core::api::WatchEvent::Type;
        const bool isNew = !find(path);
        const bool isGone = object.is_null();
        ++m_revision;
        if (isGone)
            object = *find(path);
        object.at("metadata").get_object()["resourceVersion"] = std::to_string(m_revision);
        if (isGone)
            m_objects.erase(path);
        else
            m_objects[path] = object;
        const Type type = isGone ? Type::Deleted : isNew ? Type::Added : Type::Modified;
        m_history.push_back({path, {type, core::api::share(object), m_revision}});
        for (const auto &watcher : m_watchers)
            tell(watcher, m_history.back());
        return object;
    }

    static Response ok(Json body, int code = 200)
    {
        Response response;
        response.code = code;
        response.body = core::api::share(std::move(body));
        return response;
    }

    core::base::Clock &m_clock;
    std::deque<core::base::Timer> m_travelling;
    std::map<std::string, Json> m_objects; ///< by path
    std::uint64_t m_revision = 0;
    std::vector<Change> m_history;
    std::vector<std::shared_ptr<Watcher>> m_watchers;
};
