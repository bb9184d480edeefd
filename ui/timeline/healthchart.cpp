// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/healthchart.h"

#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/widgets/ticker.h"

#include <QFile>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using core::api::Time;
using core::timeline::HealthCounts;

namespace {

constexpr int fastest = 100; // ms between two drawings
constexpr int idle = 2000; // while nothing happens but time
constexpr int slowest = 5000;
constexpr int captionHeight = 22;
constexpr double headroom = 1.05; // all Ready as desired: the two lines stay off the edge

/// The step line through the counts: level until the next moment, then straight up or down.
Strip::Points stepsOf(const std::vector<HealthCounts> &counts, int HealthCounts::*count)
{
    Strip::Points points;
    for (const HealthCounts &step : counts) {
        const auto x = static_cast<double>(milliseconds(step.at));
        const double y = step.*count;
        if (!points.isEmpty() && points.last().y() != y)
            points.append({x, points.last().y()});
        if (points.isEmpty() || points.last().y() != y)
            points.append({x, y});
    }
    if (!counts.empty() && !points.isEmpty())
        points.append({static_cast<double>(milliseconds(counts.back().at)), points.last().y()});
    return points;
}

Strip::Points stepsOf(const std::vector<WantedCount> &wanted, const TimeWindow::Range &range)
{
    Strip::Points points;
    if (range.end <= range.begin)
        return points;
    auto next = std::ranges::upper_bound(wanted, range.begin, {}, &WantedCount::at);
    double level = next == wanted.begin() ? 0 : static_cast<double>((next - 1)->machines);
    points.append({static_cast<double>(milliseconds(range.begin)), level});
    for (; next != wanted.end() && next->at <= range.end; ++next) {
        const auto x = static_cast<double>(milliseconds(next->at));
        points.append({x, level});
        level = static_cast<double>(next->machines);
        points.append({x, level});
    }
    points.append({static_cast<double>(milliseconds(range.end)), level});
    return points;
}

double highest(const Strip::Points &points)
{
    double most = 0;
    for (const QPointF &point : points)
        most = std::max(most, point.y());
    return most;
}

} // namespace

