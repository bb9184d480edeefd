// SPDX-License-Identifier: GPL-3.0-or-later
// Time from process start until the window's first frame with machines: on a new lab, and once it is there.

#include "tests/bench/bench.h"
#include "tests/bench/testbed.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include <algorithm>

namespace bench {

using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;
using namespace std::chrono_literals;

namespace {

Result<double> secondsToFirstFrame(const Testbed &testbed)
{
    QElapsedTimer timer;
    timer.start();
    tests::Program program;
    testbed.start(program, {QStringLiteral("--verbose")});
    double seconds = 0;
    const bool isShown = tests::eventually([&] {
        seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
        return program.errors().contains("the first frame with machines is painted");
    });
    if (!isShown)
        return fail(ErrorKind::Transient, "no frame: " + program.errors().toStdString());
    program.terminate();
    if (!program.waitForEnd(30s))
        return fail(ErrorKind::Transient, "the program does not end");
    return seconds;
}

/// Median and worst.
Result<core::api::JsonObject> over(int rounds, const std::function<Result<double>()> &measure)
{
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const auto once = measure();
        if (!once)
            return tl::unexpected(once.error());
        seconds.push_back(*once);
    }
    std::ranges::sort(seconds);
    return core::api::JsonObject {
        {"seconds", seconds[seconds.size() / 2]}, {"worst_seconds", seconds.back()}, {"rounds", rounds}};
}

Result<double> onANewLab()
{
    Testbed testbed;
    const auto opened = testbed.open();
    return opened ? secondsToFirstFrame(testbed) : tl::unexpected(opened.error());
}

} // namespace

Result<core::api::JsonObject> runStartWindow()
{
    constexpr int rounds = 7;
    auto first = over(rounds, onANewLab);
    if (!first)
        return first;
    Testbed testbed;
    if (const auto opened = testbed.open(); !opened)
        return tl::unexpected(opened.error());
    if (const auto made = secondsToFirstFrame(testbed); !made)
        return tl::unexpected(made.error());
    auto again = over(rounds, [&testbed] { return secondsToFirstFrame(testbed); });
    if (!again)
        return again;
    return core::api::JsonObject {{"new_lab", std::move(*first)}, {"same_lab", std::move(*again)}};
}

} // namespace bench
