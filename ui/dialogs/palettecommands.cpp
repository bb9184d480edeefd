// SPDX-License-Identifier: GPL-3.0-or-later
// Commands with arguments: "scale workers 50", "not-ready workers-x7k2p for 20s", "at 14:03:20", "heal NAME",
// "run SCENARIO", "pace 10"; and what is done to the scenario that runs.
// What is not written yet is completed, what is wrong is told before Enter.
#include "ui/dialogs/paletteentries.h"

#include "core/api/recipe.h"
#include "core/engine/commander.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/paces.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/spoken.h"
#include "ui/widgets/scaleoutlook.h"

#include <QDateTime>

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int ofTheWholeName = 100; // before names that only begin with it

/// "notready" and "not-ready" alike; empty for what is no fault.
std::string faultNamed(QString word)
{
    std::vector<std::string_view> names {"flapping", "late-heartbeats"};
    for (const core::api::FaultName &fault : core::api::faultNames)
        names.push_back(fault.name);
    word.remove(u'-');
    for (const std::string_view name : names) {
        if (raw(name).remove(u'-').compare(word, Qt::CaseInsensitive) == 0)
            return std::string(name);
    }
    return {};
}

/// The recipe is as its grammar has it; empty when it begins with no fault.
std::string recipeIn(const QString &fault, QStringList rest)
{
    rest.removeAll(QString());
    const std::string name = faultNamed(fault);
    return name.empty() || rest.isEmpty() ? name : name + ' ' + utf8(rest.join(u' '));
}

/// A verb of one object, which an action does.
struct PaletteVerb {
    QLatin1StringView word;
    QAction *Actions::*action;
    bool changesIt = false;
};

constexpr PaletteVerb paletteVerbs[] = {{"heal"_L1, &Actions::heal, true},
    {"delete"_L1, &Actions::remove, true}, {"pause"_L1, &Actions::pause, true},
    {"resume"_L1, &Actions::pause, true}, {"edit"_L1, &Actions::editYaml, true},
    {"inspect"_L1, &Actions::inspect}, {"why"_L1, &Actions::showWhy}, {"describe"_L1, &Actions::showWhy},
    {"yaml"_L1, &Actions::showYaml}, {"events"_L1, &Actions::showEvents}};

/// What is done to the scenario that runs.
struct ScenarioVerb {
    QLatin1StringView word;
    const char *title;
    void (CommandSender::*does)();
    bool isOfPaused = true;
};

constexpr ScenarioVerb scenarioVerbs[] = {
    {"pause"_L1, QT_TRANSLATE_NOOP("ui::CommandPalette", "Pause the scenario"), &CommandSender::pauseScenario,
        false},
    {"continue"_L1, QT_TRANSLATE_NOOP("ui::CommandPalette", "Continue the scenario"),
        &CommandSender::continueScenario},
    {"step"_L1, QT_TRANSLATE_NOOP("ui::CommandPalette", "Take one step of the scenario"),
        &CommandSender::stepScenario}};

/// "10", "×10", "x0.5", "1/4" or "¼".
std::optional<double> paceIn(QString word)
{
    if (word.startsWith(u'×') || word.startsWith(u'x', Qt::CaseInsensitive))
        word.remove(0, 1);
    const auto known =
        std::ranges::find_if(labPaces, [&](double pace) { return paceText(pace) == u'×' + word; });
    if (known != labPaces.end())
        return *known;
    const QStringList parts = word.replace(u',', u'.').split(u'/');
    bool isNumber = false;
    bool isPart = parts.size() == 1;
    const double whole = parts.front().toDouble(&isNumber);
    const double pace = isPart ? whole : whole / parts[1].toDouble(&isPart);
    const bool fits = isNumber && isPart && parts.size() <= 2 && pace >= 0 && pace <= labPaces.back();
    return fits ? std::optional(pace) : std::nullopt;
}

bool isWord(const QString &typed, QLatin1StringView word)
{
    return typed.compare(word, Qt::CaseInsensitive) == 0;
}

} // namespace

void PaletteEntries::addCommands(Found &found, const QString &typed) const
{
    QStringList words = typed.simplified().split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty())
        return;
    if (typed.back().isSpace())
        words.append(QString()); // the place of the next one
    if (isWord(words.front(), "at"_L1))
        addMoment(found, words);
    else if (isWord(words.front(), "scale"_L1))
        addScalings(found, words);
    else if (isWord(words.front(), "run"_L1))
        addRuns(found, words);
    else if (isWord(words.front(), "pace"_L1))
        addPaces(found, words);
    else if (!faultNamed(words.front()).empty())
        addFault(found, words);
    else if (!addScenarioVerb(found, words)) {
        addResumedTime(found, words);
        addVerb(found, words);
    }
}

