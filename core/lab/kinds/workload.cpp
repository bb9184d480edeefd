// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/workload.h"

#include "core/lab/kinds/podspec.h"

namespace core::lab::kinds {

SchemaPtr workload(Members specMembers, std::vector<std::string> required, Members statusMembers)
{
    auto spec = std::make_shared<Schema>(*object(specMembers, std::move(required)));
    spec->properties.emplace("selector", labelSelector);
    spec->properties.emplace("template", podTemplate());
    auto status = std::make_shared<Schema>(*object(statusMembers));
    for (const std::string_view count :
        {"replicas", "readyReplicas", "availableReplicas", "observedGeneration"})
        status->properties.emplace(count, integer);
    status->properties.emplace("conditions", conditions);
    return object({{"spec", spec}, {"status", withDefault(status, api::JsonObject())}}, {"spec"});
}

void fillInTemplate(api::Json &workload)
{
    api::JsonObject *at = workload.if_object();
    for (const std::string_view member : {"spec", "template", "spec"}) {
        api::Json *inner = at ? at->if_contains(member) : nullptr;
        at = inner ? inner->if_object() : nullptr;
    }
    if (at)
        fillInPullPolicies(*at);
}

ScalePaths replicasScale()
{
    return {{"spec", "replicas"}, {"status", "replicas"}, {}};
}

} // namespace core::lab::kinds
