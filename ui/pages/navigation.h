// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where one can go, at the left: the fleet, the tables with their counts, each set with the worst that its
// machines are in, scenarios, experiments, recoveries and the controllers (docs/window.md W20). Narrow, it
// shows the icons alone.

#include "ui/clusterview.h"
#include "ui/place.h"
#include "ui/theme.h"

#include <QListWidget>
#include <QTimer>

class QAction;

namespace ui {

class Tables;

class Navigation : public QListWidget
{
    Q_OBJECT

public:
    static constexpr int narrowWidth = 36; ///< px: room for the icons
    static constexpr int comfortableWidth = 190; ///< px
    static constexpr int keyCount = 9;

    Navigation(const ClusterView &cluster, Tables &tables, const Theme &theme, QWidget *parent = nullptr);
    ~Navigation() override;

    /// Looks soon at what there is, at most five times a second.
    void refreshSoon();
    /// There are so many scenarios to run.
    void setScenarioCount(int count);
    /// There are so many experiments; one of them runs.
    void setExperiments(int count, bool isRunning);
    void setFront(Front front);
    /// The keys 1 to 9, which go to the rows in their order, for the window: with Alt also where text is
    /// written.
    const std::vector<QAction *> &rowKeys() const { return m_rowKeys; }

    QSize sizeHint() const override { return {comfortableWidth, 300}; }
    QSize minimumSizeHint() const override { return {narrowWidth, 60}; }

signals:
    void objectAsked(const ui::ObjectRef &object);
    void scenariosAsked();
    void experimentsAsked();
    void recoveriesAsked();
    void controllersAsked();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Row;

    std::vector<Row> rows() const;
    void addSets(std::vector<Row> &rows) const;
    void refresh();
    void follow();
    void wearIcon(QListWidgetItem &item, const QString &name) const;
    void fill(const std::vector<Row> &rows);
    void showPlace();
    void go(const QListWidgetItem &item);
    void goToRow(int number);

    const ClusterView &m_cluster;
    Tables &m_tables;
    const Theme &m_theme;
    std::vector<QAction *> m_rowKeys;
    int m_scenarioCount = 0;
    int m_experimentCount = 0;
    bool m_experimentRuns = false;
    Front m_inFront = Front::Tables;
    bool m_isOld = false; ///< what is shown: the connection is lost
    std::vector<Row> m_rows;
    QTimer m_refresh;
};

} // namespace ui
