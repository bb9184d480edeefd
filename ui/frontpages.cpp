// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frontpages.h"

#include "ui/experiments/experimentspage.h"
#include "ui/pages/navigation.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/widgets/statusline.h"

namespace ui {

FrontPages::FrontPages(const Context &context, QWidget *parent) : QStackedWidget(parent), m_context(context)
{
    addWidget(&context.tables); // in the order of Front
    addWidget(&context.scenarios);
    addWidget(&context.experiments);
    joinPages();
}

void FrontPages::joinPages()
{
    Tables *tables = &m_context.tables;
    ScenariosPage *scenarios = &m_context.scenarios;
    ExperimentsPage *experiments = &m_context.experiments;
    Navigation *navigation = &m_context.navigation;
    connect(tables, &Tables::placeChanged, this, &FrontPages::showTables);
    connect(tables, &Tables::frontAsked, this, &FrontPages::showTables);
    connect(navigation, &Navigation::scenariosAsked, this, &FrontPages::showScenarios);
    connect(scenarios, &ScenariosPage::frontAsked, this, &FrontPages::showScenarios);
    connect(navigation, &Navigation::experimentsAsked, this, &FrontPages::showExperiments);
    connect(experiments, &ExperimentsPage::frontAsked, this, &FrontPages::showExperiments);
    const auto tellScenarios = [=] { navigation->setScenarioCount(scenarios->count()); };
    const auto tellExperiments = [=] {
        navigation->setExperiments(experiments->count(), experiments->isRunning());
    };
    connect(scenarios, &ScenariosPage::countChanged, navigation, tellScenarios);
    connect(experiments, &ExperimentsPage::changed, navigation, tellExperiments);
    tellScenarios();
    tellExperiments();
}

void FrontPages::showTables()
{
    bringToFront(Front::Tables);
}

void FrontPages::showScenarios()
{
    bringToFront(Front::Scenarios);
    focusFront();
}

void FrontPages::showExperiments()
{
    bringToFront(Front::Experiments);
    focusFront();
}

void FrontPages::bringToFront(Front front)
{
    if (this->front() == front)
        return;
    setCurrentIndex(static_cast<int>(front));
    m_context.navigation.setFront(front);
    focusFront();
    m_context.statusLine.setFront(front); // which tells the keys
}

void FrontPages::focusFront()
{
    if (front() == Front::Tables)
        m_context.tables.currentPage().focusRows();
    else
        currentWidget()->setFocus();
}

} // namespace ui
