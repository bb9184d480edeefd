// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lets what the user chooses in the settings, and what the desktop asks of all windows, take effect in the
// window; and tells when what is chosen can't be kept.

#include "core/base/subscription.h"
#include "ui/preferences.h"

#include <functional>

namespace ui {

class Actions;
class Guidance;
class Panels;
class Tables;
class Theme;
struct DesktopLook;
struct Notice;

class PreferenceEffects : public QObject
{
    Q_OBJECT

public:
    struct Context {
        Preferences &preferences;
        const Actions &actions;
        Theme &theme;
        Tables &tables;
        Panels &panels;
        Guidance &guidance;
    };

    /// All of these outlive it. What is chosen already takes effect at once.
    explicit PreferenceEffects(const Context &context);

    /// What the desktop asks of all windows has changed, or is known by now.
    void followDesktop(const DesktopLook &look);
    /// Lets the user start the program again where something counts from the next start on.
    void offerStartAgain(std::function<void()> start);

signals:
    void noticed(const ui::Notice &notice);
    /// The notice about that has nothing to say any more.
    void mooted(const QString &topic);

private:
    void apply(Pref id);
    void reduceMotion();
    void tellSettingsProblem(const QString &problem);
    void joinTextSize();
    void changeTextSize(int step);

    const Context m_context;
    bool m_wantsDesktopLessMotion = false;
    std::function<void()> m_startAgain; ///< may be empty
    core::base::Subscription m_settingsProblem;
};

} // namespace ui
