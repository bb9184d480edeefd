// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Says on which thread an object lives, and stops a debug build where another one enters it.

#include <QtGlobal>

#include <thread>

namespace core::base {

class ThreadAffinity
{
public:
    /// Asserts that the caller runs on the thread on which this was made; free of cost in a release.
    void assertHere() const
    {
        Q_ASSERT_X(std::this_thread::get_id() == m_home, "ThreadAffinity",
            "entered from another thread than the one it lives on");
    }

private:
    const std::thread::id m_home = std::this_thread::get_id();
};

} // namespace core::base
