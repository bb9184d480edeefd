// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The row of one action's key in the page of settings. A key that is somebody else's is asked about right
// there: who has it, and whether it shall be taken over.

#include "ui/dialogs/settingrow.h"
#include "ui/keys.h"

class QPushButton;

namespace ui {

class KeyField;

class KeyRow : public SettingRow
{
    Q_OBJECT

public:
    /// section is found as well.
    KeyRow(QAction &action, Keys &keys, const QString &section, const Theme &theme, QWidget *parent);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addQuestion();
    void showKey();
    void choose(const QKeySequence &key);
    void tell(const QString &words, bool mayTakeOver);
    void takeOver();

    QAction &m_action;
    Keys &m_keys;
    const QString m_section;
    KeyField *m_field;
    QWidget *m_question;
    QLabel *m_words;
    QPushButton *m_takeOver;
    QKeySequence m_asked;
};

} // namespace ui
