// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/worker.h"

#include <QTest>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <string>

using core::base::Worker;

namespace {

/// Notes on which thread, and in which order, it was born and died.
class Resident
{
public:
    Resident(std::vector<std::string> &log, std::string name) : m_log(log), m_name(std::move(name))
    {
        m_thread = QThread::currentThread();
        m_log.push_back("+" + m_name);
    }
    ~Resident()
    {
        const bool home = QThread::currentThread() == m_thread;
        m_log.push_back((home ? "-" : "abroad -") + m_name);
    }
    Resident(const Resident &) = delete;
    Resident &operator=(const Resident &) = delete;
    QThread *thread() const { return m_thread; }

private:
    std::vector<std::string> &m_log;
    std::string m_name;
    QThread *m_thread = nullptr;
};

std::atomic_bool isFreed = false;

/// A library keeps something for each thread, with a free that takes its time, like this.
struct PerThread {
    ~PerThread()
    {
        std::this_thread::sleep_for(
            std::chrono::milliseconds(200)); // the slowness itself: nothing is waited for
        isFreed = true;
    }
    bool isUsed = false;
};

thread_local PerThread perThread;

} // namespace

class TestWorker : public QObject
{
    Q_OBJECT

private slots:
    void objectsLiveAndDieOnTheThreadInReverseOrder()
    {
        std::vector<std::string> log;
        {
            Worker worker(QStringLiteral("test"));
            const auto &first = worker.make<Resident>(log, "first");
            worker.make<Resident>(log, std::string("second"));
            QVERIFY(first.thread() != QThread::currentThread());
            QCOMPARE(first.thread()->objectName(), QStringLiteral("test"));
        }
        QCOMPARE(log, (std::vector<std::string> {"+first", "+second", "-second", "-first"}));
    }

    void runWaitsAndPostDoesNot()
    {
        Worker worker(QStringLiteral("test"));
        std::atomic<int> value = 0;
        worker.run([&] { value = 1; });
        QCOMPARE(value.load(), 1);
        QThread *thread = nullptr;
        worker.post([&] {
            thread = QThread::currentThread();
            value = 2;
        });
        QTRY_COMPARE(value.load(), 2);
        QVERIFY(thread != QThread::currentThread());
    }

    void whatWasPostedRunsBeforeTheEnd()
    {
        int runs = 0;
        {
            Worker worker(QStringLiteral("test"));
            for (int i = 0; i < 100; ++i)
                worker.post([&] { ++runs; });
        }
        QCOMPARE(runs, 100);
    }

    void nothingOfTheThreadOutlivesIt()
    {
        {
            Worker worker(QStringLiteral("test"));
            worker.run([] { perThread.isUsed = true; });
        }
        QVERIFY(isFreed);
    }

    void timersOfItsObjectsRun()
    {
        std::atomic<int> ticks = 0;
        Worker worker(QStringLiteral("test"));
        auto &timer = worker.make<QTimer>();
        worker.run([&] {
            QObject::connect(&timer, &QTimer::timeout, &timer, [&] { ++ticks; });
            timer.start(1);
        });
        QTRY_VERIFY(ticks > 2);
    }
};

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
