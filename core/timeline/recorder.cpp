// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/recorder.h"

#include "core/base/log.h"
#include "core/base/mailbox.h"
#include "core/base/worker.h"
#include "core/timeline/database.h"

#include <QBasicTimer>
#include <QTimerEvent>

#include <iterator>
#include <optional>

namespace core::timeline {

HOLLOWLAB_LOG(recorderLog, "hollowlab.core.timeline")

namespace {

constexpr int commitAfterMs = 200;
constexpr int retryMs = 5000;
constexpr std::size_t mostUnwritten = 10'000; ///< batches held back while the disk refuses

/// Lives on the recorder's thread.
class Writer : public QObject
{
public:
    explicit Writer(base::Mailbox<History> &box) : m_box(box) { }

    base::Result<History> open(const std::string &path)
    {
        auto database = Database::open(path);
        if (!database)
            return tl::unexpected(database.error());
        m_database = std::move(*database);
        return m_database->read();
    }

    void commitLater() { m_timer.start(commitAfterMs, this); }

    void commit()
    {
        m_timer.stop();
        auto taken = m_box.takeAll();
        m_unwritten.insert(
            m_unwritten.end(), std::make_move_iterator(taken.begin()), std::make_move_iterator(taken.end()));
        if (m_unwritten.empty() || !m_database)
            return;
        const auto written = m_database->write(m_unwritten);
        if (written)
            m_unwritten.clear();
        else if (m_lastError != written.error())
            qCWarning(recorderLog) << "timeline not written:" << base::str(written.error().message);
        if (!written)
            m_timer.start(retryMs, this);
        m_lastError = written ? std::nullopt : std::optional(written.error());
        if (m_unwritten.size() > mostUnwritten)
            m_unwritten.erase(m_unwritten.begin(), m_unwritten.end() - mostUnwritten);
    }

    void close()
    {
        commit();
        m_database.reset();
    }

protected:
    void timerEvent(QTimerEvent *) override { commit(); }

private:
    base::Mailbox<History> &m_box;
    std::unique_ptr<Database> m_database;
    std::vector<History> m_unwritten;
    std::optional<base::Error> m_lastError;
    QBasicTimer m_timer;
};

} // namespace

struct Recorder::Thread {
    base::Mailbox<History> box {[this] { worker.post([this] { writer.commitLater(); }); }};
    base::Worker worker {QStringLiteral("timeline")};
    Writer &writer = worker.make<Writer>(box);
};

Recorder::Recorder(std::unique_ptr<Thread> thread, History kept)
    : m_thread(std::move(thread))
    , m_kept(std::move(kept))
{
}

Recorder::~Recorder()
{
    close();
}

base::Result<std::unique_ptr<Recorder>> Recorder::open(const std::string &path)
{
    if (path.empty() || path == ":memory:")
        return std::unique_ptr<Recorder>(new Recorder(nullptr, {}));
    auto thread = std::make_unique<Thread>();
    base::Result<History> kept;
    thread->worker.run([&] { kept = thread->writer.open(path); });
    if (!kept)
        return tl::unexpected(kept.error());
    return std::unique_ptr<Recorder>(new Recorder(std::move(thread), std::move(*kept)));
}

History Recorder::takeKept()
{
    return std::exchange(m_kept, {});
}

void Recorder::record(History news)
{
    if (m_thread && !news.isEmpty())
        m_thread->box.put(std::move(news));
}

void Recorder::close()
{
    if (!m_thread)
        return;
    m_thread->worker.run([this] { m_thread->writer.close(); });
    m_thread.reset();
}

} // namespace core::timeline
