// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window on one cluster: joins the session to the world, the world to what is shown, and what the user does to the
// session.

#include "ui/commander.h"
#include "ui/theme.h"
#include "ui/world.h"

#include <QImage>
#include <QMainWindow>

namespace ui {

class Actions;
class ContextBar;
class Tables;

struct WindowOptions {
    bool fresh = false; ///< saved geometry and layout are neither read nor written
    Scheme theme = Scheme::System;
};

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session &session, const WindowOptions &options, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// What the window shows now, for --screenshot; works before show().
    QImage grab();
    /// Model resets so far: one per cluster, never more.
    int resets() const;

protected:
    void changeEvent(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void apply(const core::engine::ChangeSetPtr &changes);
    void showContext();
    void joinTables();
    void addMenus();

    Session &m_session;
    WindowOptions m_options;
    World m_world;
    Theme m_theme;
    Commander m_commander;
    ContextBar *m_contextBar;
    Tables *m_tables;
    Actions *m_actions;
};

} // namespace ui
