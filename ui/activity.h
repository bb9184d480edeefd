// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was done in this window, the newest first (docs/window.md W39): each with how it went, what takes it
// back as long as there is something to take back, and the line for kubectl.

#include "ui/commandsender.h"

#include <QAbstractTableModel>

#include <deque>

namespace ui {

class Activity : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int mostEntries = 200; ///< older ones are forgotten
    enum Column { WhenColumn, WhatColumn, OutcomeColumn, UndoColumn, columns };

    Activity(const ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "Scale back to 3"; empty when there is nothing to take back, or no way to.
    QString undoText(int row) const;
    void undo(int row);
    /// The line is empty for what kubectl can't do.
    QString kubectl(int row) const;
    /// What can be taken back may be different now.
    void clusterChanged(const core::engine::ChangeSet &changes);

private:
    struct Entry {
        quint64 id = 0;
        core::api::Time at;
        Deed deed;
        QString kubectl;
        bool isOver = false;
        bool wentWell = false;
        QString outcome;
        QString shownUndo;
    };

    void add(quint64 id, const Deed &deed);
    void finish(quint64 id, const core::engine::CommandResult<> &result);
    QString undoNow(const Entry &entry) const;
    const Entry &entryAt(int row) const { return m_entries[static_cast<std::size_t>(row)]; }

    const ClusterView &m_cluster;
    std::deque<Entry> m_entries; ///< the newest first
};

} // namespace ui
