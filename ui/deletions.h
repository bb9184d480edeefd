// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Deletions: in a lab they are sent at once, on somebody's cluster five seconds later, unless they are taken
// back or something comes between (docs/window.md W46).

#include "ui/commandsender.h"
#include "ui/selection.h"

#include <QTimer>

namespace ui {

class Deletions : public QObject
{
    Q_OBJECT

public:
    Deletions(const ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);
    /// What still waits is not deleted, and logged.
    ~Deletions() override;

    /// Deletes after five seconds, which begin anew for what waits already.
    void remove(const Selection &chosen);
    bool isWaiting() const { return !m_waiting.empty(); }
    /// What waits is not sent; why, a sentence, is told with it. Nothing happens while nothing waits.
    void drop(const QString &why);
    /// Looks whether what waits may still be sent.
    void clusterChanged(const core::engine::ChangeSet &changes);

signals:
    void noticed(const ui::Notice &notice);
    /// The notice about that reads otherwise now.
    void reworded(const QString &topic, const QString &text);
    void mooted(const QString &topic);

private:
    struct Waiting {
        ObjectRef object;
        std::string uid; ///< whoever has the name by then may be another one
    };

    std::string uidOf(const ObjectRef &object) const;
    QString hindrance() const;
    QString words() const;
    static QString wordsFor(const std::vector<Waiting> &waiting);
    void takeBack();
    void tick();
    void send();

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    std::vector<Waiting> m_waiting;
    int m_secondsLeft = 0;
    QTimer m_clock;
};

} // namespace ui
