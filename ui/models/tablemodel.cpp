// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablemodel.h"

#include "ui/format.h"
#include "ui/models/tablerow.h"

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qint64 flashTime = 800; // ms
constexpr qint64 fadeSlack = 200; // ms: long enough for the last repaint

bool isAhead(const Cell &cell, core::api::Time now)
{
    return cell.ready && cell.ready->second > now;
}

bool isEmpty(const Cell &cell)
{
    return cell.text.isEmpty() && cell.state == State::None && !cell.since;
}

QString whenOf(const Cell &cell, core::api::Time now)
{
    if (isAhead(cell, now))
        return spanText(std::max(cell.ready->first, now) - now, cell.ready->second - now);
    return cell.due ? whenText(*cell.due, now) : QString();
}

} // namespace

TableModel::TableModel(std::vector<AnyColumn> columns, Now now, QObject *parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
    , m_now(std::move(now))
{
    m_alive.start();
    m_reorderTimer.setSingleShot(true);
    connect(&m_reorderTimer, &QTimer::timeout, this, [this] {
        if (!m_orderHeld)
            refreshOrder();
    });
}

TableModel::~TableModel() = default;

TableModel::Row &TableModel::rowFor(const Key &key)
{
    std::unique_ptr<Row> &row = m_rows[key];
    if (!row) {
        row = std::make_unique<Row>();
        row->key = key;
    }
    return *row;
}

int TableModel::columnIndex(const QString &id) const
{
    const auto found = std::ranges::find(m_columns, id, &AnyColumn::id);
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

int TableModel::rowOf(const Key &key) const
{
    const auto found = m_rows.find(key);
    return found == m_rows.end() ? -1 : found->second->position;
}

const TableModel::Key &TableModel::keyAt(int position) const
{
    return row(position).key;
}

std::vector<TableModel::Key> TableModel::keys() const
{
    std::vector<Key> keys;
    keys.reserve(m_rows.size());
    for (const auto &[key, row] : m_rows)
        keys.push_back(key);
    return keys;
}

const TableModel::Object &TableModel::objectAt(int position) const
{
    return row(position).object;
}

std::string TableModel::uidOf(const Object &) const
{
    return {};
}

QString TableModel::labelsOf(const Object &) const
{
    return {};
}

void TableModel::ensureCells(Row &row) const
{
    if (row.cellsCurrent)
        return;
    std::vector<Cell> cells;
    cells.reserve(m_columns.size());
    for (const AnyColumn &column : m_columns)
        cells.push_back(column.cell(row.object));
    row.changedAt.resize(cells.size());
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (cells[i].text == row.cells[i].text && cells[i].state == row.cells[i].state)
            continue;
        m_lastChangeAt = m_alive.elapsed() + 1;
        row.changedAt[i] = isEmpty(cells[i]) ? 0 : m_lastChangeAt;
    }
    row.cells = std::move(cells);
    row.cellsCurrent = true;
}

const Cell &TableModel::cellAt(const QModelIndex &index) const
{
    Row &shown = row(index.row());
    ensureCells(shown);
    return shown.cells[static_cast<std::size_t>(index.column())];
}

QString TableModel::textAt(const QModelIndex &index) const
{
    const Cell &cell = cellAt(index);
    if (isAhead(cell, m_now()))
        return tr("Ready %1").arg(whenAt(index));
    if (cell.due)
        return QString(cell.text).replace(u"{when}"_s, whenAt(index));
    if (!cell.since)
        return cell.text;
    const QString age = ageText(m_now() - *cell.since);
    return cell.text.isEmpty() ? age : cell.text + u' ' + age;
}

QString TableModel::whenAt(const QModelIndex &index) const
{
    return whenOf(cellAt(index), m_now());
}

bool TableModel::hasAgedSince(const QModelIndex &index, core::api::Time before) const
{
    const Cell &cell = cellAt(index);
    if (cell.due || cell.ready)
        return whenOf(cell, before) != whenOf(cell, m_now());
    return cell.since && ageText(before - *cell.since) != ageText(m_now() - *cell.since);
}

QString TableModel::pendingAt(const QModelIndex &index) const
{
    const Row &shown = row(index.row());
    return shown.pendingColumn == column(index.column()).id ? shown.pending : QString();
}

QString TableModel::problemAt(int position) const
{
    return row(position).problem;
}

bool TableModel::isFailing(int position) const
{
    Row &shown = row(position);
    ensureCells(shown);
    return std::ranges::any_of(shown.cells,
        [](const Cell &cell) { return cell.state == State::NotReady || cell.state == State::Failed; });
}

double TableModel::flashAt(const QModelIndex &index) const
{
    Row &shown = row(index.row());
    ensureCells(shown);
    const qint64 at = shown.changedAt[static_cast<std::size_t>(index.column())];
    const qint64 age = m_alive.elapsed() - at;
    return at == 0 || age >= flashTime ? 0 : std::min(1.0, 1 - static_cast<double>(age) / flashTime);
}

bool TableModel::isFading(const QModelIndex &index) const
{
    Row &shown = row(index.row());
    ensureCells(shown);
    const qint64 at = shown.changedAt[static_cast<std::size_t>(index.column())];
    return at != 0 && m_alive.elapsed() - at < flashTime + fadeSlack;
}

bool TableModel::isAnyFading() const
{
    return m_lastChangeAt != 0 && m_alive.elapsed() - m_lastChangeAt < flashTime + fadeSlack;
}

void TableModel::repaintRow(const Row &row)
{
    if (row.position >= 0)
        emit dataChanged(index(row.position, 0), index(row.position, columnCount() - 1));
}

void TableModel::setPending(const Key &key, const QString &columnId, const QString &text)
{
    const auto found = m_rows.find(key);
    if (found == m_rows.end())
        return;
    found->second->pendingColumn = columnId;
    found->second->pending = text;
    repaintRow(*found->second);
    if (!text.isEmpty())
        emit pendingShown();
}

void TableModel::setProblem(const Key &key, const QString &problem)
{
    const auto found = m_rows.find(key);
    if (found == m_rows.end())
        return;
    found->second->problem = problem;
    repaintRow(*found->second);
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_visible.size());
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString TableModel::wordsAt(const QModelIndex &index) const
{
    const auto &words = column(index.column()).words;
    return words ? words(objectAt(index.row())) : textAt(index);
}

QString TableModel::tipAt(const QModelIndex &index) const
{
    const QString problem = problemAt(index.row());
    if (!problem.isEmpty())
        return problem;
    if (column(index.column()).words)
        return column(index.column()).words(objectAt(index.row()));
    const Cell &cell = cellAt(index);
    return cell.since && cell.tip.isEmpty() ? dateTimeText(*cell.since) : cell.tip;
}

QString TableModel::spokenAt(const QModelIndex &index) const
{
    if (column(index.column()).words)
        return column(index.column()).words(objectAt(index.row()));
    const Cell &cell = cellAt(index);
    QString words = cell.spoken.isEmpty() ? textAt(index) : cell.spoken;
    if (cell.state != State::None && !words.contains(wordOf(cell.state)))
        words = wordOf(cell.state) + u' ' + words;
    const QString pending = pendingAt(index);
    return pending.isEmpty() ? words : words + u", "_s + pending;
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index);
    case Qt::EditRole:
        return cellAt(index).text;
    case Qt::ToolTipRole:
        return tip(tipAt(index));
    case Qt::AccessibleTextRole:
        return spokenAt(index);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (column(index.column()).numeric ? Qt::AlignRight : Qt::AlignLeft));
    case StateRole:
        return static_cast<int>(cellAt(index).state);
    case SinceRole:
        return cellAt(index).since.has_value();
    case PendingRole:
        return pendingAt(index);
    case ProblemRole:
        return problemAt(index.row());
    default:
        return {};
    }
}

void TableModel::multiData(const QModelIndex &index, QModelRoleDataSpan roles) const
{
    for (QModelRoleData &role : roles)
        role.setData(data(index, role.role()));
}

bool TableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    if (role != Qt::EditRole || !isNumber || !(flags(index) & Qt::ItemIsEditable))
        return false;
    emit numberEntered(keyAt(index.row()), column(index.column()).id, number);
    return false; // the watch will bring the new value, not we
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return column(section).title;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (column(section).numeric ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

Qt::ItemFlags TableModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags shown = QAbstractTableModel::flags(index);
    return index.isValid() && column(index.column()).editable ? shown | Qt::ItemIsEditable : shown;
}

} // namespace ui
