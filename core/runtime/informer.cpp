// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/informer.h"

#include "core/api/troubles.h"
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
constexpr std::chrono::minutes absentFor {5}; // docs/machines.md §10.3
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
    , m_phase(Stopped {})
{
}

void InformerBase::start()
{
    if (state() != State::Stopped)
        return;
    m_failures = 0;
    list({m_clock.now(), {}}, Held::Nothing);
}

void InformerBase::stop()
{
    enter(Stopped {liveUntil(), hasSynced()});
}

void InformerBase::relist()
{
    if (state() != State::Stopped && hasSynced())
        list(anyOutage(), Held::Nothing);
}

void InformerBase::reconnect()
{
    m_failures = 0;
    if (std::holds_alternative<Waiting>(m_phase))
        return retry();
    if (std::holds_alternative<Absent>(m_phase))
        return askAgain();
    Stream *open = stream();
    if (!open)
        return;
    open->watch.reset();
    if (const Outage *present = outage())
        watchOnTrial(*present);
    else
        watch();
}

InformerBase::State InformerBase::state() const
{
    const auto *listing = std::get_if<Listing>(&m_phase);
    if (listing && listing->held == Held::Forgone)
        return State::Absent;
    return std::visit([](const auto &phase) { return phase.shown; }, m_phase);
}

bool InformerBase::hasSynced() const
{
    const auto *stopped = std::get_if<Stopped>(&m_phase);
    return stopped ? stopped->hasSynced : held() != Held::Nothing;
}

const api::Saying &InformerBase::problem() const
{
    static const api::Saying none;
    const Outage *present = outage();
    return present ? present->problem : none;
}

base::Time InformerBase::liveUntil() const
{
    if (const auto *stopped = std::get_if<Stopped>(&m_phase))
        return stopped->liveUntil;
    return anyOutage().since;
}

std::optional<base::Time> InformerBase::retryAt() const
{
    const auto *waiting = std::get_if<Waiting>(&m_phase);
    return waiting ? std::optional(waiting->retryAt) : std::nullopt;
}

bool InformerBase::isRefused() const
{
    const Outage *present = outage();
    return present && present->isRefused;
}

InformerBase::Stream *InformerBase::stream()
{
    if (auto *watching = std::get_if<Watching>(&m_phase))
        return &watching->stream;
    auto *probing = std::get_if<Probing>(&m_phase);
    return probing ? &probing->stream : nullptr;
}

const InformerBase::Outage *InformerBase::outage() const
{
    return std::visit(
        [](const auto &phase) -> const Outage * {
            if constexpr (requires { phase.outage; })
                return &phase.outage;
            else
                return nullptr;
        },
        m_phase);
}

InformerBase::Outage InformerBase::anyOutage() const
{
    const Outage *present = outage();
    return present ? *present : Outage {m_clock.now(), {}};
}

InformerBase::Held InformerBase::held() const
{
    return std::visit(
        [](const auto &phase) {
            if constexpr (requires { phase.held; })
                return phase.held;
            else
                return Held::Resumable;
        },
        m_phase);
}

/// Comes last wherever it is called: a listener may stop us.
void InformerBase::enter(Phase phase)
{
    m_phase = std::move(phase);
    m_toldOfState();
}

void InformerBase::list(Outage outage, Held held)
{
    const bool wasAbsent = state() == State::Absent;
    m_phase = Listing {std::move(outage), held, {}, 0, {}};
    requestPage({});
    if (!wasAbsent || state() != State::Absent)
        m_toldOfState();
}

void InformerBase::requestPage(const std::string &continueToken)
{
    client::ListOptions options;
    options.ns = m_options.ns;
    options.metadataOnly = m_options.metadataOnly;
    options.continueToken = continueToken;
    m_client.list(asked(), options,
        std::get<Listing>(m_phase).answers.bind([this, continueToken](base::Result<client::ListPage> page) {
            takePage(continueToken, std::move(page));
        }));
}

