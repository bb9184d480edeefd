// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command palette finds (docs/window.md W22). Prefixes narrow it: > actions, : views, / the filter
// of the table in front, ! faults for what is chosen.

#include "ui/dialogs/commandpalette.h"
#include "ui/kind.h"

#include <optional>

namespace ui {

class Actions;
class ClusterView;
class CommandSender;
class Preferences;
class ScenariosPage;
class Tables;

struct FuzzyMatch {
    int score = 0;
    std::vector<qsizetype> letters; ///< of the text, those that were typed
};

/// How well the letters of the one occur in the other, in their order; nothing when they do not. Letters at
/// the beginnings of words count most.
std::optional<FuzzyMatch> fuzzyMatch(const QString &typed, const QString &text);

class PaletteEntries
{
public:
    PaletteEntries(const ClusterView &cluster, CommandSender &commands, Actions &actions, Tables &tables,
        ScenariosPage &scenarios, Preferences &preferences, std::function<void(const ObjectRef &)> select,
        std::function<void(core::api::Time)> seek);

    /// The best first, at most some fifty; among those that fit as well, what was used last.
    std::vector<PaletteEntry> operator()(const QString &typed);

private:
    struct Ranked {
        int score = 0;
        PaletteEntry entry;
        qsizetype turn = 0; ///< among those of its score
    };
    using Found = std::vector<Ranked>;

    Found find(const QString &typed) const;
    /// match: of what was typed with a part of the entry's text.
    static void offer(
        Found &found, int bonus, const FuzzyMatch &match, const QString &part, PaletteEntry entry);
    void sort(Found &found) const;
    void noteUse(const QString &text);
    void addCommands(Found &found, const QString &typed) const;
    void addScalings(Found &found, const QStringList &words) const;
    void addFault(Found &found, const QStringList &words) const;
    void addMoment(Found &found, const QStringList &words) const;
    void addActions(Found &found, const QString &typed) const;
    void addThemes(Found &found, const QString &typed) const;
    void addViews(Found &found, const QString &typed) const;
    void addPods(Found &found, const QString &typed) const;
    void addScenarios(Found &found, const QString &typed) const;
    void addFaults(Found &found, const QString &typed) const;
    void addObjects(Found &found, const QString &typed) const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    Actions &m_actions;
    Tables &m_tables;
    ScenariosPage &m_scenarios;
    Preferences &m_preferences;
    std::function<void(const ObjectRef &)> m_select;
    std::function<void(core::api::Time)> m_seek;
    QStringList m_used; ///< texts of entries, the last first
};

} // namespace ui
