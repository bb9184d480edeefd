// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/strip.h"

#include "ui/format.h"

#include <QAreaSeries>
#include <QChart>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QGraphicsLayout>
#include <QGuiApplication>
#include <QLineSeries>
#include <QMouseEvent>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leftSpace =
    44; // px: the counts' labels, the same in every strip so that times stand below each other
constexpr int rightSpace = 28; // the last time label
constexpr int topSpace = 6;
constexpr int bottomSpace = 10; // half of the label 0
constexpr int labelSpace = 20;
constexpr int labelPoints = 7;
constexpr double zoomStep = 0.8;
constexpr double leastGap = 2; // px: a short one is seen too

/// A round even number that is not below, and not far above: its half is a whole count too.
double niceTop(double most)
{
    double ten = 1;
    for (;; ten *= 10) {
        for (const double step : {2 * ten, 4 * ten, 10 * ten}) {
            if (most <= 5 * step)
                return std::max(1.0, std::ceil(most / step)) * step;
        }
    }
}

} // namespace

Strip::Strip(const Theme &theme, bool withTimeLabels, QWidget *parent)
    : QChartView(parent)
    , m_theme(theme)
    , m_withTimeLabels(withTimeLabels)
    , m_time(new QDateTimeAxis(this))
    , m_count(new QValueAxis(this))
{
    setFrameShape(NoFrame);
    setMinimumHeight(withTimeLabels ? 60 : 44);
    setFocusPolicy(Qt::NoFocus);
    QFont font = this->font();
    font.setPointSize(labelPoints);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundRoundness(0);
    chart()->legend()->hide();
    m_time->setFormat(u"HH:mm:ss"_s);
    m_time->setTickCount(5);
    m_time->setLabelsFont(font);
    m_time->setLabelsVisible(false); // there is no time to show yet
    m_count->setTickCount(3);
    m_count->setLabelFormat(u"%d"_s);
    m_count->setLabelsFont(font);
    chart()->addAxis(m_time, Qt::AlignBottom);
    chart()->addAxis(m_count, Qt::AlignLeft);
    connect(&theme, &Theme::changed, this, &Strip::followTheme);
    followTheme();
}

void Strip::addLine(const QString &name, Look look, std::function<QColor()> color)
{
    Line line;
    line.look = look;
    line.color = std::move(color);
    line.upper = new QLineSeries(this);
    QXYSeries *shown = line.upper;
    if (look == Look::Area) {
        line.lower = new QLineSeries(this);
        line.area = new QAreaSeries(line.upper, line.lower);
        line.area->setName(name);
        chart()->addSeries(line.area);
        line.area->attachAxis(m_time);
        line.area->attachAxis(m_count);
    } else {
        shown->setName(name);
        chart()->addSeries(shown);
        shown->attachAxis(m_time);
        shown->attachAxis(m_count);
    }
    m_lines.emplace_back(name, line);
    followTheme();
}

void Strip::setLine(const QString &name, const Points &points)
{
    const auto found = std::ranges::find(m_lines, name, &std::pair<QString, Line>::first);
    Q_ASSERT(found != m_lines.end());
    found->second.upper->replace(points);
    if (found->second.lower && !points.isEmpty())
        found->second.lower->replace(Points {{points.first().x(), 0}, {points.last().x(), 0}});
}

Strip::Points Strip::line(const QString &name) const
{
    const auto found = std::ranges::find(m_lines, name, &std::pair<QString, Line>::first);
    return found == m_lines.end() ? Points() : found->second.upper->points();
}

void Strip::setRange(const TimeWindow::Range &range, double most)
{
    m_time->setRange(QDateTime::fromMSecsSinceEpoch(milliseconds(range.begin)),
        QDateTime::fromMSecsSinceEpoch(milliseconds(range.end)));
    m_count->setRange(0, niceTop(most));
    m_range = range;
    m_time->setLabelsVisible(m_withTimeLabels);
}

void Strip::setGaps(std::vector<TimeWindow::Range> gaps)
{
    if (m_gaps.empty() && gaps.empty())
        return; // the chart paints what it changes by itself
    m_gaps = std::move(gaps);
    viewport()->update();
}

void Strip::drawForeground(QPainter *painter, const QRectF &)
{
    const QRectF plot = chart()->plotArea();
    const std::chrono::duration<double> span = m_range.end - m_range.begin;
    const auto x = [&](core::api::Time at) {
        const double share = std::chrono::duration<double>(at - m_range.begin) / span;
        return plot.left() + std::clamp(share, 0.0, 1.0) * plot.width();
    };
    for (const TimeWindow::Range &gap : m_gaps) {
        if (gap.end <= m_range.begin || gap.begin >= m_range.end)
            continue;
        const QRectF unknown(QPointF(x(gap.begin), plot.top()),
            QPointF(std::max(x(gap.end), x(gap.begin) + leastGap), plot.bottom()));
        paintHatch(*painter, unknown, m_theme);
    }
}

int Strip::plotWidth() const
{
    return std::max(1, width() - leftSpace - rightSpace);
}

double Strip::shareAt(double x) const
{
    return std::clamp((x - leftSpace) / plotWidth(), 0.0, 1.0);
}

void Strip::followTheme()
{
    const QPalette colors = QGuiApplication::palette(); // ours follows later
    chart()->setBackgroundBrush(colors.color(QPalette::Base));
    setBackgroundBrush(colors.color(QPalette::Base));
    for (QAbstractAxis *axis :
        {static_cast<QAbstractAxis *>(m_time), static_cast<QAbstractAxis *>(m_count)}) {
        axis->setLabelsColor(m_theme.color(Tone::Quiet));
        axis->setLinePenColor(m_theme.color(Tone::Hairline));
        axis->setGridLineColor(m_theme.color(Tone::Hairline));
    }
    for (const auto &[name, line] : m_lines) {
        const QColor color = line.color();
        if (line.area) {
            QColor faint = color;
            faint.setAlpha(70);
            line.area->setBrush(faint);
            line.area->setPen(QPen(color, 1.5));
        } else {
            line.upper->setPen(
                line.look == Look::Dashed ? QPen(color, 1.2, Qt::DashLine) : QPen(color, 2.5, Qt::DotLine));
        }
    }
}

void Strip::placePlot()
{
    const int below = m_withTimeLabels ? labelSpace : bottomSpace;
    chart()->setPlotArea(QRectF(leftSpace, topSpace, plotWidth(), std::max(10, height() - topSpace - below)));
}

void Strip::resizeEvent(QResizeEvent *event)
{
    placePlot(); // before the chart lays itself out: afterwards its axes would keep their old places
    QChartView::resizeEvent(event);
}

void Strip::wheelEvent(QWheelEvent *event)
{
    const double steps = event->angleDelta().y() / 120.0;
    if (!qFuzzyIsNull(steps))
        emit zoomAsked(std::pow(zoomStep, steps), shareAt(event->position().x()));
    event->accept();
}

void Strip::mousePressEvent(QMouseEvent *event)
{
    m_dragX = event->position().x();
}

void Strip::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton))
        return;
    const double moved = event->position().x() - m_dragX;
    m_dragX = event->position().x();
    emit panAsked(-moved / plotWidth());
}

} // namespace ui
