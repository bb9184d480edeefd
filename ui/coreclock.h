// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core's virtual time as the window may assume it between two reports: the last one, carried on at the
// pace reached.

#include "core/api/time.h"

#include <QElapsedTimer>

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
        if (!m_since.isValid())
            return m_reported;
        const auto passed = static_cast<double>(m_since.nsecsElapsed()) * m_pace;
        return m_reported + core::base::Duration(static_cast<std::int64_t>(passed));
    }

private:
    core::api::Time m_reported {};
    double m_pace = 0;
    QElapsedTimer m_since;
};

} // namespace ui
