// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/countchart.h"

#include "ui/format.h"
#include "ui/textsize.h"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QGuiApplication>
#include <QLineSeries>
#include <QMouseEvent>
#include <QToolTip>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int marksSpace = 16; // px above the plot
constexpr int timesSpace = 18; // below it
constexpr int labelPoints = 8;
constexpr double zoomStep = 0.8;
constexpr double leastGap = 2; // px: a short one is seen too
constexpr double leastFailureWidth = 2; // of a failure
constexpr double leastDepth = 6; // of one failing node
constexpr double shareBelow = 0.26; // of the plot: where failures are
constexpr double headroom = 1.05; // all Ready as desired: the two lines stay off the edge
constexpr double roomOfTime = 110; // px: a label and the gap beside it
constexpr double leastBand = 4; // px: less is a click
constexpr double nearMark = 5;
constexpr double edgeOfTimes = 5; // px: the frame of the past covers no digit

double mostOf(const CountChart::Points &points)
{
    double most = 0;
    for (const QPointF &point : points)
        most = std::max(most, point.y());
    return most;
}

} // namespace

CountChart::CountChart(
    const Theme &theme, std::function<QStringList(core::api::Time)> readout, QWidget *parent)
    : QChartView(parent)
    , m_theme(theme)
    , m_readout(std::move(readout))
    , m_time(new QValueAxis(this))
    , m_count(new QValueAxis(this))
    , m_ready(new QLineSeries(this))
    , m_upper(new QLineSeries(this))
    , m_zero(new QLineSeries(this))
    , m_area(new QAreaSeries(m_upper, m_zero))
    , m_desired(new QLineSeries(this))
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setMinimumHeight(60);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundVisible(false); // grid and labels are painted behind it
    chart()->legend()->hide();
    m_ready->setName(u"Ready"_s);
    m_desired->setName(u"Desired"_s);
    for (QValueAxis *axis : {m_time, m_count})
        axis->setVisible(false);
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_count, Qt::AlignLeft);
    for (QAbstractSeries *series : std::initializer_list<QAbstractSeries *> {m_area, m_desired, m_ready}) {
        chart()->addSeries(series);
        series->attachAxis(m_time);
        series->attachAxis(m_count);
    }
    connect(&theme, &Theme::changed, this, &CountChart::followTheme);
    followTheme();
}

double CountChart::top() const
{
    return std::max(headroom * std::max(1.0, m_most), static_cast<double>(countScale(m_most).top()));
}

void CountChart::setContent(Content content)
{
    m_content = std::move(content);
    m_most = std::max(mostOf(m_content.ready), mostOf(m_content.desired));
    m_mostFailing = 0;
    for (const core::timeline::HealthCounts &step : m_content.counts)
        m_mostFailing = std::max<double>(m_mostFailing, step.notReady + step.unknown);
    const auto begin = static_cast<double>(milliseconds(m_content.axis.range.begin));
    const auto end = static_cast<double>(milliseconds(m_content.axis.range.end));
    m_time->setRange(begin, std::max(end, begin + 1));
    m_count->setRange(-top() * shareBelow / (1 - shareBelow), top());
    m_ready->replace(m_content.ready);
    m_upper->replace(m_content.ready);
    m_zero->replace(m_content.ready.isEmpty()
            ? Points {}
            : Points {{m_content.ready.first().x(), 0}, {m_content.ready.last().x(), 0}});
    m_desired->replace(m_content.desired);
    placePlot();
    viewport()->update();
}

QRectF CountChart::plot() const
{
    const double above = textScaled(marksSpace);
    const double below = height() - above - textScaled(timesSpace);
    return {m_content.axis.left, above, std::max(1.0, m_content.axis.width), std::max(10.0, below)};
}

void CountChart::placePlot()
{
    if (chart()->plotArea() != plot())
        chart()->setPlotArea(plot());
}

double CountChart::y(double count) const
{
    const QRectF plot = this->plot();
    const double zero = plot.bottom() - plot.height() * shareBelow;
    return zero - count / top() * (zero - plot.top());
}

