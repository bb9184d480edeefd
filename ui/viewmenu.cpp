// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewmenu.h"

#include "ui/actions.h"
#include "ui/layouts.h"
#include "ui/panels.h"
#include "ui/preferences.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct ViewMenu {
    Q_DECLARE_TR_FUNCTIONS(ui::ViewMenu)
};

void addSwitch(QMenu &menu, const QString &text, Preferences &preferences, Pref id)
{
    QAction *action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(preferences.isOn(id));
    action->setToolTip(Preferences::tr(preferenceOf(id).sentence));
    QObject::connect(action, &QAction::toggled, &preferences,
        [&preferences, id](bool on) { preferences.set(id, on ? 1 : 0); });
    QObject::connect(&preferences, &Preferences::changed, action, [&preferences, action, id](Pref changed) {
        if (changed == id)
            action->setChecked(preferences.isOn(id));
    });
    action->setObjectName(QString::fromLatin1(preferenceOf(id).key));
}

void addChoices(QMenu &menu, Preferences &preferences, Pref id)
{
    const Preference &preference = preferenceOf(id);
    auto *group = new QActionGroup(&menu);
    for (int choice = 0; choice < std::ssize(preference.choices); ++choice) {
        QAction *action = menu.addAction(Preferences::labelOf(preference, choice));
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &preferences,
            [&preferences, id, choice] { preferences.set(id, choice); });
    }
    const auto showChosen = [&preferences, group, id] {
        group->actions()[preferences.value(id)]->setChecked(true);
    };
    showChosen();
    QObject::connect(&preferences, &Preferences::changed, group, [showChosen, id](Pref changed) {
        if (changed == id)
            showChosen();
    });
}

} // namespace

void fillViewMenu(
    QMenu &view, const Actions &actions, const Panels &panels, Layouts &layouts, Preferences &preferences)
{
    for (const QDockWidget *panel : panels.all())
        view.addAction(panel->toggleViewAction());
    addSwitch(view, ViewMenu::tr("Panel t&itles"), preferences, Pref::PanelTitles);
    layouts.fill(*view.addMenu(ViewMenu::tr("L&ayout")));
    view.addMenu(ViewMenu::tr("&Machines as"))
        ->addActions({actions.fleetBoth, actions.fleetTable, actions.fleetWall});
    view.addAction(actions.allColumns);
    view.addSeparator();
    view.addActions({actions.goBack, actions.goForward});
    view.addSeparator();
    view.addActions({actions.largerText, actions.smallerText, actions.usualText});
    addChoices(*view.addMenu(ViewMenu::tr("&Theme")), preferences, Pref::Theme);
    QMenu *languages = view.addMenu(ViewMenu::tr("&Language"));
    languages->setObjectName(u"languages"_s);
    languages->setEnabled(!preferences.isFresh());
    addChoices(*languages, preferences, Pref::Language);
}

} // namespace ui