void PaletteEntries::expect(Found &found, const QString &word, const QString &expected, int score)
{
    found.push_back(
        {score, {word.isEmpty() ? expected : CommandPalette::tr("%1: %2").arg(word, expected), {}, {}, {}}});
}

/// Says so as soon as what is typed is a command.
bool PaletteEntries::isLocked(Found &found, const QStringList &words) const
{
    const bool isLocked = m_commands.isLocked();
    if (isLocked && words.size() > 1)
        expect(found, {}, m_actions.whyNothingChanges(), -certain);
    return isLocked;
}

int PaletteEntries::bonusOf(const QStringList &words, const QString &name, int sure)
{
    if (words.size() < 2)
        return 0; // the word may be meant for itself
    return sure + (words[1].compare(name, Qt::CaseInsensitive) == 0 ? ofTheWholeName : 0);
}

/// "at 14:03:20": the last time that it was so late.
void PaletteEntries::addMoment(Found &found, const QStringList &words) const
{
    if (words.size() < 2 || !m_cluster.status().pastSince)
        return;
    QTime time = QTime::fromString(words[1], u"H:mm:ss"_s);
    if (!time.isValid())
        time = QTime::fromString(words[1], u"H:mm"_s);
    if (!time.isValid() || !words.value(2).isEmpty())
        return expect(found, words.last(),
            CommandPalette::tr("a time such as 14:03 or 14:03:20 is expected, and nothing more"));
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(milliseconds(m_cluster.present()));
    QDateTime asked(now.date(), time);
    if (asked > now)
        asked = asked.addDays(-1);
    found.push_back({certain,
        {CommandPalette::tr("Show everything as it was at %1").arg(time.toString(u"HH:mm:ss"_s)), {}, {},
            [this, at = core::api::Time(std::chrono::milliseconds(asked.toMSecsSinceEpoch()))] {
                m_ways.seek(at);
            },
            {}, words.join(u' ').trimmed()}});
}

bool PaletteEntries::forNamed(
    const QStringList &words, const std::function<bool(Kind)> &among, const NameUse &use) const
{
    bool isKnown = false;
    for (const Kind kind : m_tables.shownKinds()) {
        if (!among(kind))
            continue;
        for (const auto &key : m_tables.model(kind).keys()) {
            const QString name = raw(key.name);
            const auto match = fuzzyMatch(words.value(1), name);
            isKnown = (match && use({kind, key}, name, *match)) || isKnown;
        }
    }
    return isKnown;
}

/// "scale workers 50"
void PaletteEntries::addScalings(Found &found, const QStringList &words) const
{
    if (isLocked(found, words))
        return;
    const qint64 replicas = wholeNumber(words.value(2)).value_or(-1);
    const bool fits = replicas >= 0 && replicas <= replicasLimit(m_cluster) && words.value(3).isEmpty();
    const QString number = fits ? u"%L1"_s.arg(replicas) : u"…"_s;
    const auto add = [&](const ObjectRef &target, const QString &name, const FuzzyMatch &match) {
        const auto wanted = wantedReplicas(m_cluster, target);
        if (!wanted)
            return false;
        PaletteEntry entry {CommandPalette::tr("Scale %1").arg(text(target.key.name)),
            u"%L1 → %2 · %3"_s.arg(*wanted).arg(number, apiName(target.kind)), {}, {}};
        entry.completion = u"scale "_s + name + u' ';
        if (fits) {
            entry.completion += QString::number(replicas);
            entry.run = [this, target, replicas] { m_commands.scale(target, replicas); };
            entry.foresee = [this, target, replicas](const auto &tell) {
                m_commands.foreseeScale(target, replicas, [this, target, tell](const auto &forecast) {
                    tell(scaleWords(m_cluster, target, forecast));
                });
            };
        }
        offer(found, bonusOf(words, name, certain), match, name, std::move(entry));
        return true;
    };
    const bool isKnown = forNamed(
        words, [](Kind kind) { return isSet(kind) || isDeployment(kind); }, add);
    if (!isKnown && words.size() > 1)
        expect(found, words[1], CommandPalette::tr("the name of a set or deployment is expected"));
    else if (!fits && !words.value(2).isEmpty())
        expect(found, words.mid(2).join(u' ').trimmed(),
            CommandPalette::tr("a number of machines from 0 to %L1 is expected")
                .arg(replicasLimit(m_cluster)));
}

