// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the machine sets of both families.
#include "ui/models/columns.h"

#include "ui/models/columntools.h"
#include "ui/provider/configwords.h"

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

template<typename S>
Cell progressCell(const ClusterView &cluster, const S &set)
{
    const SetTally tally = cluster.tally({kindOf<S>(), set.key()});
    const std::int64_t wanted = set.wantedReplicas();
    const std::int64_t ready = set.status.readyReplicas.value_or(0);
    QStringList parts {ColumnWords::tr("%1/%2 Ready").arg(countText(ready), countText(wanted))};
    const auto add = [&](State state, const QString &words) {
        if (tally.of(state) > 0)
            parts.append(words.arg(countText(tally.of(state))));
    };
    add(State::Failed, ColumnWords::tr("%1 failed")); // trouble first: the end is what is elided
    add(State::NotReady, ColumnWords::tr("%1 NotReady"));
    add(State::Unknown, ColumnWords::tr("%1 Unknown"));
    add(State::Deleting, ColumnWords::tr("%1 deleting"));
    add(State::Provisioning, ColumnWords::tr("%1 provisioning"));
    add(State::Provisioned, ColumnWords::tr("%1 booting"));
    if (isFrozen(set.metadata))
        parts.prepend(ColumnWords::tr("Frozen"));
    const QString all = parts.join(u" · "_s);
    return {.text = all,
        .state = stateOf(cluster, set),
        .share = shareOf(ready, wanted),
        .spoken = all,
        .tip = all,
        .brief = briefShare(ready, wanted)};
}

template<typename S>
QString deploymentName(const S &set)
{
    const OwnerReference *owner = set.metadata.controller();
    return owner && owner->kind == "MachineDeployment" ? text(owner->name) : QString();
}

QString recipeText(const MachineSet &set)
{
    const auto config = parseProviderConfig(set.spec.template_.spec.providerSpec.value);
    return config ? disruptionWords(*config) : ColumnWords::tr("invalid provider config");
}

/// origin tells what the machines are made of.
template<typename S>
Columns<S> setColumns(const ClusterView &cluster, Column<S> origin)
{
    return {
        nameColumn<S>(),
        namespaceColumn<S>(),
        desiredColumn<S>(),
        countColumn<S>(
            u"current", ColumnWords::tr("Current"), [](const S &set) { return set.status.replicas; }),
        countColumn<S>(u"ready", ColumnWords::tr("Ready"),
            [](const S &set) { return set.status.readyReplicas.value_or(0); }),
        countColumn<S>(u"available", ColumnWords::tr("Available"),
            [](const S &set) { return set.status.availableReplicas.value_or(0); }),
        {u"progress"_s, ColumnWords::tr("Progress"), 42,
            [&cluster](const S &set) { return progressCell(cluster, set); },
            [](const S &set) {
                return sortByShare(shareOf(set.status.readyReplicas.value_or(0), set.wantedReplicas()));
            }},
        ageColumn<S>(),
        revisionColumn<S>(),
        named<S>({u"deployment"_s, ColumnWords::tr("Deployment"), 16,
            [](const S &set) { return plain(deploymentName(set)); },
            [](const S &set) { return sortBy(utf8(deploymentName(set))); }}),
        std::move(origin),
    };
}

template<typename S>
State stateOfSet(const ClusterView &cluster, const S &set)
{
    if (isFrozen(set.metadata))
        return State::Paused;
    const SetTally machines = cluster.tally({kindOf<S>(), set.key()});
    for (const State state :
        {State::Failed, State::NotReady, State::Unknown, State::Provisioning, State::Provisioned}) {
        if (machines.of(state) > 0)
            return state;
    }
    return set.status.readyReplicas.value_or(0) < set.wantedReplicas() ? State::Provisioning : State::Ready;
}

} // namespace

bool isFrozen(const ObjectMeta &meta)
{
    return meta.label(mcm::keys::freeze) == "True";
}

State stateOf(const ClusterView &cluster, const MachineSet &set)
{
    return stateOfSet(cluster, set);
}

State stateOf(const ClusterView &cluster, const mcm::MachineSet &set)
{
    return stateOfSet(cluster, set);
}

template<>
Columns<MachineSet> columnsOf(const ClusterView &cluster)
{
    return setColumns<MachineSet>(cluster,
        yielding<MachineSet>({u"recipe"_s, ColumnWords::tr("Nodes fail"), 26,
            [](const MachineSet &set) { return quiet(recipeText(set)); },
            [](const MachineSet &set) { return sortBy(utf8(recipeText(set))); }}));
}

template<>
Columns<mcm::MachineSet> columnsOf(const ClusterView &cluster)
{
    using S = mcm::MachineSet;
    return setColumns<S>(
        cluster, classColumn<S>([](const S &set) { return set.spec.template_.spec.class_.name; }));
}

} // namespace ui
