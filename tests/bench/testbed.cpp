// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/testbed.h"

namespace bench {

using core::base::ErrorKind;
using core::base::fail;

core::base::Result<> Testbed::open()
{
    if (!m_screen.start({1440, 900}))
        return fail(ErrorKind::Transient, "no X server: is Xvfb installed?");
    return {};
}

void Testbed::start(tests::Program &program, const QStringList &more) const
{
    auto variables = m_home.variables();
    variables.insert(m_screen.variables());
    program.start(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--lab"), m_home.path("lab")} + more, variables);
}

} // namespace bench
