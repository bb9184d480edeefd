// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placekeeper.h"

#include "ui/experiments/experimentspage.h"
#include "ui/frontpages.h"
#include "ui/inspector/inspector.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/panels.h"
#include "ui/settings.h"
#include "ui/timeline/timelinepanel.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>

#include <chrono>
#include <utility>

namespace ui {

namespace {

constexpr std::chrono::seconds keptWithin {2}; // docs/window.md W14
constexpr QSize roomySize {1280, 800};
constexpr QSize frameSize {8, 40}; // of the window manager, which tells it later

/// The size of a window that nobody has sized yet.
QSize firstSize(const QScreen &screen)
{
    return roomySize.boundedTo(screen.availableSize() - frameSize);
}

/// The window does not fit when the docks are where a larger screen had room for them.
bool fitsScreen(const QWidget &window)
{
    const QSize least = window.minimumSizeHint();
    return least.boundedTo(window.screen()->availableSize()) == least;
}

} // namespace

PlaceKeeper::PlaceKeeper(const Context &context, bool fresh, QMainWindow &window)
    : QObject(&window)
    , m_context(context)
    , m_fresh(fresh)
    , m_window(window)
{
}

void PlaceKeeper::bringBack()
{
    arrangeAnew();
    if (m_fresh)
        return;
    m_arranged = restoreLayout(m_window, m_context.panels) && fitsScreen(m_window);
    if (!m_arranged)
        arrangeAnew();
    m_context.tables.setUpPages(
        [](ObjectPage &page) { restoreColumns(kubectlName(page.kind()), page.table()); });
    connect(qApp, &QCoreApplication::aboutToQuit, this, &PlaceKeeper::save); // with no window closed
    trySettings(); // what is saved when the window closes fails unseen
    m_keepTimer.setSingleShot(true);
    connect(&m_keepTimer, &QTimer::timeout, this, [this] {
        if (m_context.panels.isPresenting())
            keepPlace(); // the panels are those of before, which are kept
        else
            keepLayout();
    });
    joinWhatIsKept();
}

void PlaceKeeper::arrangeAnew()
{
    m_window.resize(firstSize(*m_window.screen()));
    m_context.panels.arrange(Layout::Explore);
}

void PlaceKeeper::arrangeOnce()
{
    if (!std::exchange(m_arranged, true))
        m_context.panels.arrange(Layout::Explore);
}

void PlaceKeeper::joinWhatIsKept()
{
    connect(&m_context.tables, &Tables::placeChanged, this, &PlaceKeeper::keepSoon);
    connect(&m_context.timeline, &TimelinePanel::placeChanged, this, [this] {
        Place place = m_keptPlace;
        m_context.timeline.addTo(place);
        if (place != m_keptPlace)
            keepSoon();
    });
    connect(&m_context.front, &QStackedWidget::currentChanged, this, &PlaceKeeper::keepSoon);
    connect(&m_context.scenarios, &ScenariosPage::chosenChanged, this, &PlaceKeeper::keepSoon);
    connect(&m_context.experiments, &ExperimentsPage::chosenChanged, this, &PlaceKeeper::keepSoon);
    connect(&m_context.tables, &Tables::selectionMoved, this, [this] {
        if (m_context.tables.place().tables != m_keptPlace.tables)
            keepSoon();
    });
    for (const QDockWidget *dock : m_window.findChildren<QDockWidget *>())
        connect(dock, &QDockWidget::visibilityChanged, this, &PlaceKeeper::keepSoon);
}

void PlaceKeeper::keepSoon()
{
    if (!m_fresh && !m_keepTimer.isActive())
        m_keepTimer.start(keptWithin);
}

void PlaceKeeper::keepLayout()
{
    keepSettings([this](QSettings &) {
        saveLayout(m_window, m_context.panels);
        for (const ObjectPage *page : m_context.tables.madePages())
            saveColumns(kubectlName(page->kind()), page->table());
        keepPlace();
    });
}

void PlaceKeeper::save()
{
    if (m_fresh)
        return;
    m_context.panels.present(false); // the next start is no presentation
    keepLayout();
}

void PlaceKeeper::enterCluster(const QString &cluster)
{
    keepPlace();
    m_context.inspector.inspect({});
    m_context.tables.clear();
    m_cluster = m_fresh ? QString() : cluster;
    if (m_cluster.isEmpty())
        return;
    m_keptPlace = savedPlace(m_cluster);
    m_context.tables.restore(m_keptPlace);
    m_context.inspector.showPage(Inspector::Page(m_keptPlace.inspectorPage));
    m_frontAwaited = m_keptPlace.front;
    m_context.scenarios.choose(m_keptPlace.scenario);
    m_context.experiments.chooseOne(m_keptPlace.experiment);
}

void PlaceKeeper::bringBackFront()
{
    if (!m_cluster.isEmpty())
        m_context.timeline.restore(m_keptPlace);
    const Front front = std::exchange(m_frontAwaited, Front::Tables);
    if (front == Front::Scenarios)
        m_context.front.showScenarios();
    else if (front == Front::Experiments)
        m_context.front.showExperiments();
}

void PlaceKeeper::keepPlace()
{
    if (m_cluster.isEmpty())
        return;
    m_keptPlace = m_context.tables.place();
    m_context.timeline.addTo(m_keptPlace);
    m_keptPlace.inspectorPage = static_cast<int>(m_context.inspector.page());
    m_keptPlace.scenario = m_context.scenarios.chosenOne();
    m_keptPlace.experiment = m_context.experiments.chosenOne();
    m_keptPlace.front = m_context.front.front();
    savePlace(m_cluster, m_keptPlace);
}

} // namespace ui
