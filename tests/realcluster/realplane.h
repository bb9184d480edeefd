// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A real control plane (etcd, kube-apiserver, controller manager, scheduler) of a test's own, and Hollow Lab
// beside it. Both end with the object.

#include "tests/support/cluster.h"
#include "tests/support/program.h"

#include <QTemporaryDir>

namespace tests {

class RealPlane
{
public:
    /// Fetches the programs where they are missing, which may take ten minutes. Says what went wrong.
    static QByteArray fetch();
    /// Fetches them and starts them. Says what went wrong; nothing when the API server answers. Besides it
    /// these run: a list for controlplane.sh.
    QByteArray start(const QString &with = QStringLiteral("controller-manager,scheduler"));
    QByteArray startFetched(const QString &with);
    const QString &kubeconfig() const { return m_kubeconfig; }
    /// One of the programs that were fetched: "kubernetes-1.20.2/kubectl".
    static QString program(const QString &path);
    Cluster &cluster() { return *m_cluster; }
    /// CRDs, namespace, RBAC; waits until the kinds are served. Says what went wrong.
    QByteArray installPrerequisites();

    /// Those that make hollowlab work on this control plane, and more.
    QStringList arguments(const QStringList &more = {}) const;
    /// All controllers are on.
    bool startLab(Headless &lab, const QStringList &more = {}) const;
    /// Runs hollowlab for a few seconds; its exit code.
    int runShortly(const QStringList &more) const;

private:
    QTemporaryDir m_directory;
    QMap<QString, QString> m_variables;
    Program m_plane;
    QString m_kubeconfig;
    std::unique_ptr<Cluster> m_cluster;
};

} // namespace tests