HealthChart::HealthChart(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_ready(new Strip(theme, false, this))
    , m_failing(new Strip(theme, true, this))
{
    setObjectName(u"healthChart"_s);
    setAccessibleName(tr("Node health over time"));
    m_ready->addLine(u"Ready"_s, Strip::Look::Area, [&theme] { return theme.color(State::Ready); });
    m_ready->addLine(u"Desired"_s, Strip::Look::Dashed, [&theme] { return theme.color(Tone::Desired); });
    m_failing->addLine(u"NotReady"_s, Strip::Look::Area, [&theme] { return theme.color(State::NotReady); });
    m_failing->addLine(u"Unknown"_s, Strip::Look::Dotted, [&theme] { return theme.color(State::Unknown); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_ready, 3);
    layout->addWidget(m_failing, 3);
    for (const Strip *strip : {m_ready, m_failing}) {
        connect(strip, &Strip::zoomAsked, this, &HealthChart::zoom);
        connect(strip, &Strip::panAsked, this, [this](double share) {
            changeWindow([this, share] { m_window.pan(share, recordBegin(), m_cluster.present()); });
        });
    }
    m_redraw.setSingleShot(true);
    connect(
        &m_redraw, &QTimer::timeout, this, [this] { isInSight(*this) ? redraw() : m_redraw.start(idle); });
}

Time HealthChart::recordBegin() const
{
    return m_cluster.health().begin().value_or(m_cluster.present());
}

TimeWindow::Range HealthChart::shown() const
{
    return m_window.range(recordBegin(), m_cluster.present());
}

void HealthChart::changeWindow(const std::function<void()> &change)
{
    const bool wasLive = m_window.isLive();
    change();
    if (wasLive != m_window.isLive())
        emit liveChanged(m_window.isLive());
    redraw();
}

void HealthChart::fit()
{
    changeWindow([this] { m_window.fit(); });
}

void HealthChart::goLive()
{
    changeWindow([this] { m_window.goLive(); });
}

void HealthChart::zoom(double factor, double at)
{
    changeWindow([&] { m_window.zoom(factor, at, recordBegin(), m_cluster.present()); });
}

void HealthChart::clusterChanged()
{
    if (isVisible() && (!m_redraw.isActive() || m_redraw.remainingTime() > fastest))
        m_redraw.start(fastest);
}

void HealthChart::redraw()
{
    if (!m_cluster.hasTime())
        return;
    const auto range = shown();
    const TimeWindow::Range known {
        range.begin, m_cluster.isLost() ? std::min(range.end, m_cluster.now()) : range.end};
    // One column per two pixels keeps every extreme and each series below what QtCharts draws without effort.
    const int columns = std::max(50, m_ready->plotWidth() / 2);
    const auto counts =
        core::timeline::downsampled(m_cluster.health().counts(), known.begin, known.end, columns);
    const auto ready = stepsOf(counts, &HealthCounts::ready);
    const auto desired = stepsOf(m_cluster.health().wanted(), known);
    const auto notReady = stepsOf(counts, &HealthCounts::notReady);
    const auto unknown = stepsOf(counts, &HealthCounts::unknown);
    m_ready->setRange(range, headroom * std::max(highest(ready), highest(desired)));
    m_failing->setRange(range, std::max(highest(notReady), highest(unknown)));
    m_ready->setLine(u"Ready"_s, ready);
    m_ready->setLine(u"Desired"_s, desired);
    m_failing->setLine(u"NotReady"_s, notReady);
    m_failing->setLine(u"Unknown"_s, unknown);
    for (Strip *strip : {m_ready, m_failing})
        strip->setGaps(gaps());
    setAccessibleDescription(summary());
    scheduleNext();
}

std::vector<TimeWindow::Range> HealthChart::gaps() const
{
    std::vector<TimeWindow::Range> gaps;
    for (const Outage &outage : m_cluster.health().outages())
        gaps.push_back({outage.begin, outage.end.value_or(m_cluster.present())});
    return gaps;
}

/// The live edge moves on without facts: again when it has moved by a pixel.
void HealthChart::scheduleNext()
{
    const double pace = m_cluster.status().reachedPace * (m_cluster.status().pace > 0 ? 1 : 0);
    if (!isVisible() || !m_window.isLive() || pace <= 0)
        return;
    const auto range = shown();
    const double msPerPixel =
        static_cast<double>(milliseconds(range.end) - milliseconds(range.begin)) / m_ready->plotWidth();
    m_redraw.start(std::clamp(static_cast<int>(msPerPixel / pace), idle, slowest));
}

Strip::Points HealthChart::line(const QString &name) const
{
    const bool above = name == "Ready"_L1 || name == "Desired"_L1;
    return (above ? m_ready : m_failing)->line(name);
}

QString HealthChart::summary() const
{
    if (!m_cluster.hasTime())
        return tr("Nothing is known yet.");
    const auto range = shown();
    const HealthCounts now = m_cluster.health().countsNow();
    const QString words = tr("%1 to %2: now %3 Ready, %4 NotReady, %5 Unknown.")
                              .arg(clockText(range.begin), clockText(range.end))
                              .arg(now.ready)
                              .arg(now.notReady)
                              .arg(now.unknown);
    return m_cluster.isLost() ? tr("Connection lost at %1. ").arg(clockText(m_cluster.now())) + words : words;
}

void HealthChart::paintFor(QPainter &painter, const QSize &size)
{
    const auto &status = m_cluster.status();
    const bool lab = status.mode == core::engine::Mode::Lab;
    const QString where = lab
        ? tr("lab %1, pace ×%2 – lab timing, not production's").arg(text(status.contextName)).arg(status.pace)
        : tr("cluster %1").arg(text(status.contextName));
    painter.fillRect(QRect({}, size), palette().color(QPalette::Base));
    painter.setPen(m_theme.color(Tone::Quiet));
    painter.drawText(QRect(8, 0, size.width() - 16, captionHeight),
        static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), where + u" · "_s + summary());
    m_ready->render(&painter, QRectF(0, captionHeight, size.width(), m_ready->height()));
    m_failing->render(
        &painter, QRectF(0, captionHeight + m_ready->height(), size.width(), m_failing->height()));
}

QString HealthChart::savePng(const QString &path, int scale)
{
    const QSize wanted = size() + QSize(0, captionHeight);
    QImage image(wanted * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    paintFor(painter, wanted);
    painter.end();
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit())
        return {};
    return file.errorString();
}

QString HealthChart::saveSvg(const QString &path)
{
    const QSize wanted = size() + QSize(0, captionHeight);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return file.errorString();
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(wanted);
    svg.setViewBox(QRect({}, wanted));
    svg.setTitle(tr("Node health over time"));
    svg.setDescription(summary());
    QPainter painter(&svg);
    paintFor(painter, wanted);
    painter.end();
    return file.commit() ? QString() : file.errorString();
}

void HealthChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    redraw();
}

void HealthChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (isVisible())
        redraw();
}

} // namespace ui
