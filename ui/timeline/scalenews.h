// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells, once a set or deployment has all machines that it was scaled up to in this window, how long that
// took and which of them booted longest, and offers that stretch of the chart (docs/window.md W29).

#include "ui/commandsender.h"
#include "ui/timeline/timewindow.h"

namespace ui {

class ScaleNews : public QObject
{
    Q_OBJECT

public:
    ScaleNews(const ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);

    /// What was scaled up may have become complete.
    void clusterChanged();

signals:
    void noticed(const ui::Notice &notice);
    void rangeAsked(const ui::TimeWindow::Range &range);

private:
    struct Awaited {
        ObjectRef target; ///< a set or a deployment
        std::int64_t wanted = 0;
        core::api::Time since;
        std::optional<core::base::Duration> foreseen;
    };

    void scaled(const core::engine::Scale &scale);
    bool tellIfComplete(const Awaited &awaited);
    QString wordsOf(const Awaited &awaited) const;
    QString bootWordsOf(const Awaited &awaited) const;

    const ClusterView &m_cluster;
    std::vector<Awaited> m_awaited;
};

} // namespace ui
