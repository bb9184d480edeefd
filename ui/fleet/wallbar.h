// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Above the wall when it has the page: what its groups and its colours go by, and what the colours stand for.

#include "ui/fleet/wallgroups.h"
#include "ui/fleet/wallshades.h"

#include <QWidget>

namespace ui {

class Legend;

class WallBar : public QWidget
{
    Q_OBJECT

public:
    explicit WallBar(const Theme &theme, QWidget *parent = nullptr);

signals:
    void groupByChosen(GroupBy groupBy);
    void colorByChosen(ColorBy colorBy);

private:
    Legend *m_legend;
};

} // namespace ui
