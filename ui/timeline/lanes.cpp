// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanes.h"

#include "ui/format.h"
#include "ui/textsize.h"

#include <QGuiApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Time;

namespace {

constexpr int aroundLane = 3; // px above and below a bar
constexpr int namePoints = 8;
constexpr double besideName = 8;
constexpr double leastFailure = 2; // px: a short one is seen too
constexpr double corner = 2;
constexpr double zoomPerStep = 0.8;
constexpr double arrowHead = 3.5;

QFont laneFont(const QWidget &widget)
{
    QFont font = widget.font();
    font.setPointSizeF(textScaled(namePoints));
    return font;
}

bool isFailing(State state)
{
    return state == State::NotReady || state == State::Unknown || state == State::Failed;
}

bool reachesInto(const TimeWindow::Range &range, const MachinePast &past)
{
    const bool isOver = past.goneAt && *past.goneAt < range.begin;
    const bool isToCome = !past.states.empty() && past.states.front().at > range.end;
    return !isOver && !isToCome;
}

} // namespace

Lanes::Lanes(const Theme &theme, QWidget *parent) : QAbstractScrollArea(parent), m_theme(theme)
{
    setObjectName(u"lanes"_s);
    setAccessibleName(tr("The past of each machine"));
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(0);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

int Lanes::laneHeight() const
{
    return QFontMetrics(laneFont(*this)).height() + aroundLane;
}

void Lanes::setContent(Content content)
{
    const bool isOther = m_content.pasts != content.pasts;
    m_content = std::move(content);
    if (std::vector<std::uint64_t> order = livesOnAxis(); isOther || order != m_order)
        takeOrder(std::move(order));
    viewport()->update();
}

std::vector<std::uint64_t> Lanes::livesOnAxis() const
{
    std::vector<std::uint64_t> lives = m_content.pasts->order();
    std::erase_if(lives, [this](std::uint64_t id) {
        const MachinePast *past = m_content.pasts->find(id);
        return past && !reachesInto(m_content.axis.range, *past);
    });
    return lives;
}

/// Who has scrolled down keeps the lane at the top where it is.
void Lanes::takeOrder(std::vector<std::uint64_t> order)
{
    const int scrolled = verticalScrollBar()->value();
    const int top = scrolled / laneHeight();
    const std::uint64_t anchor =
        scrolled > 0 && top < laneCount() ? m_order[static_cast<std::size_t>(top)] : 0;
    m_order = std::move(order);
    m_rowOf.clear();
    m_rowOf.reserve(m_order.size());
    for (std::size_t row = 0; row < m_order.size(); ++row)
        m_rowOf[m_order[row]] = static_cast<int>(row);
    setScrollRange();
    if (const auto row = m_rowOf.find(anchor); row != m_rowOf.end())
        verticalScrollBar()->setValue(row->second * laneHeight() + scrolled % laneHeight());
    setAccessibleDescription(tr("%n machines, those first that failed last", nullptr, laneCount()));
}

void Lanes::setScrollRange()
{
    verticalScrollBar()->setRange(0, std::max(0, laneCount() * laneHeight() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(laneHeight());
}

int Lanes::rowAt(int y) const
{
    const int row = (y + verticalScrollBar()->value()) / laneHeight();
    return y >= 0 && row < laneCount() ? row : -1;
}

double Lanes::topOf(int row) const
{
    return static_cast<double>(row) * laneHeight() - verticalScrollBar()->value();
}

const MachinePast *Lanes::pastAt(int y) const
{
    const int row = rowAt(y);
    return row < 0 ? nullptr : m_content.pasts->find(m_order[static_cast<std::size_t>(row)]);
}

Time Lanes::endOf(const MachinePast &past, std::size_t state) const
{
    return state + 1 < past.states.size() ? past.states[state + 1].at
                                          : past.goneAt.value_or(m_content.knownUntil);
}

QRectF Lanes::barOf(const MachinePast &past, std::size_t state, int row) const
{
    const TimeAxis &axis = m_content.axis;
    const double left = axis.x(past.states[state].at);
    const double right = axis.x(endOf(past, state));
    const double least = isFailing(past.states[state].state) ? leastFailure : 0;
    return {left, topOf(row) + aroundLane / 2.0, std::max(least, right - left),
        static_cast<double>(laneHeight() - aroundLane)};
}

void Lanes::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), QGuiApplication::palette().color(QPalette::Base)); // ours follows later
    if (!m_content.pasts)
        return;
    const int first = std::max(0, rowAt(event->rect().top()));
    const int below = rowAt(event->rect().bottom());
    const int last = below < 0 ? laneCount() - 1 : below;
    m_lanesPainted = std::max(0, last - first + 1);
    paintRows(painter, viewport()->rect(), first, last);
    const TimeAxis &axis = m_content.axis;
    if (m_content.moment && axis.shows(*m_content.moment)) {
        const double x = axis.x(*m_content.moment);
        painter.setPen(QPen(m_theme.color(Tone::Past), 2));
        painter.drawLine(QPointF(x, 0), QPointF(x, viewport()->height()));
    }
    if (m_pointed) {
        painter.setPen(m_theme.color(Tone::Quiet));
        painter.drawLine(QPointF(*m_pointed, 0), QPointF(*m_pointed, viewport()->height()));
    }
}

