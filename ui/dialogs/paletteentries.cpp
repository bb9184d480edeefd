// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/paletteentries.h"

#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/experiments/experimentspage.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/preferences.h"
#include "ui/settings.h"
#include "ui/state.h"
#include "ui/widgets/objecttable.h"

#include <QApplication>
#include <QClipboard>

#include <algorithm>
#include <ranges>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostEntries = 50;
constexpr qsizetype mostUsed = 50;
constexpr qsizetype leastOfEnglish = 3; // letters that do not occur in every other name

bool isOneOf(const QString &typed, const QStringList &aliases)
{
    return aliases.contains(typed, Qt::CaseInsensitive);
}

/// As kubectl and k9s have it: "machinesets.machine.openshift.io ms".
QString withShortName(Kind kind)
{
    const QString name = kubectlName(kind);
    switch (kind) {
    case Kind::Machine:
    case Kind::McmMachine:
        return name + u" ma"_s;
    case Kind::MachineSet:
    case Kind::McmMachineSet:
        return name + u" ms"_s;
    case Kind::MachineDeployment:
    case Kind::McmMachineDeployment:
        return name + u" md"_s;
    case Kind::HealthCheck:
        return name + u" mhc"_s;
    case Kind::Node:
        return name + u" no"_s;
    case Kind::Event:
        return name + u" ev"_s;
    default:
        return name;
    }
}

/// The name that an action has in the program is an English one, whatever the window's language.
bool isNamedInEnglish(const QAction &action, const QString &typed)
{
    const QString letters = QString(typed).remove(u' ');
    return letters.size() >= leastOfEnglish && action.objectName().contains(letters, Qt::CaseInsensitive);
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString &typed, const QString &text)
{
    FuzzyMatch match;
    qsizetype from = 0;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue;
        const qsizetype at = text.indexOf(letter, from, Qt::CaseInsensitive);
        if (at < 0)
            return std::nullopt;
        const bool follows = at == from && !match.letters.empty();
        const bool beginsWord = at == 0 || !text[at - 1].isLetterOrNumber();
        match.score +=
            (follows ? 8 : 0) + (beginsWord ? 6 : 0) - static_cast<int>(std::min<qsizetype>(at - from, 5));
        match.letters.push_back(at);
        from = at + 1;
    }
    if (!match.letters.empty())
        match.score -= static_cast<int>(text.size() / 8);
    return match;
}

PaletteEntries::PaletteEntries(const ClusterView &cluster, CommandSender &commands, Actions &actions,
    Tables &tables, ScenariosPage &scenarios, ExperimentsPage &experiments, Preferences &preferences,
    Ways ways)
    : m_cluster(cluster)
    , m_commands(commands)
    , m_actions(actions)
    , m_tables(tables)
    , m_scenarios(scenarios)
    , m_experiments(experiments)
    , m_preferences(preferences)
    , m_ways(std::move(ways))
    , m_used(preferences.isFresh() ? QStringList() : savedPaletteUse().mid(0, mostUsed))
{
}

std::vector<PaletteEntry> PaletteEntries::operator()(const QString &typed)
{
    Found found = find(typed);
    sort(found);
    std::vector<PaletteEntry> entries;
    for (Ranked &ranked : found | std::views::take(mostEntries)) {
        PaletteEntry &entry = entries.emplace_back(std::move(ranked.entry));
        if (!entry.run || !entry.completion.isEmpty())
            continue; // what is written out is not looked for again
        entry.run = [this, text = entry.text, run = std::move(entry.run)] {
            noteUse(text);
            run();
        };
    }
    return entries;
}

void PaletteEntries::sort(Found &found) const
{
    for (Ranked &ranked : found) {
        const qsizetype used = m_used.indexOf(ranked.entry.text);
        ranked.turn = used < 0 ? m_used.size() : used;
    }
    std::ranges::stable_sort(
        found, {}, [](const Ranked &ranked) { return std::pair(-ranked.score, ranked.turn); });
}

void PaletteEntries::noteUse(const QString &text)
{
    m_used.removeAll(text);
    m_used.prepend(text);
    m_used.resize(std::min(m_used.size(), mostUsed));
    if (!m_preferences.isFresh())
        savePaletteUse(m_used);
}

void PaletteEntries::offer(
    Found &found, int bonus, const FuzzyMatch &match, const QString &part, PaletteEntry entry)
{
    const qsizetype at = entry.text.indexOf(part);
    for (const qsizetype letter : match.letters) {
        if (at >= 0)
            entry.letters.push_back(at + letter);
    }
    found.push_back({match.score + bonus, std::move(entry)});
}

