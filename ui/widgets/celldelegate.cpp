// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/celldelegate.h"

#include "ui/models/tablemodel.h"

#include <QApplication>
#include <QFocusEvent>
#include <QPainter>
#include <QSpinBox>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int gap = 5;
constexpr int leastRibbonWidth = 2; // px: short failures never vanish (docs/window.md W4)
constexpr int mostReplicas = 100'000;

int shapeSide(const QFontMetrics &metrics)
{
    return metrics.ascent() * 4 / 5;
}

} // namespace

struct CellDelegate::Ink {
    QColor text;
    bool selected = false;
};

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

CellDelegate::Ink CellDelegate::inkFor(const QStyleOptionViewItem &option, bool quiet) const
{
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected)
        return {option.palette.color(QPalette::HighlightedText), true};
    return {quiet || m_dimmed ? m_theme.color(Tone::Quiet) : option.palette.color(QPalette::Text), false};
}

QColor CellDelegate::colorFor(State state, const Ink &ink) const
{
    return ink.selected ? ink.text : m_theme.color(m_dimmed ? State::Paused : state);
}

int CellDelegate::contentWidth(const QFontMetrics &metrics, const QString &text, bool withShape) const
{
    const int shape = withShape ? shapeSide(metrics) + gap : 0;
    return metrics.horizontalAdvance(text) + shape + 2 * margin + 1;
}

int CellDelegate::contentWidth(const QFontMetrics &metrics, const QModelIndex &index) const
{
    return contentWidth(metrics, shownText(index), m_model.cellAt(index).state != State::None);
}

QString CellDelegate::shownText(const QModelIndex &index) const
{
    const QString pending = m_model.pendingAt(index);
    return pending.isEmpty() ? m_model.textAt(index) : m_model.textAt(index) + u" → "_s + pending;
}

void CellDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem back = option;
    back.index = index;
    option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &back, painter, option.widget);
    painter->save();
    painter->setClipRect(option.rect);
    paintFlash(*painter, option, index);
    if (m_model.column(index.column()).ribbon)
        paintRibbon(*painter, option, index);
    else
        paintContent(*painter, option, index);
    painter->restore();
}

void CellDelegate::paintFlash(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const double strength = m_model.flashAt(index);
    if (strength <= 0 || option.state.testFlag(QStyle::State_Selected))
        return;
    QColor glow = m_theme.color(Tone::Flash);
    if (m_motionReduced) {
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), glow);
        return;
    }
    glow.setAlphaF(std::clamp(static_cast<float>(strength), 0.0F, 1.0F));
    painter.fillRect(option.rect, glow);
}

void CellDelegate::paintShare(QPainter &painter, const QRect &rect, double share, const QColor &color) const
{
    const QRect track = rect.adjusted(0, rect.height() - 5, 0, -2);
    QRect filled = track;
    filled.setWidth(static_cast<int>(track.width() * share));
    QColor faint = color;
    faint.setAlpha(50);
    painter.fillRect(track, faint);
    painter.fillRect(filled, color);
}

void CellDelegate::paintRibbon(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (!m_pastOf)
        return;
    const QRect rect = option.rect.adjusted(margin, 0, -margin, 0);
    const Ink ink = inkFor(option, false);
    const auto past = m_pastOf(index);
    const auto [begin, end, knownUntil, outages] = m_ribbonTime();
    const std::chrono::duration<double> span = end - begin;
    const auto x = [&, begin = begin](core::api::Time at) {
        const double share = std::chrono::duration<double>(at - begin) / span;
        return rect.left() + static_cast<int>(std::max(0.0, share) * rect.width());
    };
    const int calm = std::max(3, rect.height() / 5);
    const int loud = rect.height() * 3 / 5;
    int drawnTo = rect.left();
    for (std::size_t i = 0; i < past.size(); ++i) {
        const core::api::Time until = i + 1 < past.size() ? past[i + 1].at : knownUntil;
        if (until < begin || past[i].state == State::None)
            continue;
        const bool ready = past[i].state == State::Ready;
        const int left = std::max(x(past[i].at), drawnTo);
        const int right = std::max(std::min(x(until), rect.right()), left + (ready ? 0 : leastRibbonWidth));
        const int height = ready ? calm : loud;
        const QColor color = ready || m_dimmed ? colorFor(past[i].state, ink) : m_theme.color(past[i].state);
        painter.fillRect(left, rect.center().y() + loud / 2 - height + 1, right - left, height, color);
        drawnTo = right;
    }
    for (const Outage &outage : outages) {
        const core::api::Time until = outage.end.value_or(end);
        if (past.empty() || until < std::max(begin, past.front().at))
            continue;
        const int left = x(std::max(outage.begin, past.front().at));
        const int right = std::max(std::min(x(until), rect.right()), left + leastRibbonWidth);
        paintHatch(painter, QRect(left, rect.center().y() - loud / 2, right - left, loud), m_theme);
    }
}

void CellDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Cell &cell = m_model.cellAt(index);
    const Ink ink = inkFor(option, cell.quiet);
    QRect rect = option.rect.adjusted(margin, 0, -margin, 0);
    if (index.column() == 0 && !m_model.problemAt(index.row()).isEmpty()) {
        const int side = option.fontMetrics.ascent() * 2 / 3;
        const QRect mark(rect.right() - side, rect.center().y() - side / 2, side, side);
        paintShape(painter, mark, State::Failed, ink.selected ? ink.text : m_theme.color(Tone::Problem));
        rect.setRight(mark.left() - gap);
    }
    if (cell.state != State::None) {
        const int side = shapeSide(option.fontMetrics);
        const QColor color = colorFor(cell.state, ink);
        if (cell.share)
            paintShare(painter, rect, *cell.share, color);
        paintShape(painter, QRectF(rect.left(), rect.center().y() - side / 2.0 + 0.5, side, side), cell.state,
            color);
        rect.setLeft(rect.left() + side + gap);
    }
    painter.setFont(option.font);
    painter.setPen(ink.text);
    const int flags = static_cast<int>(Qt::AlignVCenter)
        | (m_model.column(index.column()).numeric ? Qt::AlignRight : Qt::AlignLeft) | Qt::TextSingleLine;
    const auto elide = m_model.column(index.column()).name ? Qt::ElideMiddle : option.textElideMode;
    painter.drawText(rect, flags, option.fontMetrics.elidedText(shownText(index), elide, rect.width()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int width = m_model.column(index.column()).width * option.fontMetrics.averageCharWidth();
    return {width + 2 * margin, option.fontMetrics.height() + 8};
}

QWidget *CellDelegate::createEditor(
    QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(u"replicas"_s);
    box->setAccessibleName(m_model.column(index.column()).title);
    box->setRange(0, mostReplicas);
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
    box->setValue(index.data(Qt::EditRole).toString().toInt());
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
