// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How health went over time: the counts of the machines' nodes as one chart, and below it a lane for each
// machine on the same line of time. Every transition is kept; a failure shorter than a pixel is still seen.

#include "ui/timeline/countchart.h"
#include "ui/timeline/healthrecord.h"
#include "ui/timeline/lanes.h"

#include <QElapsedTimer>
#include <QTimer>

namespace ui {

class ClusterView;

class HealthChart : public QWidget
{
    Q_OBJECT

public:
    using Points = CountChart::Points;

    HealthChart(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    CountChart &counts() const { return *m_counts; }
    Lanes &lanes() const { return *m_lanes; }
    /// New facts may be there; drawn soon, at most ten times a second.
    void clusterChanged();
    /// The window shows another moment: it stays in sight, and now is not followed until it is shown again.
    void showMoment();
    /// Draws what the cluster says now.
    void redraw();
    void fit();
    void goLive();
    void showLast(core::base::Duration span);
    void showRange(const TimeWindow::Range &range);
    void zoom(double factor, double at);
    void pan(double share);
    /// The chart goes to what was shown before the last zoom, and from there back again.
    void goBack();
    void goForward();
    bool isLive() const { return m_window.isLive(); }
    TimeWindow::Range shown() const;
    /// "last 5 min", or from when to when.
    QString shownText() const;
    /// The corners as drawn, for tests: "Ready", "NotReady", "Unknown", "Desired".
    Points line(const QString &name) const;
    /// The hatched times of which nothing is known.
    std::vector<TimeWindow::Range> gaps() const;
    /// The counts are as they were at a moment.
    core::timeline::HealthCounts countsAt(core::api::Time at) const;
    std::int64_t wantedAt(core::api::Time at) const;
    /// What was at a moment, in lines.
    QStringList readoutAt(core::api::Time at) const;
    /// What its colours stand for, with the counts of now or of the moment that is shown, as rich text.
    QString legend() const;
    /// One sentence with range, last values and recoveries: for screen readers and exports.
    QString summary() const;
    /// The problem is empty when it went well.
    QString savePng(const QString &path, int scale);
    QString saveSvg(const QString &path);

    QSize sizeHint() const override;

signals:
    void liveChanged(bool live);
    /// Another stretch of time is shown.
    void shownChanged();
    void machineChosen(const ui::ObjectRef &machine);
    void momentAsked(core::api::Time at);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void changeWindow(const std::function<void()> &change);
    bool isUnread() const;
    core::api::Time knownSince() const;
    core::api::Time knownUntil(const TimeWindow::Range &range) const;
    void scheduleNext();
    void arrange();
    TimeAxis axis() const;
    void paintLegend(QPainter &painter) const;
    void paintFor(QPainter &painter, const QSize &size);
    core::api::Time recordBegin() const;

    const ClusterView &m_cluster;
    const Theme &m_theme;
    TimeWindow m_window;
    CountChart *m_counts;
    Lanes *m_lanes;
    QTimer m_redraw;
    bool m_isLate = false; ///< drawn when it comes into sight
    QElapsedTimer m_sinceWheel;
};

} // namespace ui
