// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is wrong with the lab's files, or has changed in the kubeconfig, as notices that stay until they are
// read or over.

#include "ui/clusterview.h"

#include <functional>

class QAction;
class QWidget;

namespace ui {

class Notices;

class ClusterNotices
{
public:
    /// openOther leads to another lab, while it is enabled.
    ClusterNotices(const ClusterView &cluster, Notices &notices, QAction &openOther, QWidget &window);

    /// Tells what has happened to the lab's files since that status, until it is read, and what keeps the lab
    /// from writing, until it is over.
    void showLabTrouble(const core::engine::Status &before);
    /// Tells what the kubeconfig says otherwise now, and asks whether to open what it names; without a way to
    /// do that it is told alone. Empty: it says the same again.
    void tellKubeconfigChange(const QString &what, const std::function<void()> &open);

private:
    const ClusterView &m_cluster;
    Notices &m_notices;
    QAction &m_openOther;
    QWidget &m_window;
};

} // namespace ui
