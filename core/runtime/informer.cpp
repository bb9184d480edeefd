// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informer.h"

#include "core/base/log.h"

#include <algorithm>
#include <set>

namespace core::runtime {

HOLLOWLAB_LOG(informerLog, "hollowlab.core.runtime.informer")

using base::str;

namespace {
constexpr std::chrono::milliseconds firstBackOff {800}; // machine-api.md §10.3
constexpr std::chrono::milliseconds longestBackOff {30'000};
} // namespace

std::uint64_t revisionOf(const api::Json &object)
{
    const std::string text(api::textAt(object, {"metadata", "resourceVersion"}));
    return std::strtoull(text.c_str(), nullptr, 10);
}

api::ObjectKey keyOf(const api::Json &object)
{
    return {std::string(api::textAt(object, {"metadata", "namespace"})),
        std::string(api::textAt(object, {"metadata", "name"}))};
}

InformerBase::InformerBase(client::Client &client, base::Clock &clock, const base::Chance &chance,
    const api::Resource &resource, InformerOptions options)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
    , m_resource(resource)
    , m_options(std::move(options))
{
}

void InformerBase::start()
{
    if (m_state != State::Stopped)
        return;
    m_brokenSince = m_clock.now();
    m_mustList = true;
    list({});
}

void InformerBase::stop()
{
    m_scope.reset();
    m_watch.reset();
    m_retry.cancel();
    m_pages.clear();
    setState(State::Stopped);
}

base::Time InformerBase::liveUntil() const
{
    return m_state == State::Watching ? m_clock.now() : m_brokenSince;
}

void InformerBase::setState(State state, std::string problem)
{
    if (m_state == State::Watching && state != State::Watching)
        m_brokenSince = m_clock.now();
    m_state = state;
    m_problem = std::move(problem);
    for (const auto &listener : m_listeners)
        listener();
}

void InformerBase::list(const std::string &continueToken)
{
    if (continueToken.empty()) {
        m_pages.clear();
        setState(State::Listing, m_problem);
    }
    client::ListOptions options;
    options.ns = m_options.ns;
    options.continueToken = continueToken;
    m_client.list(m_resource, options,
        m_scope.bind([this](base::Result<client::ListPage> page) { takePage(std::move(page)); }));
}

void InformerBase::takePage(base::Result<client::ListPage> page)
{
    if (!page)
        return recover(page.error());
    m_pages.insert(m_pages.end(), page->items.begin(), page->items.end());
    m_listVersion = page->resourceVersion;
    if (!page->continueToken.empty())
        return list(page->continueToken);
    swapIn();
    watch();
}

void InformerBase::swapIn()
{
    std::set<api::ObjectKey> listed;
    const std::vector<api::JsonPtr> pages = std::exchange(m_pages, {});
    for (const api::JsonPtr &object : pages)
        listed.insert(keyOf(*object));
    m_positionText = m_listVersion;
    m_position = std::strtoull(m_listVersion.c_str(), nullptr, 10);
    for (const api::ObjectKey &key : keys()) {
        if (!listed.contains(key) && heldRevision(key) <= m_position)
            remove(key);
    }
    for (const api::JsonPtr &object : pages)
        accept(object);
    m_mustList = false;
    m_synced = true;
}

void InformerBase::watch()
{
    client::ListOptions options;
    options.ns = m_options.ns;
    if (m_options.watchTimeout.count() > 0) {
        const double factor = 1 + m_chance.unit(m_resource.plural, "watch-timeout", m_draws++);
        options.timeout = std::chrono::seconds(
            static_cast<std::int64_t>(static_cast<double>(m_options.watchTimeout.count()) * factor));
    }
    setState(State::Watching);
    api::WatchSink sink;
    sink.events = [this](const std::vector<api::WatchEvent> &events) { takeEvents(events); };
    sink.closed = [this](const std::optional<base::Error> &error) { takeEnd(error); };
    m_watch = m_client.watch(m_resource, options, m_positionText, std::move(sink));
}

void InformerBase::takeEvents(const std::vector<api::WatchEvent> &events)
{
    m_failures = 0;
    for (const api::WatchEvent &event : events)
        takeEvent(event);
}

void InformerBase::takeEvent(const api::WatchEvent &event)
{
    using Type = api::WatchEvent::Type;
    if (event.type == Type::Error || !event.object)
        return; // the stream's end follows and says what to do
    const std::uint64_t revision = revisionOf(*event.object);
    if (event.type == Type::Deleted) {
        const api::ObjectKey key = keyOf(*event.object);
        if (heldRevision(key) <= revision)
            remove(key);
    } else if (event.type != Type::Bookmark) {
        accept(event.object);
    }
    if (revision >= m_position) {
        m_position = revision;
        m_positionText = std::string(api::textAt(*event.object, {"metadata", "resourceVersion"}));
    }
}

void InformerBase::accept(const api::JsonPtr &object)
{
    const api::ObjectKey key = keyOf(*object);
    const std::uint64_t held = heldRevision(key);
    if (held != 0 && revisionOf(*object) <= held)
        return;
    if (!put(key, object))
        qCWarning(informerLog) << "unreadable" << str(m_resource.kind) << str(key.text()) << "is left out";
}

void InformerBase::offer(const api::JsonPtr &object)
{
    if (m_synced && m_state != State::Stopped && revisionOf(*object) > m_position)
        accept(object);
}

void InformerBase::takeEnd(const std::optional<base::Error> &error)
{
    m_clock.post(m_scope.bind(
        [this, ended = std::shared_ptr<api::Watch>(std::move(m_watch))] {})); // not from inside its own call
    if (error)
        return recover(*error);
    m_retry = m_clock.callAfter(std::chrono::milliseconds(10), [this] { watch(); });
}

void InformerBase::recover(const base::Error &error)
{
    const bool goneOnce = error.kind == base::ErrorKind::Gone && m_failures == 0;
    m_mustList = m_mustList || error.kind == base::ErrorKind::Gone;
    ++m_failures;
    setState(State::Waiting, error.message);
    auto delay = std::min<std::chrono::milliseconds>(
        firstBackOff * (1LL << std::min(m_failures - 1, 6)), longestBackOff);
    if (goneOnce)
        delay = std::chrono::milliseconds(0);
    if (error.retryAfter)
        delay = std::max(delay, *error.retryAfter);
    const double jitter = 1 + m_chance.unit(m_resource.plural, "watch-back-off", m_draws++);
    qCInfo(informerLog) << str(m_resource.plural) << "again in" << delay.count()
                        << "ms:" << str(error.message);
    m_retry = m_clock.callAfter(std::chrono::duration_cast<base::Duration>(delay * jitter), [this] {
        if (m_mustList)
            list({});
        else
            watch();
    });
}

} // namespace core::runtime
