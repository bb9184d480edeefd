// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/paletteentries.h"

#include "core/api/recipe.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/preferences.h"
#include "ui/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>

#include <algorithm>
#include <ranges>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostEntries = 50;
constexpr qsizetype mostUsed = 50;
constexpr int certain = 10'000; // what was typed can't mean anything else
constexpr int ofAnAction = 20; // before objects that fit as well

struct PaletteWords {
    Q_DECLARE_TR_FUNCTIONS(ui::CommandPalette)
};

QString withoutMarks(QString text)
{
    return text.remove(u'&').remove(u'…');
}

/// "notready" and "not-ready" alike; empty for what is no fault.
std::string faultNamed(QString word)
{
    word.remove(u'-');
    for (const core::api::FaultName &fault : core::api::faultNames) {
        if (raw(fault.name).remove(u'-').compare(word, Qt::CaseInsensitive) == 0)
            return std::string(fault.name);
    }
    return {};
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
    Tables &tables, ScenariosPage &scenarios, Preferences &preferences,
    std::function<void(const ObjectRef &)> select, std::function<void(core::api::Time)> seek)
    : m_cluster(cluster)
    , m_commands(commands)
    , m_actions(actions)
    , m_tables(tables)
    , m_scenarios(scenarios)
    , m_preferences(preferences)
    , m_select(std::move(select))
    , m_seek(std::move(seek))
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
        if (ranked.score > certain / 2)
            continue; // what was written out is not looked for again
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
    const QString rest = typed.mid(1).trimmed();
    if (typed.startsWith(u'>')) {
        addActions(found, rest);
        addThemes(found, rest);
    } else if (typed.startsWith(u':')) {
        addViews(found, rest);
    } else if (typed.startsWith(u'!')) {
        addFaults(found, rest);
    } else if (typed.startsWith(u'/')) {
        found.push_back({certain, {PaletteWords::tr("Filter the table: %1").arg(rest), {}, {}, [this, rest] {
                                       m_tables.filterCurrent(rest);
                                   }}});
    } else {
        addCommands(found, typed.simplified());
        addActions(found, typed);
        if (!typed.trimmed().isEmpty())
            addThemes(found, typed);
        addViews(found, typed);
        if (!typed.trimmed().isEmpty()) {
            addScenarios(found, typed);
            addObjects(found, typed);
        }
    }
    const bool isPrefixed = !typed.isEmpty() && u">:!"_s.contains(typed.front());
    if (typed.trimmed().size() <= (isPrefixed ? 1 : 0))
        std::ranges::for_each(found, [](Ranked &ranked) { ranked.score = 0; }); // all fit as well
    return found;
}

void PaletteEntries::addCommands(Found &found, const QString &typed) const
{
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    addMoment(found, words);
    if (words.size() < 2 || m_commands.isLocked())
        return;
    if (words.front().compare(u"scale"_s, Qt::CaseInsensitive) == 0)
        addScalings(found, words);
    else
        addFault(found, words);
}

/// "at 14:03:20": the last time that it was so late.
void PaletteEntries::addMoment(Found &found, const QStringList &words) const
{
    if (words.size() != 2 || words.front() != "at"_L1 || !m_cluster.status().past)
        return;
    QTime time = QTime::fromString(words[1], u"H:mm:ss"_s);
    if (!time.isValid())
        time = QTime::fromString(words[1], u"H:mm"_s);
    if (!time.isValid())
        return;
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(milliseconds(m_cluster.present()));
    QDateTime asked(now.date(), time);
    if (asked > now)
        asked = asked.addDays(-1);
    found.push_back({certain,
        {PaletteWords::tr("Show everything as it was at %1").arg(time.toString(u"HH:mm:ss"_s)), {}, {},
            [this, at = core::api::Time(std::chrono::milliseconds(asked.toMSecsSinceEpoch()))] {
                m_seek(at);
            }}});
}

/// "scale workers 50"
void PaletteEntries::addScalings(Found &found, const QStringList &words) const
{
    bool isNumber = false;
    const qlonglong replicas = words.size() == 3 ? words[2].toLongLong(&isNumber) : 0;
    if (!isNumber || replicas < 0)
        return;
    for (const Kind kind : m_tables.shownKinds()) {
        const TableModel &model = m_tables.model(kind);
        for (const auto &key :
            isSet(kind) || isDeployment(kind) ? model.keys() : std::vector<TableModel::Key>()) {
            const auto match = fuzzyMatch(words[1], raw(key.name));
            const auto wanted = wantedReplicas(m_cluster, {kind, key});
            if (!match || !wanted)
                continue;
            offer(found, certain, *match, raw(key.name),
                {PaletteWords::tr("Scale %1").arg(text(key.name)),
                    u"%L1 → %L2 · %3"_s.arg(*wanted).arg(replicas).arg(apiName(kind)), {},
                    [this, target = ObjectRef {kind, key}, replicas] {
                        m_commands.scale(target, replicas);
                    }});
        }
    }
}

