// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels.h"

#include "ui/inspector/inspector.h"
#include "ui/pages/navigation.h"
#include "ui/textsize.h"

#include <QMenuBar>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

/// The number is raised whenever panels or tool bars change so much that an old layout would not fit.
constexpr int layoutVersion = 1;
constexpr int leastOfTimeline = 200; // px: the chart has room for its numbers
constexpr int leastForNavigation = 1100; // px: below that its icons have to do
constexpr int lowWindow = 560; // px: less is too low for a table above a chart
constexpr int leastForLarger = 800; // px: below that the letters of a layout are as others
constexpr int roomyWindow = 1200; // px: large letters leave room for what they say
constexpr int wholeScreen = 1800; // px: has room for words that are read across a room
constexpr double slightlyLarger = 1.15;
constexpr double muchLarger = 1.4;
constexpr double acrossARoom = 1.75;
constexpr int largestText = 200; // per cent of the system's: no layout enlarges more

double timesLarger(int width, bool isPresenting)
{
    if (isPresenting && width >= wholeScreen)
        return acrossARoom;
    return width >= roomyWindow ? muchLarger : width >= leastForLarger ? slightlyLarger : 1;
}

} // namespace

Panels::Panels(QMainWindow &window, const Contents &contents)
    : QObject(&window)
    , m_window(window)
    , m_contents(contents)
{
    window.setDockNestingEnabled(true);
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    window.setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    m_inspected = new QStackedWidget(&window);
    m_inspected->addWidget(&contents.inspector);
    m_inspected->addWidget(&contents.variant);
    m_navigation = add(u"navigation"_s, tr("Navigation"), contents.navigation, Qt::LeftDockWidgetArea);
    m_inspector = add(u"inspector"_s, tr("Inspector"), *m_inspected, Qt::RightDockWidgetArea);
    m_controllers = add(u"controllers"_s, tr("Controllers"), contents.controllers, Qt::RightDockWidgetArea);
    m_timeline = add(u"timeline"_s, tr("Timeline"), contents.timeline, Qt::BottomDockWidgetArea);
}

QDockWidget *Panels::add(const QString &name, const QString &title, QWidget &content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setTitleBarWidget(new QWidget(dock));
    dock->setObjectName(name);
    dock->setWidget(&content);
    m_window.addDockWidget(area, dock);
    return dock;
}

std::vector<QDockWidget *> Panels::all() const
{
    std::vector<QDockWidget *> all = main();
    all.insert(all.end(), m_more.begin(), m_more.end());
    return all;
}

void Panels::addMore(const QString &name, const QString &title, QWidget &content)
{
    m_more.push_back(add(name, title, content, Qt::BottomDockWidgetArea));
    m_more.back()->hide();
}

void Panels::bring(const QString &name)
{
    auto *panel = m_window.findChild<QDockWidget *>(name);
    panel->show();
    panel->raise();
}

void Panels::putMoreAside()
{
    for (QDockWidget *dock : m_more) {
        m_window.tabifyDockWidget(m_timeline, dock);
        dock->hide();
    }
}

void Panels::arrange(Layout layout)
{
    setKind(layout);
    takeAllAway();
    if (layout == Layout::Demo)
        arrangeForWatching();
    else if (layout == Layout::Debug && m_window.height() >= lowWindow)
        arrangeForDebugging();
    else
        arrangeBeside();
    putMoreAside();
    fitNavigation();
}

SavedLayout Panels::now() const
{
    return {m_window.saveState(layoutVersion), m_layout};
}

bool Panels::restore(const SavedLayout &layout)
{
    if (!m_window.restoreState(layout.places, layoutVersion))
        return false;
    setKind(layout.kind);
    return true;
}

void Panels::setKind(Layout layout)
{
    m_layout = layout;
    setLetters(layout == Layout::Demo || isPresenting());
}

/// Two that are meant to share a place would make the window grow meanwhile.
void Panels::takeAllAway()
{
    for (QDockWidget *dock : all()) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_navigation);
    m_navigation->show();
}