void Lanes::setPointed(std::optional<double> x)
{
    if (std::exchange(m_pointed, x) != x)
        viewport()->update();
}

void Lanes::paintInto(QPainter &painter, const QRectF &rect) const
{
    const int first = std::max(0, rowAt(0));
    const int last = std::min(laneCount(), first + static_cast<int>(rect.height()) / laneHeight()) - 1;
    painter.save();
    painter.translate(rect.topLeft() - QPointF(0, topOf(first)));
    paintRows(painter, QRectF(QPointF(0, topOf(first)), rect.size()), first, last);
    painter.restore();
}

void Lanes::paintRows(QPainter &painter, const QRectF &rect, int first, int last) const
{
    painter.setFont(laneFont(*this));
    painter.setLayoutDirection(Qt::LeftToRight); // as time runs
    painter.setRenderHint(QPainter::Antialiasing);
    for (int row = first; row <= last; ++row) {
        const MachinePast *past = m_content.pasts->find(m_order[static_cast<std::size_t>(row)]);
        if (!past)
            continue; // it is forgotten; the order follows
        if (row == m_hovered) {
            QColor glow = QGuiApplication::palette().color(QPalette::Link);
            glow.setAlpha(24);
            painter.fillRect(QRectF(0, topOf(row), rect.width(), laneHeight()), glow);
        }
        paintName(painter, *past, topOf(row));
        paintStates(painter, *past, row);
    }
    paintGaps(painter, rect);
    for (int row = first; row <= last; ++row) {
        const MachinePast *past = m_content.pasts->find(m_order[static_cast<std::size_t>(row)]);
        if (!past)
            continue;
        paintArrow(painter, *past, row);
        paintMarks(painter, *past, topOf(row));
    }
}

void Lanes::paintName(QPainter &painter, const MachinePast &past, double top) const
{
    const QRectF room(4, top, m_content.axis.left - besideName - 4, laneHeight());
    const QFontMetricsF metrics(painter.font());
    painter.setPen(m_theme.color(Tone::Quiet));
    painter.drawText(room, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
        metrics.elidedText(text(past.machine.key.name), Qt::ElideMiddle, room.width()));
}

void Lanes::paintStates(QPainter &painter, const MachinePast &past, int row) const
{
    const TimeAxis &axis = m_content.axis;
    double paintedTo = axis.left - 1;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < past.states.size(); ++i) {
        const State state = past.states[i].state;
        const bool isOut = endOf(past, i) < axis.range.begin || past.states[i].at > axis.range.end;
        if (state == State::None || isOut)
            continue;
        QRectF bar = barOf(past, i, row);
        if (bar.right() <= paintedTo && !isFailing(state))
            continue; // narrower than a pixel
        bar.setLeft(std::max(bar.left(), std::min(paintedTo, bar.right() - leastFailure)));
        paintedTo = bar.right();
        if (bar.width() > 3)
            bar.setRight(bar.right() - 1); // states stand apart
        QColor color = m_theme.color(state);
        if (state == State::Ready)
            color.setAlpha(190);
        painter.setBrush(color);
        painter.drawRoundedRect(bar, corner, corner);
    }
}

void Lanes::paintMarks(QPainter &painter, const MachinePast &past, double top) const
{
    const TimeAxis &axis = m_content.axis;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(QGuiApplication::palette().color(QPalette::Text));
    const auto paint = [&](Time at, const QString &glyph) {
        if (!axis.shows(at))
            return;
        const double width = metrics.horizontalAdvance(glyph);
        const double left = std::max(axis.left, axis.x(at) - width - 2); // before what follows from it
        painter.drawText(QRectF(left, top, width + 1, laneHeight()),
            static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), glyph);
    };
    for (const MachineFault &fault : past.faults)
        paint(fault.at, u"F"_s);
    if (past.deleteAskedAt)
        paint(*past.deleteAskedAt, glyphOf(State::Deleting));
    if (past.createdAt)
        paint(*past.createdAt, u"+"_s);
}

