// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells how long it took when all nodes that were told to fail in this window have recovered, and offers the
// story (docs/window.md W52).

#include "ui/commandsender.h"

#include <set>
#include <span>

namespace ui {

class RecoveryNews : public QObject
{
    Q_OBJECT

public:
    RecoveryNews(const ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);

    /// What its notices are about.
    static QString topic() { return QStringLiteral("recovered"); }
    /// An episode may have ended.
    void clusterChanged();

signals:
    void noticed(const ui::Notice &notice);
    void storyAsked(std::uint64_t episode);

private:
    struct Awaited {
        std::set<std::string> nodes; ///< those that were Ready when they were told to fail
        std::uint64_t after = 0; ///< the last episode before that
    };

    void await(const core::engine::BreakNodes &failure);
    bool tellIfOver(const Awaited &awaited);
    void tell(std::span<const core::timeline::Episode> recovered);

    const ClusterView &m_cluster;
    std::vector<Awaited> m_awaited;
};

} // namespace ui
