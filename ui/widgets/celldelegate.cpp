// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/celldelegate.h"

#include "ui/clusterview.h"
#include "ui/models/tablemodel.h"
#include "ui/textsize.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QFocusEvent>
#include <QLocale>
#include <QPainter>
#include <QSpinBox>
#include <QStyle>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int shapeGap = 5;
constexpr int selectionBar = 3; // px
constexpr int flashBar = 3;
constexpr double wash = 1.0 / 14; // of a failing row

int shapeSide(const QFontMetrics &metrics)
{
    return metrics.ascent() * 4 / 5;
}

int problemSide(const QFontMetrics &metrics)
{
    return metrics.ascent() * 2 / 3;
}

/// Where the reader of the cell begins, so wide.
QRect startOf(const QStyleOptionViewItem &option, int width)
{
    return QStyle::visualRect(
        option.direction, option.rect, {option.rect.topLeft(), QSize(width, option.rect.height())});
}

/// Whether keys reach the table, or what is typed in one of its cells.
bool takesKeys(const QStyleOptionViewItem &option)
{
    const QWidget *focused = QApplication::focusWidget();
    return option.widget && focused && (option.widget == focused || option.widget->isAncestorOf(focused));
}

/// It stands at the edge at which the reader begins.
bool beginsRow(const QStyleOptionViewItem &option)
{
    const auto *table = qobject_cast<const QAbstractScrollArea *>(option.widget);
    return option.direction == Qt::RightToLeft && table
        ? option.rect.right() >= table->viewport()->rect().right()
        : option.rect.left() <= 0;
}

} // namespace

CellDelegate::CellDelegate(const TableModel &model, const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
    , m_theme(theme)
{
}

void CellDelegate::setPast(PastOf pastOf, std::function<RibbonTime()> time)
{
    m_pastOf = std::move(pastOf);
    m_ribbonTime = std::move(time);
}

core::base::Duration CellDelegate::ribbonTimePerPixel(int width) const
{
    if (!m_ribbonTime)
        return core::base::Duration::max();
    const RibbonTime time = m_ribbonTime();
    return (time.end - time.begin) / std::max(1, width - 2 * margin);
}

QColor CellDelegate::inkFor(const QStyleOptionViewItem &option, bool quiet) const
{
    return quiet || m_dimmed ? m_theme.color(Tone::Quiet) : option.palette.color(QPalette::Text);
}

int CellDelegate::contentWidth(const QFontMetrics &metrics, const QString &text, bool withShape) const
{
    const int shape = withShape ? shapeSide(metrics) + shapeGap : 0;
    return metrics.horizontalAdvance(text) + shape + 2 * margin + 1;
}

int CellDelegate::contentWidth(const QFontMetrics &metrics, const QModelIndex &index) const
{
    const int mark = bearsProblem(index) ? problemSide(metrics) + shapeGap : 0;
    return contentWidth(metrics, shownText(index), m_model.cellAt(index).state != State::None) + mark;
}

bool CellDelegate::bearsProblem(const QModelIndex &index) const
{
    return index.column() == 0 && !m_model.problemAt(index.row()).isEmpty();
}

QString CellDelegate::shownText(const QModelIndex &index) const
{
    const QString pending = m_model.pendingAt(index);
    return pending.isEmpty() ? m_model.textAt(index) : m_model.textAt(index) + u" → "_s + pending;
}

/// Where there is no room for what happens until when, at least the time is told; where there is none for the
/// first of several parts, what is brief.
QString CellDelegate::fittingText(
    const QFontMetrics &metrics, const QModelIndex &index, Qt::TextElideMode elide, int width) const
{
    const QString all = shownText(index);
    QString elided = metrics.elidedText(all, elide, width);
    if (elide == Qt::ElideMiddle && !elided.startsWith(all.left(1)))
        elided = metrics.elidedText(all, Qt::ElideRight, width); // a beginning alone has room
    const QString &brief = m_model.cellAt(index).brief;
    if (elided != all && !brief.isEmpty() && m_model.pendingAt(index).isEmpty()
        && !elided.startsWith(all.section(u" · "_s, 0, 0)))
        return metrics.elidedText(brief, elide, width);
    const QString when = m_model.whenAt(index);
    const bool losesTime = !when.isEmpty() && all.contains(when) && !elided.contains(when);
    return losesTime ? metrics.elidedText(when, elide, width) : elided;
}

void CellDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    painter->setClipRect(option.rect);
    paintBack(*painter, option, index);
    paintFlash(*painter, option, index);
    if (m_model.column(index.column()).ribbon)
        paintPast(*painter, option.rect.adjusted(margin, 0, -margin, 0), index);
    else
        paintContent(*painter, option, index);
    painter->restore();
}