void InformerBase::takePage(const std::string &continueToken, base::Result<client::ListPage> page)
{
    if (!page)
        return recover(page.error());
    if (page->resourceVersion.empty())
        return recover({base::ErrorKind::Transient, "the server sent a list without a resourceVersion", {}});
    auto &listing = std::get<Listing>(m_phase);
    listing.items.insert(listing.items.end(), page->items.begin(), page->items.end());
    if (++listing.pageCount > mostPages + listing.items.size() / 10 || listing.items.size() > mostObjects)
        return recover({base::ErrorKind::Transient, "the server's list does not end", {}});
    if (!page->continueToken.empty() && page->continueToken == continueToken)
        return recover({base::ErrorKind::Transient, "the server gives the same page of a list again", {}});
    if (!page->continueToken.empty())
        return requestPage(page->continueToken);
    const auto isStillListing = listing.answers.alive();
    swapIn(std::move(listing.items), revisionIn(page->resourceVersion));
    if (isStillListing()) // no handler stopped us
        watch();
}

void InformerBase::swapIn(std::vector<api::JsonPtr> items, std::uint64_t version)
{
    const bool wentBack =
        version < m_position; // restored from a backup: the server's word counts, not what we hold
    m_position = version;
    std::map<api::ObjectKey, api::JsonPtr> listed;
    for (api::JsonPtr &object : items)
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
}

void InformerBase::watch()
{
    becomeLive(openStream());
}

void InformerBase::watchOnTrial(Outage outage)
{
    Stream opened = openStream();
    m_phase = Probing {std::move(outage), std::move(opened),
        m_clock.callAfter(trustedAfter, [this] { becomeLive(std::move(*stream())); })};
}

void InformerBase::becomeLive(Stream stream)
{
    const bool wasLive = state() == State::Watching;
    m_phase = Watching {std::move(stream)};
    if (!wasLive)
        m_toldOfState();
}

void InformerBase::pause()
{
    const bool wasLive = state() == State::Watching;
    m_phase = Pausing {m_clock.callAfter(pauseBetweenWatches, [this] { watch(); })};
    if (!wasLive)
        m_toldOfState();
}

InformerBase::Stream InformerBase::openStream()
{
    client::ListOptions options;
    options.ns = m_options.ns;
    options.metadataOnly = m_options.metadataOnly;
    if (m_options.watchTimeout.count() > 0) {
        const double factor = 1 + m_chance.unit(m_resource.plural, "watch-timeout", m_draws++);
        options.timeout = std::chrono::seconds(
            static_cast<std::int64_t>(static_cast<double>(m_options.watchTimeout.count()) * factor));
    }
    api::WatchSink sink;
    sink.events = [this](const std::vector<api::WatchEvent> &events) { takeEvents(events); };
    sink.closed = [this](const std::optional<base::Error> &error) { takeEnd(error); };
    return {m_client.watch(asked(), options, std::to_string(m_position), std::move(sink)), m_clock.now(),
        false, {}};
}

void InformerBase::takeEvents(const std::vector<api::WatchEvent> &events)
{
    for (const api::WatchEvent &event : events) {
        if (stream()) // no handler stopped us
            takeEvent(event);
    }
}

void InformerBase::takeEvent(const api::WatchEvent &event)
{
    using Type = api::WatchEvent::Type;
    if (event.type == Type::Error) {
        stream()->error = errorIn(event); // the stream's end follows
        return;
    }
    if (!event.object)
        return;
    if (event.revision > m_position) { // else it was shown before
        const auto heartbeat =
            event.heartbeat.lastNonHeartbeatRevision <= m_position ? event.heartbeat : api::Heartbeat();
        m_position = event.revision;
        if (event.type == Type::Deleted && heldRevision(keyOf(*event.object)) <= event.revision)
            forget(keyOf(*event.object));
        else if (event.type == Type::Added || event.type == Type::Modified)
            accept(event.object, event.revision, heartbeat);
    }
    Stream *open = stream();
    if (!open)
        return;
    open->hasShown = true;
    if (std::holds_alternative<Probing>(m_phase))
        becomeLive(std::move(*open));
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
    const base::Result<> read = key.name.empty()
        ? base::fail(base::ErrorKind::Invalid, "it has no name")
        : put(key, m_usesOlder ? m_options.older->renewed(object) : object);
    if (read)
        return;
    const std::string &problem = read.error().message;
    qCWarning(informerLog) << "unreadable" << str(m_resource.kind) << str(key.text())
                           << "is left out:" << str(problem);
    m_unreadable.insert_or_assign(key, Unreadable {object, problem});
    m_toldOfUnreadable(key);
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
    if (isWatched && state() != State::Stopped && hasSynced() && revision > m_position)
        accept(object, revision);
}

