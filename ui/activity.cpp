// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/activity.h"

#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/spoken.h"
#include "ui/state.h"

#include <QGuiApplication>
#include <QLocale>
#include <QPalette>

#include <algorithm>

namespace ui {

namespace {

/// In English the first word is a verb. Elsewhere it may be a name, which keeps its letters.
QString sentenceBegin(QString words)
{
    const auto language = QLocale().language();
    const bool beginsWithVerb = language == QLocale::English || language == QLocale::C;
    if (beginsWithVerb && !words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

/// Those of another day begin with the date.
QVariant timeAlignment()
{
    return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignRight);
}

} // namespace

Activity::Activity(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QAbstractTableModel(parent)
    , m_cluster(cluster)
{
    connect(&commands, &CommandSender::ordered, this, &Activity::add);
    connect(&commands, &CommandSender::settled, this, &Activity::finish);
}

int Activity::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int Activity::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant Activity::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == WhenColumn)
        return timeAlignment();
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[] = {tr("Time"), tr("What"), tr("Outcome"), tr("To take it back")};
    return titles[section];
}

QVariant Activity::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry &entry = entryAt(index.row());
    const bool failed = entry.isOver && !entry.wentWell;
    if (role == Qt::DecorationRole && index.column() == OutcomeColumn) {
        const bool isDark = QGuiApplication::palette().color(QPalette::Base).lightness() < 128;
        return iconOf(failed ? State::Failed : entry.isOver ? State::Ready : State::Provisioning, isDark);
    }
    if (role == Qt::TextAlignmentRole && index.column() == WhenColumn)
        return timeAlignment();
    if (role == Qt::ToolTipRole && index.column() != WhenColumn)
        return tip(data(index, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case WhenColumn:
        return momentText(entry.at, m_cluster.present());
    case WhatColumn:
        return sentenceBegin(entry.deed.doing);
    case OutcomeColumn:
        return entry.isOver ? entry.outcome : tr("under way");
    case UndoColumn:
        return entry.shownUndo;
    default:
        return {};
    }
}

void Activity::add(quint64 id, const Deed &deed)
{
    while (m_entries.size() >= static_cast<std::size_t>(mostEntries)) {
        beginRemoveRows({}, rowCount() - 1, rowCount() - 1);
        m_entries.pop_back();
        endRemoveRows();
    }
    beginInsertRows({}, 0, 0);
    m_entries.push_front({id, m_cluster.present(), deed, kubectlLine(m_cluster.kubectl(), deed.command),
        false, false, {}, {}});
    endInsertRows();
}

void Activity::finish(quint64 id, const core::engine::CommandResult<> &result)
{
    const auto found =
        std::ranges::find_if(m_entries, [id](const Entry &entry) { return entry.id == id && !entry.isOver; });
    if (found == m_entries.end())
        return;
    found->isOver = true;
    found->wentWell = result.has_value();
    found->outcome =
        result ? withFaultText(spoken(*result), *result, m_cluster.present()) : spoken(result.error().says);
    found->shownUndo = undoNow(*found);
    const int row = static_cast<int>(found - m_entries.begin());
    emit dataChanged(index(row, 0), index(row, columns - 1));
}

/// The watch may be behind the answer: what it has yet to show can be taken back all the same.
QString Activity::undoNow(const Entry &entry) const
{
    const bool isPossible = entry.isOver && entry.wentWell && entry.deed.undo
        && (!entry.deed.isDone || entry.deed.isDone(m_cluster));
    return isPossible ? entry.deed.undoText : QString();
}

QString Activity::undoText(int row) const
{
    return row >= 0 && row < rowCount() ? undoNow(entryAt(row)) : QString();
}

void Activity::undo(int row)
{
    if (undoText(row).isEmpty())
        return;
    const auto undo = entryAt(row).deed.undo; // the list grows meanwhile
    undo();
}

QString Activity::kubectl(int row) const
{
    return row >= 0 && row < rowCount() ? entryAt(row).kubectl : QString();
}

/// What was done to another cluster can't be taken back.
void Activity::clusterChanged(const core::engine::ChangeSet &changes)
{
    for (int row = 0; row < rowCount(); ++row) {
        Entry &entry = m_entries[static_cast<std::size_t>(row)];
        if (changes.reset) {
            entry.deed.undo = nullptr;
            if (!std::exchange(entry.isOver, true))
                entry.outcome = tr("The cluster was exchanged before it answered.");
        }
        const QString undo = undoNow(entry);
        if (undo != entry.shownUndo || changes.reset) {
            entry.shownUndo = undo;
            emit dataChanged(index(row, OutcomeColumn), index(row, UndoColumn));
        }
    }
}

} // namespace ui
