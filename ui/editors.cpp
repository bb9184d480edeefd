// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors.h"

#include "ui/dialogs/objecteditor.h"
#include "ui/provider/configdialog.h"

namespace ui {

namespace {

/// Shows the dialog in which that draft is being written, if there is one.
bool showsDraft(const QWidget &window, const QString &name)
{
    for (EditorDialog *editor : window.findChildren<EditorDialog *>()) {
        if (editor->holdsDraft(name)) {
            editor->activateWindow();
            return true;
        }
    }
    return false;
}

} // namespace

Editors::Editors(const ClusterView &cluster, CommandSender &commands, const Theme &theme,
    std::function<Drafts()> drafts, QWidget &window)
    : m_cluster(cluster)
    , m_commands(commands)
    , m_theme(theme)
    , m_drafts(std::move(drafts))
    , m_window(window)
{
}

void Editors::editConfig(const ObjectRef &target)
{
    if (showsDraft(m_window, ConfigDialog::draftNameOf(target)))
        return;
    std::erase_if(m_configDialogs, [](const QPointer<ConfigDialog> &dialog) { return dialog.isNull(); });
    auto *dialog = new ConfigDialog(m_cluster, m_commands, m_theme, target, &m_window, m_drafts());
    m_configDialogs.emplace_back(dialog);
    dialog->show();
}

void Editors::editYaml(const ObjectRef &object)
{
    for (ObjectEditor *editor : m_window.findChildren<ObjectEditor *>()) {
        if (editor->object() == object)
            return editor->activateWindow();
    }
    (new ObjectEditor(m_commands, m_theme, m_drafts(), object, &m_window))->show();
}

void Editors::applyYaml(const ApplyDialog::Proposal &proposal)
{
    if (!showsDraft(m_window, ApplyDialog::draftNameOf(proposal)))
        (new ApplyDialog(m_commands, m_theme, m_drafts(), &m_window, proposal))->show();
}

void Editors::clusterChanged()
{
    for (const auto &dialog : m_configDialogs) {
        if (dialog)
            dialog->clusterChanged();
    }
    for (ObjectEditor *editor : m_window.findChildren<ObjectEditor *>(QString(), Qt::FindDirectChildrenOnly))
        editor->clusterChanged(m_cluster);
}

} // namespace ui
