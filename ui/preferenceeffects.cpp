// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferenceeffects.h"

#include "core/base/log.h"
#include "ui/actions.h"
#include "ui/guidance.h"
#include "ui/mainwindow.h"
#include "ui/pages/tables.h"
#include "ui/panels.h"
#include "ui/settings.h"
#include "ui/theme.h"
#include "ui/widgets/notices.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int textSizeStep = 10; // per cent

} // namespace

PreferenceEffects::PreferenceEffects(const Context &context) : m_context(context)
{
    for (const Pref id : {Pref::TextSize, Pref::ReducedMotion, Pref::PanelTitles, Pref::LogDecisions}) {
        if (context.preferences.isOn(id))
            apply(id);
    }
    connect(&context.preferences, &Preferences::changed, this, &PreferenceEffects::apply);
    m_settingsProblem = onSettingsProblem([this](const QString &problem) { tellSettingsProblem(problem); });
    joinTextSize();
}

/// What the user has chosen counts from now on.
void PreferenceEffects::apply(Pref id)
{
    const Preferences &preferences = m_context.preferences;
    if (id == Pref::Theme)
        m_context.theme.setScheme(Scheme(preferences.value(id)));
    else if (id == Pref::ReducedMotion)
        reduceMotion();
    else if (id == Pref::PanelTitles)
        m_context.panels.showTitles(preferences.isOn(id));
    else if (id == Pref::TextSize)
        m_context.panels.setTextSize(preferences.value(id));
    else if (id == Pref::LogDecisions)
        core::base::logDecisions(preferences.isOn(id));
    else if (id == Pref::Language)
        emit noticed({.text = MainWindow::tr("The window speaks that language from its next start on."),
            .actionText = m_startAgain ? MainWindow::tr("Start again") : QString(),
            .action = m_startAgain,
            .seconds = 20,
            .topic = u"language"_s});
}

void PreferenceEffects::followDesktop(const DesktopLook &look)
{
    m_context.theme.followDesktop(look);
    m_wantsDesktopLessMotion = look.isMotionReduced;
    reduceMotion();
}

/// Here or in the desktop: either is enough.
void PreferenceEffects::reduceMotion()
{
    const bool isReduced = m_context.preferences.isOn(Pref::ReducedMotion) || m_wantsDesktopLessMotion;
    m_context.tables.setMotionReduced(isReduced);
    m_context.guidance.setMotionReduced(isReduced);
}

void PreferenceEffects::offerStartAgain(std::function<void()> start)
{
    m_startAgain = std::move(start);
}

/// Empty: they are kept again.
void PreferenceEffects::tellSettingsProblem(const QString &problem)
{
    const QString topic = u"settings"_s;
    emit mooted(topic);
    if (!problem.isEmpty())
        emit noticed({.level = Notice::Level::Problem,
            .text = MainWindow::tr("What you choose is not kept: %1 can't be written (%2).")
                        .arg(settingsPath(), problem),
            .seconds = 0,
            .topic = topic});
}

void PreferenceEffects::joinTextSize()
{
    const Actions &actions = m_context.actions;
    connect(actions.largerText, &QAction::triggered, this, [this] { changeTextSize(textSizeStep); });
    connect(actions.smallerText, &QAction::triggered, this, [this] { changeTextSize(-textSizeStep); });
    connect(actions.usualText, &QAction::triggered, this,
        [this] { m_context.preferences.reset(Pref::TextSize); });
}

void PreferenceEffects::changeTextSize(int step)
{
    Preferences &preferences = m_context.preferences;
    const Preference &size = preferenceOf(Pref::TextSize);
    const int percent = preferences.value(Pref::TextSize) + step;
    preferences.set(Pref::TextSize, std::clamp(percent, size.least, size.most));
}

} // namespace ui