/// The depth is in the measure of what is above the zero line, where that fits below it.
double CountChart::depthOf(double failing) const
{
    if (failing <= 0)
        return 0;
    const double room = plot().height() * shareBelow - 1;
    const double perNode =
        std::min((y(0) - y(m_most)) / std::max(1.0, m_most), room / std::max(1.0, m_mostFailing));
    return std::min(room, std::max(leastDepth, failing * perNode));
}

double CountChart::shareAt(double x) const
{
    return std::clamp((x - plot().left()) / plot().width(), 0.0, 1.0);
}

std::vector<TimeTick> CountChart::ticks() const
{
    return timeTicks(
        m_content.axis.range, std::max(1, static_cast<int>(plot().width() / textScaled(roomOfTime))));
}

std::vector<CountTick> CountChart::countTicks() const
{
    std::vector<CountTick> ticks;
    const CountScale scale = countScale(m_most);
    for (std::int64_t step = 0; step <= scale.steps; ++step)
        ticks.push_back({step * scale.step, countText(step * scale.step)});
    const std::int64_t desired = m_content.desired.isEmpty() ? 0 : std::llround(m_content.desired.last().y());
    if (desired == 0 || std::ranges::find(ticks, desired, &CountTick::count) != ticks.end())
        return ticks;
    const double line = QFontMetricsF(smallFont()).height();
    const auto isBesideDesired = [&](const CountTick &tick) {
        return std::abs(y(static_cast<double>(tick.count)) - y(static_cast<double>(desired))) < line;
    };
    if (isBesideDesired(ticks.front()))
        return ticks; // below the line of zero are the failing ones: it keeps its name
    for (CountTick &tick : ticks) {
        if (isBesideDesired(tick))
            tick.label.clear();
    }
    ticks.push_back({desired, countText(desired), true});
    return ticks;
}

QFont CountChart::smallFont() const
{
    QFont font = this->font();
    font.setPointSizeF(textScaled(labelPoints));
    return font;
}

std::vector<PlacedMark> CountChart::placedMarks() const
{
    return placeMarks(m_content.marks, m_content.axis, QFontMetrics(smallFont()), 0);
}

void CountChart::followTheme()
{
    setBackgroundBrush(QGuiApplication::palette().color(QPalette::Base)); // ours follows later
    const QColor ready = m_theme.color(State::Ready);
    QColor faint = ready;
    faint.setAlpha(56);
    m_area->setBrush(faint);
    m_area->setPen(Qt::NoPen);
    m_ready->setPen(QPen(ready, 1.5));
    m_desired->setPen(QPen(m_theme.color(Tone::Desired), 1.2, Qt::DashLine));
    viewport()->update();
}

void CountChart::drawBackground(QPainter *painter, const QRectF &rect)
{
    QChartView::drawBackground(painter, rect);
    if (m_content.axis.range.end <= m_content.axis.range.begin)
        return; // there is no time to show yet
    painter->setFont(smallFont());
    painter->setLayoutDirection(Qt::LeftToRight); // as time runs
    paintTimes(*painter);
    paintCounts(*painter);
}

void CountChart::paintTimes(QPainter &painter) const
{
    const QRectF plot = this->plot();
    const QFontMetricsF metrics(painter.font());
    for (const TimeTick &tick : ticks()) {
        const double x = m_content.axis.x(tick.at);
        painter.setPen(m_theme.color(Tone::Hairline));
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 1;
        const double least = half + edgeOfTimes;
        const double middle = std::clamp(x, least, std::max(least, width() - least));
        painter.setPen(m_theme.color(Tone::Quiet));
        painter.drawText(QRectF(middle - half, plot.bottom() + 3, 2 * half, textScaled(timesSpace) - 3),
            static_cast<int>(Qt::AlignHCenter | Qt::AlignTop), tick.label);
    }
}

void CountChart::paintCounts(QPainter &painter) const
{
    const QRectF plot = this->plot();
    for (const CountTick &tick : countTicks()) {
        const double y = this->y(static_cast<double>(tick.count));
        if (!tick.isDesired) {
            painter.setPen(
                QPen(m_theme.color(Tone::Hairline), 1, tick.count == 0 ? Qt::SolidLine : Qt::DotLine));
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
        painter.setPen(m_theme.color(tick.isDesired ? Tone::Desired : Tone::Quiet));
        painter.drawText(QRectF(0, y - textScaled(10), plot.left() - 8, textScaled(20)),
            static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), tick.label);
    }
}

