// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the machine deployments of both families.
#include "ui/models/columns.h"

#include "core/api/conditions.h"
#include "ui/models/columntools.h"

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

template<typename D>
const RolloutCondition *conditionOf(const D &deployment, std::string_view type)
{
    return findCondition(deployment.status.conditions, type);
}

template<typename D>
bool isCondition(const D &deployment, std::string_view type, std::string_view status)
{
    const RolloutCondition *condition = conditionOf(deployment, type);
    return condition && condition->status == status;
}

/// The condition that stands in the way of the rollout.
template<typename D>
const RolloutCondition *blockingCondition(const D &deployment)
{
    if (isCondition(deployment, "ReplicaFailure", "True"))
        return conditionOf(deployment, "ReplicaFailure");
    return isCondition(deployment, "Progressing", "False") ? conditionOf(deployment, "Progressing") : nullptr;
}

template<typename D>
std::int64_t updated(const D &deployment)
{
    return deployment.status.updatedReplicas.value_or(0);
}

template<typename D>
std::int64_t available(const D &deployment)
{
    return deployment.status.availableReplicas.value_or(0);
}

template<typename D>
Cell progressCell(const D &deployment)
{
    const std::int64_t wanted = deployment.wantedReplicas();
    const std::int64_t old = deployment.status.replicas - updated(deployment);
    const RolloutCondition *stuck = blockingCondition(deployment);
    QStringList parts;
    if (stuck)
        parts.append(text(stuck->reason));
    if (isFrozen(deployment.metadata))
        parts.append(ColumnWords::tr("Frozen"));
    if (deployment.spec.paused)
        parts.append(ColumnWords::tr("Paused"));
    parts.append(ColumnWords::tr("%1/%2 up to date").arg(countText(updated(deployment)), countText(wanted)));
    if (old > 0)
        parts.append(ColumnWords::tr("%1 old").arg(countText(old)));
    parts.append(ColumnWords::tr("%1 available").arg(countText(available(deployment))));
    const QString all = parts.join(u" · "_s);
    const RolloutCondition *telling = stuck ? stuck : conditionOf(deployment, "Progressing");
    const QString said =
        telling ? u'\n' + text(telling->reason) + u": "_s + text(telling->message) : QString();
    return {.text = all,
        .state = stateOf(deployment),
        .share = shareOf(std::min(updated(deployment), available(deployment)), wanted),
        .spoken = all,
        .tip = all + said,
        .brief = stuck ? QString() : briefShare(updated(deployment), wanted)};
}

/// RollingUpdateSpec or InPlaceUpdateSpec.
template<typename Limits>
QString limitsText(const Limits &limits)
{
    QString words;
    if (limits.maxSurge)
        words += ColumnWords::tr(", surge %1").arg(text(limits.maxSurge->text()));
    if (limits.maxUnavailable)
        words += ColumnWords::tr(", unavailable %1").arg(text(limits.maxUnavailable->text()));
    return words;
}

template<typename D>
State stateOfDeployment(const D &deployment)
{
    if (deployment.metadata.isDeleting())
        return State::Deleting;
    if (blockingCondition(deployment))
        return State::Failed;
    if (deployment.spec.paused || isFrozen(deployment.metadata))
        return State::Paused;
    const bool rolledOut = updated(deployment) == deployment.status.replicas;
    if (rolledOut && isCondition(deployment, "Available", "False"))
        return State::NotReady;
    return rolledOut && available(deployment) >= deployment.wantedReplicas() ? State::Ready
                                                                             : State::Provisioning;
}

template<typename D>
Columns<D> deploymentColumns()
{
    return {
        nameColumn<D>(),
        namespaceColumn<D>(),
        desiredColumn<D>(),
        countColumn<D>(u"updated", ColumnWords::tr("Up to date"), updated<D>),
        countColumn<D>(u"ready", ColumnWords::tr("Ready"),
            [](const D &deployment) { return deployment.status.readyReplicas.value_or(0); }),
        countColumn<D>(u"available", ColumnWords::tr("Available"), available<D>),
        {u"progress"_s, ColumnWords::tr("Progress"), 42, progressCell<D>,
            [](const D &deployment) {
                return sortByShare(shareOf(updated(deployment), deployment.wantedReplicas()));
            }},
        revisionColumn<D>(),
        ageColumn<D>(),
        {u"strategy"_s, ColumnWords::tr("Strategy"), 30,
            [](const D &deployment) { return quiet(strategyText(deployment)); },
            [](const D &deployment) { return sortBy(utf8(strategyText(deployment))); }},
    };
}

} // namespace

QString strategyText(const MachineDeployment &deployment)
{
    const MachineDeploymentStrategy &strategy = deployment.spec.strategy;
    return (strategy.type.empty() ? u"RollingUpdate"_s : text(strategy.type))
        + limitsText(strategy.rollingUpdate);
}

QString strategyText(const mcm::MachineDeployment &deployment)
{
    const mcm::MachineDeploymentStrategy &strategy = deployment.spec.strategy;
    QString words = text(strategy.type);
    if (strategy.rollingUpdate)
        words += limitsText(*strategy.rollingUpdate);
    if (strategy.inPlaceUpdate)
        words += limitsText(*strategy.inPlaceUpdate);
    return words;
}

State stateOf(const MachineDeployment &deployment)
{
    return stateOfDeployment(deployment);
}

State stateOf(const mcm::MachineDeployment &deployment)
{
    return stateOfDeployment(deployment);
}

template<>
Columns<MachineDeployment> columnsOf(const ClusterView &)
{
    return deploymentColumns<MachineDeployment>();
}

template<>
Columns<mcm::MachineDeployment> columnsOf(const ClusterView &)
{
    using D = mcm::MachineDeployment;
    auto columns = deploymentColumns<D>();
    columns.push_back(
        classColumn<D>([](const D &deployment) { return deployment.spec.template_.spec.class_.name; }));
    return columns;
}

} // namespace ui
