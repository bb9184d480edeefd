// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/pastoutlook.h"

#include "core/controllers/stores.h"
#include "core/engine/outlookboard.h"
#include "core/engine/sayings.h"

namespace core::engine {

namespace {

/// The moment's objects where the rules look for them, and nothing of what is not kept.
struct PastStores {
    explicit PastStores(const Moment &moment)
    {
        machines.addIndex(std::string(controllers::indexNames::machinesByNamespace),
            [](const api::Machine &machine) { return runtime::IndexValues {machine.metadata.ns}; });
        put(machines, moment.of<api::Machine>());
        put(nodes, moment.of<api::Node>());
        put(healthChecks, moment.of<api::MachineHealthCheck>());
    }

    template<typename T>
    static void put(runtime::Store<T> &store, const ObjectList<T> &objects)
    {
        for (const auto &object : objects)
            store.put(object->key(), object);
    }

    runtime::Store<api::MachineSet> machineSets;
    runtime::Store<api::Machine> machines;
    runtime::Store<api::MachineHealthCheck> healthChecks;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::HealthCheckV1alpha1> healthChecksV1alpha1;
    runtime::Store<api::ConfigMap> configMaps;
    runtime::Store<api::Cluster> clusters;
    const controllers::Stores all {
        machineSets, machines, healthChecks, nodes, pods, healthChecksV1alpha1, configMaps, clusters};
};

} // namespace

std::optional<PastOutlook> outlookAt(const Moment &moment, bool areChecksCarriedOut)
{
    if (moment.gap || !moment.of<api::HealthCheckV1alpha1>().empty())
        return std::nullopt;
    const PastStores stores(moment);
    PastOutlook past {allVerdictsOf(stores.all, moment.at, areChecksCarriedOut), {}};
    past.outlooks = outlooksOf(stores.all, past.checks, [&stores](const api::ResourceRef &ref) {
        const api::Machine *machine = stores.machines.peek(ref.key);
        const bool leaves = machine && machine->isDeleting();
        return Outlook {ref, leaves ? outlookSaying("Deleting") : outlookSaying("Boots"), {}};
    });
    return past;
}

} // namespace core::engine
