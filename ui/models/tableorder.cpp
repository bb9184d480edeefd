// SPDX-License-Identifier: GPL-3.0-or-later
// The part of TableModel that decides which rows are shown and in which order, and tells the views.
#include "ui/models/tablerow.h"

#include <QLocale>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr int reorderEvery = 1000; // ms
/// More separate blocks than this are brought together first, since every signal costs a view time.
constexpr std::size_t manyBlocks = 24;

/// Calls block(first, last) for every run of neighbours among the sorted positions, the last run first.
template<typename Block>
void forBlocksBackwards(const std::vector<int> &positions, Block block)
{
    for (std::size_t end = positions.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && positions[begin - 1] + 1 == positions[begin])
            --begin;
        block(positions[begin], positions[end - 1]);
        end = begin;
    }
}

std::size_t countBlocks(const std::vector<int> &positions)
{
    std::size_t blocks = 0;
    forBlocksBackwards(positions, [&](int, int) { ++blocks; });
    return blocks;
}

std::size_t countDistinct(std::vector<int> sorted)
{
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

} // namespace

bool TableModel::comesBefore(const Row *a, const Row *b) const
{
    const auto order = a->sortKey <=> b->sortKey;
    if (order == 0)
        return a->key < b->key;
    return m_sortOrder == Qt::AscendingOrder ? order < 0 : order > 0;
}

bool TableModel::matches(int position, const Filter &filter) const
{
    return passes(row(position), filter);
}

bool TableModel::passes(Row &row) const
{
    return passes(row, m_filter);
}

bool TableModel::passes(Row &row, const Filter &filter) const
{
    if (filter.isEmpty())
        return true;
    ensureCells(row);
    const auto textOf = [&](std::size_t index) {
        const QString shown = row.cells[index].text.toLower();
        QString typed = shown;
        if (column(static_cast<int>(index)).numeric)
            typed.remove(QLocale().groupSeparator());
        return typed == shown ? shown : shown + u'\n' + typed;
    };
    if (row.lower.isEmpty()) {
        for (std::size_t index = 0; index < row.cells.size(); ++index) {
            const State state = row.cells[index].state;
            row.lower +=
                textOf(index) + u'\n' + (state == State::None ? QString() : wordOf(state).toLower()) + u'\n';
        }
    }
    return filter.accepts(row.lower, [&](const QString &id) {
        if (id == Filter::labels)
            return labelsOf(row.object).toLower();
        const int index = columnIndex(id);
        if (index < 0)
            return QString();
        const auto cell = static_cast<std::size_t>(index);
        return textOf(cell) + u' ' + wordOf(row.cells[cell].state).toLower();
    });
}

void TableModel::apply(const Batch &batch)
{
    Changes changes;
    std::vector<std::unique_ptr<Row>> dropped; // live until the views have let go of them
    const auto drop = [&](const Key &key) {
        auto node = m_rows.extract(key);
        if (node.empty())
            return;
        if (node.mapped()->position >= 0)
            changes.leaving.push_back(node.mapped().get());
        dropped.push_back(std::move(node.mapped()));
    };
    std::ranges::for_each(batch.removed, drop);
    for (const Update &update : batch.upserts) {
        Row *row = &rowFor(update.key);
        // Deleted and made anew between two batches: another object, which has only the name of the old one.
        if (!row->isNew && uidOf(row->object) != uidOf(update.object)) {
            drop(update.key);
            row = &rowFor(update.key);
        }
        row->object = update.object;
        note(*row, changes);
    }
    for (const Key &key : batch.touched) {
        const auto found = m_rows.find(key);
        if (found != m_rows.end())
            note(*found->second, changes);
    }
    applyChanges(std::move(changes));
}

void TableModel::note(Row &row, Changes &changes)
{
    row.cellsCurrent = false;
    row.lower.clear();
    SortKey sortKey = column(m_sortColumn).sortKey(row.object);
    if (sortKey != row.sortKey) {
        changes.orderChanged |= !row.isNew;
        row.sortKey = std::move(sortKey);
    }
    row.isNew = false;
    const bool shown = row.position >= 0;
    const bool passing = passes(row);
    if (shown)
        (passing ? changes.changed : changes.leaving).push_back(&row);
    else if (passing)
        changes.entering.push_back(&row);
}

void TableModel::applyChanges(Changes changes)
{
    // A row may be noted twice, because it changed and because another object touched it.
    for (Rows *rows : {&changes.entering, &changes.leaving}) {
        std::sort(rows->begin(), rows->end());
        rows->erase(std::unique(rows->begin(), rows->end()), rows->end());
    }
    const bool moves = !changes.leaving.empty() || !changes.entering.empty();
    if (moves)
        emit aboutToRearrange();
    removeFromView(changes.leaving);
    insertIntoView(std::move(changes.entering));
    if (moves)
        emit rearranged();
    announceChanged(changes.changed);
    if (changes.orderChanged) {
        setOrderStale(true);
        reorderWhenAllowed();
    }
    if (moves)
        emit countsChanged(rowCount(), total());
}

void TableModel::clear()
{
    beginResetModel();
    m_visible.clear();
    m_rows.clear();
    ++m_resets;
    endResetModel();
    setOrderStale(false);
    emit countsChanged(0, 0);
}