/// "not-ready workers-x7k2p for 20s"
void PaletteEntries::addFault(Found &found, const QStringList &words) const
{
    const std::string fault = faultNamed(words.front());
    const QStringList rest = words.mid(2);
    const std::string recipe = rest.isEmpty() ? fault : fault + ' ' + utf8(rest.join(u' '));
    if (fault.empty() || !core::api::parseRecipe(recipe))
        return;
    for (const Kind kind : m_tables.shownKinds()) {
        if (!isMachine(kind) && kind != Kind::Node)
            continue;
        for (const auto &key : m_tables.model(kind).keys()) {
            const auto match = fuzzyMatch(words[1], raw(key.name));
            if (!match)
                continue;
            offer(found, certain - (kind == Kind::Node ? 1 : 0), *match, raw(key.name),
                {PaletteWords::tr("%1: %2").arg(text(recipe), text(key.name)), apiName(kind), {},
                    [this, object = ObjectRef {kind, key}, recipe] {
                        m_select(object);
                        m_actions.breakNodes(recipe);
                    }});
        }
    }
}

void PaletteEntries::addActions(Found &found, const QString &typed) const
{
    for (QAction *action : m_actions.all()) {
        const QString name = withoutMarks(action->iconText());
        const auto match = fuzzyMatch(typed, name);
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

void PaletteEntries::addViews(Found &found, const QString &typed) const
{
    const auto add = [&](const QString &title, const QString &alias, const std::function<void()> &go) {
        const auto named = fuzzyMatch(typed, title);
        const auto called = fuzzyMatch(typed, alias);
        const bool byName = named && (!called || called->score <= named->score);
        if (named || called)
            offer(found, ofAnAction / 2, byName ? *named : FuzzyMatch {called->score, {}}, title,
                {PaletteWords::tr("Go to %1").arg(title), alias, {}, go});
    };
    add(PaletteWords::tr("Fleet"), u"fleet"_s, [this] { m_tables.showFleet(); });
    if (m_actions.clusters->isEnabled())
        add(PaletteWords::tr("Clusters"), u"contexts ctx"_s, [this] { m_actions.clusters->trigger(); });
    for (const Kind kind : m_tables.shownKinds())
        add(Tables::titleOf(kind), kubectlName(kind), [this, kind] { m_tables.showTable(kind); });
    addPods(found, typed);
    if (typed == "q"_L1 || typed == "quit"_L1)
        found.push_back({certain,
            {m_actions.quit->iconText(), m_actions.quit->statusTip(), keyText(*m_actions.quit),
                [this] { m_actions.quit->trigger(); }}});
}

/// They are no table here; whoever looks for them, or for their logs, as in k9s is told where they are.
void PaletteEntries::addPods(Found &found, const QString &typed) const
{
    static const QStringList aliases {u"po"_s, u"pod"_s, u"pods"_s, u"logs"_s};
    if (!aliases.contains(typed, Qt::CaseInsensitive))
        return;
    found.push_back({certain,
        {PaletteWords::tr("Copy the line for kubectl that lists the pods"), u"pods"_s, {}, [this] {
             const QString line = m_cluster.kubectl() + u" get pods --all-namespaces --output wide"_s;
             QApplication::clipboard()->setText(line);
             emit m_commands.noticed(
                 {.text = PaletteWords::tr("Copied: %1").arg(text(utf8(line))), .seconds = 3});
         }}});
}

/// Each is read before it is run.
void PaletteEntries::addScenarios(Found &found, const QString &typed) const
{
    for (const QString &name : m_scenarios.names()) {
        const QString title = PaletteWords::tr("Scenario: %1").arg(name);
        if (const auto match = fuzzyMatch(typed, title))
            offer(found, ofAnAction / 2, *match, title,
                {title, PaletteWords::tr("Show what it does, to run it"), {},
                    [this, name] { m_scenarios.bringUp(name); }});
    }
}

void PaletteEntries::addFaults(Found &found, const QString &typed) const
{
    if (m_commands.isLocked())
        return;
    for (const core::api::FaultName &fault : core::api::faultNames) {
        if (const auto match = fuzzyMatch(typed, raw(fault.name)))
            offer(found, 0, *match, raw(fault.name),
                {text(fault.name), PaletteWords::tr("for the nodes of what is chosen"), {},
                    [this, name = std::string(fault.name)] { m_actions.breakNodes(name); }});
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
                    {text(key.name), apiName(kind), {},
                        [this, object = ObjectRef {kind, key}] { m_select(object); }});
        }
    }
}

} // namespace ui
