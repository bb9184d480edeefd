// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shows the program's log: by level and by words, paused or as it grows, to be copied.

#include "ui/theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace ui {

class LogModel;

class LogPanel : public QWidget
{
    Q_OBJECT

public:
    LogPanel(LogModel &model, const Theme &theme, QWidget *parent = nullptr);

    QSize minimumSizeHint() const override { return {200, 90}; }

protected:
    void changeEvent(QEvent *event) override;

private:
    class Filter;

    QWidget *makeBar();
    QToolButton *addButton(const QString &name, const QString &text, const QString &tip);
    void fitColumns();
    void addEmptyText();
    void showEmptyText();
    void copy();

    LogModel &m_model;
    const Theme &m_theme;
    Filter *m_filter;
    QTreeView *m_list;
    QComboBox *m_level;
    QLineEdit *m_words;
    QLabel *m_empty; ///< why there is no line
};

} // namespace ui