/// "not-ready workers-x7k2p for 20s"
void PaletteEntries::addFault(Found &found, const QStringList &words) const
{
    if (isLocked(found, words))
        return;
    const QString lasts = u"for 20s"_s;
    const QString rest = words.mid(2).join(u' ').trimmed();
    const std::string fault = faultNamed(words.front());
    const std::string recipe = recipeIn(words.front(), words.mid(2));
    const auto parsed = core::api::parseRecipe(recipe);
    const bool isLasting =
        !parsed && !rest.isEmpty() && lasts.startsWith(rest) && core::api::parseRecipe(fault);
    const bool isWrong = !parsed && !rest.isEmpty() && !isLasting;
    const auto add = [&](const ObjectRef &object, const QString &name, const FuzzyMatch &match) {
        if (!m_actions.canBreak({object.kind, {object.key}}))
            return false;
        if (isWrong)
            return true;
        PaletteEntry entry {
            CommandPalette::tr("%1: %2").arg(text(parsed ? recipe : fault), text(object.key.name)),
            kindWords(object), {}, {}};
        entry.completion = words.front() + u' ' + name + u' ' + (isLasting ? lasts : rest);
        if (parsed && !words.value(1).isEmpty()) {
            entry.run = [this, object, recipe] {
                m_ways.select(object);
                m_actions.breakNodes(recipe, {object.kind, {object.key}});
            };
            entry.foresee = [this, object, recipe](const auto &tell) {
                m_actions.foreseeBreaking(recipe, {object.kind, {object.key}}, tell);
            };
        }
        offer(found, bonusOf(words, name, certain) - (object.kind == Kind::Node ? 1 : 0), match, name,
            std::move(entry));
        return true;
    };
    const bool isKnown = forNamed(
        words, [](Kind kind) { return isMachine(kind) || kind == Kind::Node; }, add);
    if (!isKnown && words.size() > 1)
        expect(
            found, words[1], CommandPalette::tr("the name of a node, or of a machine with one, is expected"));
    else if (!parsed && words.size() > 2)
        expect(found, {}, text(parsed.error().message));
}

/// "flapping 10s up 5s down", of what is chosen.
void PaletteEntries::addRecipe(Found &found, const QString &typed) const
{
    const QStringList words = typed.simplified().split(u' ');
    const std::string recipe = recipeIn(words.front(), words.mid(1));
    if (words.size() < 2 || recipe.empty())
        return;
    const auto parsed = core::api::parseRecipe(recipe);
    if (!parsed)
        return expect(found, {}, text(parsed.error().message));
    PaletteEntry entry = faultOfChosen(recipe);
    entry.completion = u'!' + raw(recipe);
    found.push_back({certain, std::move(entry)});
}

/// "heal workers-x7k2p"
void PaletteEntries::addVerb(Found &found, const QStringList &words) const
{
    const auto verb = std::ranges::find_if(
        paletteVerbs, [&](const PaletteVerb &each) { return isWord(words.front(), each.word); });
    if (verb == std::end(paletteVerbs) || (verb->changesIt && isLocked(found, words)))
        return;
    if (!words.value(2).isEmpty())
        return expect(found, words.mid(2).join(u' ').trimmed(),
            CommandPalette::tr("nothing more is expected"), -certain);
    QAction *action = m_actions.*verb->action;
    const auto among = [&](Kind kind) {
        const auto possible = m_actions.forKind(kind);
        return kind != Kind::Event
            && (!verb->changesIt || std::ranges::find(possible, action) != possible.end());
    };
    const auto add = [&](const ObjectRef &object, const QString &name, const FuzzyMatch &match) {
        if (action == m_actions.pause && isPaused(m_cluster, object) != (verb->word == "resume"_L1))
            return false;
        PaletteEntry entry {
            CommandPalette::tr("%1: %2").arg(verb->word, text(object.key.name)), kindWords(object), {}, {}};
        entry.completion = verb->word + u' ' + name;
        if (!words.value(1).isEmpty())
            entry.run = [this, object, action] { act(object, *action); };
        offer(found, bonusOf(words, name, ofAnAction), match, name, std::move(entry));
        return true;
    };
    if (!forNamed(words, among, add) && !words.value(1).isEmpty())
        expect(found, words[1], CommandPalette::tr("the name of such an object is expected"), -certain);
}

