// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/past/recorder.h"

#include "core/api/troubles.h"
#include "core/base/log.h"
#include "core/base/privatefile.h"
#include "core/base/worker.h"

#include <QBasicTimer>
#include <QTimerEvent>

#include <algorithm>
#include <atomic>
#include <deque>
#include <ranges>
#include <set>

namespace core::past {

HOLLOWLAB_LOG(pastLog, "hollowlab.core.past")

namespace {

constexpr std::size_t mostUnwritten = 100'000; // observations that the disk refuses, before some are left out
constexpr int buffersKeptMs = 30'000;

std::vector<Version> textsOf(const Batch &batch)
{
    std::vector<Version> versions;
    versions.reserve(batch.observations.size());
    for (const Observation &seen : batch.observations)
        versions.push_back({seen.at, {kindName(*seen.kind), seen.key},
            seen.object ? seen.textOf(seen.object.get()) : std::string()});
    return versions;
}

/// Lives on the recorder's thread.
class LogKeeper : public QObject
{
public:
    explicit LogKeeper(std::atomic<int> &outstanding) : m_outstanding(outstanding) { }

    base::Result<> open(const Recorder::Options &options)
    {
        m_options = options;
        auto opened = openLog();
        if (isDamage(opened))
            opened = beginAnew(opened.error());
        return opened;
    }

    const Span &span() const { return m_log->span(); }
    void resume(api::Time now)
    {
        m_resumedAt = now;
        tell(m_log->resume(now));
    }

    void write(Batch batch)
    {
        m_unwritten.push_back(std::move(batch));
        while (!m_unwritten.empty() && tell(writeFirst()))
            m_unwritten.pop_front();
        if (m_unwritten.size() > 1)
            bound();
        --m_outstanding;
    }

    void look(api::Time at, const Recorder::Look &done)
    {
        if (!m_log)
            return done(at, notOpen(), {at, at, {}});
        const api::Time reachable = std::max(at, m_log->span().begin);
        done(reachable, m_log->stateAt(reachable), m_log->span());
        m_release.start(buffersKeptMs, this);
    }

protected:
    void timerEvent(QTimerEvent *) override
    {
        m_release.stop();
        if (m_log)
            m_log->releaseBuffers();
    }

private:
    base::Result<> openLog()
    {
        using Access = VersionLog::Access;
        auto log = VersionLog::open(
            m_options.path, m_options.onlyRead ? Access::OnlyRead : Access::Written, m_options.retention);
        if (log)
            m_log = std::move(*log);
        return log ? base::Result<>() : tl::unexpected(log.error());
    }

    bool isDamage(const base::Result<> &result) const
    {
        return !result && result.error().kind == base::ErrorKind::Invalid && !m_options.onlyRead
            && !m_options.path.empty();
    }

    base::Result<> beginAnew(const base::Error &damage)
    {
        m_log.reset();
        const api::Saying problem =
            api::troubleSaying("HistoryUnreadable", api::sayingOf(damage), base::setAside(m_options.path));
        if (m_options.onProblem)
            m_options.onProblem(problem);
        return openLog();
    }

    static base::Failure notOpen()
    {
        return api::failWith(base::ErrorKind::Transient, api::troubleSaying("HistoryClosed"));
    }

    /// The first list of a kind reads what the run before has left.
    base::Result<> writeFirst()
    {
        auto written = writeToLog(m_unwritten.front());
        if (!m_hasList && isDamage(written) && beginAnew(written.error())) {
            resume(m_resumedAt);
            written = writeToLog(m_unwritten.front());
        }
        m_hasList = m_hasList || (written && m_unwritten.front().wholeKind);
        return written;
    }

    base::Result<> writeToLog(const Batch &batch)
    {
        if (!m_log)
            return notOpen();
        if (!batch.wholeKind)
            return m_log->append(textsOf(batch), batch.seenUntil);
        m_release.start(buffersKeptMs, this); // it looks at all that is known
        return m_log->replaceKind(kindName(*batch.wholeKind), textsOf(batch), batch.seenUntil);
    }

    /// What the disk has refused for long is gathered, but for the lists, which come once of each kind: of
    /// each object the latest.
    void bound()
    {
        const auto isList = [](const Batch &batch) { return batch.wholeKind != nullptr; };
        const auto first = std::find_if(m_unwritten.rbegin(), m_unwritten.rend(), isList).base();
        std::size_t count = 0;
        for (auto batch = first; batch != m_unwritten.end(); ++batch)
            count += batch->observations.size();
        if (count <= mostUnwritten)
            return;
        Batch all {nullptr, {}, m_unwritten.back().seenUntil};
        for (auto batch = first; batch != m_unwritten.end(); ++batch)
            std::ranges::move(batch->observations, std::back_inserter(all.observations));
        keepLatest(all.observations);
        m_unwritten.erase(first, m_unwritten.end());
        m_unwritten.push_back(std::move(all));
    }

    bool tell(const base::Result<> &written)
    {
        const std::string problem = written ? std::string() : written.error().message;
        if (problem != m_lastProblem && !problem.empty())
            qCWarning(pastLog) << "history not written:" << base::str(problem);
        m_lastProblem = problem;
        return written.has_value();
    }

    std::atomic<int> &m_outstanding;
    Recorder::Options m_options;
    std::unique_ptr<VersionLog> m_log;
    api::Time m_resumedAt;
    bool m_hasList = false; ///< one was written
    std::deque<Batch> m_unwritten;
    std::string m_lastProblem;
    QBasicTimer m_release;
};

} // namespace

void keepLatest(std::vector<Observation> &observations)
{
    std::set<std::pair<const api::Resource *, api::ObjectKey>> later;
    std::vector<Observation> latest;
    for (Observation &seen : std::views::reverse(observations)) {
        if (later.emplace(seen.kind, seen.key).second)
            latest.push_back(std::move(seen));
    }
    std::ranges::reverse(latest);
    observations = std::move(latest);
}

struct Recorder::Thread {
    std::atomic<int> outstanding = 0;
    base::Worker worker {QStringLiteral("history")};
    LogKeeper &keeper = worker.make<LogKeeper>(outstanding);
};

Recorder::Recorder(std::unique_ptr<Thread> thread, std::optional<Span> before)
    : m_thread(std::move(thread))
    , m_before(std::move(before))
{
}

Recorder::~Recorder() = default;

base::Result<std::unique_ptr<Recorder>> Recorder::open(const Options &options)
{
    auto thread = std::make_unique<Thread>();
    base::Result<> opened;
    std::optional<Span> before;
    thread->worker.run([&] {
        opened = thread->keeper.open(options);
        if (opened && thread->keeper.span().end != api::Time())
            before = thread->keeper.span();
    });
    if (!opened)
        return tl::unexpected(opened.error());
    return std::unique_ptr<Recorder>(new Recorder(std::move(thread), std::move(before)));
}

void Recorder::resume(api::Time now)
{
    m_thread->worker.post([this, now] { m_thread->keeper.resume(now); });
}

void Recorder::record(Batch batch)
{
    ++m_thread->outstanding;
    m_thread->worker.post(
        [this, batch = std::move(batch)]() mutable { m_thread->keeper.write(std::move(batch)); });
}

int Recorder::outstanding() const
{
    return m_thread->outstanding;
}

void Recorder::look(api::Time at, Look done)
{
    m_thread->worker.post([this, at, done = std::move(done)] { m_thread->keeper.look(at, done); });
}

} // namespace core::past
