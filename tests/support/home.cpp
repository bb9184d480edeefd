// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/home.h"

#include <QDir>

namespace tests {

Home::Home()
{
    const QString run = path("run");
    const bool isMade = QDir().mkpath(run)
        && QFile::setPermissions(run, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (!isMade)
        qFatal("no home can be made at %s", qPrintable(run));
}

QString Home::path(const char *below) const
{
    return *below == '\0' ? m_directory.path() : m_directory.filePath(QString::fromUtf8(below));
}

QMap<QString, QString> Home::variables() const
{
    return {{QStringLiteral("HOME"), path()}, {QStringLiteral("XDG_DATA_HOME"), path("data")},
        {QStringLiteral("XDG_CONFIG_HOME"), path("config")}, {QStringLiteral("XDG_RUNTIME_DIR"), path("run")},
        {QStringLiteral("KUBECONFIG"), QString()}};
}

} // namespace tests