/// "run Zone outage"
void PaletteEntries::addRuns(Found &found, const QStringList &words) const
{
    if (isLocked(found, words))
        return;
    const QString asked = words.mid(1).join(u' ').trimmed();
    bool isKnown = false;
    for (const QString &name : m_scenarios.names()) {
        const auto match = fuzzyMatch(asked, name);
        if (!match)
            continue;
        isKnown = true;
        PaletteEntry entry {CommandPalette::tr("%1: %2").arg(u"run"_s, name),
            CommandPalette::tr("Carry the scenario out on this cluster"), {}, {}};
        entry.completion = u"run "_s + name;
        if (!asked.isEmpty())
            entry.run = [this, name] { m_scenarios.runNamed(name); };
        const bool isWhole = asked.compare(name, Qt::CaseInsensitive) == 0;
        offer(found, 2 * ofAnAction + (isWhole ? ofTheWholeName : 0), *match, name, std::move(entry));
    }
    if (!isKnown)
        expect(found, asked, CommandPalette::tr("the name of a scenario is expected"), -certain);
}

/// "pace 10", of a lab's time; until a number is written, those of the menu.
void PaletteEntries::addPaces(Found &found, const QStringList &words) const
{
    const bool isMeant = words.size() > 1;
    if (m_cluster.status().mode != core::engine::Mode::Lab) {
        if (isMeant)
            expect(found, {}, CommandPalette::tr("Only a lab's time has a pace."));
        return;
    }
    const auto add = [&](double pace) {
        const QString title = CommandPalette::tr("%1: %2").arg(u"pace"_s, paceText(pace));
        PaletteEntry entry {title, CommandPalette::tr("How fast the lab's time runs"), {},
            [this, pace] { m_commands.setPace(pace); }};
        entry.completion = u"pace "_s + QString::number(pace);
        offer(found, isMeant ? certain : ofAnAction, fuzzyMatch(u"pace"_s, title).value_or(FuzzyMatch()),
            title, std::move(entry));
    };
    const QString typed = words.mid(1).join(u' ').trimmed();
    if (typed.isEmpty())
        std::ranges::for_each(labPaces, add);
    else if (const auto pace = paceIn(typed))
        add(*pace);
    else
        expect(found, typed, CommandPalette::tr("a pace from 0 to 1000 is expected, such as 10 or 1/4"));
}

/// "resume", where a lab's time is paused.
void PaletteEntries::addResumedTime(Found &found, const QStringList &words) const
{
    const auto &status = m_cluster.status();
    const bool isPaused = status.mode == core::engine::Mode::Lab && status.pace == 0 && !m_cluster.moment();
    if (isPaused && words.size() == 1 && isWord(words.front(), "resume"_L1))
        found.push_back({certain,
            {CommandPalette::tr("Let time go on"), m_actions.holdTime->statusTip(),
                keyText(*m_actions.holdTime), [this] { m_actions.holdTime->trigger(); }, {}, u"resume"_s}});
}

/// "step", of the scenario that runs. False where the word may mean something else.
bool PaletteEntries::addScenarioVerb(Found &found, const QStringList &words) const
{
    const auto verb = std::ranges::find_if(
        scenarioVerbs, [&](const ScenarioVerb &each) { return isWord(words.front(), each.word); });
    if (verb == std::end(scenarioVerbs) || words.size() > 1)
        return false;
    const auto &scenario = m_cluster.scenario();
    const bool isPossible = scenario.isRunning() && scenario.paused == verb->isOfPaused;
    if (isPossible)
        found.push_back({certain,
            {CommandPalette::tr(verb->title), spoken(scenario.name), {},
                [this, does = verb->does] { (m_commands.*does)(); }, {}, words.front()}});
    else if (verb->isOfPaused)
        expect(found, words.front(), CommandPalette::tr("no scenario is paused"), -certain);
    return isPossible;
}

/// Nothing happens where the window can't choose the object, which it tells itself.
void PaletteEntries::act(const ObjectRef &object, QAction &action) const
{
    m_ways.select(object);
    const Selection chosen = m_tables.selection();
    if (chosen.kind != object.kind || chosen.keys != std::vector {object.key})
        return;
    m_actions.selectionChanged();
    if (action.isEnabled())
        action.trigger();
    else
        emit m_commands.noticed({.text = action.toolTip(), .seconds = 4});
}

} // namespace ui
