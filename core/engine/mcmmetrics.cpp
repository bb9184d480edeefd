// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/mcmmetrics.h"

#include "core/api/mcm.h"
#include "core/engine/metricfamilies.h"

#include <array>

namespace core::engine {

namespace mcmApi = api::mcm;
using Labels = MetricsText::Labels;
using Type = MetricsText::Type;

namespace {

/// The numbers by which dashboards know the phases.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 7> phaseNumbers {{
    {mcmApi::phases::terminating, -4},
    {mcmApi::phases::failed, -3},
    {mcmApi::phases::crashLoopBackOff, -2},
    {mcmApi::phases::unknown, -1},
    {mcmApi::phases::pending, 0},
    {mcmApi::phases::available, 1},
    {mcmApi::phases::running, 2},
}};

std::optional<std::int64_t> phaseNumber(const mcmApi::Machine &machine)
{
    const auto found =
        std::ranges::find(phaseNumbers, machine.phase(), [](const auto &pair) { return pair.first; });
    return found == phaseNumbers.end() ? std::nullopt : std::optional(found->second);
}

/// The number is 1 for True, 0 for False, 2 for Unknown.
double statusNumber(std::string_view status)
{
    return status == "True" ? 1 : status == "False" ? 0 : 2;
}

template<typename T>
void countItems(MetricsText &text, const runtime::Store<T> &store, std::string_view name)
{
    text.family(name, Type::Gauge, "How many there are");
    text.sample({}, std::uint64_t(store.size()));
}

template<typename T, typename ConditionsOf>
void writeConditions(
    MetricsText &text, const runtime::Store<T> &store, std::string_view name, ConditionsOf conditionsOf)
{
    text.family(name, Type::Gauge, "Conditions: 1 True, 0 False, 2 Unknown");
    for (const auto &object : store.list()) {
        for (const auto &condition : conditionsOf(*object)) {
            Labels labels = nameLabels(object->metadata);
            labels.emplace_back("condition", condition.type);
            text.sample(labels, statusNumber(condition.status));
        }
    }
}

template<typename T>
void writeFailedMachines(MetricsText &text, const runtime::Store<T> &store, std::string_view name)
{
    text.family(name, Type::Gauge, "Machines whose last operation failed");
    for (const auto &object : store.list()) {
        for (const mcmApi::MachineSummary &failed : object->status.failedMachines) {
            Labels labels = nameLabels(object->metadata);
            labels.emplace_back("failed_machine_name", failed.name);
            labels.emplace_back("failed_machine_provider_id", failed.providerID);
            labels.emplace_back("failed_machine_last_operation_type", failed.lastOperation.type);
            labels.emplace_back("failed_machine_last_operation_state", failed.lastOperation.state);
            labels.emplace_back("failed_machine_owner_ref", failed.ownerRef);
            text.sample(labels, std::uint64_t(1));
        }
    }
}

template<typename T>
void writeInfo(MetricsText &text, const runtime::Store<T> &store, std::string_view name)
{
    text.family(name, Type::Gauge, "When each was created");
    for (const auto &object : store.list())
        text.sample(nameLabels(object->metadata), creationTimestamp(object->metadata));
}

void writeMachines(MetricsText &text, const runtime::Store<mcmApi::Machine> &machines)
{
    countItems(text, machines, "mcm_machine_items_total");
    text.family("mcm_machine_info", Type::Gauge, "When each machine was created, and of which class it is");
    for (const auto &machine : machines.list()) {
        Labels labels = nameLabels(machine->metadata);
        labels.emplace_back("spec_provider_id", machine->spec.providerID);
        labels.emplace_back("spec_class_api_group", machine->spec.class_.apiGroup);
        labels.emplace_back("spec_class_kind", machine->spec.class_.kind);
        labels.emplace_back("spec_class_name", machine->spec.class_.name);
        text.sample(labels, creationTimestamp(machine->metadata));
    }
    writeConditions(
        text, machines, "mcm_machine_status_condition",
        [](const mcmApi::Machine &machine) -> auto & { return machine.status.conditions; });
    perObject(text, machines, "mcm_machine_current_status_phase",
        "-4 Terminating, -3 Failed, -2 CrashLoopBackOff, -1 Unknown, 0 Pending, 1 Available, 2 Running",
        phaseNumber);
}

