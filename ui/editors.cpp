// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors.h"

#include "ui/dialogs/objecteditor.h"
#include "ui/provider/configdialog.h"

namespace ui {

namespace {

/// The dialog in which that draft is, or may be, written; null when none is open.
EditorDialog *editorOf(const QWidget &window, const QString &draftName)
{
    for (EditorDialog *editor : window.findChildren<EditorDialog *>()) {
        if (editor->isOf(draftName))
            return editor;
    }
    return nullptr;
}

/// Also when it was minimized, or lies behind others.
void bringForward(EditorDialog &editor)
{
    editor.setWindowState(editor.windowState() & ~Qt::WindowMinimized);
    editor.show();
    editor.raise();
    editor.activateWindow();
}

/// Whether the draft is open already.
bool bringsForward(const QWidget &window, const QString &draftName)
{
    EditorDialog *editor = editorOf(window, draftName);
    if (editor)
        bringForward(*editor);
    return editor != nullptr;
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
    if (bringsForward(m_window, ConfigDialog::draftNameOf(target)))
        return;
    std::erase_if(m_configDialogs, [](const QPointer<ConfigDialog> &dialog) { return dialog.isNull(); });
    auto *dialog = new ConfigDialog(m_cluster, m_commands, m_theme, target, &m_window, m_drafts());
    m_configDialogs.emplace_back(dialog);
    dialog->show();
}

void Editors::editYaml(const ObjectRef &object)
{
    if (bringsForward(m_window, ObjectEditor::draftNameOf(object)))
        return;
    (new ObjectEditor(m_cluster, m_commands, m_theme, m_drafts(), object, &m_window))->show();
}

void Editors::applyYaml(const ApplyDialog::Proposal &proposal)
{
    EditorDialog *open = editorOf(m_window, ApplyDialog::draftNameOf(proposal));
    if (open && !open->givesWay())
        return bringForward(*open);
    (new ApplyDialog(m_cluster, m_commands, m_theme, m_drafts(), &m_window, proposal))->show();
}

void Editors::clusterChanged()
{
    for (const auto &dialog : m_configDialogs) {
        if (dialog)
            dialog->clusterChanged();
    }
    for (ObjectEditor *editor : m_window.findChildren<ObjectEditor *>(QString(), Qt::FindDirectChildrenOnly))
        editor->clusterChanged();
}

} // namespace ui
