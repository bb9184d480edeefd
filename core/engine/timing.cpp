// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/timing.h"

#include <algorithm>
#include <array>

namespace core::engine {

namespace {

using namespace std::chrono_literals;

constexpr std::array known {
    Timing {"demo", {2500ms, 4500ms}, "1.5–4 s", 2s, 1s, 8s, 15s, "60s"},
    Timing {"realistic", {45s, 90s}, "45–90 s", 10s, 5s, 40s, 300s, "10m"},
    Timing {"fast", {}, "0 s", 10s, 5s, 40s, 15s, "10m"},
};

} // namespace

std::span<const Timing> timings()
{
    return known;
}

const Timing *findTiming(std::string_view name)
{
    const auto found = std::ranges::find(known, name, &Timing::name);
    return found == known.end() ? nullptr : &*found;
}

const Timing &usualTiming()
{
    return known.back();
}

} // namespace core::engine
