// SPDX-License-Identifier: GPL-3.0-or-later
// What the built program takes with its window and 50 nodes at rest: shown, and out of sight. On an X server
// and in a home of its own.

#include "tests/bench/bench.h"
#include "tests/bench/testbed.h"
#include "tests/support/cluster.h"

#include <QDir>
#include <QTest>

namespace bench {

using core::base::ErrorKind;
using core::base::fail;
using namespace std::chrono_literals;

namespace {

constexpr int nodes = 50;
constexpr std::chrono::seconds untilQuiet {20}; // heartbeats and flashes settle
constexpr std::chrono::seconds watched {60};

/// Time that all threads of the process were running, in nanoseconds.
double runningTime(qint64 processId)
{
    double sum = 0;
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(processId));
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(tasks.filePath(task + QStringLiteral("/schedstat")));
        if (file.open(QIODevice::ReadOnly))
            sum += file.readAll().split(' ').front().toDouble();
    }
    return sum;
}

double percentOfACore(qint64 processId)
{
    QTest::qWait(static_cast<int>(std::chrono::milliseconds(untilQuiet).count()));
    const double before = runningTime(processId);
    QTest::qWait(static_cast<int>(std::chrono::milliseconds(watched).count()));
    return (runningTime(processId) - before) / std::chrono::nanoseconds(watched).count() * 100;
}

} // namespace

core::base::Result<core::api::JsonObject> runIdleWindow()
{
    Testbed testbed;
    if (const auto opened = testbed.open(); !opened)
        return tl::unexpected(opened.error());
    tests::Program program;
    testbed.start(program);
    const QString window = testbed.screen().waitForTitle(QRegularExpression(QStringLiteral("Hollow Lab")));
    if (window.isEmpty() || !tests::eventually([&] { return QFile::exists(testbed.kubeconfig()); }))
        return fail(ErrorKind::Transient, "no window: " + program.errors().toStdString());
    tests::Cluster cluster(testbed.kubeconfig());
    if (const auto scaled = cluster.scale("workers", nodes); !scaled)
        return tl::unexpected(scaled.error());
    if (!tests::eventually([&] { return tests::unsettled(cluster, nodes).empty(); }, 2min))
        return fail(ErrorKind::Transient, tests::unsettled(cluster, nodes));
    const double shown = percentOfACore(program.processId());
    testbed.screen().hide(window);
    const double hidden = percentOfACore(program.processId());
    return core::api::JsonObject {{"nodes", nodes}, {"shown_percent_of_a_core", shown},
        {"hidden_percent_of_a_core", hidden}, {"bytes", residentBytes(program.processId())}};
}

} // namespace bench
