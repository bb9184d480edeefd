// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Inside TableModel only: a row, and what a batch does to the rows shown.

#include "ui/models/tablemodel.h"

namespace ui {

struct TableModel::Row {
    Key key;
    Object object;
    SortKey sortKey;
    int position = -1; ///< in m_visible, -1 while filtered out
    bool isNew = true;
    bool cellsCurrent = false;
    std::vector<Cell> cells;
    std::vector<qint64> changedAt; ///< per column, ms since the model began; 0: never
    QString lower; ///< all texts in lower case; empty: not made yet
    QString pendingColumn;
    QString pending;
    QString problem;
};

struct TableModel::Changes {
    Rows entering;
    Rows leaving;
    Rows changed;
    bool orderChanged = false;
};

} // namespace ui
