// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One compact chart of counts over time (docs/window.md W7): step lines over a common time axis, with as
// little around the plot as can be, so that it stays readable at the height of a dock.

#include "ui/theme.h"
#include "ui/timeline/timewindow.h"

#include <QChartView>

class QLineSeries;
class QAreaSeries;
class QDateTimeAxis;
class QValueAxis;

namespace ui {

class Strip : public QChartView
{
    Q_OBJECT

public:
    /// Corners of a step line: times in ms since 1970, counts.
    using Points = QList<QPointF>;
    /// Lines of similar colours are told apart by how they are drawn.
    enum class Look { Area, Dashed, Dotted };

    Strip(const Theme &theme, bool withTimeLabels, QWidget *parent = nullptr);

    /// Later lines are painted over earlier ones. color is asked again when the theme changes.
    void addLine(const QString &name, Look look, std::function<QColor()> color);
    void setLine(const QString &name, const Points &points);
    Points line(const QString &name) const;
    void setRange(const TimeWindow::Range &range, double most);
    /// Stretches of time of which nothing is known: they are hatched.
    void setGaps(std::vector<TimeWindow::Range> gaps);
    /// Width of the plot, px.
    int plotWidth() const;
    /// Where in the plot the position is: 0 at its left edge, 1 at its right.
    double shareAt(double x) const;

signals:
    void zoomAsked(double factor, double at);
    void panAsked(double share);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    struct Line {
        QLineSeries *upper = nullptr;
        QLineSeries *lower = nullptr;
        QAreaSeries *area = nullptr;
        Look look = Look::Area;
        std::function<QColor()> color;
    };

    void followTheme();
    void placePlot();

    const Theme &m_theme;
    bool m_withTimeLabels;
    QDateTimeAxis *m_time;
    QValueAxis *m_count;
    std::vector<std::pair<QString, Line>> m_lines;
    TimeWindow::Range m_range;
    std::vector<TimeWindow::Range> m_gaps;
    double m_dragX = 0;
};

} // namespace ui
