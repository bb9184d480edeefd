// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A YAML text to be applied as kubectl apply would. Stays open, with all that was written, until it has
// worked.

#include "ui/commander.h"
#include "ui/theme.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace ui {

class YamlEdit;

class ApplyDialog : public QDialog
{
    Q_OBJECT

public:
    ApplyDialog(Commander &commander, const Theme &theme, QWidget *parent);

private:
    void check();
    void say(const QString &words, bool problem);

    Commander &m_commander;
    const Theme &m_theme;
    YamlEdit *m_yaml;
    QLabel *m_state;
    QPushButton *m_apply;
    quint64 m_sent = 0;
};

} // namespace ui
