// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps what the user has arranged, and brings it back (docs/window.md W14): the window and its panels, the
// columns of the tables, and in each cluster where the user was.

#include "ui/place.h"

#include <QObject>
#include <QTimer>

class QMainWindow;

namespace ui {

class ExperimentsPage;
class FrontPages;
class Inspector;
class Panels;
class ScenariosPage;
class Tables;
class TimelinePanel;

class PlaceKeeper : public QObject
{
    Q_OBJECT

public:
    struct Context {
        Panels &panels;
        Tables &tables;
        TimelinePanel &timeline;
        Inspector &inspector;
        ScenariosPage &scenarios;
        ExperimentsPage &experiments;
        FrontPages &front;
    };

    /// fresh: nothing is brought back or kept.
    PlaceKeeper(const Context &context, bool fresh, QMainWindow &window);

    /// The window and its panels are as they were kept, or else as for the first time; from now on what
    /// changes is kept.
    void bringBack();
    /// The window is about to be shown: panels that nobody has arranged yet are, for the size that it has
    /// become.
    void arrangeOnce();
    /// What has changed is on disk within two seconds.
    void keepSoon();
    /// Keeps all of it now; a presentation ends.
    void save();
    /// Goes back to where the user was in this cluster; empty: that is unknown, and nothing is kept of it.
    /// What was in front waits for bringBackFront().
    void enterCluster(const QString &cluster);
    /// After the tables, which come to the front when they are restored, and the recoveries, which are those
    /// of this cluster by now.
    void bringBackFront();

private:
    void arrangeAnew();
    void joinWhatIsKept();
    void keepLayout();
    void keepPlace();

    const Context m_context;
    const bool m_fresh;
    QMainWindow &m_window;
    QTimer m_keepTimer; ///< runs until what the user has arranged is on disk
    Place m_keptPlace; ///< as it was written last
    QString m_cluster; ///< whose place is kept; empty while that is unknown
    Front m_frontAwaited = Front::Tables; ///< of the cluster that is entered
    bool m_arranged = false; ///< panels are where the user, or the first arrangement, left them
};

} // namespace ui
