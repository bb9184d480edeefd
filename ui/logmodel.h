// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program's own log, the latest lines (docs/window.md W40).

#include "core/base/log.h"

#include <QAbstractTableModel>

#include <deque>

namespace ui {

class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr std::size_t mostLines = 5000;
    enum Column { TimeColumn, LevelColumn, CategoryColumn, TextColumn, columns };
    enum Role { LevelRole = Qt::UserRole };

    explicit LogModel(QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Takes in what was logged meanwhile.
    void refresh();
    /// Nothing changes while it is paused; what is logged comes when it goes on.
    void setPaused(bool paused);
    bool isPaused() const { return m_isPaused; }
    void clear();
    /// "12:34:56.789 warning hollowlab.core.engine: text"
    QString line(int row) const;

private:
    void append(std::vector<core::base::LogLine> lines);

    std::deque<core::base::LogLine> m_lines;
    std::vector<core::base::LogLine> m_aside; ///< while it is paused
    bool m_isPaused = false;
};

/// The number is 0 for what is least, and 2 for an error.
int severity(QtMsgType level);

} // namespace ui