void TableModel::setFilter(const Filter &filter)
{
    m_filter = filter;
    Changes changes;
    for (const auto &[key, row] : m_rows) {
        const bool passing = passes(*row);
        if (row->position >= 0 && !passing)
            changes.leaving.push_back(row.get());
        else if (row->position < 0 && passing)
            changes.entering.push_back(row.get());
    }
    applyChanges(std::move(changes));
}

void TableModel::removeFromView(const Rows &leaving)
{
    if (leaving.empty())
        return;
    std::vector<int> positions;
    for (const Row *row : leaving)
        positions.push_back(row->position);
    std::sort(positions.begin(), positions.end());
    if (countBlocks(positions) > manyBlocks) {
        Rows order = m_visible;
        std::stable_partition(order.begin(), order.end(),
            [&](const Row *row) { return !std::ranges::binary_search(positions, row->position); });
        arrange(std::move(order));
        std::iota(positions.begin(), positions.end(), rowCount() - static_cast<int>(positions.size()));
    }
    forBlocksBackwards(positions, [this](int first, int last) {
        beginRemoveRows({}, first, last);
        for (int i = first; i <= last; ++i)
            row(i).position = -1;
        m_visible.erase(m_visible.begin() + first, m_visible.begin() + last + 1);
        renumber();
        endRemoveRows();
    });
}

void TableModel::insertIntoView(Rows entering)
{
    if (entering.empty())
        return;
    const auto before = [this](const Row *a, const Row *b) { return comesBefore(a, b); };
    std::sort(entering.begin(), entering.end(), before);
    // While the order is stale a place is only nearly right; the next sort mends it. It never goes backwards
    // here.
    std::vector<int> places;
    int place = 0;
    for (const Row *row : entering) {
        const auto found = std::upper_bound(m_visible.begin(), m_visible.end(), row, before);
        place = std::max(place, static_cast<int>(found - m_visible.begin()));
        places.push_back(place);
    }
    if (countDistinct(places) > manyBlocks) {
        Rows order;
        order.reserve(m_visible.size() + entering.size());
        for (std::size_t i = 0, next = 0; i <= m_visible.size(); ++i) {
            while (next < entering.size() && places[next] == static_cast<int>(i))
                order.push_back(entering[next++]);
            if (i < m_visible.size())
                order.push_back(m_visible[i]);
        }
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(entering.size()) - 1);
        m_visible.insert(m_visible.end(), entering.begin(), entering.end());
        renumber();
        endInsertRows();
        arrange(std::move(order));
        return;
    }
    for (std::size_t end = entering.size(); end > 0;) {
        std::size_t begin = end - 1;
        while (begin > 0 && places[begin - 1] == places[begin])
            --begin;
        const int first = places[begin];
        const auto from = entering.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = entering.begin() + static_cast<std::ptrdiff_t>(end);
        beginInsertRows({}, first, first + static_cast<int>(end - begin) - 1);
        m_visible.insert(m_visible.begin() + first, from, to);
        renumber();
        endInsertRows();
        end = begin;
    }
}

void TableModel::arrange(Rows order)
{
    if (order == m_visible)
        return;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<Row *> rows;
    for (const QModelIndex &index : from)
        rows.push_back(&row(index.row()));
    m_visible = std::move(order);
    renumber();
    QModelIndexList to;
    to.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i)
        to.append(index(rows[static_cast<std::size_t>(i)]->position, from[i].column()));
    changePersistentIndexList(from, to);
    emit layoutChanged({}, VerticalSortHint);
}

void TableModel::renumber()
{
    int position = 0;
    for (Row *row : m_visible)
        row->position = position++;
}

void TableModel::announceChanged(const Rows &changed)
{
    std::vector<int> positions;
    for (const Row *row : changed) {
        if (row->position >= 0)
            positions.push_back(row->position);
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    const auto announce = [this](int first, int last) {
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
    };
    // To look at a row once more costs a view less than to be told of it alone.
    if (countBlocks(positions) > manyBlocks)
        announce(positions.front(), positions.back());
    else
        forBlocksBackwards(positions, announce);
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= columnCount())
        return;
    m_sortColumn = column;
    m_sortOrder = order;
    for (const auto &[key, row] : m_rows)
        row->sortKey = this->column(column).sortKey(row->object);
    refreshOrder();
}

void TableModel::refreshOrder()
{
    Rows order = m_visible;
    std::sort(order.begin(), order.end(), [this](const Row *a, const Row *b) { return comesBefore(a, b); });
    m_sinceReorder.start();
    m_reorderTimer.stop();
    setOrderStale(false);
    if (order == m_visible)
        return;
    emit aboutToRearrange();
    arrange(std::move(order));
    emit rearranged();
}

void TableModel::setOrderHeld(bool held)
{
    m_orderHeld = held;
    if (!held && m_orderStale)
        reorderWhenAllowed();
}

void TableModel::setOrderStale(bool stale)
{
    if (stale == m_orderStale)
        return;
    m_orderStale = stale;
    emit orderStaleChanged(stale);
}

void TableModel::reorderWhenAllowed()
{
    if (m_orderHeld || m_reorderTimer.isActive())
        return;
    const qint64 passed = m_sinceReorder.isValid() ? m_sinceReorder.elapsed() : reorderEvery;
    if (passed >= reorderEvery)
        return refreshOrder();
    m_reorderTimer.start(static_cast<int>(reorderEvery - passed));
}

} // namespace ui
