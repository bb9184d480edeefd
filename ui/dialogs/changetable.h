// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fields that change, in a table as high as its rows, up to ten of them. Hidden until there is something to
// tell.

#include <QTreeWidget>

namespace ui {

class ChangeTable : public QTreeWidget
{
public:
    explicit ChangeTable(QWidget *parent);

    /// They are of what is written now.
    void showRows();
    /// Something else is written by now: what is shown stays, grey, until the next rows are, so that nothing
    /// moves below who writes.
    void outdate() { setEnabled(false); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

private:
    int heightOf(int mostRows) const;
};

} // namespace ui
