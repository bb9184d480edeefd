// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/archive.h"

#include "core/api/codec.h"
#include "core/api/troubles.h"

#include <algorithm>
#include <filesystem>

namespace core::engine {

namespace {

constexpr std::chrono::milliseconds writtenEvery {1000};
constexpr std::chrono::seconds signOfLifeEvery {10}; // a gap begins so long before a kill at most
constexpr int mostOutstanding = 1; // batches at the recorder
constexpr std::size_t manyPending = 50'000; // versions that wait for the disk; then some are left out

template<typename T>
std::string textOf(const void *object)
{
    return api::writeJson(api::encodeObject(*static_cast<const T *>(object)));
}

template<typename T>
bool isHeartbeat(const T &before, const T &after)
{
    if constexpr (std::is_same_v<T, api::Node>) {
        if (!api::sameButHeartbeats(before.status.conditions, after.status.conditions))
            return false;
        api::Node aged = after;
        aged.metadata.resourceVersion = before.metadata.resourceVersion;
        aged.status.conditions = before.status.conditions;
        return aged == before;
    } else {
        return false;
    }
}

std::optional<past::Gap> gapAround(const past::Span &span, api::Time at)
{
    const auto found = std::ranges::find_if(
        span.gaps, [at](const past::Gap &gap) { return gap.begin < at && at < gap.end; });
    return found == span.gaps.end() ? std::nullopt : std::optional(*found);
}

template<typename T>
struct Decoded {
    std::weak_ptr<const std::string> text;
    std::weak_ptr<const T> object;
};

template<typename T>
using DecodedObjects = std::unordered_map<api::ObjectKey, Decoded<T>>;

} // namespace

/// Reads texts, each but once as long as somebody holds the object that it was.
struct Archive::Decoder {
    PerKind<DecodedObjects> known;

    template<typename T>
    std::shared_ptr<const T> read(DecodedObjects<T> &now, const past::State::value_type &entry)
    {
        const auto &[name, text] = entry;
        std::shared_ptr<const T> object;
        if (const auto before = known.of<T>().find(name.key);
            before != known.of<T>().end() && before->second.text.lock() == text)
            object = before->second.object.lock();
        if (!object) {
            const auto json = api::parseJson(*text);
            auto decoded = json ? api::decode<T>(*json) : tl::unexpected(json.error());
            if (!decoded)
                return nullptr; // of another program's making
            object = std::make_shared<const T>(std::move(*decoded));
        }
        now.emplace(name.key, Decoded<T> {text, object});
        return object;
    }

    MomentPtr momentOf(api::Time at, const past::State &state, const past::Span &span, CarriedOut carriedOut)
    {
        auto moment = std::make_shared<Moment>();
        moment->at = at;
        moment->gap = gapAround(span, at);
        moment->objects.each([&]<typename T>(ObjectList<T> &list) {
            const std::string kind = past::kindName(api::resourceOf<T>());
            DecodedObjects<T> now;
            auto entry = state.lower_bound({kind, {}});
            for (; entry != state.end() && entry->first.kind == kind; ++entry) {
                if (auto object = read<T>(now, *entry))
                    list.push_back(std::move(object));
            }
            known.of<T>() = std::move(now);
        });
        moment->outlook = outlookAt(*moment, carriedOut);
        return moment;
    }
};

Archive::Archive(Options options)
    : m_options(std::move(options))
    , m_mostPending(manyPending)
    , m_decoder(std::make_shared<Decoder>())
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(writtenEvery);
    QObject::connect(&m_turn, &QTimer::timeout, &m_context, [this] { flushUnlessBusy(); });
    m_signOfLife.setInterval(signOfLifeEvery);
    QObject::connect(&m_signOfLife, &QTimer::timeout, &m_context, [this] { flushUnlessBusy(); });
    std::error_code ignored;
    if (m_options.path.empty() || (m_options.onlyRead && !std::filesystem::exists(m_options.path, ignored)))
        return;
    auto recorder = past::Recorder::open({.path = m_options.path == ":memory:" ? "" : m_options.path,
        .onlyRead = m_options.onlyRead,
        .retention = m_options.retention,
        .onProblem = [this](const api::Saying &problem) {
            QMetaObject::invokeMethod(
                &m_context, [this, problem] { addProblem(problem); }, Qt::QueuedConnection);
        }});
    if (!recorder) {
        m_problem = api::troubleSaying("HistoryNotKept", api::sayingOf(recorder.error()));
        return;
    }
    m_recorder = std::move(*recorder);
    if (const auto &before = m_recorder->before()) {
        m_options.clock.moveTo(before->end);
        setKeptSince(before->begin);
    }
    if (m_options.onlyRead)
        return;
    const api::Time now = endOfSecond();
    setKeptSince(m_recorder->before() ? m_recorder->before()->begin : now);
    m_recorder->resume(now);
    m_signOfLife.start();
}

