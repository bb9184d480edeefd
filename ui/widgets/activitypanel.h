// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The list of what was done in this window, with the ways back.

#include "ui/theme.h"

#include <QWidget>

class QToolButton;
class QTreeView;

namespace ui {

class Activity;
struct Notice;

class ActivityPanel : public QWidget
{
    Q_OBJECT

public:
    ActivityPanel(Activity &activity, const Theme &theme, QWidget *parent = nullptr);

    QSize minimumSizeHint() const override { return {200, 90}; }

signals:
    void noticed(const ui::Notice &notice);
    /// The user is done with it.
    void left();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void showChosen();
    void offer(QToolButton *button, bool isOffered);
    int chosenRow() const;
    void copy();

    Activity &m_activity;
    QTreeView *m_list;
    QToolButton *m_undo;
    QToolButton *m_copy;
};

} // namespace ui
