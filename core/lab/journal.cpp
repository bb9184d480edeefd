// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/journal.h"

#include "core/lab/lablog.h"

#include <QBasicTimer>
#include <QTimerEvent>

#include <mutex>

namespace core::lab {

namespace {
using std::chrono::milliseconds;

constexpr milliseconds soon {20};
constexpr milliseconds calmly {4'000};
constexpr milliseconds untilRetry {1'000};
constexpr std::size_t mostCalm = 1'000;
} // namespace

/// Who listens: told on the journal's thread, bound and unbound on any, that one included.
struct Journal::Audience {
    void tell(Revision committed, const std::string &stuck)
    {
        const std::scoped_lock lock(mutex);
        listeners(committed, stuck);
    }

    std::recursive_mutex mutex; ///< a listener may unbind itself
    base::Listeners<Revision, const std::string &> listeners;
};

class Journal::Writer : public QObject
{
public:
    Writer(Journal &journal, std::unique_ptr<Database> database)
        : m_journal(journal)
        , m_database(std::move(database))
    {
    }

    void gather(milliseconds within)
    {
        if (!m_timer.isActive() || (m_isCalm && within == soon))
            start(within);
    }

    void commit()
    {
        m_timer.stop();
        m_journal.m_hurried = false;
        m_journal.m_hasUrgent = false;
        m_journal.m_calm = 0;
        for (Record &record : m_journal.m_inbox.takeAll())
            m_waiting.push_back(std::move(record));
        if (!m_database || (m_waiting.empty() && !m_journal.trouble()))
            return;
        if (!m_waiting.empty()) {
            if (auto written = m_database->write(m_waiting); !written)
                return tell({api::sayingOf(written.error()), false});
            m_journal.m_committed = m_waiting.back().revision;
            m_waiting.clear();
        }
        tell({m_database->shortage(), true});
    }

    base::Result<> close()
    {
        commit();
        m_timer.stop();
        m_database.reset();
        if (const auto trouble = m_journal.trouble(); trouble && !trouble->deletions)
            return api::failWith(base::ErrorKind::Transient, trouble->why);
        return {};
    }

protected:
    void timerEvent(QTimerEvent *) override { commit(); }

private:
    void start(milliseconds period)
    {
        m_isCalm = period == calmly;
        m_timer.start(
            static_cast<int>(period.count()), m_isCalm ? Qt::VeryCoarseTimer : Qt::CoarseTimer, this);
    }

    void tell(const Trouble &trouble)
    {
        const bool isWell = trouble.why.empty();
        const auto before = m_journal.trouble();
        if (isWell ? before != nullptr : !before || *before != trouble) {
            if (isWell)
                qCInfo(labLog) << "the journal writes again";
            else
                qCWarning(labLog) << base::str(trouble.why.text);
            m_journal.m_trouble = isWell ? nullptr : std::make_shared<const Trouble>(trouble);
        }
        if (!isWell)
            start(untilRetry);
        m_journal.m_audience->tell(
            m_journal.m_committed, trouble.deletions ? std::string() : trouble.why.text);
    }

    Journal &m_journal;
    std::unique_ptr<Database> m_database;
    std::vector<Record> m_waiting; ///< taken from the inbox, not yet on disk
    QBasicTimer m_timer;
    bool m_isCalm = false; ///< the timer leaves time to others
};

Journal::Journal(std::unique_ptr<Database> database, Revision revision)
    : m_committed(revision)
    , m_audience(std::make_shared<Audience>())
    , m_inbox([this] { m_worker.post([this] { m_writer->gather(calmly); }); })
    , m_worker(QStringLiteral("journal"))
{
    m_writer = &m_worker.make<Writer>(*this, std::move(database));
}

Journal::~Journal()
{
    (void)close();
}

void Journal::record(Record record)
{
    m_inbox.put(std::move(record));
    gatherSoon();
}

void Journal::record(std::vector<Record> records)
{
    m_inbox.putAll(std::move(records));
    gatherSoon();
}

void Journal::recordCalmly(Record record)
{
    m_inbox.put(std::move(record));
    if (++m_calm > mostCalm)
        gatherSoon();
}

/// Changes are gathered once for each commit: one that has begun takes what is in the inbox by then.
void Journal::gatherSoon()
{
    if (!m_hasUrgent.exchange(true))
        m_worker.post([this] { m_writer->gather(soon); });
}

void Journal::flushSoon()
{
    if (!m_hurried.exchange(true))
        m_worker.post([this] { m_writer->commit(); });
}

base::Subscription Journal::onCommitted(Committed listener)
{
    struct Seat {
        ~Seat()
        {
            const std::scoped_lock lock(audience->mutex);
            listening.reset();
        }

        std::shared_ptr<Audience> audience;
        base::Subscription listening;
        bool isBound = true;
    };
    const auto seat = std::make_shared<Seat>(m_audience);
    const std::scoped_lock lock(m_audience->mutex);
    seat->listening = m_audience->listeners.add(std::move(listener));
    return base::Subscription(std::shared_ptr<bool>(seat, &seat->isBound));
}

base::Result<> Journal::close()
{
    base::Result<> closed;
    m_worker.run([&] { closed = m_writer->close(); });
    return closed;
}

} // namespace core::lab
