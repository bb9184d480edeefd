// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen among: namespaces and labels that filter, faults, settings, and the prefixes themselves.
#include "ui/dialogs/paletteentries.h"

#include "core/api/recipe.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/dialogs/guide.h"
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/pages/tables.h"
#include "ui/preferences.h"

#include <algorithm>
#include <map>
#include <set>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

using LabelCount = std::pair<std::pair<std::string_view, std::string_view>, int>;

/// The most frequent first.
std::vector<LabelCount> labelsOf(const ClusterView &cluster, Kind kind, const TableModel &model)
{
    std::map<std::pair<std::string_view, std::string_view>, int> counts;
    for (const auto &key : model.keys()) {
        cluster.withObject({kind, key}, [&](const auto &object) {
            if constexpr (requires { object.metadata.labels; }) {
                for (const auto &[label, value] : object.metadata.labels)
                    ++counts[{label, value}];
            }
        });
    }
    std::vector<LabelCount> labels(counts.begin(), counts.end());
    std::ranges::stable_sort(labels, std::greater(), &LabelCount::second);
    return labels;
}

/// A setting is found by what is not its name as well: its choices, its section, its sentence.
QString termsOf(const Preference &preference)
{
    QStringList terms {Preferences::tr(preference.section), Preferences::tr(preference.sentence)};
    for (int choice = 0; choice < std::ssize(preference.choices); ++choice)
        terms.append(Preferences::labelOf(preference, choice));
    return terms.join(u'\n');
}

} // namespace

void PaletteEntries::addNamespaces(Found &found, const QString &typed, int bonus) const
{
    std::set<std::string> namespaces;
    for (const Kind kind : m_tables.shownKinds()) {
        for (const auto &key :
            kind == Kind::Event ? std::vector<TableModel::Key>() : m_tables.model(kind).keys())
            namespaces.insert(key.ns);
    }
    namespaces.erase(std::string()); // of what is in none
    for (const std::string &each : namespaces) {
        const QString name = raw(each);
        if (const auto match = fuzzyMatch(typed, name))
            offer(found, bonus, *match, name,
                {text(each), CommandPalette::tr("show this namespace alone"), {},
                    [this, name] { showNamespace(name); }});
    }
}

/// What else the table is filtered by stays. A table of what is in no namespace gives way to the machines.
void PaletteEntries::showNamespace(const QString &name) const
{
    const QString column = u"namespace"_s;
    const QString term = column + u'=' + name;
    const ObjectPage &page = m_tables.currentPage();
    if (page.table().tableModel().columnIndex(column) < 0)
        return m_tables.showMachines(term);
    QStringList words = page.filterText().split(u' ', Qt::SkipEmptyParts);
    words.removeIf([&](const QString &word) {
        return word.startsWith(column + u'=', Qt::CaseInsensitive)
            || word.startsWith(column + u"!="_s, Qt::CaseInsensitive);
    });
    words.append(term);
    m_tables.filterCurrent(words.join(u' '));
}

/// Adds the labels of the objects of the table in front.
void PaletteEntries::addLabels(Found &found, const QString &typed) const
{
    const Kind kind = m_tables.currentPage().kind();
    const TableModel &model = m_tables.model(kind);
    for (const auto &[label, count] : labelsOf(m_cluster, kind, model)) {
        const QString words = labelText(label.first, label.second);
        if (const auto match = fuzzyMatch(typed, words))
            offer(found, 0, *match, words,
                {text(utf8(words)), CommandPalette::tr("%L1 of %L2").arg(count).arg(model.total()), {},
                    [this, term = u"%1="_s.arg(Filter::labels) + words] { m_tables.filterCurrent(term); }});
    }
}

