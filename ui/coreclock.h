// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core's virtual time as the window may assume it between two reports: the last one, carried on at the
// pace reached, but not for long: the core may have stood still as well, in a process that was stopped.

#include "core/api/time.h"

#include <QElapsedTimer>

#include <algorithm>

namespace ui {

class CoreClock
{
public:
    void set(core::api::Time now, double pace)
    {
        m_reported = now;
        m_pace = pace;
        m_since.start();
    }
    /// The result is false before the first report.
    bool isSet() const { return m_since.isValid(); }
    core::api::Time now() const
    {
        return m_since.isValid() ? after(core::base::Duration(m_since.nsecsElapsed())) : m_reported;
    }
    /// What it is so long after the last report.
    core::api::Time after(core::base::Duration real) const
    {
        const auto passed = static_cast<double>(std::min(real, longestSilence).count()) * m_pace;
        return m_reported + core::base::Duration(static_cast<std::int64_t>(passed));
    }

private:
    /// A core whose time runs reports more often (engine/statusboard).
    static constexpr core::base::Duration longestSilence = std::chrono::seconds(5);

    core::api::Time m_reported {};
    double m_pace = 0;
    QElapsedTimer m_since;
};

} // namespace ui