PaletteEntries::Found PaletteEntries::find(const QString &typed) const
{
    Found found;
    const bool isPrefixed = findByPrefix(found, typed);
    if (!isPrefixed)
        findAnything(found, typed);
    if (typed.trimmed().size() <= (isPrefixed ? 1 : 0))
        std::ranges::for_each(found, [](Ranked &ranked) { ranked.score = 0; }); // all fit as well
    return found;
}

bool PaletteEntries::findByPrefix(Found &found, const QString &typed) const
{
    const QString rest = typed.mid(1).trimmed();
    switch (typed.isEmpty() ? u'\0' : typed.front().unicode()) {
    case u'>':
        addCommands(found, typed.mid(1));
        addActions(found, rest, m_actions.all());
        addThemes(found, rest);
        return true;
    case u':':
        addViews(found, rest);
        return true;
    case u'/':
        found.push_back({certain,
            {CommandPalette::tr("Filter the table: %1").arg(rest), {}, {},
                [this, rest] { m_tables.filterCurrent(rest); }, {}, typed}});
        return true;
    case u'@':
        addNamespaces(found, rest);
        return true;
    case u'#':
        addLabels(found, rest);
        return true;
    case u'!':
        addFaults(found, rest);
        addScenarios(found, rest);
        return true;
    case u'?':
        addActions(found, rest, m_actions.helping());
        addPrefixes(found, rest);
        addTopics(found, rest);
        return true;
    case u'=':
        addSettings(found, rest);
        return true;
    default:
        return false;
    }
}

void PaletteEntries::findAnything(Found &found, const QString &typed) const
{
    const bool isTyped = !typed.trimmed().isEmpty();
    addCommands(found, typed);
    addActions(found, typed, m_actions.all());
    if (isTyped)
        addThemes(found, typed);
    addViews(found, typed);
    if (isTyped) {
        addOrders(found, typed);
        addScenarios(found, typed);
        addObjects(found, typed);
    }
}

QString PaletteEntries::nameOfAction(const QAction &action)
{
    return action.iconText().remove(u'&').remove(u'…');
}

void PaletteEntries::addActions(
    Found &found, const QString &typed, const std::vector<QAction *> &actions) const
{
    for (QAction *action : actions) {
        const QString name = nameOfAction(*action);
        auto match = fuzzyMatch(typed, name);
        if (!match && isNamedInEnglish(*action, typed))
            match = FuzzyMatch {};
        if (match && action->isEnabled())
            offer(found, ofAnAction, *match, name,
                {name, action->statusTip(), keyText(*action), [action] { action->trigger(); }});
    }
}

/// "Theme: Dark", but for the one that is worn.
void PaletteEntries::addThemes(Found &found, const QString &typed) const
{
    const Preference &theme = preferenceOf(Pref::Theme);
    for (int choice = 0; choice < static_cast<int>(theme.choices.size()); ++choice) {
        const QString title =
            u"%1: %2"_s.arg(Preferences::tr(theme.name), Preferences::labelOf(theme, choice));
        const auto match = fuzzyMatch(typed, title);
        if (match && choice != m_preferences.value(Pref::Theme))
            offer(found, ofAnAction, *match, title,
                {title, Preferences::tr(theme.sentence), {},
                    [this, choice] { m_preferences.set(Pref::Theme, choice); }});
    }
}

/// "Sort by Age": of the columns in sight of the table in front.
void PaletteEntries::addOrders(Found &found, const QString &typed) const
{
    const ObjectTable &table = m_tables.currentPage().table();
    for (int column = 0; column < table.tableModel().columnCount(); ++column) {
        const QString title = CommandPalette::tr("Sort by %1").arg(table.tableModel().column(column).title);
        const auto match = fuzzyMatch(typed, title);
        if (match && !table.isColumnHidden(column))
            offer(found, 0, *match, title,
                {title, CommandPalette::tr("Once more turns the rows round"), {},
                    [this, column] { m_tables.currentPage().table().orderBy(column); }});
    }
}