void InformerBase::takeEnd(const std::optional<base::Error> &error)
{
    Stream *open = stream();
    if (!open)
        return;
    Stream ended = std::move(*open);
    ended.watch.reset();
    const bool hasLived = m_clock.now() - ended.opened >= trustedAfter;
    if (hasLived) {
        m_failures = 0;
        m_hasTriedOther = false;
        m_toldAbsence.reset();
    }
    if (ended.error || error)
        return recover(ended.error ? *ended.error : *error);
    if (!hasLived && !ended.hasShown)
        return recover(api::failWith(base::ErrorKind::Transient, api::troubleSaying("EndsAtOnce")).value());
    pause();
}

void InformerBase::recover(const base::Error &error)
{
    const bool isGone = error.kind == base::ErrorKind::Gone;
    const bool isRefused =
        error.kind == base::ErrorKind::Forbidden || error.kind == base::ErrorKind::NotFound;
    if (isRefused && m_options.isOptional)
        return doWithout(error);
    const base::Time retryAt = base::addSaturated(m_clock.now(), nextBackOff(error));
    enter(Waiting {{anyOutage().since, api::sayingOf(error), isRefused},
        isGone && held() == Held::Resumable ? Held::Outdated : held(), retryAt,
        m_clock.callAt(retryAt, [this] { retry(); })});
}

/// What was held is forgotten: nobody would tell of changes to it.
void InformerBase::doWithout(const base::Error &error)
{
    const bool isNotServed = error.kind == base::ErrorKind::NotFound;
    if (isNotServed && m_options.older && !std::exchange(m_hasTriedOther, true)) {
        m_usesOlder = !m_usesOlder;
        return list(anyOutage(), held());
    }
    if (std::exchange(m_toldAbsence, error.kind) != error.kind)
        qCWarning(informerLog) << str(m_resource.plural)
                               << "can't be read and are done without:" << str(error.message);
    m_failures = 0;
    m_usesOlder = false;
    m_hasTriedOther = false;
    m_unreadable.clear();
    const bool wasAbsent = state() == State::Absent;
    m_phase = Absent {m_clock.callAfter(absentFor, [this] { askAgain(); })};
    for (const api::ObjectKey &key : keys())
        remove(key);
    if (!wasAbsent)
        m_toldOfState();
}

void InformerBase::askAgain()
{
    list(anyOutage(), Held::Forgone);
}

base::Duration InformerBase::nextBackOff(const base::Error &error)
{
    const bool isOnTrial = std::holds_alternative<Probing>(m_phase); // no list has failed since the watch did
    const bool isGoneOnce = error.kind == base::ErrorKind::Gone && (m_failures == 0 || isOnTrial);
    ++m_failures;
    auto delay = std::min<std::chrono::milliseconds>(
        firstBackOff * (1LL << std::min(m_failures - 1, 6)), longestBackOff);
    if (isGoneOnce)
        delay = std::chrono::milliseconds(0);
    if (error.retryAfter)
        delay = std::max(delay, *error.retryAfter);
    const double jitter = 1 + m_chance.unit(m_resource.plural, "watch-back-off", m_draws++);
    qCInfo(informerLog) << str(m_resource.plural) << "again in" << delay.count()
                        << "ms:" << str(error.message);
    return std::chrono::duration_cast<base::Duration>(delay * jitter);
}

void InformerBase::retry()
{
    const auto &waiting = std::get<Waiting>(m_phase);
    if (waiting.held == Held::Resumable)
        watchOnTrial(waiting.outage);
    else
        list(waiting.outage, waiting.held);
}

} // namespace core::runtime
