// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The columns of an ObjectTable and their header (docs/window.md W2): how wide each one is, which of its
// titles has room, and which are shown.

#include "ui/widgets/columnfit.h"

#include <QObject>
#include <QTimer>

class QTableView;

namespace ui {

class CellDelegate;
class TableModel;

/// The header's property holds the ids of the columns that the user has made as wide as they are, so that it
/// is saved with the header's state.
inline constexpr const char *userWidthsProperty = "userWidths";

class TableColumns : public QObject
{
    Q_OBJECT

public:
    TableColumns(QTableView &table, const TableModel &model, const CellDelegate &cells);

    /// Makes the header; the table has its model by then.
    void setUp();
    /// The column's title as the header shows it: the short one where the other has no room.
    QString shownTitle(int column) const;
    /// What is left of the header for the title, px.
    int titleRoom(int column) const;
    /// Looks what the columns need now; they only ever grow while there is room.
    void sample();
    /// Does so within a second; the first time at once.
    void sampleSoon();
    /// Does so at once, and of many calls in a row for the first and after the last one.
    void sampleOnceOfMany();
    /// The rows are others: the next sample begins with the first ones.
    void forgetSample() { m_sampled = false; }
    /// Letters have another size: the columns may also become narrower.
    void measureAnew();
    /// Gives the columns their widths in the room that there is.
    void fit();
    /// Shows every column, or hides again those that were hidden before.
    void toggleAll();

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    /// What the columns need by what some rows have to tell.
    struct Needs {
        std::vector<int> widths; ///< by column, px
        std::vector<bool> hasContent; ///< by column: some cell has words
        bool operator==(const Needs &) const = default;
    };

    Needs needsOf(int firstRow, int endRow) const;
    ColumnWish wishOf(int column, const Needs &needs) const;
    /// The width of the column with that title, px.
    int widthFor(int column, const QString &title) const;
    int leastWidthOfEmpty() const;
    int identityColumn() const;
    int lastPlace() const;
    QStringList userWidths() const;
    void keepUserWidth(int column);
    void showMenu(QPoint position);

    QTableView &m_table;
    const TableModel &m_model;
    const CellDelegate &m_cells;
    std::vector<int> m_hiddenBefore; ///< all columns were asked for
    Needs m_everSeen; ///< while all of it has room columns stay where they are
    Needs m_inSight;
    bool m_sampled = false; ///< these come from content
    bool m_fitting = false;
    bool m_headerPressed = false; ///< the user holds the mouse on the header
    QTimer m_sampleTimer;
};

} // namespace ui
