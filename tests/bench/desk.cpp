// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/desk.h"

namespace bench {

using core::base::ErrorKind;
using core::base::fail;

core::base::Result<> Desk::open()
{
    if (!m_screen.start({1440, 900}))
        return fail(ErrorKind::Transient, "no X server: is Xvfb installed?");
    return {};
}

void Desk::start(tests::Program &program, const QStringList &more) const
{
    auto variables = m_screen.variables();
    for (const char *name : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
        variables.insert(QString::fromLatin1(name), m_home.path());
    program.start(QStringLiteral(HOLLOWLAB_BINARY),
        QStringList {QStringLiteral("--lab"), m_home.filePath(QStringLiteral("lab"))} + more, variables);
}

} // namespace bench