void PaletteEntries::addViews(Found &found, const QString &typed) const
{
    const auto add = [&](const QString &title, const QString &alias, const std::function<void()> &go) {
        const auto named = fuzzyMatch(typed, title);
        const auto called = fuzzyMatch(typed, alias);
        const bool byName = named && (!called || called->score <= named->score);
        const bool isShort = alias.split(u' ').contains(typed, Qt::CaseInsensitive);
        if (named || called)
            offer(found, isShort ? certain : ofAnAction / 2, byName ? *named : FuzzyMatch {called->score, {}},
                title, {CommandPalette::tr("Go to %1").arg(title), alias, {}, go});
    };
    add(CommandPalette::tr("Fleet"), u"fleet"_s, [this] { m_tables.showFleet(); });
    if (m_actions.clusters->isEnabled())
        add(CommandPalette::tr("Clusters"), u"contexts ctx"_s, [this] { m_actions.clusters->trigger(); });
    for (const Kind kind : m_tables.shownKinds())
        add(Tables::titleOf(kind), withShortName(kind), [this, kind] { m_tables.showTable(kind); });
    add(CommandPalette::tr("Scenarios"), u"scenarios"_s, [this] { emit m_scenarios.frontAsked(); });
    add(CommandPalette::tr("Experiments"), u"experiments"_s, [this] { emit m_experiments.frontAsked(); });
    add(CommandPalette::tr("Recoveries"), u"recoveries"_s, [this] { m_actions.recoveries->trigger(); });
    add(CommandPalette::tr("Controllers"), u"controllers ctrl"_s, m_ways.showControllers);
    if (isOneOf(typed, {u"ns"_s, u"namespace"_s, u"namespaces"_s}))
        addNamespaces(found, {}, certain);
    addPods(found, typed);
    if (typed == "q"_L1 || typed == "quit"_L1)
        found.push_back({certain,
            {m_actions.quit->iconText(), m_actions.quit->statusTip(), keyText(*m_actions.quit),
                [this] { m_actions.quit->trigger(); }}});
}

/// They are no table here; whoever looks for them, or for their logs, as in k9s is told where they are.
void PaletteEntries::addPods(Found &found, const QString &typed) const
{
    if (!isOneOf(typed, {u"po"_s, u"pod"_s, u"pods"_s, u"logs"_s}))
        return;
    found.push_back({certain,
        {CommandPalette::tr("Copy the line for kubectl that lists the pods"), u"pods"_s, {}, [this] {
             const QString line = m_cluster.kubectl() + u" get pods --all-namespaces --output wide"_s;
             QApplication::clipboard()->setText(line);
             emit m_commands.noticed(
                 {.text = CommandPalette::tr("Copied: %1").arg(text(utf8(line))), .seconds = 3});
         }}});
}

/// Each is read before it is run; experiments with them.
void PaletteEntries::addScenarios(Found &found, const QString &typed) const
{
    for (const QString &name : m_scenarios.names()) {
        const QString title = CommandPalette::tr("Scenario: %1").arg(name);
        if (const auto match = fuzzyMatch(typed, title))
            offer(found, ofAnAction / 2, *match, title,
                {title, CommandPalette::tr("Show what it does, to run it"), {},
                    [this, name] { m_scenarios.bringUp(name); }});
    }
    for (const QString &name : m_experiments.names()) {
        const QString title = CommandPalette::tr("Experiment: %1").arg(name);
        if (const auto match = fuzzyMatch(typed, title))
            offer(found, ofAnAction / 2, *match, title,
                {title, CommandPalette::tr("Show what it asks, to run it"), {},
                    [this, name] { m_experiments.bringUp(name); }});
    }
}

void PaletteEntries::addObjects(Found &found, const QString &typed) const
{
    for (const Kind kind : m_tables.shownKinds()) {
        if (kind == Kind::Event)
            continue;
        for (const auto &key : m_tables.model(kind).keys()) {
            const QString name = raw(key.name);
            if (const auto match = fuzzyMatch(typed, name))
                offer(found, 0, *match, name,
                    {text(key.name), kindWords({kind, key}), {},
                        [this, object = ObjectRef {kind, key}] { m_ways.select(object); }});
        }
    }
}

QString PaletteEntries::kindWords(const ObjectRef &object) const
{
    State state = State::None;
    if (isMachine(object.kind))
        state = m_cluster.stateOf(object);
    else if (const auto *node = object.kind == Kind::Node ? m_cluster.node(object.key.name) : nullptr)
        state = stateOf(*node);
    const QString kind = apiName(object.kind);
    return state == State::None ? kind : glyphOf(state) + u' ' + wordOf(state) + u" · "_s + kind;
}

} // namespace ui
