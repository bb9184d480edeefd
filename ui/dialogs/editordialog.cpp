// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/editordialog.h"

#include "ui/dialogs/ask.h"
#include "ui/format.h"

#include <QLabel>
#include <QLayout>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int saveAfter = 300; // ms: a few letters at a time (docs/window.md W13)

} // namespace

EditorDialog::EditorDialog(const Drafts &drafts, const QString &draftName, QWidget *parent)
    : QDialog(parent)
    , m_drafts(drafts)
    , m_name(draftName)
{
    m_saveTimer.setSingleShot(true);
    connect(&m_saveTimer, &QTimer::timeout, this, [this] { tellDraft(saveDraft()); });
}

EditorDialog::~EditorDialog()
{
    if (m_saveTimer.isActive())
        static_cast<void>(saveDraft()); // which logs what is not kept
}

bool EditorDialog::givesWay()
{
    if (!isWritten())
        leave(Rejected);
    return m_left;
}

void EditorDialog::keepDraft()
{
    m_unsaved = isWritten() ? draft() : QJsonObject();
    if (!m_saveTimer.isActive())
        m_saveTimer.start(saveAfter);
}

core::base::Result<> EditorDialog::saveDraft()
{
    if (!m_unsaved.isEmpty())
        return m_drafts.keep(m_name, m_unsaved);
    m_drafts.forget(m_name);
    return {};
}

/// Below all else, where nothing that is written moves.
void EditorDialog::tellDraft(const core::base::Result<> &saved)
{
    m_isRefused = !saved;
    if (m_isRefused && !m_refusal) {
        m_refusal = new QLabel(this);
        m_refusal->setObjectName(u"draftRefusal"_s);
        m_refusal->setTextFormat(Qt::PlainText);
        m_refusal->setWordWrap(true);
        layout()->addWidget(m_refusal);
    }
    if (m_refusal)
        m_refusal->setVisible(m_isRefused);
    if (m_isRefused)
        m_refusal->setText(tr("No draft is kept: what is written here is lost when the program ends. %1")
                               .arg(text(saved.error().message)));
}

void EditorDialog::leave(int result)
{
    m_saveTimer.stop();
    m_drafts.forget(m_name);
    m_left = true; // closing rejects once more
    done(result);
}

void EditorDialog::setAside()
{
    m_unsaved = draft();
    m_saveTimer.stop();
    if (const auto saved = saveDraft(); !saved)
        return tellDraft(saved);
    m_left = true;
    done(Rejected);
}

void EditorDialog::reject()
{
    if (m_left)
        return QDialog::reject();
    if (!isWritten())
        return leave(Rejected);
    ask(
        this,
        {.title = windowTitle(),
            .text = tr("Discard what you wrote?"),
            .details = {},
            .accept = tr("Discard"),
            .other = m_drafts.isOff() ? QString() : tr("Keep for later")},
        [this] { leave(Rejected); }, [this] { setAside(); });
}

} // namespace ui
