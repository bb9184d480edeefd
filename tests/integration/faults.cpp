// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/faults.h"

namespace tests {

std::vector<Fault> faultsFor(std::size_t row, std::uint64_t write)
{
    using enum Fault::Kind;
    constexpr std::array<int, 4> codes {409, 429, 500, 503};
    constexpr int outage = 120; // seconds (docs/faults-and-threats.md X4)
    const std::array<std::string, 6> watched {
        "machines", "pods", "nodes", "machinesets", "machinedeployments", ""};
    const Fault late {DelayWatches, static_cast<int>(1 + write % 11), watched.at(write % watched.size())};
    const int age = static_cast<int>(3 + write % 20);
    const std::array<std::vector<Fault>, faultNames.size()> faults {{
        {{Crash}},
        {{LoseResponse}},
        {{LoseRequest}},
        {{LoseResponse}, {DelayWatches, 3}},
        {{Refuse, codes.at(write % codes.size())}},
        {late},
        {{RepeatWatches, 5}},
        {{CutWatches}},
        {{ExpireWatches}},
        {{StaleLists, age}},
        {{CrashIntoThePast, age}},
        {{Outage, outage}},
    }};
    return faults.at(row);
}

} // namespace tests
