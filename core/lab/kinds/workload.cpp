// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/workload.h"

#include "core/lab/kinds/podspec.h"

namespace core::lab::kinds {

SchemaPtr workload(Members specMembers, std::vector<std::string> required)
{
    auto spec = std::make_shared<Schema>(*object(specMembers, std::move(required)));
    spec->properties.emplace("selector", labelSelector);
    spec->properties.emplace("template", podTemplate());
    const SchemaPtr status = object({{"conditions", conditions}, {"replicas", integer},
        {"readyReplicas", integer}, {"availableReplicas", integer}, {"observedGeneration", integer}});
    return object({{"spec", spec}, {"status", status}}, {"spec"});
}

ScalePaths replicasScale()
{
    return {{"spec", "replicas"}, {"status", "replicas"}, {}};
}

} // namespace core::lab::kinds
