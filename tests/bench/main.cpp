// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench.h"

#include "core/base/log.h"

#include <QApplication>

#include <cstdio>

namespace {

const std::vector<bench::Benchmark> &benchmarks()
{
    static const std::vector<bench::Benchmark> all {
        {"start", "headless start until the HTTPS front answers a node list; resident memory then",
            bench::runStart},
        {"start-window",
            "from process start until the window's first frame with machines: a new lab, and again",
            bench::runStartWindow},
        {"scale-100", "MachineSet 0 to 100 until every node is Ready", [] { return bench::runScale(100); }},
        {"scale-10000", "MachineSet 0 to 10,000 until every node is Ready",
            [] { return bench::runScale(10'000); }},
        {"memory", "resident bytes per machine at 10,000, all objects included",
            [] { return bench::runMemory(10'000); }},
        {"idle-10000", "share of a core that 10,000 idle nodes take, over 20 s",
            [] { return bench::runIdle(10'000); }},
        {"idle-window", "share of a core that the program takes with its window and 50 idle nodes, over 60 s",
            bench::runIdleWindow},
        {"day-1000", "24 h of 1,000 nodes that break and are replaced, in virtual time",
            [] { return bench::runDay(1000); }},
        {"history-seek",
            "a day of 1,000 machines that break and are replaced, kept: bytes on disk, and a seek to any "
            "second",
            [] { return bench::runHistorySeek(1000); }},
        {"table-10000", "window table of 10,000 rows, 500 changes a tick",
            [] { return bench::runTable(10'000); }},
        {"wall-10000", "window wall of 10,000 machines, 500 changes a tick: looking, and painting a frame",
            [] { return bench::runWall(10'000); }},
        {"timeline-10000", "timeline of 10,000 machines: scrolling its lanes, and 500 new facts a tick",
            [] { return bench::runTimeline(10'000); }},
        {"lease-put-https", "Lease PUTs through HTTPS from another process", bench::runLeasePutHttps},
        {"apply-1000", "server-side apply of 1,000 deployments through HTTPS, one after the other",
            [] { return bench::runApply(1000); }},
        {"list-10000", "10,000 ConfigMaps of a kilobyte, listed through HTTPS: at once, and in pages",
            [] { return bench::runList(10'000); }},
        {"fan-out-1000", "one object, watched on 1,000 connections: from its change until the last one knows",
            [] { return bench::runFanOut(1000); }},
        {"beside", "the four before this, and the start, for a lab and for a kube-apiserver with etcd",
            bench::runBeside},
        {"soak", "half an hour of a lab with 100 machines: memory, descriptors, files", bench::runSoak},
    };
    return all;
}

int usage()
{
    std::fputs("usage: hollowlab-bench NAME [--json]\n", stderr);
    for (const bench::Benchmark &benchmark : benchmarks())
        std::fprintf(stderr, "  %-16s %s\n", benchmark.name.c_str(), benchmark.description.c_str());
    return 2;
}

void print(const core::api::JsonObject &figures, bool asJson)
{
    if (asJson) {
        std::printf("%s\n", core::api::writeJson(figures).c_str());
        return;
    }
    for (const auto &figure : figures)
        std::printf(
            "%-20s %s\n", std::string(figure.key()).c_str(), core::api::writeJson(figure.value()).c_str());
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    core::base::setUpLogging(false);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    const bool asJson = arguments.contains(QStringLiteral("--json"));
    for (const bench::Benchmark &benchmark : benchmarks()) {
        if (arguments.isEmpty() || arguments.front().toStdString() != benchmark.name)
            continue;
        const auto figures = benchmark.run();
        if (!figures) {
            std::fprintf(stderr, "%s: %s\n", benchmark.name.c_str(), figures.error().message.c_str());
            return 1;
        }
        print(*figures, asJson);
        return 0;
    }
    return usage();
}
