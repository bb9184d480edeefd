// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lower dock: how health went over time, with a lane for each machine; or, one switch away, the failures
// and the story of each recovery. Both can be kept as files.

#include "ui/timeline/healthchart.h"
#include "ui/timeline/recoveries.h"
#include "ui/timeline/timelineexport.h"

class QButtonGroup;
class QStackedWidget;
class QToolButton;

namespace ui {

class Actions;
class CrowdedLine;
class ElidedLabel;
struct Notice;
struct Place;

class TimelinePanel : public QWidget
{
    Q_OBJECT

public:
    enum class Page { Timeline, Recoveries };

    TimelinePanel(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// The chart's keys act while the panel is seen.
    void setActions(const Actions &actions);
    void apply(const core::engine::ChangeSet &changes);
    void showMoment();
    HealthChart &chart() const { return *m_chart; }
    Recoveries &recoveries() const { return *m_recoveries; }
    ObjectTable &episodes() const { return m_recoveries->table(); }
    void showPage(Page page);
    /// Writes down which page is shown, and which story; and goes back there.
    void addTo(Place &place) const;
    void restore(const Place &place);
    /// The list of recoveries takes the keys, until Escape goes back to the chart.
    void enterRecoveries();
    /// The panel comes into sight with the story of that recovery.
    void showStory(std::uint64_t episode);
    /// The chart comes into sight with that stretch of time.
    void showRange(const TimeWindow::Range &range);
    bool hasKeys() const;
    /// The number of the chosen recovery, otherwise of the latest one; 0 when there is none.
    std::uint64_t replayable() const;
    /// Writes what is shown, or of what is shown what the scope says. Tells how it went.
    void save(ExportFormat format, const QString &path);
    void save(ExportFormat format, const QString &path, const ExportScope &scope);
    /// Asks where to write the report of the scenario that ran last.
    void reportScenario();

signals:
    void placeChanged();
    void momentAsked(core::api::Time at);
    void presentAsked();
    void replayAsked(std::uint64_t episode);
    void noticed(const ui::Notice &notice);
    void machineChosen(const ui::ObjectRef &machine);
    /// The recoveries were left by Escape: somebody else shall have the keys.
    void left();

private:
    QToolButton *makeButton(const char16_t *name, const QString &text, const QString &tip);
    void makeSwitch();
    void makeHead();
    void showSpan();
    void showLegend();
    void showStatisticsSoon();
    void showStatistics();
    void offerExports();
    void offerExports(bool withPictures, const ExportScope &scope, QPoint where);
    void askWhere(ExportFormat format, const ExportScope &scope);

    const ClusterView &m_cluster;
    const Theme &m_theme;
    HealthChart *m_chart;
    Recoveries *m_recoveries;
    CrowdedLine *m_head;
    QStackedWidget *m_pages;
    QButtonGroup *m_switch;
    ElidedLabel *m_span;
    QLabel *m_legend;
    QLabel *m_statistics;
    QToolButton *m_live;
    QToolButton *m_export = nullptr;
    QTimer m_statisticsTimer;
};

} // namespace ui