void Panels::arrangeBeside()
{
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_window.tabifyDockWidget(m_inspector, m_controllers);
    if (m_window.height() < lowWindow) // the tables need its height
        m_window.tabifyDockWidget(m_controllers, m_timeline);
    else
        m_window.addDockWidget(Qt::BottomDockWidgetArea, m_timeline);
    for (QDockWidget *dock : main())
        dock->show();
    if (m_window.dockWidgetArea(m_controllers) == Qt::RightDockWidgetArea)
        m_controllers->hide(); // the navigation brings it
    m_inspector->raise();
    const int width = m_window.width();
    const int inspector = std::min(m_contents.inspector.comfortableWidth(), width * 2 / 5);
    m_window.resizeDocks({m_inspector}, {std::max(inspector, width / 4)}, Qt::Horizontal);
    m_window.resizeDocks({m_timeline}, {std::max(m_window.height() * 3 / 10, leastOfTimeline)}, Qt::Vertical);
}

void Panels::arrangeForDebugging()
{
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_window.splitDockWidget(m_inspector, m_controllers, Qt::Vertical);
    m_window.addDockWidget(Qt::BottomDockWidgetArea, m_timeline);
    for (QDockWidget *dock : main())
        dock->show();
    m_window.resizeDocks({m_inspector}, {m_window.width() * 2 / 5}, Qt::Horizontal);
    m_window.resizeDocks({m_timeline}, {leastOfTimeline}, Qt::Vertical);
}

void Panels::arrangeForWatching()
{
    m_window.addDockWidget(Qt::RightDockWidgetArea, m_inspector);
    m_window.tabifyDockWidget(m_inspector, m_controllers);
    m_window.addDockWidget(Qt::BottomDockWidgetArea, m_timeline);
    for (QDockWidget *dock : main())
        dock->setVisible(dock == m_navigation || dock == m_timeline);
    m_window.resizeDocks({m_timeline}, {std::max(m_window.height() * 2 / 5, leastOfTimeline)}, Qt::Vertical);
}

void Panels::present(bool on)
{
    if (on == isPresenting())
        return;
    if (on) {
        m_before = Before {now(), m_window.windowState()};
        showFrame(false);
        m_window.setWindowState(m_before->state | Qt::WindowFullScreen);
        arrange(Layout::Demo);
        return;
    }
    const Before before = *std::exchange(m_before, std::nullopt);
    showFrame(true);
    m_window.setWindowState(before.state);
    restore(before.layout);
}

/// Keys of entries work as long as their menu is there, so that it gets no height instead of being hidden.
void Panels::showFrame(bool shown)
{
    m_window.menuBar()->setMaximumHeight(shown ? QWIDGETSIZE_MAX : 0);
    m_window.statusBar()->setVisible(shown);
}

/// All letters of the window are of one measure: what is painted, or enlarged itself, follows them.
void Panels::setLetters(bool large)
{
    const double times = large ? timesLarger(m_window.width(), isPresenting()) : 1;
    ui::setTextSize(std::max(m_textSize, std::min(largestText, static_cast<int>(m_textSize * times))));
}

void Panels::setTextSize(int percent)
{
    m_textSize = percent;
    setKind(m_layout);
    fitNavigation();
}

void Panels::showVariant(bool shown)
{
    m_inspected->setCurrentWidget(shown ? &m_contents.variant : &m_contents.inspector);
}

void Panels::showInspector()
{
    showVariant(false);
    m_inspector->show();
    m_inspector->raise();
}

void Panels::showControllers()
{
    m_controllers->show();
    m_controllers->raise();
    m_contents.controllers.setFocus();
}

void Panels::showTitles(bool shown)
{
    for (QDockWidget *dock : all()) {
        delete dock->titleBarWidget();
        dock->setTitleBarWidget(shown ? nullptr : new QWidget(dock));
    }
}

void Panels::fitNavigation()
{
    const bool isWatched = m_layout == Layout::Demo && !(isPresenting() && m_window.width() >= wholeScreen);
    const bool roomy = m_window.width() >= leastForNavigation && !isWatched;
    const int words = static_cast<int>(textScaled(Navigation::comfortableWidth));
    m_window.resizeDocks({m_navigation}, {roomy ? words : Navigation::narrowWidth}, Qt::Horizontal);
}

void Panels::resized()
{
    if (isPresenting())
        QTimer::singleShot(0, this, [this] {
            if (isPresenting()) // it may have ended meanwhile
                arrange(m_layout);
        });
    const bool roomy = m_window.width() >= leastForNavigation;
    if (std::exchange(m_roomy, roomy) != roomy)
        QTimer::singleShot(0, this, &Panels::fitNavigation); // once the panels have their new sizes
}

void Panels::windowStateChanged()
{
    if (!m_window.isFullScreen())
        present(false);
}

} // namespace ui
