// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/nodeupdater.h"

#include "core/api/mcm.h"

namespace core::hollow {

namespace keys = api::mcm::keys;

std::optional<base::Time> updateDue(const api::Node &node)
{
    const api::NodeCondition *update = node.condition(api::mcm::conditions::inPlaceUpdate);
    const bool waits = update && update->status == "True" && update->reason == api::mcm::updateSteps::ready
        && !node.metadata.label(keys::selectedForUpdate).empty()
        && node.metadata.label(keys::updateResult).empty();
    if (!waits)
        return std::nullopt;
    return update->lastTransitionTime.value_or(base::Time()) + updateDuration;
}

api::Node withUpdateResult(api::Node node)
{
    const bool fails = node.metadata.annotations.contains(failUpdate);
    node.metadata.labels.insert_or_assign(std::string(keys::updateResult), fails ? "failed" : "successful");
    return node;
}

} // namespace core::hollow
