// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dialogs in which objects are written: each draft is in one of them at most.

#include "ui/dialogs/applydialog.h"
#include "ui/drafts.h"

#include <QPointer>

#include <functional>
#include <vector>

namespace ui {

class ConfigDialog;

class Editors
{
public:
    /// Each dialog asks for the drafts, which are of the cluster that is shown by then.
    Editors(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
        std::function<Drafts()> drafts, QWidget &window);

    void editConfig(const ObjectRef &target);
    void editYaml(const ObjectRef &object);
    void applyYaml(const ApplyDialog::Proposal &proposal);
    /// The dialogs look whether somebody else has written what is edited.
    void clusterChanged();

private:
    const ClusterView &m_cluster;
    CommandSender &m_commands;
    const Theme &m_theme;
    std::function<Drafts()> m_drafts;
    QWidget &m_window;
    std::vector<QPointer<ConfigDialog>> m_configDialogs;
};

} // namespace ui
