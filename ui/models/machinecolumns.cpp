// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/columns.h"

#include "ui/models/columntools.h"
#include "ui/spoken.h"
#include "ui/timeline/foreseen.h"

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int leastOfNext = 13; // characters: when stands at the beginning
constexpr int leastOfSet = 12;

std::string_view phaseOf(const Machine &machine)
{
    return machine.status.phase.empty() ? phases::provisioning : std::string_view(machine.status.phase);
}

std::string_view phaseOf(const mcm::Machine &machine)
{
    return machine.phase().empty() ? "–" : machine.phase();
}

std::string_view errorOf(const Machine &machine)
{
    return machine.status.errorMessage;
}

std::string_view errorOf(const mcm::Machine &machine)
{
    const mcm::LastOperation &operation = machine.status.lastOperation;
    return operation.state == mcm::states::failed ? std::string_view(operation.description)
                                                  : std::string_view();
}

template<typename M>
Cell phaseCell(const ClusterView &cluster, const M &machine)
{
    const QString phase = text(phaseOf(machine));
    const QString error = text(errorOf(machine));
    const QString tip = error.isEmpty() ? phase : phase + u": "_s + error;
    const bool failed = stateOf(machine, cluster.nodeOf(machine)) == State::Failed;
    return {.text = phase, .state = failed ? State::Failed : State::None, .spoken = phase, .tip = tip};
}

std::optional<Time> readySince(const Node *node)
{
    const NodeCondition *ready = node ? node->condition("Ready") : nullptr;
    return ready ? ready->lastTransitionTime : std::nullopt;
}

/// overall is the state of the node's machine, or its own; its shape is shown.
Cell nodeStateCell(const Node *node, State overall)
{
    if (!node)
        return {.text = ColumnWords::tr("no node yet"), .state = overall, .quiet = true};
    const State state = stateOf(*node);
    const NodeCondition *ready = node->condition("Ready");
    const bool trouble = state == State::NotReady || state == State::Unknown;
    return {.text = wordOf(state),
        .state = overall == State::Deleting ? overall : state,
        .since = trouble ? readySince(node) : std::nullopt,
        .tip = ready ? text(ready->reason) + u": "_s + text(ready->message) : QString()};
}

SortKey stateKey(const Node *node)
{
    // Trouble first when descending.
    static constexpr std::int64_t weight[stateCount] = {0, 1, 3, 2, 6, 5, 4, 7, 1};
    return {weight[static_cast<std::size_t>(node ? stateOf(*node) : State::None)], {}};
}

/// "NotReady 99 min"
QString longestHealth()
{
    return wordOf(State::NotReady) + u' ' + longestAge;
}

QString longestPhase(const Machine *)
{
    return text(phases::provisioning);
}

QString longestPhase(const mcm::Machine *)
{
    return text(mcm::phases::crashLoopBackOff);
}

template<typename M>
QString machineMessage(const ClusterView &cluster, const M &machine)
{
    if (!errorOf(machine).empty())
        return text(errorOf(machine));
    const Node *node = cluster.nodeOf(machine);
    return node ? faultText(*node, cluster.now()) : QString();
}

/// What the core foresees; else what is wrong.
template<typename M>
Cell nextCell(const ClusterView &cluster, const M &machine)
{
    const auto *outlook = cluster.outlook({kindOf<M>(), machine.key()});
    if (!outlook || outlook->says.empty())
        return quiet(machineMessage(cluster, machine));
    Cell cell = quiet(localTimes(spoken(outlook->says), cluster.present()));
    cell.due = outlook->due;
    if (outlook->course == core::engine::Outlook::Course::Boots && outlook->says.code == "Boots")
        cell.ready = readyBetween(cluster, machine.metadata);
    return cell;
}

/// What comes first stands first, then what has no time.
template<typename M>
SortKey nextKey(const ClusterView &cluster, const M &machine)
{
    const auto *outlook = cluster.outlook({kindOf<M>(), machine.key()});
    if (!outlook)
        return sortBy(std::numeric_limits<std::int64_t>::max());
    return sortBy(outlook->due ? outlook->due->time_since_epoch().count()
                               : std::numeric_limits<std::int64_t>::max() - 1);
}

template<typename M>
std::string setName(const M &machine)
{
    const auto set = ClusterView::setOf(machine.metadata);
    return set ? set->key.name : std::string();
}

QString pastWords(const ClusterView &cluster, const std::string &node)
{
    const int broken = cluster.health().interruptions(node, cluster.now() - std::chrono::minutes(10));
    return ColumnWords::tr("interruptions in 10 minutes: %1").arg(broken);
}

