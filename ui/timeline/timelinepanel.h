// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lower dock: how health went over time at the left, the failures and their recovery times at the right,
// and both as files.

#include "ui/models/objecttablemodel.h"
#include "ui/timeline/healthchart.h"

class QLabel;
class QSplitter;
class QToolButton;

namespace ui {

struct Notice;
class ObjectTable;

class TimelinePanel : public QWidget
{
    Q_OBJECT

public:
    TimelinePanel(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    void apply(const core::engine::ChangeSet &changes);
    HealthChart &chart() const { return *m_chart; }
    ObjectTable &episodes() const { return *m_table; }
    /// Writes to the path by its suffix: png, svg, or csv (the episodes). Tells how it went.
    void save(const QString &path);

signals:
    void noticed(const ui::Notice &notice);
    void machineChosen(const core::api::ObjectKey &machine);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeChartSide();
    QWidget *makeEpisodeSide();
    QToolButton *makeButton(const QString &name, const QString &text, const QString &tip);
    void showLegend();
    void showStatistics();
    void choose();
    void askWhere(const QString &title, const QString &proposal, const QString &pattern);
    QString saveEpisodes(const QString &path) const;

    const ClusterView &m_cluster;
    const Theme &m_theme;
    ObjectTableModel<core::timeline::Episode> m_model;
    HealthChart *m_chart;
    ObjectTable *m_table;
    QSplitter *m_sides;
    QLabel *m_legend;
    QLabel *m_statistics;
    QToolButton *m_live;
    QTimer m_statisticsTimer;
};

} // namespace ui
