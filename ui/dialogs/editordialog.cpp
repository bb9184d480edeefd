// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/editordialog.h"

#include "ui/dialogs/ask.h"

namespace ui {

namespace {

constexpr int saveAfter = 300; // ms: a few letters at a time (docs/window.md W13)

} // namespace

EditorDialog::EditorDialog(const Drafts &drafts, const QString &draftName, QWidget *parent)
    : QDialog(parent)
    , m_drafts(drafts)
    , m_name(draftName)
{
    m_saveTimer.setSingleShot(true);
    connect(&m_saveTimer, &QTimer::timeout, this, &EditorDialog::saveDraft);
}

EditorDialog::~EditorDialog()
{
    if (m_saveTimer.isActive())
        saveDraft();
}

bool EditorDialog::holdsDraft(const QString &name)
{
    if (name != m_name || m_left)
        return false;
    if (!isWritten())
        leave(Rejected);
    return !m_left;
}

void EditorDialog::keepDraft()
{
    m_unsaved = isWritten() ? draft() : QJsonObject();
    if (!m_saveTimer.isActive())
        m_saveTimer.start(saveAfter);
}

void EditorDialog::saveDraft()
{
    if (m_unsaved.isEmpty())
        m_drafts.forget(m_name);
    else
        m_drafts.keep(m_name, m_unsaved);
}

void EditorDialog::leave(int result)
{
    m_saveTimer.stop();
    m_drafts.forget(m_name);
    m_left = true; // closing rejects once more
    done(result);
}

void EditorDialog::reject()
{
    if (m_left)
        return QDialog::reject();
    if (!isWritten())
        return leave(Rejected);
    ask(this,
        {.title = windowTitle(),
            .text = tr("Discard what you wrote?"),
            .details = {},
            .accept = tr("Discard")},
        [this] { leave(Rejected); });
}

} // namespace ui
