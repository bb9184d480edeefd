// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/changetable.h"

#include <QHeaderView>

namespace ui {

namespace {

constexpr int mostRowsInSight = 10;
constexpr int fewestRowsInSight = 3;

} // namespace

ChangeTable::ChangeTable(QWidget *parent) : QTreeWidget(parent)
{
    header()->setSectionResizeMode(QHeaderView::Stretch);
    setUniformRowHeights(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    for (const auto changes : {&QTreeWidget::itemExpanded, &QTreeWidget::itemCollapsed})
        connect(this, changes, this, &QTreeWidget::updateGeometry);
    hide();
}

void ChangeTable::showRows()
{
    setEnabled(true);
    show();
    updateGeometry();
}

QSize ChangeTable::sizeHint() const
{
    return {QTreeWidget::sizeHint().width(), heightOf(mostRowsInSight)};
}

QSize ChangeTable::minimumSizeHint() const
{
    return {QTreeWidget::minimumSizeHint().width(), heightOf(fewestRowsInSight)};
}

int ChangeTable::heightOf(int mostRows) const
{
    int rows = 0;
    for (const QTreeWidgetItem *row = topLevelItem(0); row && rows < mostRows; row = itemBelow(row))
        ++rows;
    return header()->sizeHint().height() + rows * sizeHintForRow(0) + 2 * frameWidth();
}

} // namespace ui
