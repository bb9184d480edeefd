// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line at the top that is always there: which cluster this is and whether it is a real one, how the connection
// fares, how fast time runs, and whether the window may change anything.

#include "ui/theme.h"
#include "ui/world.h"

#include <QToolBar>

class QActionGroup;
class QLabel;
class QToolButton;

namespace ui {

class Commander;

class ContextBar : public QToolBar
{
    Q_OBJECT

public:
    ContextBar(const World &world, Commander &commander, const Theme &theme, QWidget *parent = nullptr);

    void showStatus();
    /// "kubectl --kubeconfig PATH get machines"
    QString kubectlLine() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addPace();
    void paintBadge();
    void showServer();
    void showConnection();
    void showPace();
    void showLock();

    const World &m_world;
    Commander &m_commander;
    const Theme &m_theme;
    QLabel *m_badge;
    QLabel *m_name;
    QLabel *m_server;
    QAction *m_serverShown;
    QLabel *m_connectionShape;
    QLabel *m_connection;
    QLabel *m_paceLabel = nullptr;
    QActionGroup *m_paces = nullptr;
    std::vector<QAction *> m_timeActions;
    QAction *m_step = nullptr;
    QToolButton *m_copy;
    QToolButton *m_lock;
};

} // namespace ui
