// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/watchhub.h"

#include "core/lab/lablog.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonPtr;
using api::WatchEvent;

namespace {

constexpr std::size_t batch = 500;
constexpr std::string_view initialEventsEnd = "k8s.io/initial-events-end";
constexpr std::string_view nodeLabel = "spec.nodeName";

/// A custom kind may have it of any type.
std::string nodeOf(const Json &object)
{
    const Json *node = api::find(object, {"spec", "nodeName"});
    return node ? selectableText(*node) : std::string();
}

base::Error expiredAt(Revision wanted, Revision floor)
{
    return {base::ErrorKind::Gone,
        "too old resource version: " + std::to_string(wanted) + " (" + std::to_string(floor) + ")", {}};
}

} // namespace

class WatchHub::Watcher : public std::enable_shared_from_this<Watcher>
{
public:
    Watcher(WatchHub &hub, Collection &collection, WatchOptions options, api::WatchSink sink)
        : m_hub(hub)
        , m_collection(collection)
        , m_options(std::move(options))
        , m_sink(std::move(sink))
        , m_number(hub.m_opened++)
    {
    }

    const Collection &collection() const { return m_collection; }
    const WatchOptions &options() const { return m_options; }
    std::uint64_t number() const { return m_number; }

    /// Takes in what came before the watch was opened.
    void start()
    {
        if (!m_options.after) {
            m_position = m_hub.m_store.revision();
            m_initial = m_collection.listAt(m_position, m_options.selection.ns());
            std::erase_if(
                m_initial, [this](const JsonPtr &object) { return !m_options.selection.matches(*object); });
        } else {
            m_position = *m_options.after;
            if (!m_hub.m_store.remembers(m_collection, m_position))
                return fail(expiredAt(m_position, m_collection.floor()));
            for (const Revision revision : m_collection.changesAfter(m_position))
                m_pending.push_back(revision);
        }
        schedule();
    }

    void armTimeout()
    {
        m_timeout = m_hub.m_clock.callAfter(m_options.timeout, [this] { finish(); });
    }

    void add(Revision revision)
    {
        if (revision <= m_position || m_endsAt)
            return;
        m_pending.push_back(revision);
        schedule();
    }

    void finish()
    {
        m_endsAt = m_endsAt.value_or(m_hub.m_store.revision());
        schedule();
    }

    void stop() { m_stopped = true; }

    void sendBookmark()
    {
        if (m_options.bookmarks && !m_scheduled && !m_stopped)
            m_sink.events({bookmark()});
    }

private:
    void schedule()
    {
        if (std::exchange(m_scheduled, true))
            return;
        m_hub.m_clock.post([weak = weak_from_this()] {
            if (const auto self = weak.lock(); self && !self->m_stopped)
                self->deliver();
        });
    }

    void fail(base::Error error)
    {
        m_error = std::move(error);
        finish();
    }

    void deliver()
    {
        m_scheduled = false;
        std::vector<WatchEvent> events = takeNext();
        const bool done = m_initial.empty() && m_pending.empty();
        if (m_error)
            events.push_back(errorEvent());
        else if (done && m_endsAt && m_options.bookmarks)
            events.push_back(bookmark());
        if (!events.empty())
            m_sink.events(std::move(events));
        if (m_stopped)
            return;
        if (m_error || (done && m_endsAt))
            return close();
        if (!done)
            schedule();
    }

    /// What can't be shown ends this watch (docs/api-semantics.md I8).
    std::vector<WatchEvent> takeNext()
    {
        std::vector<WatchEvent> events;
        try {
            takeInitial(events);
            takePending(events);
        } catch (const std::exception &exception) {
            const std::string why = std::string("Internal error occurred: ") + exception.what();
            qCCritical(labLog) << base::str("watch " + m_collection.name() + ": " + why);
            m_error = base::Error {base::ErrorKind::Transient, why, {}};
        }
        return events;
    }

    void close()
    {
        const auto keep = shared_from_this();
        m_stopped = true;
        m_hub.remove(*this);
        m_sink.closed(m_error);
    }

