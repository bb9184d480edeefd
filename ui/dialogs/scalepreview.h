// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What scaling changes, before it is sent: who comes or goes, of each set or deployment and of all, and on
// somebody's cluster also which field of what, how the server judges it, and the line for kubectl.

#include "ui/dialogs/servertrial.h"

#include <QTimer>

namespace ui {

class ScalePreview : public QObject
{
    Q_OBJECT

public:
    ScalePreview(const ClusterView &cluster, CommandSender &commands, QObject *parent);

    /// Asks the core at once, and the server of somebody's cluster when nothing else was asked for so long.
    void ask(std::vector<Scaling> scalings, std::chrono::milliseconds serverAfter);
    /// What is known so far of what was asked last.
    QString words() const;

signals:
    void changed();

private:
    struct Part {
        Scaling scaling;
        std::optional<core::engine::ScaleForecast> forecast = {};
    };

    ServerTrial::Part trialOf(const Scaling &scaling) const;
    bool isExternal() const;
    QStringList forecastLines() const;
    QStringList changeLines() const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    std::vector<Part> m_parts;
    int m_round = 0;
    ServerTrial m_trial;
    QTimer m_serverTimer;
};

/// Asks whether that is to be scaled on somebody's cluster.
void askScaling(QWidget *window, const ClusterView &cluster, CommandSender &commands,
    const std::vector<Scaling> &scalings, const std::function<void()> &accepted);

} // namespace ui
