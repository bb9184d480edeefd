// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The usual numbers of machines beside the box in which one is typed. They never take the focus from it.

#include <QWidget>

class QSpinBox;

namespace ui {

class ScaleChips : public QWidget
{
    Q_OBJECT

public:
    /// before: how many are wanted now.
    ScaleChips(QSpinBox &box, int before, QWidget *parent);

private:
    void add(QSpinBox &box, const QString &text, const QString &tip, const std::function<int(int)> &number);
};

} // namespace ui
