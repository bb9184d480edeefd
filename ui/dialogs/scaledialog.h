// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks how many machines a set or a deployment shall have, or each of several; says meanwhile what that would
// do, for each and for all.

#include "ui/clusterview.h"

#include <QInputDialog>

namespace ui {

class CommandSender;
class ScalePreview;

class ScaleDialog : public QInputDialog
{
    Q_OBJECT

public:
    /// There is at least one target.
    ScaleDialog(const ClusterView &cluster, CommandSender &commands, std::vector<ObjectRef> targets,
        const QString &question, QWidget *window);

    /// What is too much is not accepted.
    void done(int result) override;

private:
    void addChips(int before);
    void foresee(int replicas);

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const QString m_question;
    const std::vector<ObjectRef> m_targets;
    ScalePreview *m_preview;
};

} // namespace ui
