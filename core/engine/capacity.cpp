// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/capacity.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

namespace core::engine {

using api::Json;

namespace {

/// What /proc/meminfo says is available; nothing where there is none.
std::optional<std::size_t> availableBytes()
{
    std::ifstream info("/proc/meminfo");
    std::string name;
    std::size_t kilobytes = 0;
    std::string unit;
    while (info >> name >> kilobytes && std::getline(info, unit)) {
        if (name == "MemAvailable:")
            return kilobytes * 1024;
    }
    return std::nullopt;
}

/// The limit of our control group, as containers have one; nothing without a limit.
std::optional<std::size_t> groupBytes()
{
    std::ifstream limit("/sys/fs/cgroup/memory.max");
    std::size_t bytes = 0;
    return limit >> bytes ? std::optional(bytes) : std::nullopt; // "max"
}

std::size_t counted(std::int64_t replicas)
{
    return static_cast<std::size_t>(std::max<std::int64_t>(replicas, 0));
}

const Json *controllerOf(const Json &object)
{
    const Json *owners = api::find(object, {"metadata", "ownerReferences"});
    if (!owners || !owners->is_array())
        return nullptr;
    const auto controls = [](const Json &owner) {
        const Json *controller = api::find(owner, {"controller"});
        return controller && *controller == Json(true);
    };
    const auto found = std::ranges::find_if(owners->get_array(), controls);
    return found == owners->get_array().end() ? nullptr : &*found;
}

base::Failure refused(const std::string &why, std::size_t most)
{
    return base::fail(base::ErrorKind::Forbidden,
        why + " the " + std::to_string(most) + " that fit here (see --max-machines)");
}

} // namespace

std::size_t machinesThatFit()
{
    constexpr std::size_t perMachine = 100'000; // bytes
    constexpr std::size_t least = 1'000;
    constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();
    const std::size_t bytes = std::min(availableBytes().value_or(unknown), groupBytes().value_or(unknown));
    return std::max(least, bytes / 2 / perMachine);
}

std::optional<std::size_t> Capacity::wantedByOwner(const api::CreateObject &creation) const
{
    const Json *owner = controllerOf(creation.object);
    if (!owner)
        return std::nullopt;
    const std::string kind(api::textAt(*owner, {"kind"}));
    const api::ObjectKey key {std::string(api::textAt(creation.object, {"metadata", "namespace"})),
        std::string(api::textAt(*owner, {"name"}))};
    const auto replicasOf = [&](const auto &store) {
        const auto set = store.find(key);
        return set ? counted(set->spec.replicas.value_or(1)) : std::size_t(0);
    };
    if (creation.resource == &api::resourceOf<api::Machine>() && kind == "MachineSet")
        return replicasOf(machineSets);
    if (creation.resource == &api::resourceOf<api::mcm::Machine>() && kind == "MachineSet") {
        const auto set = mcmMachineSets.find(key);
        return set ? counted(set->spec.replicas) : std::size_t(0);
    }
    if (kind == "ReplicaSet" && replicaSets)
        return replicasOf(*replicaSets);
    if (kind == "ReplicationController" && replicationControllers)
        return replicasOf(*replicationControllers);
    if (const auto job = kind == "Job" && jobs ? jobs->find(key) : nullptr) {
        const std::int64_t parallel = job->spec.parallelism.value_or(1);
        return counted(std::min(parallel, job->spec.completions.value_or(parallel)));
    }
    return std::nullopt;
}

base::Result<> Capacity::admit(const api::CreateObject &creation) const
{
    const bool isPod = creation.resource == &api::resourceOf<api::Pod>();
    const bool isMachine = creation.resource == &api::resourceOf<api::Machine>()
        || creation.resource == &api::resourceOf<api::mcm::Machine>();
    if (!isPod && !isMachine)
        return {};
    const auto wanted = wantedByOwner(creation);
    if (isPod && !wanted) // a machine's: there are no more of these than machines
        return {};
    const std::size_t most = isPod && mostMachines < std::numeric_limits<std::size_t>::max() / 2
        ? 2 * mostMachines // a machine is a pod itself
        : mostMachines;
    const std::string what = isPod ? "pods" : "machines";
    if (wanted.value_or(0) > most)
        return refused(std::to_string(*wanted) + " " + what + " are more than", most);
    const std::size_t there = isPod ? pods.size() : machines.size() + mcmMachines.size();
    if (there >= most)
        return refused("there are " + std::to_string(there) + " " + what + " already, as many as", most);
    return {};
}

} // namespace core::engine
