// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row of the page of settings: what it is called, a sentence about it, what it is set with, and the way
// back to how it was.

#include "ui/theme.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace ui {

class SettingRow : public QWidget
{
    Q_OBJECT

public:
    SettingRow(const QString &name, const QString &sentence, const Theme &theme, QWidget *parent = nullptr);

    const QString &name() const { return m_nameText; }
    /// Takes its place at the right, and is named after the setting.
    void setControl(QWidget *control);
    /// The widget stands below all the rest.
    void addBelow(QWidget *widget);
    /// Reset is offered while it is another one than at first.
    void setChanged(bool changed);
    /// The remark stands beside the name: what it counts from.
    void setRemark(const QString &remark);
    /// The row is found by these as well, and they are not seen.
    void setTerms(const QString &terms) { m_terms = terms; }
    /// The row is shown if each of the words occurs in it, and marks them.
    void search(const QStringList &words);

signals:
    void resetAsked();

private:
    QString highlighted(const QString &text, const QStringList &words) const;

    const Theme &m_theme;
    const QString m_nameText;
    const QString m_sentenceText;
    QString m_terms;
    QLabel *m_name;
    QLabel *m_sentence;
    QLabel *m_remark;
    QToolButton *m_reset;
    QHBoxLayout *m_line;
    QVBoxLayout *m_column;
};

} // namespace ui
