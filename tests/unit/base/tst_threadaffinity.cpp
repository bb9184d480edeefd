// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/threadaffinity.h"

#include <QTest>

#include <functional>
#include <memory>

#include <sys/wait.h>
#include <unistd.h>

using core::base::ThreadAffinity;

Q_DECLARE_METATYPE(std::function<void()>)

namespace {

enum Outcome { Passed, Stopped };

#if defined(QT_NO_DEBUG) && !defined(QT_FORCE_ASSERTS)
constexpr Outcome whenWrong = Passed; // a release has no assertions
#else
constexpr Outcome whenWrong = Stopped;
#endif

/// Does it in a process of its own, which ends at the first assertion that fails.
Outcome outcomeOf(const std::function<void()> &deed)
{
    const pid_t child = ::fork();
    if (child == 0) {
        qInstallMessageHandler([](QtMsgType type, const QMessageLogContext &, const QString &) {
            if (type == QtFatalMsg)
                ::_exit(Stopped);
        });
        deed();
        ::_exit(Passed);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status))
        qFatal("the process did not end by itself");
    return Outcome(WEXITSTATUS(status));
}

void onAnotherThread(const std::function<void()> &deed)
{
    std::thread(deed).join();
}

} // namespace

class TestThreadAffinity : public QObject
{
    Q_OBJECT

private slots:
    void stopsWhoEntersFromElsewhere_data()
    {
        QTest::addColumn<std::function<void()>>("enter");
        QTest::addColumn<int>("outcome");
        QTest::newRow("on the thread that made it")
            << std::function([] { ThreadAffinity().assertHere(); }) << int(Passed);
        QTest::newRow("on another one that made it")
            << std::function([] { onAnotherThread([] { ThreadAffinity().assertHere(); }); }) << int(Passed);
        QTest::newRow("from another thread") << std::function([] {
            const ThreadAffinity affinity;
            onAnotherThread([&] { affinity.assertHere(); });
        }) << int(whenWrong);
        QTest::newRow("made on another thread") << std::function([] {
            std::unique_ptr<ThreadAffinity> affinity;
            onAnotherThread([&] { affinity = std::make_unique<ThreadAffinity>(); });
            affinity->assertHere();
        }) << int(whenWrong);
    }

    void stopsWhoEntersFromElsewhere()
    {
        QFETCH(std::function<void()>, enter);
        QFETCH(int, outcome);
        QCOMPARE(int(outcomeOf(enter)), outcome);
    }
};

QTEST_GUILESS_MAIN(TestThreadAffinity)
#include "tst_threadaffinity.moc"
