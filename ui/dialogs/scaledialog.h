// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks how many machines a set or a deployment shall have, or each of several; says meanwhile what that would
// do, for each and for all.

#include "ui/clusterview.h"

#include <QInputDialog>

namespace ui {

class CommandSender;

class ScaleDialog : public QInputDialog
{
    Q_OBJECT

public:
    /// There is at least one target.
    ScaleDialog(const ClusterView &cluster, CommandSender &commands, std::vector<ObjectRef> targets,
        const QString &question, QWidget *window);

private:
    void addChips(int before);
    void foresee(int replicas);
    void showOutlook();

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const std::vector<ObjectRef> m_targets;
    const QString m_question;
    std::vector<std::optional<core::engine::ScaleForecast>> m_forecasts; ///< of the targets
};

} // namespace ui
