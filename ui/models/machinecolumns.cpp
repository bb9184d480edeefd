// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/columns.h"

#include "ui/models/columntools.h"
#include "ui/provider/configwords.h"

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

Cell progressCell(const World &world, const MachineSet &set)
{
    const SetTally tally = world.tally(set.key());
    const std::int64_t wanted = set.wantedReplicas();
    const std::int64_t ready = set.status.readyReplicas.value_or(0);
    QStringList parts {ColumnWords::tr("%1/%2 Ready").arg(ready).arg(wanted)};
    const auto add = [&](State state, const QString &words) {
        if (tally.of(state) > 0)
            parts.append(words.arg(tally.of(state)));
    };
    add(State::Provisioning, ColumnWords::tr("%1 provisioning"));
    add(State::Provisioned, ColumnWords::tr("%1 booting"));
    add(State::NotReady, ColumnWords::tr("%1 NotReady"));
    add(State::Unknown, ColumnWords::tr("%1 Unknown"));
    add(State::Deleting, ColumnWords::tr("%1 deleting"));
    add(State::Failed, ColumnWords::tr("%1 failed"));
    const QString all = parts.join(u" · "_s);
    return {
        .text = all, .state = world.stateOf(set), .share = shareOf(ready, wanted), .spoken = all, .tip = all};
}

SortKey shareKey(const MachineSet &set)
{
    return sortByShare(shareOf(set.status.readyReplicas.value_or(0), set.wantedReplicas()));
}

QString deploymentOf(const MachineSet &set)
{
    const OwnerReference *owner = set.metadata.controller();
    return owner && owner->kind == "MachineDeployment" ? text(owner->name) : QString();
}

QString recipeText(const MachineSet &set)
{
    const auto config = parseProviderConfig(set.spec.template_.spec.providerSpec.value);
    return config ? disruptionWords(*config) : ColumnWords::tr("invalid provider config");
}

Cell phaseCell(const World &world, const Machine &machine)
{
    const State state = stateOf(machine, world.nodeOf(machine));
    QString phase = text(machine.status.phase);
    if (phase.isEmpty())
        phase = text(phases::provisioning);
    const QString error = text(machine.status.errorMessage);
    const QString tip = error.isEmpty() ? phase : phase + u": "_s + error;
    // The shape tells the phase, the node's column tells the health.
    const bool nodeTrouble = state == State::NotReady || state == State::Unknown;
    return {.text = phase, .state = nodeTrouble ? State::Ready : state, .spoken = phase, .tip = tip};
}

std::optional<Time> readySince(const Node *node)
{
    const NodeCondition *ready = node ? node->condition("Ready") : nullptr;
    return ready ? ready->lastTransitionTime : std::nullopt;
}

Cell nodeStateCell(const Node *node)
{
    if (!node)
        return {.text = u"–"_s, .spoken = ColumnWords::tr("no node yet"), .quiet = true};
    const State state = stateOf(*node);
    const NodeCondition *ready = node->condition("Ready");
    const bool trouble = state == State::NotReady || state == State::Unknown;
    return {.text = wordOf(state),
        .state = state,
        .since = trouble ? readySince(node) : std::nullopt,
        .tip = ready ? text(ready->reason) + u": "_s + text(ready->message) : QString()};
}

SortKey stateKey(const Node *node)
{
    // Trouble first when descending.
    static constexpr std::int64_t weight[stateCount] = {0, 1, 3, 2, 6, 5, 4, 7, 1};
    return {weight[static_cast<std::size_t>(node ? stateOf(*node) : State::None)], {}};
}

QString machineMessage(const World &world, const Machine &machine)
{
    if (!machine.status.errorMessage.empty())
        return text(machine.status.errorMessage);
    const Node *node = world.nodeOf(machine);
    return node ? faultText(*node) : QString();
}

std::string nodeName(const Machine &machine)
{
    return machine.status.nodeRef ? machine.status.nodeRef->name : std::string();
}

QString pastWords(const World &world, const std::string &node)
{
    const int broken = world.health().interruptions(node, world.now() - std::chrono::minutes(10));
    return ColumnWords::tr("interruptions in 10 minutes: %1").arg(broken);
}

} // namespace

QString faultText(const Node &node)
{
    return text(node.metadata.annotation(keys::fault));
}