void writeSets(MetricsText &text, const runtime::Store<mcmApi::MachineSet> &sets)
{
    countItems(text, sets, "mcm_machine_set_items_total");
    writeInfo(text, sets, "mcm_machine_set_info");
    const auto numbers = [&](std::string_view name, std::string_view help, auto valueOf) {
        perObject(text, sets, name, help, valueOf);
    };
    using Set = mcmApi::MachineSet;
    numbers("mcm_machine_set_info_spec_replicas", "Machines wanted",
        [](const Set &set) { return set.spec.replicas; });
    numbers("mcm_machine_set_info_spec_min_ready_seconds", "spec.minReadySeconds",
        [](const Set &set) { return set.spec.minReadySeconds; });
    writeConditions(
        text, sets, "mcm_machine_set_status_condition",
        [](const Set &set) -> auto & { return set.status.machineSetCondition; });
    writeFailedMachines(text, sets, "mcm_machine_set_failed_machines");
    numbers("mcm_machine_set_status_available_replicas", "Available machines",
        [](const Set &set) { return set.status.availableReplicas.value_or(0); });
    numbers("mcm_machine_set_status_fully_labelled_replicas", "Machines with all labels of the template",
        [](const Set &set) { return set.status.fullyLabeledReplicas.value_or(0); });
    numbers("mcm_machine_set_status_ready_replicas", "Ready machines",
        [](const Set &set) { return set.status.readyReplicas.value_or(0); });
    numbers(
        "mcm_machine_set_status_replicas", "Machines", [](const Set &set) { return set.status.replicas; });
}

void writeDeployments(MetricsText &text, const runtime::Store<mcmApi::MachineDeployment> &deployments)
{
    countItems(text, deployments, "mcm_machine_deployment_items_total");
    writeInfo(text, deployments, "mcm_machine_deployment_info");
    const auto numbers = [&](std::string_view name, std::string_view help, auto valueOf) {
        perObject(text, deployments, name, help, valueOf);
    };
    using Deployment = mcmApi::MachineDeployment;
    const auto rolling = [](auto member) {
        return [member](const Deployment &one) -> std::optional<std::int64_t> {
            const auto &update = one.spec.strategy.rollingUpdate;
            const auto *number = update && (*update).*member
                ? std::get_if<std::int64_t>(&((*update).*member)->value)
                : nullptr;
            return number ? std::optional(*number) : std::nullopt; // a percentage is no number
        };
    };
    numbers("mcm_machine_deployment_info_spec_paused", "1 while paused",
        [](const Deployment &one) { return one.spec.paused ? 1 : 0; });
    numbers("mcm_machine_deployment_info_spec_replicas", "Machines wanted",
        [](const Deployment &one) { return one.spec.replicas; });
    numbers("mcm_machine_deployment_info_spec_min_ready_seconds", "spec.minReadySeconds",
        [](const Deployment &one) { return one.spec.minReadySeconds; });
    numbers("mcm_machine_deployment_info_spec_rolling_update_max_surge", "maxSurge, where it is a number",
        rolling(&api::RollingUpdateSpec::maxSurge));
    numbers("mcm_machine_deployment_info_spec_rolling_update_max_unavailable",
        "maxUnavailable, where it is a number", rolling(&api::RollingUpdateSpec::maxUnavailable));
    numbers("mcm_machine_deployment_info_spec_revision_history_limit", "spec.revisionHistoryLimit",
        [](const Deployment &one) { return one.spec.revisionHistoryLimit; });
    numbers("mcm_machine_deployment_info_spec_progress_deadline_seconds", "spec.progressDeadlineSeconds",
        [](const Deployment &one) { return one.spec.progressDeadlineSeconds; });
    numbers("mcm_machine_deployment_info_spec_rollback_to_revision", "spec.rollbackTo.revision",
        [](const Deployment &one) -> std::optional<std::int64_t> {
            return one.spec.rollbackTo ? std::optional(one.spec.rollbackTo->revision) : std::nullopt;
        });
    writeConditions(
        text, deployments, "mcm_machine_deployment_status_condition",
        [](const Deployment &one) -> auto & { return one.status.conditions; });
    numbers("mcm_machine_deployment_status_available_replicas", "Available machines",
        [](const Deployment &one) { return one.status.availableReplicas.value_or(0); });
    numbers("mcm_machine_deployment_status_unavailable_replicas", "Machines that are missing or unavailable",
        [](const Deployment &one) { return one.status.unavailableReplicas.value_or(0); });
    numbers("mcm_machine_deployment_status_ready_replicas", "Ready machines",
        [](const Deployment &one) { return one.status.readyReplicas.value_or(0); });
    numbers("mcm_machine_deployment_status_updated_replicas", "Machines of the newest template",
        [](const Deployment &one) { return one.status.updatedReplicas.value_or(0); });
    numbers("mcm_machine_deployment_status_replicas", "Machines",
        [](const Deployment &one) { return one.status.replicas; });
    numbers("mcm_machine_deployment_status_collision_count", "Template hashes that were taken",
        [](const Deployment &one) { return one.status.collisionCount; });
    writeFailedMachines(text, deployments, "mcm_machine_deployment_failed_machines");
}

} // namespace

void writeMcmMetrics(MetricsText &text, const runtime::InformerSet &informers)
{
    if (const auto *machines = storeIn<mcmApi::Machine>(informers))
        writeMachines(text, *machines);
    if (const auto *sets = storeIn<mcmApi::MachineSet>(informers))
        writeSets(text, *sets);
    if (const auto *deployments = storeIn<mcmApi::MachineDeployment>(informers))
        writeDeployments(text, *deployments);
}

} // namespace core::engine
