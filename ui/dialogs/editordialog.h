// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A dialog in which something is written. It is not lost: leaving asks, and until it is applied it is kept as
// a draft, which the next dialog of that name begins with.

#include "ui/drafts.h"

#include <QDialog>
#include <QTimer>

class QLabel;

namespace ui {

class EditorDialog : public QDialog
{
    Q_OBJECT

public:
    static constexpr int tryAfter = 400; ///< ms without a letter, until the server tries what is written

    /// Asks first when something was written.
    void reject() override;
    /// Something would be lost if the program ended now.
    bool wouldLose() const { return (m_drafts.isOff() || m_isRefused) && !m_left && isWritten(); }
    /// Whether that draft is, or may be, written here: two dialogs would write over each other's.
    bool isOf(const QString &draftName) const { return draftName == m_name && !m_left; }
    /// Closes when nothing is written in it: another proposal takes its place.
    bool givesWay();

protected:
    EditorDialog(const Drafts &drafts, const QString &draftName, QWidget *parent);
    ~EditorDialog() override;

    virtual bool isWritten() const = 0;
    virtual QJsonObject draft() const = 0;

    QJsonObject foundDraft() const { return m_drafts.find(m_name); }
    /// It is called whenever what is written changes.
    void keepDraft();
    /// What was written is done with.
    void leave(int result);

private:
    core::base::Result<> saveDraft();
    void tellDraft(const core::base::Result<> &saved);
    /// Closes; what was written is found when the same is asked for again.
    void setAside();

    Drafts m_drafts;
    QString m_name;
    QJsonObject m_unsaved;
    QTimer m_saveTimer;
    bool m_left = false;
    bool m_isRefused = false; ///< the draft, when it was last kept
    QLabel *m_refusal = nullptr; ///< none before the first one
};

} // namespace ui
