// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lane for each machine, below the chart and on its line of time: bars of its states, marks for faults (F),
// for the request to delete it (↧) and for its creation (+), and an arrow to the machine that took its place.
// Machines with the latest incidents come first; those whose life lies outside of the line of time have none.
// Only what is in sight is painted (docs/window.md W17).

#include "ui/theme.h"
#include "ui/timeline/machinepasts.h"
#include "ui/timeline/timeaxis.h"

#include <QAbstractScrollArea>

namespace ui {

class Lanes : public QAbstractScrollArea
{
    Q_OBJECT

public:
    struct Content {
        const MachinePasts *pasts = nullptr;
        TimeAxis axis; ///< its left end leaves room for the names
        core::api::Time knownUntil;
        std::vector<TimeWindow::Range> gaps; ///< nothing is known of: hatched
        std::optional<core::api::Time> moment = {}; ///< of the past, that is shown everywhere else
    };

    Lanes(const Theme &theme, QWidget *parent);

    void setContent(Content content);
    /// A line through all lanes there; nothing: none.
    void setPointed(std::optional<double> x);
    int laneHeight() const;
    int laneCount() const { return static_cast<int>(m_order.size()); }
    /// The machine of the lane at a line of the viewport; null below the last one.
    const MachinePast *pastAt(int y) const;
    /// The place of the bar of one of its states, for a machine in that row, in the viewport.
    QRectF barOf(const MachinePast &past, std::size_t state, int row) const;
    /// How many lanes the last painting touched.
    int lanesPainted() const { return m_lanesPainted; }
    /// Paints the lanes from the first one on into another picture, below the chart.
    void paintInto(QPainter &painter, const QRectF &rect) const;

signals:
    void pointed(std::optional<double> x);
    void machineChosen(const ui::ObjectRef &machine);
    void zoomAsked(double factor, double at);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    std::vector<std::uint64_t> livesOnAxis() const;
    void takeOrder(std::vector<std::uint64_t> order);
    void setScrollRange();
    int rowAt(int y) const;
    double topOf(int row) const;
    void paintRows(QPainter &painter, const QRectF &rect, int first, int last) const;
    void paintName(QPainter &painter, const MachinePast &past, double top) const;
    void paintStates(QPainter &painter, const MachinePast &past, int row) const;
    void paintMarks(QPainter &painter, const MachinePast &past, double top) const;
    void paintArrow(QPainter &painter, const MachinePast &past, int row) const;
    void paintGaps(QPainter &painter, const QRectF &rect) const;
    QString told(const MachinePast &past, core::api::Time at) const;
    core::api::Time endOf(const MachinePast &past, std::size_t state) const;

    const Theme &m_theme;
    Content m_content;
    std::vector<std::uint64_t> m_order;
    std::unordered_map<std::uint64_t, int> m_rowOf;
    std::optional<double> m_pointed;
    int m_hovered = -1;
    int m_lanesPainted = 0;
};

} // namespace ui