template<typename M>
Columns<M> machineColumns(const ClusterView &cluster)
{
    return {
        nameColumn<M>(),
        namespaceColumn<M>(),
        whole<M>(longestPhase(static_cast<const M *>(nullptr)),
            {u"phase"_s, ColumnWords::tr("Phase"), 16,
                [&cluster](const M &machine) { return phaseCell(cluster, machine); },
                [](const M &machine) { return sortBy(phaseOf(machine)); }}),
        whole<M>(longestHealth(),
            {u"health"_s, ColumnWords::tr("Node health"), 16,
                [&cluster](const M &machine) {
                    const Node *node = cluster.nodeOf(machine);
                    return nodeStateCell(node, stateOf(machine, node));
                },
                [&cluster](const M &machine) { return stateKey(cluster.nodeOf(machine)); }}),
        {.id = u"past"_s,
            .title = ColumnWords::tr("Last 10 min"),
            .width = 16,
            .cell = [](const M &) { return Cell {}; },
            .sortKey =
                [&cluster](const M &machine) {
                    return sortBy(cluster.health().interruptions(nodeNameOf(machine), {}));
                },
            .ribbon = true,
            .words = [&cluster](const M &machine) { return pastWords(cluster, nodeNameOf(machine)); },
            .shortTitle = ColumnWords::tr("10 min")},
        keeping<M>(leastOfSet,
            named<M>({u"set"_s, ColumnWords::tr("Set"), 13,
                [](const M &machine) { return plain(text(setName(machine))); },
                [](const M &machine) { return sortBy(setName(machine)); }})),
        ageColumn<M>(),
        hidden<M>(named<M>({u"node"_s, ColumnWords::tr("Node"), 27,
            [](const M &machine) { return quiet(text(nodeNameOf(machine))); },
            [](const M &machine) { return sortBy(nodeNameOf(machine)); }})),
        hidden<M>({u"message"_s, ColumnWords::tr("Message"), 20,
            [&cluster](const M &machine) { return plain(machineMessage(cluster, machine)); },
            [&cluster](const M &machine) { return sortBy(utf8(machineMessage(cluster, machine))); }}),
        keeping<M>(leastOfNext,
            {.id = u"next"_s,
                .title = ColumnWords::tr("What happens next"),
                .width = 24,
                .cell = [&cluster](const M &machine) { return nextCell(cluster, machine); },
                .sortKey = [&cluster](const M &machine) { return nextKey(cluster, machine); },
                .shortTitle = ColumnWords::tr("Next")}),
    };
}

} // namespace

QString faultText(const Node &node, Time now)
{
    return faultText(node.metadata.annotation(keys::fault), now);
}

QString operationText(const mcm::LastOperation &operation)
{
    QStringList parts;
    for (const std::string &part : {operation.type, operation.state, operation.errorCode}) {
        if (!part.empty())
            parts.append(text(part));
    }
    return parts.join(u' ');
}

template<>
Columns<Machine> columnsOf(const ClusterView &cluster)
{
    return machineColumns<Machine>(cluster);
}

template<>
Columns<mcm::Machine> columnsOf(const ClusterView &cluster)
{
    using M = mcm::Machine;
    auto columns = machineColumns<M>(cluster);
    const auto operation = [](const M &machine) { return operationText(machine.status.lastOperation); };
    columns.insert(columns.end() - 1,
        {{u"operation"_s, ColumnWords::tr("Last operation"), 22,
             [operation](const M &machine) {
                 return Cell {
                     .text = operation(machine), .tip = text(machine.status.lastOperation.description)};
             },
             [operation](const M &machine) { return sortBy(utf8(operation(machine))); }},
            classColumn<M>([](const M &machine) { return machine.spec.class_.name; })});
    return columns;
}

template<>
Columns<Node> columnsOf(const ClusterView &cluster)
{
    const auto machineName = [&cluster](const Node &node) {
        const auto machine = cluster.machineRefOf(node.metadata.name);
        return machine ? machine->key.name : std::string();
    };
    const auto capacity = [](const char *resource) {
        return [resource](const Node &node) {
            const auto found = node.status.capacity.find(resource);
            return found == node.status.capacity.end() ? Quantity {} : found->second;
        };
    };
    const auto memory = capacity("memory");
    const auto cores = capacity("cpu");
    auto name = nameColumn<Node>(27);
    name.sortKey = [](const Node &node) { // the host of the others is not what anybody looks for
        return SortKey {node.metadata.labels.contains(keys::hollowHost), node.metadata.name};
    };
    return {
        name,
        whole<Node>(longestHealth(),
            {u"health"_s, ColumnWords::tr("Health"), 16,
                [](const Node &node) { return nodeStateCell(&node, stateOf(node)); },
                [](const Node &node) { return stateKey(&node); }}),
        {.id = u"past"_s,
            .title = ColumnWords::tr("Last 10 min"),
            .width = 16,
            .cell = [](const Node &) { return Cell {}; },
            .sortKey =
                [&cluster](const Node &node) {
                    return sortBy(cluster.health().interruptions(node.metadata.name, {}));
                },
            .ribbon = true,
            .words = [&cluster](const Node &node) { return pastWords(cluster, node.metadata.name); },
            .shortTitle = ColumnWords::tr("10 min")},
        named<Node>({u"machine"_s, ColumnWords::tr("Machine"), 20,
            [machineName](const Node &node) { return plain(text(machineName(node))); },
            [machineName](const Node &node) { return sortBy(machineName(node)); }}),
        {u"fault"_s, ColumnWords::tr("Fault"), 18,
            [&cluster](const Node &node) { return plain(faultText(node, cluster.now())); },
            [](const Node &node) { return sortBy(node.metadata.annotation(keys::fault)); }},
        ageColumn<Node>(),
        {.id = u"cpu"_s,
            .title = ColumnWords::tr("CPU"),
            .width = 8,
            .cell = [cores](const Node &node) { return quiet(text(cores(node).text)); },
            .sortKey = [cores](const Node &node) { return sortBy(cores(node).milli()); },
            .numeric = true},
        {.id = u"memory"_s,
            .title = ColumnWords::tr("Memory"),
            .width = 9,
            .cell = [memory](const Node &node) { return quiet(bytesText(memory(node).milli() / 1000)); },
            .sortKey = [memory](const Node &node) { return sortBy(memory(node).milli()); },
            .numeric = true},
        {u"version"_s, ColumnWords::tr("Kubelet"), 10,
            [](const Node &node) { return quiet(text(node.status.nodeInfo.kubeletVersion)); },
            [](const Node &node) { return sortBy(node.status.nodeInfo.kubeletVersion); }},
    };
}

} // namespace ui
