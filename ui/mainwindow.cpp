// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "ui/actions.h"
#include "ui/format.h"
#include "ui/pages/tables.h"
#include "ui/widgets/contextbar.h"

#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

namespace ui {

using namespace Qt::Literals::StringLiterals;

MainWindow::MainWindow(Session &session, const WindowOptions &options, QWidget *parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_options(options)
    , m_theme(options.theme)
    , m_commander(session, m_world)
    , m_contextBar(new ContextBar(m_world, m_commander, m_theme, this))
    , m_tables(new Tables(m_world, m_theme, this))
    , m_actions(new Actions(
          m_world, m_commander, [this] { return m_tables->selection(); }, this))
{
    setObjectName(u"main"_s);
    addToolBar(m_contextBar);
    setCentralWidget(m_tables);
    addMenus();
    joinTables();
    statusBar();
    resize(1280, 800);
    showContext();
    connect(&session, &Session::changed, this, &MainWindow::apply);
}

MainWindow::~MainWindow() = default;

void MainWindow::addMenus()
{
    m_actions->fillMenus(menuBar());
}

void MainWindow::joinTables()
{
    m_tables->setActions(*m_actions);
    connect(m_tables, &Tables::selectionMoved, m_actions, &Actions::selectionChanged);
    connect(m_tables, &Tables::scaleEntered, &m_commander, &Commander::scale);
    connect(&m_commander, &Commander::pendingChanged, m_tables, &Tables::setPending);
    connect(&m_commander, &Commander::problemChanged, m_tables, &Tables::setProblem);
}

void MainWindow::apply(const core::engine::ChangeSetPtr &changes)
{
    Touched touched = m_world.apply(*changes);
    m_tables->apply(*changes, std::move(touched));
    m_commander.worldChanged(*changes);
    if (changes->status)
        showContext();
    m_session.acknowledge();
}

void MainWindow::showContext()
{
    const auto &status = m_world.status();
    const QString badge = status.mode == core::engine::Mode::Lab ? tr("LAB") : tr("EXTERNAL");
    setWindowTitle(tr("[%1 %2] Hollow Lab").arg(badge, text(status.contextName)));
    m_contextBar->showStatus();
    m_actions->selectionChanged();
}

QImage MainWindow::grab()
{
    return QMainWindow::grab().toImage();
}

int MainWindow::resets() const
{
    return m_tables->resets();
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        m_theme.followPalette();
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->accept();
}

} // namespace ui
