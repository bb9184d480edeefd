// SPDX-License-Identifier: GPL-3.0-or-later
// Scaling, memory and idling of many machines in one lab, without boot delay.

#include "tests/bench/bench.h"
#include "tests/bench/inprocess.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

#include <sys/resource.h>

#include <malloc.h>

namespace bench {

namespace {

constexpr std::chrono::seconds longest {300};

void idleFor(std::chrono::seconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Opens a lab with no machine in it.
core::base::Result<> openEmpty(InProcessLab &lab)
{
    if (const auto opened = lab.open(); !opened)
        return opened;
    lab.scale(0);
    if (const auto empty = lab.waitForReady(0, longest); !empty)
        return tl::unexpected(empty.error());
    return {};
}

} // namespace

double processorSeconds()
{
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

core::base::Result<core::api::JsonObject> runScale(int machines)
{
    InProcessLab lab;
    if (const auto opened = openEmpty(lab); !opened)
        return tl::unexpected(opened.error());
    const double before = processorSeconds();
    lab.scale(machines);
    const auto seconds = lab.waitForReady(machines, longest);
    if (!seconds)
        return tl::unexpected(seconds.error());
    return core::api::JsonObject {
        {"seconds", *seconds}, {"machines", machines}, {"processor_seconds", processorSeconds() - before}};
}

core::base::Result<core::api::JsonObject> runMemory(int machines)
{
    InProcessLab lab;
    if (const auto opened = openEmpty(lab); !opened)
        return tl::unexpected(opened.error());
    const std::uint64_t before = residentBytes();
    lab.scale(machines);
    if (const auto seconds = lab.waitForReady(machines, longest); !seconds)
        return tl::unexpected(seconds.error());
    idleFor(std::chrono::seconds(5)); // status writes and events settle
    const std::uint64_t peak = residentBytes();
    malloc_trim(0); // what the allocator holds without need is no machine's
    const std::uint64_t after = residentBytes();
    return core::api::JsonObject {{"bytes_per_machine", static_cast<double>(after - before) / machines},
        {"machines", machines}, {"resident_bytes", after},
        {"untrimmed_bytes_per_machine", static_cast<double>(peak - before) / machines}};
}

core::base::Result<core::api::JsonObject> runIdle(int machines)
{
    constexpr std::chrono::seconds span {20};
    InProcessLab lab;
    if (const auto opened = openEmpty(lab); !opened)
        return tl::unexpected(opened.error());
    lab.scale(machines);
    if (const auto seconds = lab.waitForReady(machines, longest); !seconds)
        return tl::unexpected(seconds.error());
    idleFor(std::chrono::seconds(15)); // a whole round of leases passes first
    const double before = processorSeconds();
    idleFor(span);
    return core::api::JsonObject {
        {"core_share", (processorSeconds() - before) / static_cast<double>(span.count())},
        {"machines", machines}, {"seconds", span.count()}};
}

} // namespace bench
