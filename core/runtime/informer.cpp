// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informer.h"

#include "core/base/log.h"
#include "core/base/number.h"

#include <algorithm>
#include <map>

namespace core::runtime {

HOLLOWLAB_LOG(informerLog, "hollowlab.core.runtime.informer")

using base::str;

namespace {

constexpr std::chrono::milliseconds firstBackOff {800}; // docs/machines.md §10.3
constexpr std::chrono::milliseconds longestBackOff {30'000};
constexpr std::chrono::milliseconds pauseBetweenWatches {10};
constexpr std::chrono::seconds trustedAfter {1}; // a watch that stays open for so long works
constexpr std::size_t mostObjects = 1'000'000; // of one kind; who lists more never comes to an end
constexpr std::size_t mostPages = 100; // with less than ten objects each

base::Error errorIn(const api::WatchEvent &event)
{
    if (!event.object)
        return {base::ErrorKind::Transient, "the watch ended with an error", {}};
    const auto code = api::integerAt(*event.object, {"code"}).value_or(500);
    return api::errorOf(static_cast<int>(code), event.object.get());
}

} // namespace

std::uint64_t revisionIn(std::string_view resourceVersion)
{
    return base::parseNumber<std::uint64_t>(resourceVersion).value_or(0);
}

std::uint64_t revisionOf(const api::Json &object)
{
    return revisionIn(api::textAt(object, {"metadata", "resourceVersion"}));
}

api::ObjectKey keyOf(const api::Json &object)
{
    const api::ObjectKeyView key = keyViewOf(object);
    return {std::string(key.ns), std::string(key.name)};
}

api::ObjectKeyView keyViewOf(const api::Json &object)
{
    const api::Json *metadata = api::find(object, {"metadata"});
    return metadata
        ? api::ObjectKeyView(api::textAt(*metadata, {"namespace"}), api::textAt(*metadata, {"name"}))
        : api::ObjectKeyView({}, {});
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
    m_synced = false;
    m_mustList = true;
    m_failures = 0;
    list({});
}

void InformerBase::stop()
{
    m_scope.reset();
    m_watch.reset();
    m_timer.cancel();
    m_pages.clear();
    m_retryAt.reset();
    setState(State::Stopped);
}

void InformerBase::refill()
{
    if (m_state == State::Stopped || !m_synced)
        return;
    m_scope.reset();
    m_watch.reset();
    m_timer.cancel();
    m_retryAt.reset();
    m_synced = false;
    m_mustList = true;
    list({});
}

void InformerBase::reconnect()
{
    if (m_retryAt)
        return retry();
    if (!m_watch)
        return;
    m_watch.reset();
    m_timer.cancel();
    watch();
}

base::Time InformerBase::liveUntil() const
{
    return m_state == State::Watching ? m_clock.now() : m_brokenSince;
}

/// Comes last wherever it is called: a listener may stop us.
void InformerBase::setState(State state, std::string problem)
{
    if (m_state == State::Watching && state != State::Watching)
        m_brokenSince = m_clock.now();
    m_state = state;
    m_problem = std::move(problem);
    m_refused = m_refused && !m_problem.empty();
    for (const auto &listener : m_listeners)
        listener();
}

void InformerBase::list(const std::string &continueToken)
{
    client::ListOptions options;
    options.ns = m_options.ns;
    options.continueToken = continueToken;
    m_client.list(
        m_resource, options, m_scope.bind([this, continueToken](base::Result<client::ListPage> page) {
            takePage(continueToken, std::move(page));
        }));
    if (!continueToken.empty())
        return;
    m_pages.clear();
    m_pageCount = 0;
    setState(State::Listing, m_problem);
}

void InformerBase::takePage(const std::string &continueToken, base::Result<client::ListPage> page)
{
    if (!page)
        return recover(page.error());
    if (page->resourceVersion.empty())
        return recover({base::ErrorKind::Transient, "the server sent a list without a resourceVersion", {}});
    m_pages.insert(m_pages.end(), page->items.begin(), page->items.end());
    m_listVersion = page->resourceVersion;
    if (++m_pageCount > mostPages + m_pages.size() / 10 || m_pages.size() > mostObjects)
        return recover({base::ErrorKind::Transient, "the server's list does not end", {}});
    if (!page->continueToken.empty() && page->continueToken == continueToken)
        return recover({base::ErrorKind::Transient, "the server gives the same page of a list again", {}});
    if (!page->continueToken.empty())
        return list(page->continueToken);
    swapIn();
    if (m_state == State::Listing) // no handler stopped us
        watch();
}

void InformerBase::swapIn()
{
    const std::uint64_t version = revisionIn(m_listVersion);
    const bool wentBack =
        version < m_position; // restored from a backup: the server's word counts, not what we hold
    m_position = version;
    std::map<api::ObjectKey, api::JsonPtr> listed;
    for (api::JsonPtr &object : std::exchange(m_pages, {}))
        listed.insert_or_assign(keyOf(*object), std::move(object));
    for (const api::ObjectKey &key : keys()) {
        if (!listed.contains(key) && (wentBack || heldRevision(key) <= m_position))
            remove(key);
    }
    std::erase_if(m_unreadable, [&](const auto &entry) { return !listed.contains(entry.first); });
    for (const auto &[key, object] : listed) {
        if (wentBack)
            store(key, object);
        else
            accept(object, revisionOf(*object));
    }
    m_mustList = false;
    m_synced = true;
    m_problem.clear();
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
    api::WatchSink sink;
    sink.events = [this](const std::vector<api::WatchEvent> &events) { takeEvents(events); };
    sink.closed = [this](const std::optional<base::Error> &error) { takeEnd(error); };
    m_watchOpened = m_clock.now();
    m_watchShowed = false;
    m_streamError.reset();
    m_watch = m_client.watch(m_resource, options, std::to_string(m_position), std::move(sink));
    if (m_problem.empty())
        settle();
    else
        m_timer = m_clock.callAfter(trustedAfter, [this] { settle(); });
}

void InformerBase::settle()
{
    m_timer.cancel();
    if (m_state != State::Watching)
        setState(State::Watching);
}

void InformerBase::takeEvents(const std::vector<api::WatchEvent> &events)
{
    for (const api::WatchEvent &event : events) {
        if (m_watch) // no handler stopped us
            takeEvent(event);
    }
}

void InformerBase::takeEvent(const api::WatchEvent &event)
{
    using Type = api::WatchEvent::Type;
    if (event.type == Type::Error) {
        m_streamError = errorIn(event); // the stream's end follows
        return;
    }
    if (!event.object)
        return;
    if (event.revision > m_position) { // else it was shown before
        const auto heartbeat = event.heartbeat.steadySince <= m_position ? event.heartbeat : api::Heartbeat();
        m_position = event.revision;
        if (event.type == Type::Deleted && heldRevision(keyOf(*event.object)) <= event.revision)
            forget(keyOf(*event.object));
        else if (event.type == Type::Added || event.type == Type::Modified)
            accept(event.object, event.revision, heartbeat);
    }
    m_watchShowed = true;
    if (m_watch)
        settle();
}

void InformerBase::accept(const api::JsonPtr &object, std::uint64_t revision, const api::Heartbeat &heartbeat)
{
    if (m_unreadable.empty() && putHeartbeat(*object, revision, heartbeat))
        return;
    const api::ObjectKey key = keyOf(*object);
    const std::uint64_t held = heldRevision(key);
    if (held == 0 || revision > held)
        store(key, object);
}

void InformerBase::store(const api::ObjectKey &key, const api::JsonPtr &object)
{
    m_unreadable.erase(key); // before the store tells of a version that can be read
    const base::Result<> read =
        key.name.empty() ? base::fail(base::ErrorKind::Invalid, "it has no name") : put(key, object);
    if (read)
        return;
    const std::string &problem = read.error().message;
    qCWarning(informerLog) << "unreadable" << str(m_resource.kind) << str(key.text())
                           << "is left out:" << str(problem);
    m_unreadable.insert_or_assign(key, Unreadable {object, problem});
    for (const auto &listener : m_unreadableListeners)
        listener(key);
}

void InformerBase::forget(const api::ObjectKey &key)
{
    m_unreadable.erase(key);
    remove(key);
}

std::vector<api::ObjectKey> InformerBase::unreadableKeys() const
{
    std::vector<api::ObjectKey> all;
    for (const auto &[key, unreadable] : m_unreadable)
        all.push_back(key);
    return all;
}

const Unreadable *InformerBase::unreadable(const api::ObjectKey &key) const
{
    const auto found = m_unreadable.find(key);
    return found == m_unreadable.end() ? nullptr : &found->second;
}

void InformerBase::offer(const api::JsonPtr &object)
{
    const bool isWatched =
        m_options.ns.empty() || !m_resource.namespaced || keyOf(*object).ns == m_options.ns;
    const std::uint64_t revision = revisionOf(*object);
    if (isWatched && m_synced && m_state != State::Stopped && revision > m_position)
        accept(object, revision);
}

void InformerBase::takeEnd(const std::optional<base::Error> &error)
{
    m_watch.reset();
    m_timer.cancel();
    const bool lived = m_clock.now() - m_watchOpened >= trustedAfter;
    if (lived)
        m_failures = 0;
    if (m_streamError || error)
        return recover(m_streamError ? *m_streamError : *error);
    if (!lived && !m_watchShowed)
        return recover({base::ErrorKind::Transient, "the server ends every watch at once", {}});
    m_timer = m_clock.callAfter(pauseBetweenWatches, [this] { watch(); });
}

void InformerBase::recover(const base::Error &error)
{
    const bool goneOnce = error.kind == base::ErrorKind::Gone && m_failures == 0;
    m_mustList = m_mustList || error.kind == base::ErrorKind::Gone;
    ++m_failures;
    m_pages.clear();
    auto delay = std::min<std::chrono::milliseconds>(
        firstBackOff * (1LL << std::min(m_failures - 1, 6)), longestBackOff);
    if (goneOnce)
        delay = std::chrono::milliseconds(0);
    if (error.retryAfter)
        delay = std::max(delay, *error.retryAfter);
    const double jitter = 1 + m_chance.unit(m_resource.plural, "watch-back-off", m_draws++);
    qCInfo(informerLog) << str(m_resource.plural) << "again in" << delay.count()
                        << "ms:" << str(error.message);
    m_refused = error.kind == base::ErrorKind::Forbidden || error.kind == base::ErrorKind::NotFound;
    m_retryAt = base::addSaturated(m_clock.now(), std::chrono::duration_cast<base::Duration>(delay * jitter));
    m_timer = m_clock.callAt(*m_retryAt, [this] { retry(); });
    setState(State::Waiting, error.message);
}

void InformerBase::retry()
{
    m_retryAt.reset();
    m_timer.cancel();
    if (m_mustList)
        list({});
    else
        watch();
}

} // namespace core::runtime
