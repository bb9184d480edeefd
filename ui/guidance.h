// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What helps the user along: the list of what was done, the news of what came of it, the program's own log,
// what is copied for whoever looks for an error, and the tour.

#include "ui/clusterview.h"

#include <QObject>
#include <QPointer>

namespace ui {

class Actions;
class Activity;
class CommandSender;
class LogModel;
class Panels;
class Preferences;
class RecoveryNews;
class ScaleNews;
class Tables;
class Theme;
class TimelinePanel;
class Tour;
class Welcome;
struct Notice;

class Guidance : public QObject
{
    Q_OBJECT

public:
    struct Context {
        const ClusterView &cluster;
        CommandSender &commands;
        const Preferences &preferences;
        const Actions &actions;
        Tables &tables;
        TimelinePanel &timeline;
        Panels &panels;
        const Theme &theme;
    };

    /// Adds its panels.
    Guidance(const Context &context, QWidget *window);

    void clusterChanged(const core::engine::ChangeSet &changes);
    void setMotionReduced(bool reduced);
    /// Whoever opens the window for the first time, once.
    void welcome();

signals:
    void noticed(const ui::Notice &notice);
    /// The notice about that has nothing to say any more.
    void mooted(const QString &topic);
    /// What it brought has been left: somebody else shall have the keys.
    void left();
    /// The fleet shall be seen, as it is now.
    void fleetAsked();

private:
    void addPanels();
    void joinTour();
    void startTour();
    void joinNews();
    void joinWelcome(Welcome *card);
    void copyDiagnostics();

    const Context m_context;
    QWidget *m_window;
    Activity *m_activity;
    LogModel *m_log;
    Tour *m_tour;
    RecoveryNews *m_news;
    ScaleNews *m_scaleNews;
    QPointer<Welcome> m_welcome; ///< while it is there
};

} // namespace ui