void PaletteEntries::addFaults(Found &found, const QString &typed) const
{
    if (m_commands.isLocked())
        return;
    if (!m_actions.canBreak(chosenMachines()))
        return expect(found, {},
            CommandPalette::tr("Choose a machine, a node, a set or a deployment first, which shall fail."));
    addRecipe(found, typed);
    for (const core::api::FaultName &fault : core::api::faultNames) {
        if (const auto match = fuzzyMatch(typed, raw(fault.name)))
            offer(found, ofAnAction, *match, raw(fault.name), faultOfChosen(std::string(fault.name)));
    }
}

PaletteEntry PaletteEntries::faultOfChosen(const std::string &recipe) const
{
    PaletteEntry entry {text(recipe), CommandPalette::tr("for the nodes of what is chosen"), {},
        [this, recipe] { m_actions.breakNodes(recipe, chosenMachines()); }};
    entry.foresee = [this, recipe](
                        const auto &tell) { m_actions.foreseeBreaking(recipe, chosenMachines(), tell); };
    return entry;
}

/// The chosen objects, or the machines of the chosen sets and deployments.
Selection PaletteEntries::chosenMachines() const
{
    const Selection chosen = m_tables.selection();
    if (!isSet(chosen.kind) && !isDeployment(chosen.kind))
        return chosen;
    std::vector<ObjectRef> sets;
    for (const auto &key : chosen.keys) {
        const ObjectRef object {chosen.kind, key};
        const auto its = isSet(chosen.kind) ? std::vector {object} : m_cluster.setsOf(object);
        sets.insert(sets.end(), its.begin(), its.end());
    }
    Selection machines;
    const auto add = [&]<typename M>(const Objects<M> &all) {
        for (const auto &[key, machine] : all) {
            const auto set = ClusterView::setOf(machine->metadata);
            if (set && std::ranges::find(sets, *set) != sets.end())
                machines.keys.push_back(key);
        }
    };
    if (familyOf(chosen.kind) == Family::Mcm) {
        machines.kind = Kind::McmMachine;
        add(m_cluster.all<core::api::mcm::Machine>());
    } else {
        add(m_cluster.all<core::api::Machine>());
    }
    std::ranges::sort(machines.keys);
    return machines;
}

/// Each leads to what it finds.
void PaletteEntries::addPrefixes(Found &found, const QString &typed)
{
    for (const PalettePrefix &prefix : CommandPalette::prefixes()) {
        if (const auto match = fuzzyMatch(typed, prefix.finds))
            offer(found, 0, *match, prefix.finds,
                {prefix.sign + (u' ' + prefix.finds), CommandPalette::tr("what this sign finds"), {}, {}, {},
                    prefix.sign});
    }
}

void PaletteEntries::addTopics(Found &found, const QString &typed) const
{
    for (const GuideTopic &topic : guideTopics()) {
        if (const auto match = fuzzyMatch(typed, topic.title))
            offer(found, 0, *match, topic.title,
                {topic.title, CommandPalette::tr("topic of the guide"), {},
                    [this, title = topic.title] { m_ways.openGuide(title); }});
    }
}

/// Settings, and once something is typed the keys of actions as well.
void PaletteEntries::addSettings(Found &found, const QString &typed) const
{
    const auto add = [&](const QString &name, const QString &sentence, const QString &terms,
                         const QString &key) {
        auto match = fuzzyMatch(typed, name);
        if (!match && terms.contains(typed, Qt::CaseInsensitive))
            match.emplace();
        if (match)
            offer(found, 0, *match, name, {name, sentence, key, [this, name] { m_ways.openSettings(name); }});
    };
    for (const Preference &preference : preferences())
        add(Preferences::tr(preference.name), Preferences::tr(preference.sentence), termsOf(preference), {});
    if (typed.isEmpty())
        return;
    for (const QAction *action : m_actions.keyed()) {
        const QString name = nameOfAction(*action);
        if (fuzzyMatch(typed, name))
            add(name, CommandPalette::tr("the key of this action"), {}, keyText(*action));
    }
}

} // namespace ui
