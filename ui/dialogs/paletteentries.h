// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the command palette finds (docs/window.md W22): by its prefixes, in commands with arguments
// (palettecommands.cpp), and what is chosen among (palettechoices.cpp).

#include "ui/dialogs/commandpalette.h"
#include "ui/selection.h"

#include <QStringList>

#include <optional>

class QAction;

namespace ui {

class Actions;
class ClusterView;
class CommandSender;
class Preferences;
class ExperimentsPage;
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
    /// What the window does for them.
    struct Ways {
        std::function<void(const ObjectRef &)> select;
        std::function<void(core::api::Time)> seek;
        std::function<void(const QString &words)> openSettings; ///< at the ones with these words
        std::function<void(const QString &topic)> openGuide;
        std::function<void()> showControllers;
    };

    PaletteEntries(const ClusterView &cluster, CommandSender &commands, Actions &actions, Tables &tables,
        ScenariosPage &scenarios, ExperimentsPage &experiments, Preferences &preferences, Ways ways);

    /// The best first, at most some fifty; among those that fit as well, what was used last.
    std::vector<PaletteEntry> operator()(const QString &typed);
    /// Chooses the object and does that with it.
    void act(const ObjectRef &object, QAction &action) const;

private:
    struct Ranked {
        int score = 0;
        PaletteEntry entry;
        qsizetype turn = 0; ///< among those of its score
    };
    using Found = std::vector<Ranked>;
    static constexpr int certain = 10'000; ///< what was typed can't mean anything else
    static constexpr int ofAnAction = 20; ///< before objects that fit as well

    Found find(const QString &typed) const;
    /// The result is false where no prefix begins the line.
    bool findByPrefix(Found &found, const QString &typed) const;
    void findAnything(Found &found, const QString &typed) const;
    /// match: of what was typed with a part of the entry's text.
    static void offer(
        Found &found, int bonus, const FuzzyMatch &match, const QString &part, PaletteEntry entry);
    void sort(Found &found) const;
    void noteUse(const QString &text);
    static QString nameOfAction(const QAction &action);

    void addActions(Found &found, const QString &typed, const std::vector<QAction *> &actions) const;
    void addThemes(Found &found, const QString &typed) const;
    void addOrders(Found &found, const QString &typed) const;
    void addViews(Found &found, const QString &typed) const;
    void addPods(Found &found, const QString &typed) const;
    void addScenarios(Found &found, const QString &typed) const;
    void addObjects(Found &found, const QString &typed) const;
    /// "▲ NotReady · Machine"
    QString kindWords(const ObjectRef &object) const;

    // palettecommands.cpp
    void addCommands(Found &found, const QString &typed) const;
    /// Tells what is expected instead of the word, or at all, before anything else.
    static void expect(Found &found, const QString &word, const QString &expected, int score = 2 * certain);
    bool isLocked(Found &found, const QStringList &words) const;
    /// The bonus of an object of that name; sure: when the first of the words is a command.
    static int bonusOf(const QStringList &words, const QString &name, int sure);
    using NameUse = std::function<bool(const ObjectRef &, const QString &name, const FuzzyMatch &)>;
    /// Those of the kinds whose name has the letters of the second word. True once it was used.
    bool forNamed(const QStringList &words, const std::function<bool(Kind)> &among, const NameUse &use) const;
    void addMoment(Found &found, const QStringList &words) const;
    void addScalings(Found &found, const QStringList &words) const;
    void addFault(Found &found, const QStringList &words) const;
    void addRecipe(Found &found, const QString &typed) const;
    void addVerb(Found &found, const QStringList &words) const;
    void addRuns(Found &found, const QStringList &words) const;
    void addPaces(Found &found, const QStringList &words) const;
    void addResumedTime(Found &found, const QStringList &words) const;
    bool addScenarioVerb(Found &found, const QStringList &words) const;

    // palettechoices.cpp
    void addNamespaces(Found &found, const QString &typed, int bonus = 0) const;
    void showNamespace(const QString &name) const;
    void addLabels(Found &found, const QString &typed) const;
    void addFaults(Found &found, const QString &typed) const;
    PaletteEntry faultOfChosen(const std::string &recipe) const;
    Selection chosenMachines() const;
    void addTopics(Found &found, const QString &typed) const;
    static void addPrefixes(Found &found, const QString &typed);
    void addSettings(Found &found, const QString &typed) const;

    const ClusterView &m_cluster;
    CommandSender &m_commands;
    Actions &m_actions;
    Tables &m_tables;
    ScenariosPage &m_scenarios;
    ExperimentsPage &m_experiments;
    Preferences &m_preferences;
    Ways m_ways;
    QStringList m_used; ///< texts of entries, the last first
};

} // namespace ui
