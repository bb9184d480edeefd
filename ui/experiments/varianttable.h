// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of variants: all its columns are in sight, their titles shortened where they must be, and at
// least three rows.

#include "ui/theme.h"

#include <QTreeView>

namespace ui {

class VariantTable : public QTreeView
{
public:
    VariantTable(QAbstractItemModel &variants, const Theme &theme, QWidget *parent);

    QSize sizeHint() const override { return minimumSizeHint(); }
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitColumns();
};

} // namespace ui
