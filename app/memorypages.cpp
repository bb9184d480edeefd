// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/memorypages.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace app {

namespace {

constexpr std::int64_t largeBytes = 160LL << 20U; // the window with about a thousand machines

std::int64_t residentBytes()
{
    std::ifstream statm("/proc/self/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    statm >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

void useSmallPages()
{
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

bool useLargePagesOnceLarge()
{
    if (prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) != 0 && residentBytes() > largeBytes)
        prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0);
    return prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) == 0;
}

} // namespace app