template<>
Columns<MachineSet> columnsOf(const World &world)
{
    return {
        nameColumn<MachineSet>(),
        namespaceColumn<MachineSet>(),
        desiredColumn<MachineSet>(),
        countColumn<MachineSet>(u"current", ColumnWords::tr("Current"),
            [](const MachineSet &set) { return set.status.replicas; }),
        countColumn<MachineSet>(u"ready", ColumnWords::tr("Ready"),
            [](const MachineSet &set) { return set.status.readyReplicas.value_or(0); }),
        countColumn<MachineSet>(u"available", ColumnWords::tr("Available"),
            [](const MachineSet &set) { return set.status.availableReplicas.value_or(0); }),
        {u"progress"_s, ColumnWords::tr("Progress"), 42,
            [&world](const MachineSet &set) { return progressCell(world, set); }, shareKey},
        ageColumn<MachineSet>(),
        {u"recipe"_s, ColumnWords::tr("Nodes fail"), 26,
            [](const MachineSet &set) { return quiet(recipeText(set)); },
            [](const MachineSet &set) { return sortBy(utf8(recipeText(set))); }},
        {u"deployment"_s, ColumnWords::tr("Deployment"), 16,
            [](const MachineSet &set) { return plain(deploymentOf(set)); },
            [](const MachineSet &set) { return sortBy(utf8(deploymentOf(set))); }},
        revisionColumn<MachineSet>(),
    };
}

template<>
Columns<Machine> columnsOf(const World &world)
{
    return {
        nameColumn<Machine>(),
        namespaceColumn<Machine>(),
        {u"phase"_s, ColumnWords::tr("Phase"), 16,
            [&world](const Machine &machine) { return phaseCell(world, machine); },
            [](const Machine &machine) { return sortBy(machine.status.phase); }},
        {u"health"_s, ColumnWords::tr("Node health"), 16,
            [&world](const Machine &machine) { return nodeStateCell(world.nodeOf(machine)); },
            [&world](const Machine &machine) { return stateKey(world.nodeOf(machine)); }},
        {.id = u"past"_s,
            .title = ColumnWords::tr("Health lately"),
            .width = 16,
            .cell = [](const Machine &) { return Cell {}; },
            .sortKey =
                [&world](const Machine &machine) {
                    return sortBy(world.health().interruptions(nodeName(machine), {}));
                },
            .ribbon = true,
            .words = [&world](const Machine &machine) { return pastWords(world, nodeName(machine)); }},
        {u"set"_s, ColumnWords::tr("Set"), 13,
            [](const Machine &machine) { return plain(text(World::setOf(machine).name)); },
            [](const Machine &machine) { return sortBy(World::setOf(machine).name); }},
        ageColumn<Machine>(),
        {u"node"_s, ColumnWords::tr("Node"), 27,
            [](const Machine &machine) { return quiet(text(nodeName(machine))); },
            [](const Machine &machine) { return sortBy(nodeName(machine)); }},
        {u"message"_s, ColumnWords::tr("Message"), 20,
            [&world](const Machine &machine) { return plain(machineMessage(world, machine)); },
            [&world](const Machine &machine) { return sortBy(utf8(machineMessage(world, machine))); }},
    };
}

template<>
Columns<Node> columnsOf(const World &world)
{
    const auto machineName = [&world](const Node &node) {
        const Machine *machine = world.machineOf(node.metadata.name);
        return machine ? machine->metadata.name : std::string();
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
        {u"health"_s, ColumnWords::tr("Health"), 16, [](const Node &node) { return nodeStateCell(&node); },
            [](const Node &node) { return stateKey(&node); }},
        {.id = u"past"_s,
            .title = ColumnWords::tr("Health lately"),
            .width = 16,
            .cell = [](const Node &) { return Cell {}; },
            .sortKey =
                [&world](const Node &node) {
                    return sortBy(world.health().interruptions(node.metadata.name, {}));
                },
            .ribbon = true,
            .words = [&world](const Node &node) { return pastWords(world, node.metadata.name); }},
        {u"machine"_s, ColumnWords::tr("Machine"), 20,
            [machineName](const Node &node) { return plain(text(machineName(node))); },
            [machineName](const Node &node) { return sortBy(machineName(node)); }},
        {u"fault"_s, ColumnWords::tr("Fault"), 18, [](const Node &node) { return plain(faultText(node)); },
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
