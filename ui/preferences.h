// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the user chooses about the window and what it opens, as one table: the page of settings, the menus,
// docs/settings.md and whoever goes by a setting read it here (docs/window.md W37). Kept in settingsPath()
// (ui/settings.h); what is damaged or out of range there counts as not there.

#include <QObject>
#include <QString>

#include <vector>

namespace ui {

enum class Pref {
    Theme, ///< as the enumeration Scheme
    Language, ///< as languages()
    ReducedMotion,
    PanelTitles,
    TextSize, ///< per cent
    NewLabTiming,
    RelockAfter, ///< minutes
    PastHours,
    PastSize, ///< MiB
    LogDecisions,
    KeySet, ///< see ui/keys.h
};

struct Preference {
    enum class Type { Choice, Switch, Number };
    struct Choice {
        QString value; ///< as it is kept
        const char *label; ///< to be translated, but for the name of a language
    };

    Pref id;
    const char *key; ///< in the file: "window/theme"
    const char *section; ///< these four to be translated
    const char *name;
    const char *sentence;
    const char *unit = ""; ///< of a number, behind it
    Type type = Type::Switch;
    std::vector<Choice> choices = {};
    int least = 0; ///< of a number
    int most = 1;
    int fallback = 0; ///< number, index of a choice, 1 for on
    bool isAtOnce = true; ///< otherwise it counts from the next start on
};

/// The preferences are in the order in which they are shown.
const std::vector<Preference> &preferences();
const Preference &preferenceOf(Pref id);
/// The number is as it is kept: number, index of the choice, 1 for on.
int savedPreference(Pref id);
/// The text that is kept for the choice; also savedPreference's.
QString choiceValue(Pref id, int choice);

class Preferences : public QObject
{
    Q_OBJECT

public:
    /// fresh: nothing is read or kept, and what is chosen counts for this window alone.
    explicit Preferences(bool fresh, QObject *parent = nullptr);

    bool isFresh() const { return m_fresh; }
    int value(Pref id) const { return m_values[static_cast<std::size_t>(id)]; }
    bool isOn(Pref id) const { return value(id) != 0; }
    /// A value that is out of range changes nothing.
    void set(Pref id, int value);
    void reset(Pref id) { set(id, preferenceOf(id).fallback); }
    static QString labelOf(const Preference &preference, int choice);

signals:
    void changed(ui::Pref id);

private:
    const bool m_fresh;
    std::vector<int> m_values;
};

} // namespace ui
