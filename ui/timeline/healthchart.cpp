// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/healthchart.h"

#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/textsize.h"
#include "ui/widgets/ticker.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QTextDocument>

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
constexpr int headHeight = 2 * captionHeight; // of a picture: the caption, and the legend
constexpr int headMargin = 8;
constexpr int bestChart = 144; // px
constexpr int leastChart = 84;
constexpr int lanesBesideIt = 4; // for these the chart gives way
constexpr int leastNames = 60; // px: the names of the lanes, and the counts
constexpr int mostNames = 140;
constexpr int rightSpace = 24;
constexpr qint64 oneZoom = 800; // ms: turns of the wheel that follow each other are one step of the history
constexpr double panStep = 0.1;
constexpr core::base::Duration shownAtFirst = std::chrono::minutes(5);

/// The step line through the counts: level until the next moment, then straight up or down.
HealthChart::Points stepsOf(const std::vector<HealthCounts> &counts, int HealthCounts::*count)
{
    HealthChart::Points points;
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

HealthChart::Points stepsOf(const std::vector<WantedCount> &wanted, const TimeWindow::Range &range)
{
    HealthChart::Points points;
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

/// Qt's names of fonts mean nothing to a browser, which would take one with serifs.
QByteArray withFontsOfAnyReader(const QByteArray &svg)
{
    static const QRegularExpression family(u"font-family=\"([^\"]*)\""_s);
    return QString::fromUtf8(svg).replace(family, u"font-family=\"\\1, sans-serif\""_s).toUtf8();
}

} // namespace

HealthChart::HealthChart(const ClusterView &cluster, const Theme &theme, QWidget *parent)
    : QWidget(parent)
    , m_cluster(cluster)
    , m_theme(theme)
    , m_counts(new CountChart(
          theme, [this](Time at) { return readoutAt(at); }, this))
    , m_lanes(new Lanes(theme, this))
{
    setObjectName(u"healthChart"_s);
    setAccessibleName(tr("Node health over time"));
    setFocusPolicy(Qt::ClickFocus);
    setLayoutDirection(Qt::LeftToRight); // in which time runs, whatever is read from right to left
    setMinimumHeight(leastChart);
    m_window.showLast(shownAtFirst);
    const auto zoomByWheel = [this](double factor, double at) {
        if (!m_sinceWheel.isValid() || m_sinceWheel.elapsed() > oneZoom)
            m_window.remember();
        m_sinceWheel.start();
        zoom(factor, at);
    };
    connect(m_counts, &CountChart::zoomAsked, this, zoomByWheel);
    connect(m_lanes, &Lanes::zoomAsked, this, zoomByWheel);
    connect(m_counts, &CountChart::panAsked, this, &HealthChart::pan);
    connect(m_counts, &CountChart::bandAsked, this, [this](double from, double to) {
        const TimeAxis axis = this->axis();
        showRange({axis.timeAt(axis.left + from * axis.width), axis.timeAt(axis.left + to * axis.width)});
    });
    connect(m_counts, &CountChart::momentAsked, this, [this](double at) {
        const TimeAxis axis = this->axis();
        emit momentAsked(axis.timeAt(axis.left + at * axis.width));
    });
    connect(m_counts, &CountChart::pointed, m_lanes, &Lanes::setPointed);
    connect(m_lanes, &Lanes::pointed, m_counts, &CountChart::setPointed);
    connect(m_lanes, &Lanes::machineChosen, this, &HealthChart::machineChosen);
    m_redraw.setSingleShot(true);
    connect(&m_redraw, &QTimer::timeout, this, [this] {
        m_isLate = !isInSight(*this);
        if (!m_isLate)
            redraw();
    });
    new Ticker(this, std::chrono::milliseconds(idle), [this] {
        if (m_isLate && !m_redraw.isActive())
            m_redraw.start(fastest);
    });
}

QSize HealthChart::sizeHint() const
{
    return {600, bestChart + lanesBesideIt * m_lanes->laneHeight()};
}

/// The chart has its height, and gives way for the first lanes; no lane is cut off.
void HealthChart::arrange()
{
    const int lane = m_lanes->laneHeight();
    const int least = std::min(static_cast<int>(textScaled(leastChart)), height());
    const int chart = std::clamp(
        height() - lanesBesideIt * lane, least, std::max(least, static_cast<int>(textScaled(bestChart))));
    const int lanes = (height() - chart) / lane * lane;
    m_counts->setGeometry(0, 0, width(), height() - lanes);
    m_lanes->setGeometry(0, height() - lanes, width(), lanes);
}

/// What has no room for a lane's name has none for the names at all.
TimeAxis HealthChart::axis() const
{
    const int names =
        static_cast<int>(std::clamp(width() / 8.0, textScaled(leastNames), textScaled(mostNames)));
    return {
        shown(), static_cast<double>(names), static_cast<double>(std::max(1, width() - names - rightSpace))};
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
    if (m_cluster.moment()) // following now would carry it out of sight
        m_window.hold(recordBegin(), m_cluster.present());
    if (wasLive != m_window.isLive())
        emit liveChanged(m_window.isLive());
    redraw();
}

void HealthChart::fit()
{
    m_window.remember();
    changeWindow([this] { m_window.fit(); });
}

void HealthChart::goLive()
{
    changeWindow([this] { m_window.goLive(); });
}

void HealthChart::showLast(core::base::Duration span)
{
    m_window.remember();
    changeWindow([&] { m_window.showLast(span); });
}

void HealthChart::showRange(const TimeWindow::Range &range)
{
    m_window.remember();
    changeWindow([&] { m_window.show(range, recordBegin(), m_cluster.present()); });
}

void HealthChart::zoom(double factor, double at)
{
    changeWindow([&] { m_window.zoom(factor, at, recordBegin(), m_cluster.present()); });
}

void HealthChart::pan(double share)
{
    changeWindow([&] { m_window.pan(share, recordBegin(), m_cluster.present()); });
}

void HealthChart::goBack()
{
    changeWindow([this] { m_window.back(); });
}

void HealthChart::goForward()
{
    changeWindow([this] { m_window.forward(); });
}

QString HealthChart::shownText() const
{
    if (!m_cluster.hasTime())
        return {};
    const auto range = shown();
    if (m_window.isLive())
        return tr("last %1").arg(roughText(range.end - range.begin));
    return tr("%1 – %2").arg(
        momentText(range.begin, m_cluster.present()), momentText(range.end, m_cluster.present()));
}

void HealthChart::showMoment()
{
    const auto &moment = m_cluster.moment();
    changeWindow([&] {
        const auto now = m_cluster.present();
        if (!moment)
            return m_window.goLive();
        m_window.hold(recordBegin(), now);
        const auto range = shown();
        const auto span = range.end - range.begin;
        if (*moment < range.begin || *moment > range.end)
            m_window.show({*moment - span / 2, *moment + span / 2}, recordBegin(), now);
    });
}

void HealthChart::clusterChanged()
{
    if (isVisible() && (!m_redraw.isActive() || m_redraw.remainingTime() > fastest))
        m_redraw.start(fastest);
}

/// No machine could be counted.
bool HealthChart::isUnread() const
{
    return m_cluster.isUnread(Kind::Machine) && m_cluster.count(Kind::McmMachine) == 0;
}

/// A lab is empty before its first object; a cluster that others have was there before somebody looked.
Time HealthChart::knownSince() const
{
    return m_cluster.status().mode == core::engine::Mode::Lab
        ? Time::min()
        : m_cluster.health().watchedSince().value_or(Time::min());
}

/// Until when of that range it is known how many there were.
Time HealthChart::knownUntil(const TimeWindow::Range &range) const
{
    const auto &counts = m_cluster.health().counts();
    if (isUnread())
        return counts.empty() ? range.begin : std::min(range.end, counts.back().at);
    return m_cluster.isLost() ? std::min(range.end, m_cluster.now()) : range.end;
}

void HealthChart::redraw()
{
    if (!m_cluster.hasTime())
        return;
    const auto range = shown();
    const TimeWindow::Range known {std::max(range.begin, knownSince()), knownUntil(range)};
    const TimeAxis axis = this->axis();
    // One column per two pixels keeps every extreme and each series below what QtCharts draws without effort.
    const int columns = std::max(50, static_cast<int>(axis.width) / 2);
    CountChart::Content content {.axis = axis, .gaps = gaps()};
    content.counts =
        core::timeline::downsampled(m_cluster.health().counts(), known.begin, known.end, columns);
    content.ready = stepsOf(content.counts, &HealthCounts::ready);
    content.desired = stepsOf(m_cluster.health().wanted(), known);
    content.marks = marksIn(m_cluster.health(), range);
    content.moment = m_cluster.moment();
    if (content.moment)
        content.momentLabel = clockText(*content.moment);
    m_counts->setContent(std::move(content));
    m_lanes->setContent({&m_cluster.health().machines(), axis, known.end, gaps(), m_cluster.moment()});
    setAccessibleDescription(summary());
    emit shownChanged();
    scheduleNext();
}

std::vector<TimeWindow::Range> HealthChart::gaps() const
{
    std::vector<TimeWindow::Range> gaps;
    if (const Time since = knownSince(); since > shown().begin)
        gaps.push_back({shown().begin, since});
    for (const Outage &outage : m_cluster.health().outages())
        gaps.push_back({outage.begin, outage.end.value_or(m_cluster.present())});
    for (const core::timeline::Gap &gap : m_cluster.status().gaps)
        gaps.push_back({gap.begin, gap.end});
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
        static_cast<double>(milliseconds(range.end) - milliseconds(range.begin)) / axis().width;
    m_redraw.start(static_cast<int>(std::clamp<double>(msPerPixel / pace, idle, slowest)));
}

HealthChart::Points HealthChart::line(const QString &name) const
{
    const CountChart::Content &content = m_counts->content();
    if (name == "Ready"_L1)
        return content.ready;
    if (name == "Desired"_L1)
        return content.desired;
    return stepsOf(content.counts, name == "Unknown"_L1 ? &HealthCounts::unknown : &HealthCounts::notReady);
}

HealthCounts HealthChart::countsAt(Time at) const
{
    const auto &counts = m_cluster.health().counts();
    const auto step = std::ranges::upper_bound(counts, at, {}, &HealthCounts::at);
    return step == counts.begin() ? HealthCounts {} : *(step - 1);
}

std::int64_t HealthChart::wantedAt(Time at) const
{
    const auto &wanted = m_cluster.health().wanted();
    const auto step = std::ranges::upper_bound(wanted, at, {}, &WantedCount::at);
    return step == wanted.begin() ? 0 : (step - 1)->machines;
}

QStringList HealthChart::readoutAt(Time at) const
{
    const HealthRecord &record = m_cluster.health();
    const auto isUnseen = [&](const Outage &outage) {
        return outage.begin <= at && at < outage.end.value_or(m_cluster.present());
    };
    QStringList lines {momentText(at, m_cluster.present())};
    if (isUnread() && at >= knownUntil({at, m_cluster.present()}))
        return lines << tr("Nothing is known yet.");
    if (at < knownSince())
        return lines << tr("not known: the cluster was not looked at yet");
    if (std::ranges::any_of(record.outages(), isUnseen))
        return lines << tr("connection lost: not known");
    const auto isUnrecorded = [at](const core::timeline::Gap &gap) { return gap.begin < at && at < gap.end; };
    const bool isExternal = m_cluster.status().mode == core::engine::Mode::External;
    if (std::ranges::any_of(m_cluster.status().gaps, isUnrecorded))
        return lines << (isExternal ? tr("not recorded: the program did not run, or had no connection")
                                    : tr("not recorded: the program did not run"));
    const HealthCounts counts = countsAt(at);
    const auto line = [&](State state, int count) {
        lines.append(u"%1 %L2 %3"_s.arg(glyphOf(state)).arg(count).arg(wordOf(state)));
    };
    line(State::Ready, counts.ready);
    line(State::NotReady, counts.notReady);
    line(State::Unknown, counts.unknown);
    return lines << tr("┅ %1 desired").arg(countText(wantedAt(at)));
}

QString HealthChart::legend() const
{
    if (isUnread())
        return tr("Nothing is known yet.");
    const auto &moment = m_cluster.moment();
    if (const auto begin = m_cluster.health().begin(); moment && begin && *moment < *begin)
        return tr("at %1, of which the chart keeps no counts")
            .arg(momentText(*moment, m_cluster.present()));
    const auto now = moment ? countsAt(*moment) : m_cluster.health().countsNow();
    const auto item = [this](State state, int count) {
        return u"<span style=\"color:%1\">%2</span> %3 <b>%4</b>"_s.arg(
            m_theme.color(m_cluster.isLost() ? State::Paused : state).name(), glyphOf(state), wordOf(state),
            countText(count));
    };
    const QString desired = tr("desired %1").arg(countText(wantedAt(moment.value_or(m_cluster.present()))));
    QStringList items {item(State::Ready, now.ready), u"┅ "_s + desired, item(State::NotReady, now.notReady),
        item(State::Unknown, now.unknown)};
    if (m_cluster.isLost() || moment)
        items.append(tr("at %1").arg(momentText(m_cluster.now(), m_cluster.present())));
    else if (!m_window.isLive())
        items.append(tr("now"));
    return items.join(u" &nbsp; "_s);
}

QString HealthChart::summary() const
{
    if (!m_cluster.hasTime() || isUnread())
        return tr("Nothing is known yet.");
    const auto range = shown();
    const HealthCounts now = m_cluster.health().countsNow();
    const QString words = tr("%1 to %2: now %3 Ready, %4 NotReady, %5 Unknown.")
                              .arg(clockText(range.begin), clockText(range.end))
                              .arg(countText(now.ready), countText(now.notReady), countText(now.unknown));
    return m_cluster.isLost() ? tr("Connection lost at %1. ").arg(clockText(m_cluster.now())) + words : words;
}

void HealthChart::paintLegend(QPainter &painter) const
{
    QTextDocument words;
    words.setDefaultFont(font());
    words.setDocumentMargin(0);
    words.setHtml(legend());
    const QTransform before = painter.transform();
    painter.translate(headMargin, captionHeight);
    QAbstractTextDocumentLayout::PaintContext colours;
    colours.palette = palette();
    words.documentLayout()->draw(&painter, colours);
    painter.setTransform(before);
}

void HealthChart::paintFor(QPainter &painter, const QSize &size)
{
    const auto &status = m_cluster.status();
    const bool lab = status.mode == core::engine::Mode::Lab;
    const QString where = lab
        ? tr("lab %1, %2 – lab timing, not production's").arg(text(status.contextName), paceText(status.pace))
        : tr("cluster %1").arg(text(status.contextName));
    painter.fillRect(QRect({}, size), palette().color(QPalette::Base));
    painter.setPen(m_theme.color(Tone::Quiet));
    painter.drawText(QRect(headMargin, 0, size.width() - 2 * headMargin, captionHeight),
        static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), where + u" · "_s + summary());
    paintLegend(painter);
    m_counts->render(&painter, QRectF(0, headHeight, m_counts->width(), m_counts->height()));
    const double below = headHeight + m_counts->height();
    m_lanes->paintInto(painter, QRectF(0, below, size.width(), size.height() - below));
}

