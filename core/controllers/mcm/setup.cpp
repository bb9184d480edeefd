// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/setup.h"

namespace core::controllers::mcm {

void addIndexes(runtime::InformerSet &informers, Secrets secrets)
{
    addIndexes(informers.of<api::mcm::Machine>(), machineIndexes());
    addIndexes(informers.of<api::mcm::MachineClass>(), classIndexes());
    informers.of<api::mcm::MachineSet>();
    informers.of<api::mcm::MachineDeployment>();
    if (secrets == Secrets::Read)
        informers.of<api::Secret>();
}

Stores storesOf(runtime::InformerSet &informers, Secrets secrets)
{
    return {informers.of<api::mcm::Machine>().store(), informers.of<api::mcm::MachineSet>().store(),
        informers.of<api::mcm::MachineDeployment>().store(), informers.of<api::mcm::MachineClass>().store(),
        informers.of<api::Node>().store(), informers.of<api::Pod>().store(),
        informers.of<api::PodDisruptionBudget>().store(),
        secrets == Secrets::Read ? &informers.of<api::Secret>().store() : nullptr};
}

void addRolloutIndexes(runtime::InformerSet &informers)
{
    informers.of<MachineDeployment>();
    addIndexes(informers.of<MachineSet>(), setIndexes());
    addIndexes(informers.of<Machine>(), setMachineIndexes());
}

SetStores setStoresOf(runtime::InformerSet &informers)
{
    return {informers.of<MachineDeployment>().store(), informers.of<MachineSet>().store(),
        informers.of<Machine>().store(), informers.of<api::Node>().store()};
}

std::function<base::Duration()> debounceDelay(const SetStores &stores)
{
    using namespace std::chrono_literals;
    return [&machines = stores.machines] { return 1ms + 20us * static_cast<std::int64_t>(machines.size()); };
}

} // namespace core::controllers::mcm
