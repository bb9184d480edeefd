// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The counts of Ready, NotReady and Unknown nodes as step lines: Ready with the wanted machines above, the
// failures below on a scale of their own, so that one failed node among hundreds is seen. Every transition is
// kept; a failure shorter than a pixel still draws its line.

#include "ui/timeline/healthrecord.h"
#include "ui/timeline/strip.h"

#include <QTimer>

namespace ui {

class ClusterView;

class HealthChart : public QWidget
{
    Q_OBJECT

public:
    HealthChart(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// New facts may be there; drawn soon, at most ten times a second.
    void clusterChanged();
    /// Draws what the cluster says now.
    void redraw();
    void fit();
    void goLive();
    void zoom(double factor, double at);
    bool isLive() const { return m_window.isLive(); }
    TimeWindow::Range shown() const;
    /// The corners as drawn, for tests: "Ready", "NotReady", "Unknown", "Desired".
    Strip::Points line(const QString &name) const;
    /// The hatched times of which nothing is known.
    std::vector<TimeWindow::Range> gaps() const;
    /// One sentence with range, last values and recoveries: for screen readers and exports.
    QString summary() const;
    /// Empty when it went well.
    QString savePng(const QString &path, int scale);
    QString saveSvg(const QString &path);

signals:
    void liveChanged(bool live);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void changeWindow(const std::function<void()> &change);
    void scheduleNext();
    void paintFor(QPainter &painter, const QSize &size);
    core::api::Time recordBegin() const;

    const ClusterView &m_cluster;
    const Theme &m_theme;
    TimeWindow m_window;
    Strip *m_ready;
    Strip *m_failing;
    QTimer m_redraw;
};

} // namespace ui
