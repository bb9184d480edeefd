// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The counts over time in one compact chart (docs/window.md W7): Ready as an area and the machines wanted as
// a dashed line above zero, the failing ones as bars below it, where one among hundreds is seen too; above
// all of it what somebody did, and where the mouse points, what was then.

#include "ui/theme.h"
#include "ui/timeline/marks.h"

#include <QChartView>

class QLineSeries;
class QAreaSeries;
class QValueAxis;

namespace ui {

class CountChart : public QChartView
{
    Q_OBJECT

public:
    /// Corners of a step line: times in ms since 1970, counts.
    using Points = QList<QPointF>;

    struct Content {
        TimeAxis axis;
        Points ready;
        Points desired;
        std::vector<core::timeline::HealthCounts> counts; ///< what is failing; each holds until the next
        std::vector<TimeWindow::Range> gaps; ///< nothing is known of: hatched
        std::vector<Mark> marks;
        std::optional<core::api::Time> moment = {}; ///< of the past, that is shown everywhere else
        QString momentLabel = {};
    };

    /// readout tells people what was at a moment.
    CountChart(const Theme &theme, std::function<QStringList(core::api::Time)> readout, QWidget *parent);

    void setContent(Content content);
    const Content &content() const { return m_content; }
    /// Tells what was there; nothing: nobody points at the line of time.
    void setPointed(std::optional<double> x);
    /// How far below the zero line that many failing nodes reach, px.
    double depthOf(double failing) const;
    /// The marks are as painted.
    std::vector<PlacedMark> placedMarks() const;
    std::vector<TimeTick> ticks() const;
    /// From zero on; at last the number that is wanted now, where that is none of them.
    std::vector<CountTick> countTicks() const;
    QRectF plot() const;
    /// Where in the plot the position is: 0 at its left edge, 1 at its right.
    double shareAt(double x) const;

signals:
    void pointed(std::optional<double> x);
    void zoomAsked(double factor, double at);
    void panAsked(double share);
    /// The stretch between two places was chosen.
    void bandAsked(double from, double to);
    /// The moment at that place is to be shown: the times below the plot were pressed or dragged along, or
    /// the line of the moment was dragged, or the plot was clicked twice.
    void momentAsked(double at);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    enum class Drag { None, Band, Pan, Moment };

    void followTheme();
    void placePlot();
    double top() const;
    double y(double count) const;
    QFont smallFont() const;
    void paintTimes(QPainter &painter) const;
    void paintCounts(QPainter &painter) const;
    void paintFailing(QPainter &painter) const;
    void paintMarks(QPainter &painter) const;
    void paintBand(QPainter &painter) const;
    void paintMoment(QPainter &painter) const;
    bool seeksAt(QPointF position) const;
    void paintReadout(QPainter &painter) const;

    const Theme &m_theme;
    std::function<QStringList(core::api::Time)> m_readout;
    QValueAxis *m_time;
    QValueAxis *m_count;
    QLineSeries *m_ready;
    QLineSeries *m_upper; ///< of the area below it
    QLineSeries *m_zero;
    QAreaSeries *m_area;
    QLineSeries *m_desired;
    Content m_content;
    double m_most = 1; ///< the highest count
    double m_mostFailing = 0;
    Drag m_drag = Drag::None;
    double m_dragX = 0;
    std::optional<double> m_pointed;
};

} // namespace ui
