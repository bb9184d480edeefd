// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The usual numbers of machines beside the box in which one is typed, and a slider on which ten, a hundred
// and a thousand are as far apart. They never take the focus from it.

#include <QWidget>

class QSpinBox;

namespace ui {

class ScaleChips : public QWidget
{
    Q_OBJECT

public:
    /// before: how many are wanted now; most: where the slider ends.
    ScaleChips(QSpinBox &box, int before, int most, QWidget *parent);

private:
    void add(QSpinBox &box, const QString &text, const QString &tip, const std::function<int(int)> &number);
    void addSlider(QSpinBox &box, int most);
};

} // namespace ui
