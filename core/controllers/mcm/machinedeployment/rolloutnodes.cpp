// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machinedeployment/rolloutnodes.h"

#include "core/api/mcm.h"
#include "core/controllers/mcm/family.h"

namespace core::controllers::mcm {

namespace keys = api::mcm::keys;

namespace {

void keepFromAutoscaler(api::ObjectMeta &meta)
{
    if (!meta.annotation(keys::scaleDownDisabled).empty())
        return; // ours already, or the user's
    put(meta.annotations, keys::scaleDownDisabled, "true");
    put(meta.annotations, keys::scaleDownDisabledByMcm, "true");
}

void leaveToAutoscaler(api::ObjectMeta &meta)
{
    if (meta.annotation(keys::scaleDownDisabledByMcm).empty())
        return;
    std::erase_if(meta.annotations, [](const auto &annotation) {
        return annotation.first == keys::scaleDownDisabled
            || annotation.first == keys::scaleDownDisabledByMcm;
    });
}

bool isOurs(const api::Taint &taint)
{
    return taint.key == preferNoSchedule;
}

} // namespace

api::Node marked(api::Node node, NodeRole role)
{
    if (role == NodeRole::Idle)
        leaveToAutoscaler(node.metadata);
    else
        keepFromAutoscaler(node.metadata);
    const bool tainted = std::ranges::any_of(node.spec.taints, isOurs);
    if (role == NodeRole::Outgoing && !tainted)
        node.spec.taints.push_back({std::string(preferNoSchedule), "True", "PreferNoSchedule", {}});
    else if (role != NodeRole::Outgoing && tainted)
        std::erase_if(node.spec.taints, isOurs);
    return node;
}

UpdateStage updateStageOf(const api::Node &node)
{
    const std::string_view result = node.metadata.label(keys::updateResult);
    if (result == "successful")
        return UpdateStage::Succeeded;
    if (result == "failed")
        return UpdateStage::Failed;
    if (!node.metadata.label(keys::selectedForUpdate).empty())
        return UpdateStage::Selected;
    return node.metadata.label(keys::candidateForUpdate).empty() ? UpdateStage::None : UpdateStage::Candidate;
}

std::string_view updateStepOf(const api::Node &node)
{
    const api::NodeCondition *condition = node.condition(api::mcm::conditions::inPlaceUpdate);
    return condition ? std::string_view(condition->reason) : std::string_view();
}

api::Node withoutUpdate(api::Node node)
{
    std::erase_if(node.metadata.labels, [](const auto &label) {
        return label.first == keys::candidateForUpdate || label.first == keys::selectedForUpdate
            || label.first == keys::updateResult;
    });
    node.spec.unschedulable.reset();
    return node;
}

} // namespace core::controllers::mcm