void CountChart::drawForeground(QPainter *painter, const QRectF &)
{
    if (m_content.axis.range.end <= m_content.axis.range.begin)
        return;
    painter->setFont(smallFont());
    painter->setLayoutDirection(Qt::LeftToRight);
    paintFailing(*painter);
    for (const TimeWindow::Range &gap : m_content.gaps) {
        const TimeAxis &axis = m_content.axis;
        if (gap.end <= axis.range.begin || gap.begin >= axis.range.end)
            continue;
        const double left = axis.x(gap.begin);
        const double right = std::max(axis.x(gap.end), left + leastGap);
        paintHatch(*painter, QRectF(QPointF(left, plot().top()), QPointF(right, plot().bottom())), m_theme);
    }
    paintMarks(*painter);
    paintBand(*painter);
    paintMoment(*painter);
    paintReadout(*painter);
}

/// The Unknown ones hang below the NotReady ones.
void CountChart::paintFailing(QPainter &painter) const
{
    const auto &counts = m_content.counts;
    for (std::size_t i = 0; i + 1 < counts.size(); ++i) {
        const double left = m_content.axis.x(counts[i].at);
        const double width = std::max(leastFailureWidth, m_content.axis.x(counts[i + 1].at) - left);
        const double notReady = depthOf(counts[i].notReady);
        const double both = std::max(depthOf(counts[i].notReady + counts[i].unknown),
            notReady + (counts[i].unknown > 0 ? leastDepth / 2 : 0));
        painter.fillRect(QRectF(left, y(0), width, notReady), m_theme.color(State::NotReady));
        painter.fillRect(
            QRectF(left, y(0) + notReady, width, both - notReady), m_theme.color(State::Unknown));
    }
}

void CountChart::paintMarks(QPainter &painter) const
{
    const QRectF plot = this->plot();
    for (const PlacedMark &mark : placedMarks()) {
        const bool isRemedy = mark.kind == Mark::Kind::DeleteAsked;
        const QColor color =
            isRemedy ? m_theme.color(State::Deleting) : QGuiApplication::palette().color(QPalette::Link);
        painter.setPen(QPen(color, 1, Qt::DotLine));
        const double from = mark.label.isEmpty() ? plot.top() : 2;
        painter.drawLine(QPointF(mark.x, from), QPointF(mark.x, plot.bottom()));
        painter.setPen(color);
        painter.drawText(mark.labelRect, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), mark.label);
    }
}

void CountChart::paintBand(QPainter &painter) const
{
    if (m_drag != Drag::Band || !m_pointed || std::abs(*m_pointed - m_dragX) < leastBand)
        return;
    QColor color = QGuiApplication::palette().color(QPalette::Link);
    const QRectF band(QPointF(m_dragX, plot().top()), QPointF(*m_pointed, plot().bottom()));
    painter.setPen(color);
    color.setAlpha(40);
    painter.setBrush(color);
    painter.drawRect(band.normalized());
    painter.setBrush(Qt::NoBrush);
}

void CountChart::paintMoment(QPainter &painter) const
{
    if (!m_content.moment || !m_content.axis.shows(*m_content.moment))
        return;
    const QColor color = m_theme.color(Tone::Past);
    const double x = m_content.axis.x(*m_content.moment);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    const QFontMetricsF metrics(painter.font());
    QRectF label(0, 0, metrics.horizontalAdvance(m_content.momentLabel) + 12, metrics.height() + 2);
    label.moveCenter({std::clamp(x, label.width() / 2, width() - label.width() / 2), label.height() / 2});
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(label, 4, 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_theme.color(Tone::OnBadge));
    painter.drawText(label, Qt::AlignCenter, m_content.momentLabel);
}

