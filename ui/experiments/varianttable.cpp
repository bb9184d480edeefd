// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/varianttable.h"

#include "ui/labstyle.h"
#include "ui/widgets/buttonlook.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/tintedrow.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace ui {

namespace {

constexpr int fewestVariantsInSight = 3;
constexpr int leastOfTitle = 6; // letters, as long as the cells leave room for them

} // namespace

VariantTable::VariantTable(QAbstractItemModel &variants, const Theme &theme, QWidget *parent)
    : QTreeView(parent)
{
    setModel(&variants);
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new TintedRow(theme, this));
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setStretchLastSection(false);
    header()->setProperty(LabStyle::besideHeaderWords, TintedRow::besideWords);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    wearSelectionTint(this, theme);
    connect(&variants, &QAbstractItemModel::modelReset, this, &VariantTable::fitColumns);
    connect(&variants, &QAbstractItemModel::dataChanged, this, &VariantTable::fitColumns);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &VariantTable::fitColumns);
}

QSize VariantTable::minimumSizeHint() const
{
    const int row = std::max(sizeHintForRow(0), fontMetrics().height());
    return {
        QTreeView::minimumSizeHint().width(), header()->sizeHint().height() + fewestVariantsInSight * row};
}

void VariantTable::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void VariantTable::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

void VariantTable::fitColumns()
{
    const int leastTitle = leastOfTitle * fontMetrics().averageCharWidth() + 2 * TintedRow::besideWords;
    std::vector<ColumnWish> wishes;
    for (int column = 0; column < header()->count(); ++column) {
        const int title = header()->sectionSizeHint(column);
        const int cells = std::max(sizeHintForColumn(column), header()->minimumSectionSize());
        const int least = std::max(cells, std::min(title, leastTitle));
        wishes.push_back({.natural = std::max(cells, title), .least = least, .forgoes = least - cells});
    }
    const std::vector<int> widths = fittedWidths(wishes, viewport()->width());
    for (int column = 0; column < header()->count(); ++column)
        header()->resizeSection(column, widths[static_cast<std::size_t>(column)]);
}

} // namespace ui
