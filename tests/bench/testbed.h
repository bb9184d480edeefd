// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a benchmark runs the built program with its window: an X server and a home of its own.

#include "core/base/result.h"
#include "tests/support/home.h"
#include "tests/support/screen.h"

namespace bench {

class Testbed
{
public:
    core::base::Result<> open();
    /// Starts the program on the lab that the testbed keeps.
    void start(tests::Program &program, const QStringList &more = {}) const;
    QString kubeconfig() const { return m_home.path("lab/kubeconfig"); }
    const tests::Screen &screen() const { return m_screen; }

private:
    tests::Home m_home;
    tests::Screen m_screen;
};

} // namespace bench
