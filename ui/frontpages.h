// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The middle of the window: the tables, the scenarios, or the experiments, whichever was asked for last. Who
// comes to the front has the keys.

#include "ui/place.h"

#include <QStackedWidget>

namespace ui {

class ExperimentsPage;
class Navigation;
class ScenariosPage;
class StatusLine;
class Tables;

class FrontPages : public QStackedWidget
{
    Q_OBJECT

public:
    struct Context {
        Tables &tables;
        ScenariosPage &scenarios;
        ExperimentsPage &experiments;
        Navigation
            &navigation; ///< leads to all three, and tells how many scenarios and experiments there are
        StatusLine &statusLine;
    };

    /// The pages, which it takes over, come to the front when they ask for it.
    FrontPages(const Context &context, QWidget *parent);

    Front front() const { return static_cast<Front>(currentIndex()); }
    /// When they are in front already, the keys stay where they are.
    void showTables();
    void showScenarios();
    void showExperiments();
    /// What is in front has the keys.
    void focusFront();

private:
    void joinPages();
    void bringToFront(Front front);

    const Context m_context;
};

} // namespace ui