/// A tint, so that the states keep their colours: of a failing row faint, of a selected one with a bar. Where
/// no keys go the tint is half as strong, and the bar grey.
void CellDelegate::paintBack(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (option.state.testFlag(QStyle::State_Selected)) {
        const bool keys = takesKeys(option);
        const QColor tint = m_theme.color(Tone::Selection);
        painter.fillRect(option.rect, keys ? tint : mixed(tint, option.palette.color(QPalette::Base), 0.5));
        if (beginsRow(option))
            painter.fillRect(startOf(option, selectionBar), m_theme.color(keys ? Tone::Accent : Tone::Quiet));
    } else if (m_model.isFailing(index.row()) && !m_dimmed) {
        painter.fillRect(
            option.rect, mixed(m_theme.color(State::NotReady), option.palette.color(QPalette::Base), wash));
    }
}

void CellDelegate::paintFlash(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const double strength = m_model.flashAt(index);
    if (strength <= 0 || option.state.testFlag(QStyle::State_Selected))
        return;
    QColor glow = m_theme.color(Tone::Flash);
    if (m_motionReduced) {
        painter.fillRect(startOf(option, flashBar), glow);
        return;
    }
    glow.setAlphaF(std::clamp(static_cast<float>(strength), 0.0F, 1.0F));
    painter.fillRect(option.rect, glow);
}

void CellDelegate::paintShare(QPainter &painter, const QStyleOptionViewItem &option, const QRect &rect,
    double share, const QColor &color) const
{
    const QRect track = rect.adjusted(0, rect.height() - 5, 0, -2);
    QRect filled = track;
    filled.setWidth(static_cast<int>(track.width() * share));
    filled = QStyle::visualRect(option.direction, option.rect, filled);
    QColor faint = color;
    faint.setAlpha(50);
    painter.fillRect(track, faint);
    painter.fillRect(filled, color);
}

void CellDelegate::paintPast(QPainter &painter, const QRect &rect, const QModelIndex &index) const
{
    if (m_pastOf)
        paintRibbon(painter, rect, m_pastOf(index), m_ribbonTime(), m_theme, m_dimmed);
}

void CellDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Cell &cell = m_model.cellAt(index);
    const auto placed = [&option](const QRect &rect) {
        return QStyle::visualRect(option.direction, option.rect, rect);
    };
    QRect rect = option.rect.adjusted(margin, 0, -margin, 0);
    if (bearsProblem(index)) {
        const int side = problemSide(option.fontMetrics);
        const QRect mark(rect.right() - side, rect.center().y() - side / 2, side, side);
        paintShape(painter, placed(mark), State::Failed, m_theme.color(Tone::Problem));
        rect.setRight(mark.left() - shapeGap);
    }
    if (cell.state != State::None) {
        const int side = shapeSide(option.fontMetrics);
        const QColor color = colorFor(cell.state);
        if (cell.share)
            paintShare(painter, option, rect, *cell.share, color);
        const QRect shape = placed({rect.left(), rect.top(), side, rect.height()});
        paintShape(painter, QRectF(shape.left(), rect.center().y() - side / 2.0 + 0.5, side, side),
            cell.state, color);
        rect.setLeft(rect.left() + side + shapeGap);
    }
    painter.setFont(option.font);
    painter.setPen(inkFor(option, cell.quiet));
    const int flags = static_cast<int>(Qt::AlignVCenter)
        | (m_model.column(index.column()).numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextSingleLine;
    const auto elide = m_model.column(index.column()).name ? Qt::ElideMiddle : option.textElideMode;
    painter.drawText(placed(rect), flags, fittingText(option.fontMetrics, index, elide, rect.width()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int width = m_model.column(index.column()).width * letterWidth(option.fontMetrics);
    return {width + 2 * margin, option.fontMetrics.height() + 8};
}

QWidget *CellDelegate::createEditor(
    QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(u"replicas"_s);
    box->setAccessibleName(m_model.column(index.column()).title);
    box->setRange(0, mostTyped);
    box->setFrame(false);
    box->setAutoFillBackground(true);
    box->setAlignment(Qt::AlignRight);
    box->setToolTip(tr("Enter applies, Esc cancels"));
    return box;
}

void CellDelegate::setEditorData(QWidget *editor, const QModelIndex &index) const
{
    auto *box = qobject_cast<QSpinBox *>(editor);
    // The watch may change the cell meanwhile: what the user has typed stays.
    if (!box || box->property("filled").toBool())
        return;
    box->setProperty("filled", true);
    box->setValue(QLocale().toInt(index.data(Qt::EditRole).toString()));
    box->selectAll();
}

void CellDelegate::setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const
{
    auto *box = qobject_cast<QSpinBox *>(editor);
    box->interpretText();
    model->setData(index, box->value(), Qt::EditRole);
}

/// A number counts when it was entered: who looks elsewhere before that scales nothing, and who only leaves
/// the window for a moment finds what was typed.
bool CellDelegate::eventFilter(QObject *editor, QEvent *event)
{
    if (event->type() != QEvent::FocusOut)
        return QStyledItemDelegate::eventFilter(editor, event);
    const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
        emit closeEditor(qobject_cast<QWidget *>(editor));
    return false;
}

} // namespace ui
