// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The paces at which keys and menus let a lab's time run.

#include <algorithm>
#include <array>

namespace ui {

inline constexpr std::array labPaces {0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0};

/// So slow that it would read ×0: nothing moves.
inline bool standsStill(double pace)
{
    return pace < 0.005;
}

/// The next one in that direction; the last one when there is none. A paused lab goes on as slow as it can.
inline double neighbouringPace(double pace, bool isFaster)
{
    if (isFaster)
        return *std::min(std::ranges::upper_bound(labPaces, pace), labPaces.end() - 1);
    const auto here = std::ranges::lower_bound(labPaces, pace);
    return here == labPaces.begin() ? labPaces.front() : *(here - 1);
}

} // namespace ui
