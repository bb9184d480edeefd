// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints the cells of a TableModel: shape, text, share bar, ribbon, glow, pending and problem marks; and
// edits numbers.

#include "ui/theme.h"
#include "ui/widgets/ribbon.h"

#include <QStyledItemDelegate>

namespace ui {

class TableModel;

class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int margin = 6; ///< px between a cell's edge and its text

    using PastOf = std::function<std::span<const HealthChange>(const QModelIndex &)>;

    CellDelegate(const TableModel &model, const Theme &theme, QObject *parent);

    /// Ribbon columns show the past of the row's node, and the times shown.
    void setPast(PastOf pastOf, std::function<RibbonTime()> time);
    /// Paints what a ribbon column shows of that row; nothing without one.
    void paintPast(QPainter &painter, const QRect &rect, const QModelIndex &index) const;
    /// A ribbon of that width looks different after that long although nothing has happened.
    core::base::Duration ribbonTimePerPixel(int width) const;
    /// The data is old: everything is painted grey.
    void setDimmed(bool dimmed) { m_dimmed = dimmed; }
    void setMotionReduced(bool reduced) { m_motionReduced = reduced; }

    /// What the cell needs for all of its content, px; given as text it is that text with a shape before it.
    int contentWidth(const QFontMetrics &metrics, const QModelIndex &index) const;
    int contentWidth(const QFontMetrics &metrics, const QString &text, bool withShape) const;
    /// What is written into it: what it says, and what was asked for.
    QString shownText(const QModelIndex &index) const;
    /// The text is as much of that as has room, px.
    QString fittingText(
        const QFontMetrics &metrics, const QModelIndex &index, Qt::TextElideMode elide, int width) const;
    void paint(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QWidget *createEditor(
        QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override;

protected:
    bool eventFilter(QObject *editor, QEvent *event) override;

private:
    bool bearsProblem(const QModelIndex &index) const;
    QColor inkFor(const QStyleOptionViewItem &option, bool quiet) const;
    QColor colorFor(State state) const { return m_theme.color(m_dimmed ? State::Paused : state); }
    void paintBack(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintFlash(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintShare(QPainter &painter, const QStyleOptionViewItem &option, const QRect &rect, double share,
        const QColor &color) const;
    void paintContent(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    const TableModel &m_model;
    const Theme &m_theme;
    PastOf m_pastOf;
    std::function<RibbonTime()> m_ribbonTime;
    bool m_dimmed = false;
    bool m_motionReduced = false;
};

} // namespace ui