/// The arrow goes from where the deletion was asked for to where the replacement begins.
void Lanes::paintArrow(QPainter &painter, const MachinePast &past, int row) const
{
    const MachinePast *next = past.replacement ? m_content.pasts->find(past.replacement) : nullptr;
    const auto nextRow = m_rowOf.find(past.replacement);
    if (!next || nextRow == m_rowOf.end() || !past.deleteAskedAt || next->states.empty()
        || !m_content.axis.shows(next->states.front().at))
        return;
    const double half = laneHeight() / 2.0;
    const bool isBelow = nextRow->second > row;
    const QPointF from(m_content.axis.x(*past.deleteAskedAt), topOf(row) + (isBelow ? half + 4 : half - 4));
    const QPointF to(m_content.axis.x(next->states.front().at),
        topOf(nextRow->second) + (isBelow ? aroundLane / 2.0 : laneHeight() - aroundLane / 2.0));
    painter.setPen(QPen(QGuiApplication::palette().color(QPalette::Text), 1));
    painter.setBrush(Qt::NoBrush);
    const double away = isBelow ? arrowHead : -arrowHead;
    QPainterPath path(from);
    path.cubicTo(QPointF(from.x(), to.y()), QPointF(to.x(), from.y()), to);
    painter.drawPath(path);
    painter.setBrush(QGuiApplication::palette().color(QPalette::Text));
    painter.drawPolygon(
        QPolygonF({to, to - QPointF(arrowHead * 0.7, away), to - QPointF(-arrowHead * 0.7, away)}));
}

void Lanes::paintGaps(QPainter &painter, const QRectF &rect) const
{
    const TimeAxis &axis = m_content.axis;
    for (const TimeWindow::Range &gap : m_content.gaps) {
        if (gap.end <= axis.range.begin || gap.begin >= axis.range.end)
            continue;
        const double left = axis.x(gap.begin);
        const double width = std::max(leastFailure, axis.x(gap.end) - left);
        paintHatch(painter, QRectF(left, rect.top(), width, rect.height()), m_theme);
    }
}

QString Lanes::told(const MachinePast &past, Time at) const
{
    QStringList lines {text(past.machine.key.name)};
    const auto after = std::ranges::upper_bound(past.states, at, {}, &HealthChange::at);
    const bool isGone = past.goneAt && at >= *past.goneAt;
    if (after != past.states.begin() && !isGone) {
        const auto index = static_cast<std::size_t>(after - past.states.begin()) - 1;
        const auto &[since, state] = past.states[index];
        lines.append(tr("%1 %2 since %3, for %4")
                         .arg(glyphOf(state), wordOf(state), clockText(since),
                             durationText(endOf(past, index) - since)));
    }
    for (const MachineFault &fault : past.faults)
        lines.append(tr("F fault %1 at %2").arg(faultText(fault.what, fault.at), clockText(fault.at)));
    if (past.deleteAskedAt)
        lines.append(tr("↧ deletion asked for at %1").arg(clockText(*past.deleteAskedAt)));
    if (past.goneAt)
        lines.append(tr("gone at %1").arg(clockText(*past.goneAt)));
    if (const MachinePast *next = past.replacement ? m_content.pasts->find(past.replacement) : nullptr)
        lines.append(tr("→ replaced by %1").arg(text(next->machine.key.name)));
    return lines.join(u'\n');
}

void Lanes::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_content.pasts)
        setScrollRange();
}

void Lanes::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    setScrollRange();
}

void Lanes::wheelEvent(QWheelEvent *event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    const double steps = event->angleDelta().y() / 120.0;
    const double share = (event->position().x() - m_content.axis.left) / m_content.axis.width;
    if (!qFuzzyIsNull(steps))
        emit zoomAsked(std::pow(zoomPerStep, steps), std::clamp(share, 0.0, 1.0));
    event->accept();
}

void Lanes::mouseMoveEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    setPointed(x >= m_content.axis.left ? std::optional(x) : std::nullopt);
    emit pointed(m_pointed);
    if (const int row = rowAt(event->position().toPoint().y()); row != m_hovered) {
        m_hovered = row;
        viewport()->setCursor(row < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
        viewport()->update();
    }
}

void Lanes::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const MachinePast *past = pastAt(event->position().toPoint().y()))
        emit machineChosen(past->machine);
}

bool Lanes::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_hovered = -1;
        m_pointed.reset();
        viewport()->update();
        emit pointed({});
    }
    if (event->type() == QEvent::ToolTip && m_content.pasts) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const MachinePast *past = pastAt(help->pos().y());
        const Time at = m_content.axis.timeAt(help->pos().x());
        QToolTip::showText(help->globalPos(), past ? tip(told(*past, at)) : QString(), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace ui
