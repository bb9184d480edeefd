// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A few choices side by side of which one holds.

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace ui {

class Segments : public QWidget
{
    Q_OBJECT

public:
    explicit Segments(QWidget *parent = nullptr);

    /// The choices have the numbers 0, 1, … in the order of being added; the first one holds at first.
    QToolButton *add(const QString &name, const QString &text, const QString &tip);
    int chosen() const;
    /// Tells nobody.
    void choose(int choice);

signals:
    void chosenByUser(int choice);

private:
    QHBoxLayout *m_line;
    QButtonGroup *m_buttons;
};

} // namespace ui