Archive::~Archive()
{
    close();
}

/// Moments are whole seconds, so all that happens within one is of the next.
api::Time Archive::endOfSecond() const
{
    return std::chrono::ceil<std::chrono::seconds>(m_options.clock.now());
}

void Archive::follow(runtime::InformerSet &informers, bool withEvents)
{
    if (!m_recorder || m_options.onlyRead)
        return;
    Kinds().each([&]<typename T>(const auto &) {
        if (withEvents || !std::is_same_v<T, api::Event>)
            follow(informers.of<T>());
        else
            recordList<T>({}); // those that an earlier run has seen are gone by the next
    });
}

template<typename T>
void Archive::follow(runtime::Informer<T> &informer)
{
    m_subscriptions.push_back(informer.onChange([this, &informer](const auto &before, const auto &after) {
        if (!informer.hasSynced() || (before && after && isHeartbeat(*before, *after)))
            return;
        note({endOfSecond(), &api::resourceOf<T>(), (after ? after : before)->key(), after, textOf<T>});
    }));
    m_subscriptions.push_back(informer.onState([this, &informer, listed = false]() mutable {
        if (!listed && informer.hasSynced())
            recordList(informer.store().list());
        listed = listed || informer.hasSynced();
    }));
}

template<typename T>
void Archive::recordList(const std::vector<std::shared_ptr<const T>> &present)
{
    flush();
    if (!m_recorder)
        return;
    past::Batch batch {&api::resourceOf<T>(), {}, endOfSecond()};
    for (const auto &object : present)
        batch.observations.push_back({batch.seenUntil, batch.wholeKind, object->key(), object, textOf<T>});
    m_recorder->record(std::move(batch));
}

/// The last of an object's versions within a second counts.
void Archive::note(past::Observation seen)
{
    const auto [latest, isFirst] = m_latest.try_emplace({seen.kind, seen.key}, m_pending.size());
    if (!isFirst && m_pending[latest->second].at == seen.at) {
        m_pending[latest->second].object = std::move(seen.object);
        return;
    }
    latest->second = m_pending.size();
    m_pending.push_back(std::move(seen));
    if (m_pending.size() > m_mostPending)
        bound();
    if (!m_turn.isActive())
        m_turn.start();
}

void Archive::bound()
{
    past::keepLatest(m_pending);
    m_latest.clear();
    for (std::size_t i = 0; i < m_pending.size(); ++i)
        m_latest.emplace(Place {m_pending[i].kind, m_pending[i].key}, i);
    m_mostPending = std::max(manyPending, 2 * m_pending.size());
}

/// More is gathered while the disk is busy.
void Archive::flushUnlessBusy()
{
    if (m_recorder && m_recorder->outstanding() > mostOutstanding)
        return m_turn.start();
    flush();
}

void Archive::flush()
{
    if (!m_recorder || m_options.onlyRead)
        return;
    m_turn.stop();
    m_latest.clear();
    m_mostPending = manyPending;
    m_recorder->record({nullptr, std::exchange(m_pending, {}), endOfSecond()});
}

void Archive::seek(api::Time at, CarriedOut carriedOut, std::function<void(base::Result<MomentPtr>)> done)
{
    if (!m_recorder)
        return done(api::failWith(
            base::ErrorKind::NotFound, m_problem.empty() ? api::troubleSaying("NoPast") : m_problem));
    flush();
    m_recorder->look(std::chrono::floor<std::chrono::seconds>(at),
        [this, decoder = m_decoder, carriedOut, done = std::move(done)](
            api::Time found, const base::Result<past::State> &state, const past::Span &span) {
            auto moment = state.map(
                [&](const auto &objects) { return decoder->momentOf(found, objects, span, carriedOut); });
            QMetaObject::invokeMethod(
                &m_context,
                [this, done, moment = std::move(moment), span] {
                    setKeptSince(span.begin);
                    done(moment);
                },
                Qt::QueuedConnection);
        });
}

void Archive::setKeptSince(api::Time begin)
{
    if (std::exchange(m_keptSince, begin) != begin)
        m_options.changed();
}

void Archive::addProblem(const api::Saying &problem)
{
    m_problem = problem;
    m_options.changed();
}

void Archive::close()
{
    flush();
    m_recorder.reset();
}

} // namespace core::engine
