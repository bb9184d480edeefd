// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A user's home for programs under test, empty at first and gone with its object: nothing of who runs the
// test is read or written, and no kubeconfig of theirs.

#include <QMap>
#include <QTemporaryDir>

namespace tests {

class Home
{
public:
    Home();

    /// The home itself, or what is below it.
    QString path(const char *below = "") const;
    /// Bring a program to this home when added to its environment.
    QMap<QString, QString> variables() const;

private:
    QTemporaryDir m_directory;
};

} // namespace tests