QString HealthChart::savePng(const QString &path, int scale)
{
    const QSize wanted = size() + QSize(0, headHeight);
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
    const QSize wanted = size() + QSize(0, headHeight);
    QBuffer drawing;
    QSvgGenerator svg;
    svg.setOutputDevice(&drawing);
    svg.setSize(wanted);
    svg.setViewBox(QRect({}, wanted));
    svg.setTitle(tr("Node health over time"));
    svg.setDescription(summary());
    QPainter painter(&svg);
    paintFor(painter, wanted);
    painter.end();
    QSaveFile file(path);
    const QByteArray content = withFontsOfAnyReader(drawing.data());
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    return isWritten && file.commit() ? QString() : file.errorString();
}

void HealthChart::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    redraw();
}

void HealthChart::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    arrange();
    if (isVisible())
        redraw();
}

void HealthChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
    if (isVisible())
        redraw();
}

void HealthChart::keyPressEvent(QKeyEvent *event)
{
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (event->key() == Qt::Key_End && event->modifiers() == Qt::NoModifier)
        goLive();
    else if (event->key() == Qt::Key_Left)
        alt ? goBack() : pan(-panStep);
    else if (event->key() == Qt::Key_Right)
        alt ? goForward() : pan(panStep);
    else
        QWidget::keyPressEvent(event);
}

} // namespace ui