    void takeInitial(std::vector<WatchEvent> &events)
    {
        const std::size_t count = std::min(batch, m_initial.size() - m_nextInitial);
        events.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            JsonPtr &object = m_initial[m_nextInitial++];
            // all of them together say what was there at that position, and what was not
            events.push_back({WatchEvent::Type::Added, shown(object), m_position});
        }
        if (m_nextInitial == m_initial.size())
            std::vector<JsonPtr>().swap(m_initial);
        if (m_initial.empty()) {
            m_nextInitial = 0;
            if (std::exchange(m_options.marksInitialEnd, false))
                events.push_back(bookmark(m_position, {{initialEventsEnd, "true"}}));
        }
    }

    void takePending(std::vector<WatchEvent> &events)
    {
        if (!m_initial.empty() || m_error)
            return;
        while (!m_pending.empty() && events.size() < batch) {
            const Revision revision = m_pending.front();
            if (revision <= m_collection.floor()) {
                m_error = expiredAt(m_position, m_collection.floor());
                return;
            }
            m_pending.pop_front();
            m_position = revision;
            const auto change = m_collection.changeAt(revision); // nothing: a heartbeat, and another followed
            if (auto event = change ? eventFor(*change) : std::nullopt)
                events.push_back(std::move(*event));
        }
    }

    std::optional<WatchEvent> eventFor(const Change &change) const
    {
        using enum WatchEvent::Type;
        const Selection &selection = m_options.selection;
        const bool before = change.previous && selection.matches(*change.previous);
        if (change.type == Change::Type::Deleted) {
            if (!before)
                return std::nullopt;
            return WatchEvent {Deleted, shown(change.object), change.revision};
        }
        const bool after = selection.matches(*change.object);
        if (after)
            return WatchEvent {
                before ? Modified : Added, shown(change.object), change.revision, heartbeatOf(change)};
        if (before)
            return WatchEvent {Deleted, shown(restamped(change.previous, change.revision)), change.revision};
        return std::nullopt;
    }

    api::Heartbeat heartbeatOf(const Change &change) const
    {
        if (!change.heartbeat || m_options.view)
            return {};
        const Entry &entry = change.heartbeat->second;
        return {entry.lastNonHeartbeatRevision, &change.heartbeat->first, entry.heartbeatPart};
    }

    JsonPtr shown(const JsonPtr &object) const { return m_options.view ? m_options.view(object) : object; }

    WatchEvent bookmark() const
    {
        return bookmark(std::max(m_position, m_endsAt.value_or(m_hub.m_store.revision())), {});
    }

    WatchEvent bookmark(Revision revision, api::JsonObject annotations) const
    {
        api::JsonObject metadata {
            {"resourceVersion", std::to_string(revision)}, {"creationTimestamp", nullptr}};
        if (!annotations.empty())
            metadata["annotations"] = std::move(annotations);
        Json object = m_options.bookmark;
        object.get_object()["metadata"] = std::move(metadata);
        return {WatchEvent::Type::Bookmark, shown(api::share(std::move(object))), revision};
    }

    WatchEvent errorEvent() const
    {
        const bool isGone = m_error->kind == base::ErrorKind::Gone;
        return {WatchEvent::Type::Error,
            isGone ? expired(m_error->message).body : failure(500, "InternalError", m_error->message).body,
            std::min(m_position, m_hub.m_store.revision())}; // what is told of the future is there now
    }

    WatchHub &m_hub;
    Collection &m_collection;
    WatchOptions m_options;
    api::WatchSink m_sink;
    std::uint64_t m_number;
    Revision m_position = 0; ///< everything up to here is delivered, or was there at the start
    std::vector<JsonPtr> m_initial;
    std::size_t m_nextInitial = 0;
    std::deque<Revision> m_pending;
    std::optional<base::Error> m_error;
    base::Timer m_timeout;
    bool m_scheduled = false;
    std::optional<Revision> m_endsAt; ///< what happens later is not delivered any more
    bool m_stopped = false;
};

class WatchHub::Handle : public api::Watch
{
public:
    Handle(WatchHub &hub, std::weak_ptr<Watcher> watcher) : m_hub(hub), m_watcher(std::move(watcher)) { }
    ~Handle() override
    {
        if (const auto watcher = m_watcher.lock()) {
            watcher->stop();
            m_hub.remove(*watcher);
        }
    }

    void sendBookmark() override
    {
        if (const auto watcher = m_watcher.lock())
            watcher->sendBookmark();
    }
    void finish() override
    {
        if (const auto watcher = m_watcher.lock())
            watcher->finish();
    }

private:
    WatchHub &m_hub;
    std::weak_ptr<Watcher> m_watcher;
};

WatchHub::~WatchHub()
{
    for (const auto &[number, watcher] : m_watchers)
        watcher->stop();
}

std::unique_ptr<api::Watch> WatchHub::open(Collection &collection, WatchOptions options, api::WatchSink sink)
{
    auto watcher = std::make_shared<Watcher>(*this, collection, std::move(options), std::move(sink));
    m_watchers.emplace(watcher->number(), watcher);
    placeOf(*watcher).push_back(watcher.get());
    watcher->start();
    watcher->armTimeout();
    return std::make_unique<Handle>(*this, watcher);
}

WatchHub::Watchers &WatchHub::placeOf(const Watcher &watcher)
{
    Index &index = m_indexes[&watcher.collection()];
    const Selection &selection = watcher.options().selection;
    if (const auto name = selection.demandedValue("metadata.name"); !name.empty())
        return index.byKey[{selection.ns(), std::string(name)}];
    if (const auto node = selection.demandedValue(nodeLabel); !node.empty())
        return index.byNode[std::string(node)];
    return selection.ns().empty() ? index.all : index.byNamespace[selection.ns()];
}

void WatchHub::remove(const Watcher &watcher)
{
    std::erase(placeOf(watcher), &watcher);
    m_watchers.erase(watcher.number());
}

void WatchHub::notify(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    const auto found = m_indexes.find(&collection);
    if (found == m_indexes.end())
        return;
    const Index &index = found->second;
    const auto tell = [&](const Watchers &watchers) {
        for (Watcher *watcher : watchers)
            watcher->add(change.revision);
    };
    const auto tellIn = [&](const auto &map, const auto &value) {
        if (const auto at = map.find(value); at != map.end())
            tell(at->second);
    };
    tell(index.all);
    if (!key.ns.empty() && !index.byNamespace.empty())
        tellIn(index.byNamespace, key.ns);
    if (!index.byKey.empty()) {
        tellIn(index.byKey, key);
        if (!key.ns.empty())
            tellIn(index.byKey, api::ObjectKey {{}, key.name}); // by name, in all namespaces
    }
    if (!index.byNode.empty()) {
        const std::string node = nodeOf(*change.object);
        const std::string before = change.previous ? nodeOf(*change.previous) : std::string();
        tellIn(index.byNode, node);
        if (before != node)
            tellIn(index.byNode, before);
    }
}

void WatchHub::end(const Collection &collection)
{
    for (const auto &[number, watcher] : m_watchers) {
        if (&watcher->collection() == &collection)
            watcher->finish();
    }
}

} // namespace core::lab