/// A drag seeks on the times below the plot, or on the line of the moment.
bool CountChart::seeksAt(QPointF position) const
{
    const bool isOnLine = m_content.moment && m_content.axis.shows(*m_content.moment)
        && std::abs(m_content.axis.x(*m_content.moment) - position.x()) < nearMark;
    const bool isOnTimes = position.y() > plot().bottom() && position.x() >= plot().left() - 1;
    return isOnLine || isOnTimes;
}

void CountChart::paintReadout(QPainter &painter) const
{
    if (!m_pointed)
        return;
    const QRectF plot = this->plot();
    const double x = std::clamp(*m_pointed, plot.left(), plot.right());
    const QPalette colors = QGuiApplication::palette();
    painter.setPen(QPen(m_theme.color(Tone::Quiet), 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    const QStringList lines = m_readout(m_content.axis.timeAt(x));
    const QFontMetricsF metrics(painter.font());
    double widest = 0;
    for (const QString &line : lines)
        widest = std::max(widest, metrics.horizontalAdvance(line));
    constexpr double inset = 5;
    QRectF box(x + 8, plot.top() + 4, widest + 2 * inset,
        metrics.height() * static_cast<double>(lines.size()) + inset);
    if (box.right() > width() - 2)
        box.moveRight(x - 8);
    painter.setPen(m_theme.color(Tone::Hairline));
    painter.setBrush(colors.color(QPalette::ToolTipBase));
    painter.drawRoundedRect(box, 4, 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(colors.color(QPalette::ToolTipText));
    painter.drawText(box.adjusted(inset, inset / 2, 0, 0), static_cast<int>(Qt::AlignLeft | Qt::AlignTop),
        lines.join(u'\n'));
}

void CountChart::setPointed(std::optional<double> x)
{
    if (std::exchange(m_pointed, x) != x)
        viewport()->update();
}

void CountChart::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        placePlot();
}

void CountChart::resizeEvent(QResizeEvent *event)
{
    placePlot(); // before the chart lays itself out: afterwards its axes would keep their old places
    QChartView::resizeEvent(event);
}

void CountChart::wheelEvent(QWheelEvent *event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (!qFuzzyIsNull(steps))
        emit zoomAsked(std::pow(zoomStep, steps), shareAt(event->position().x()));
    event->accept();
}

void CountChart::mousePressEvent(QMouseEvent *event)
{
    const bool pans = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier));
    m_dragX = event->position().x();
    const bool isLeft = event->button() == Qt::LeftButton;
    if (pans)
        m_drag = Drag::Pan;
    else if (isLeft)
        m_drag = seeksAt(event->position()) ? Drag::Moment : Drag::Band;
    if (m_drag == Drag::Moment)
        emit momentAsked(shareAt(m_dragX));
}

void CountChart::mouseMoveEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    if (m_drag == Drag::Pan)
        emit panAsked((std::exchange(m_dragX, x) - x) / plot().width());
    if (m_drag == Drag::Moment)
        emit momentAsked(shareAt(x));
    viewport()->setCursor(
        m_drag == Drag::Moment || seeksAt(event->position()) ? Qt::SplitHCursor : Qt::ArrowCursor);
    const bool isOnLine = x >= plot().left() - 1 || m_drag == Drag::Band;
    setPointed(isOnLine ? std::optional(x) : std::nullopt);
    emit pointed(m_pointed);
}

void CountChart::mouseReleaseEvent(QMouseEvent *event)
{
    const double x = event->position().x();
    if (std::exchange(m_drag, Drag::None) == Drag::Band && std::abs(x - m_dragX) >= leastBand)
        emit bandAsked(shareAt(std::min(x, m_dragX)), shareAt(std::max(x, m_dragX)));
    viewport()->update();
}

void CountChart::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && event->position().x() >= plot().left() - 1)
        emit momentAsked(shareAt(event->position().x()));
}

bool CountChart::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        setPointed({});
        emit pointed({});
    }
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QStringList told;
        for (const PlacedMark &mark : placedMarks()) {
            if (std::abs(mark.x - help->pos().x()) < nearMark || mark.labelRect.contains(help->pos()))
                told.append(mark.told);
        }
        QToolTip::showText(help->globalPos(), tip(told.join(u'\n')), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

} // namespace ui
