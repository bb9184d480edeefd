// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/columns.h"

#include "ui/models/columntools.h"

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

using Deployment = MachineDeployment;

const MachineDeploymentCondition *conditionOf(const Deployment &deployment, std::string_view type)
{
    const auto &conditions = deployment.status.conditions;
    const auto found = std::ranges::find(conditions, type, &MachineDeploymentCondition::type);
    return found == conditions.end() ? nullptr : &*found;
}

bool isCondition(const Deployment &deployment, std::string_view type, std::string_view status)
{
    const MachineDeploymentCondition *condition = conditionOf(deployment, type);
    return condition && condition->status == status;
}

/// The condition that stands in the way of the rollout.
const MachineDeploymentCondition *obstacle(const Deployment &deployment)
{
    if (isCondition(deployment, "ReplicaFailure", "True"))
        return conditionOf(deployment, "ReplicaFailure");
    return isCondition(deployment, "Progressing", "False") ? conditionOf(deployment, "Progressing") : nullptr;
}

std::int64_t updated(const Deployment &deployment)
{
    return deployment.status.updatedReplicas.value_or(0);
}

std::int64_t available(const Deployment &deployment)
{
    return deployment.status.availableReplicas.value_or(0);
}

Cell progressCell(const Deployment &deployment)
{
    const std::int64_t wanted = deployment.wantedReplicas();
    const std::int64_t old = deployment.status.replicas - updated(deployment);
    const MachineDeploymentCondition *stuck = obstacle(deployment);
    const MachineDeploymentCondition *progressing = conditionOf(deployment, "Progressing");
    QStringList parts;
    if (stuck)
        parts.append(text(stuck->reason));
    if (deployment.spec.paused)
        parts.append(ColumnWords::tr("Paused"));
    parts.append(ColumnWords::tr("%1/%2 up to date").arg(updated(deployment)).arg(wanted));
    if (old > 0)
        parts.append(ColumnWords::tr("%1 old").arg(old));
    parts.append(ColumnWords::tr("%1 available").arg(available(deployment)));
    const QString all = parts.join(u" · "_s);
    const MachineDeploymentCondition *telling = stuck ? stuck : progressing;
    return {.text = all,
        .state = stateOf(deployment),
        .share = shareOf(std::min(updated(deployment), available(deployment)), wanted),
        .spoken = all,
        .tip = telling ? text(telling->reason) + u": "_s + text(telling->message) : all};
}

} // namespace

QString strategyText(const Deployment &deployment)
{
    const MachineDeploymentStrategy &strategy = deployment.spec.strategy;
    QStringList parts {strategy.type.empty() ? u"RollingUpdate"_s : text(strategy.type)};
    if (strategy.rollingUpdate.maxSurge)
        parts.append(ColumnWords::tr("surge %1").arg(text(strategy.rollingUpdate.maxSurge->text())));
    if (strategy.rollingUpdate.maxUnavailable)
        parts.append(
            ColumnWords::tr("unavailable %1").arg(text(strategy.rollingUpdate.maxUnavailable->text())));
    return parts.join(u", "_s);
}

State stateOf(const Deployment &deployment)
{
    if (deployment.metadata.isDeleting())
        return State::Deleting;
    if (obstacle(deployment))
        return State::Failed;
    if (deployment.spec.paused)
        return State::Paused;
    const bool rolledOut = updated(deployment) == deployment.status.replicas;
    if (rolledOut && isCondition(deployment, "Available", "False"))
        return State::NotReady;
    return rolledOut && available(deployment) >= deployment.wantedReplicas() ? State::Ready
                                                                             : State::Provisioning;
}

template<>
Columns<Deployment> columnsOf(const World &)
{
    return {
        nameColumn<Deployment>(),
        namespaceColumn<Deployment>(),
        desiredColumn<Deployment>(),
        countColumn<Deployment>(u"updated", ColumnWords::tr("Up to date"), updated),
        countColumn<Deployment>(u"ready", ColumnWords::tr("Ready"),
            [](const Deployment &deployment) { return deployment.status.readyReplicas.value_or(0); }),
        countColumn<Deployment>(u"available", ColumnWords::tr("Available"), available),
        {u"progress"_s, ColumnWords::tr("Progress"), 42, progressCell,
            [](const Deployment &deployment) {
                return sortByShare(shareOf(updated(deployment), deployment.wantedReplicas()));
            }},
        {u"strategy"_s, ColumnWords::tr("Strategy"), 30,
            [](const Deployment &deployment) { return quiet(strategyText(deployment)); },
            [](const Deployment &deployment) { return sortBy(utf8(strategyText(deployment))); }},
        revisionColumn<Deployment>(),
        ageColumn<Deployment>(),
    };
}

} // namespace ui
