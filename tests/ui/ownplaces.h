// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings and data of a window in the test's process: in a folder that is gone with its object.

#include <QTemporaryDir>

namespace tests {

class OwnPlaces
{
public:
    OwnPlaces()
    {
        if (!m_folder.isValid())
            qFatal("no folder for settings and data: %s", qPrintable(m_folder.errorString()));
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
    }

    QString path(const QString &below) const { return m_folder.filePath(below); }

private:
    QTemporaryDir m_folder;
};

} // namespace tests
