// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A headless hollowlab in a process of its own, ended with the object.

#include "core/base/result.h"

#include <QProcess>
#include <QUrl>

namespace bench {

class LabProcess
{
public:
    LabProcess() = default;
    ~LabProcess();

    /// Starts the binary beside the benchmark's build and waits for its ready line.
    core::base::Result<> start(const QStringList &arguments);
    const QString &server() const { return m_server; }
    const QString &kubeconfig() const { return m_kubeconfig; }
    std::int64_t processId() const { return m_process.processId(); }

private:
    QProcess m_process;
    QString m_server;
    QString m_kubeconfig;
};

/// What the kubeconfig of a lab, or of a control plane of our own, says of its only cluster.
struct Access {
    QUrl server;
    QString token;
    QByteArray caPem;
};
core::base::Result<Access> readAccess(const QString &kubeconfig);

} // namespace bench
