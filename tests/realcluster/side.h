// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One of the two servers that are compared, and how it is asked: by kubectl, or in bytes over TLS.

#include "core/client/clusteraccess.h"
#include "tests/realcluster/comparison.h"

#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace tests::comparison {

class Side
{
public:
    /// Reads the kubeconfig; ends the test program when it can't be read. Commands find their kubectl in the
    /// folder of programs.
    Side(const QString &kubeconfig, QString programs);

    /// Commands are about this namespace from now on; nothing is kept of what was before.
    void enter(const QString &ns);
    /// Sends it; answer() waits for what comes back, a minute at most.
    void start(const Row &row);
    /// The answer is as it came: the exit code, what was printed and complained of; or code, headers, body.
    QString answer();
    /// The row must succeed; the result says what went wrong.
    QString prepare(const Row &row);

private:
    void startCommand(const Row &row);
    void sendRequest(const Row &row);
    QString filledIn(QString text) const;
    void keepFrom(const QByteArray &json);

    core::client::ClusterAccess m_access;
    QString m_programs;
    QTemporaryDir m_home;
    QMap<QString, QString> m_kept;
    Row m_row;
    std::unique_ptr<QProcess> m_process;
    QString m_response;
};

} // namespace tests::comparison
