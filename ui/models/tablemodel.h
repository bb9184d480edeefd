// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A live table with an order and a filter of its own (docs/window.md W1): rows enter, leave and change one by
// one or in blocks, and a reset happens only when the cluster changes. Re-sorting never moves rows more than
// once a second, nor while the user holds the order. ObjectTableModel<T> gives it a type.

#include "core/api/resource.h"
#include "ui/models/cell.h"
#include "ui/models/filter.h"

#include <QAbstractTableModel>
#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <unordered_map>

namespace ui {

class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using Key = core::api::ObjectKey;
    using Object = std::shared_ptr<const void>;
    using AnyColumn = Column<Object>;
    using Now = std::function<core::api::Time()>;

    enum Role { StateRole = Qt::UserRole, SinceRole, PendingRole, ProblemRole };

    struct Update {
        Key key;
        Object object;
    };
    struct Batch {
        std::vector<Update> upserts;
        std::vector<Key> removed;
        std::vector<Key> touched; ///< same object, but its cells may read differently
    };

    TableModel(std::vector<AnyColumn> columns, Now now, QObject *parent = nullptr);
    ~TableModel() override;

    void apply(const Batch &batch);
    /// Another cluster: the only reset.
    void clear();
    void setFilter(const Filter &filter);
    const Filter &filter() const { return m_filter; }
    /// The filter would keep the row.
    bool matches(int row, const Filter &filter) const;
    /// Rows keep their places while they are held, although their sort values change.
    void setOrderHeld(bool held);
    /// Sorts now.
    void refreshOrder();
    /// The order is older than the values that it sorts by.
    bool isOrderStale() const { return m_orderStale; }

    /// A command for this row is under way; the text ("asked 50") is shown in the given column until it is
    /// empty.
    void setPending(const Key &key, const QString &column, const QString &text);
    /// A command for this row failed; shown until it is empty.
    void setProblem(const Key &key, const QString &problem);

    const AnyColumn &column(int index) const { return m_columns[static_cast<std::size_t>(index)]; }
    int columnIndex(const QString &id) const;
    int sortColumn() const { return m_sortColumn; }
    Qt::SortOrder sortOrder() const { return m_sortOrder; }
    int rowOf(const Key &key) const; ///< -1 when it is filtered out or unknown
    bool contains(const Key &key) const { return m_rows.contains(key); }
    const Key &keyAt(int row) const;
    /// The keys of all rows, also of those that are filtered out, in no order.
    std::vector<Key> keys() const;
    const Object &objectAt(int row) const;
    /// Tells objects of one name apart; empty where names are enough.
    virtual std::string uidOf(const Object &object) const;
    /// "key=value", each on a line.
    virtual QString labelsOf(const Object &object) const;
    const Cell &cellAt(const QModelIndex &index) const;
    /// The text of a cell as it reads now.
    QString textAt(const QModelIndex &index) const;
    /// "in 6 s" or "in 1–3 s", of a cell whose text has that in it; else empty.
    QString whenAt(const QModelIndex &index) const;
    /// It reads otherwise than at that time, by its age alone.
    bool hasAgedSince(const QModelIndex &index, core::api::Time before) const;
    core::api::Time now() const { return m_now(); }
    /// The text of a cell, or the words for one that is painted without any.
    QString wordsAt(const QModelIndex &index) const;
    /// "asked 50" while a command for that cell is under way; empty otherwise.
    QString pendingAt(const QModelIndex &index) const;
    QString problemAt(int row) const;
    /// One of its cells says NotReady or Failed.
    bool isFailing(int row) const;
    /// How strongly the cell shall glow because it has just changed: 1 at once, 0 after 800 ms. One that
    /// has become empty does not.
    double flashAt(const QModelIndex &index) const;
    /// The cell has to be painted again for its glow to change, or to be gone. Lasts a little longer than the
    /// glow.
    bool isFading(const QModelIndex &index) const;
    /// Some cell that was looked at may be fading, in sight or not.
    bool isAnyFading() const;
    int total() const { return static_cast<int>(m_rows.size()); }
    int resets() const { return m_resets; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    void multiData(const QModelIndex &index, QModelRoleDataSpan roles) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    /// Around everything that moves rows, so that a view can keep its place.
    void aboutToRearrange();
    void rearranged();
    void countsChanged(int shown, int total);
    void orderStaleChanged(bool stale);
    /// Something was asked for: its cell says more than before.
    void pendingShown();
    /// The user typed a number into an editable cell. The model does not change by it.
    void numberEntered(const core::api::ObjectKey &key, const QString &column, qint64 number);

private:
    struct Row;
    struct Changes;
    using Rows = std::vector<Row *>;

    // tableorder.cpp: which rows are shown, and in which order
    bool comesBefore(const Row *a, const Row *b) const;
    bool passes(Row &row) const;
    bool passes(Row &row, const Filter &filter) const;
    void note(Row &row, Changes &changes);
    void applyChanges(Changes changes);
    void removeFromView(const Rows &leaving);
    void insertIntoView(Rows entering);
    void arrange(Rows order);
    void renumber();
    void announceChanged(const Rows &changed);
    void setOrderStale(bool stale);
    void reorderWhenAllowed();

    Row &rowFor(const Key &key);
    Row &row(int position) const { return *m_visible[static_cast<std::size_t>(position)]; }
    QString tipAt(const QModelIndex &index) const;
    QString spokenAt(const QModelIndex &index) const;
    void ensureCells(Row &row) const;
    void repaintRow(const Row &row);

    std::vector<AnyColumn> m_columns;
    Now m_now;
    std::unordered_map<Key, std::unique_ptr<Row>> m_rows;
    Rows m_visible; ///< in the order shown; each row knows its position here
    Filter m_filter;
    int m_sortColumn = 0;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_orderStale = false;
    bool m_orderHeld = false;
    int m_resets = 0;
    QElapsedTimer m_alive;
    mutable qint64 m_lastChangeAt = 0; ///< of any cell, ms
    QElapsedTimer m_sinceReorder;
    QTimer m_reorderTimer;
};

} // namespace ui
