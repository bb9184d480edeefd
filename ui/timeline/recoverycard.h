// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The story of one recovery (docs/window.md W11): how long it took in one large figure, where the time went,
// what happened when, how it compares with the others of its set, and what would change it.

#include "core/timeline/episodetracker.h"
#include "ui/kind.h"
#include "ui/theme.h"
#include "ui/timeline/timewindow.h"

#include <QLabel>
#include <QWidget>

#include <vector>

class QBoxLayout;

namespace ui {

class ClusterView;
class PhaseBar;
class DotStrip;

/// How many dots each stands above the line, where those less than that apart stand above each other; of
/// equal ones the first is the lowest.
std::vector<int> pileLevels(const std::vector<double> &places, double apart);

class RecoveryCard : public QWidget
{
    Q_OBJECT

public:
    RecoveryCard(const ClusterView &cluster, const Theme &theme, QWidget *parent = nullptr);

    /// Shows the episode of that number; nothing when there is none.
    void showEpisode(std::uint64_t episode);
    std::uint64_t shown() const { return m_shown; }
    /// The span is when it happened, with some seconds before and after; nothing when nothing is shown.
    std::optional<TimeWindow::Range> span() const;
    /// What is shown is not over yet.
    bool goesOn() const;
    /// What is shown may have gone on.
    void refresh();

signals:
    void machineChosen(const ui::ObjectRef &machine);
    /// The jump leads to the stretch of time in which it happened.
    void jumpAsked();
    /// Where to offer it: below the button, on the screen.
    void exportAsked(std::uint64_t episode, QPoint where);
    void replayAsked(std::uint64_t episode);
    /// What other timeouts would change is to be tried.
    void experimentAsked();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QLabel *addLabel(QBoxLayout *column, const char16_t *name);
    void fillLeft(QBoxLayout *column);
    void fillRight(QBoxLayout *column);
    const core::timeline::Episode *episode() const;
    void showComparison(const core::timeline::Episode &episode);

    const ClusterView &m_cluster;
    const Theme &m_theme;
    std::uint64_t m_shown = 0;
    QBoxLayout *m_columns;
    QLabel *m_title = nullptr;
    QLabel *m_route = nullptr;
    QLabel *m_figure = nullptr;
    QLabel *m_caption = nullptr;
    QLabel *m_outcome = nullptr;
    QLabel *m_forecast = nullptr;
    PhaseBar *m_phases = nullptr;
    QLabel *m_marks = nullptr;
    QLabel *m_comparison = nullptr;
    DotStrip *m_dots = nullptr;
    QLabel *m_advice = nullptr;
};

} // namespace ui
