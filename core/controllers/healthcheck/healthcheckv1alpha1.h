// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Health checks of healthchecking.openshift.io/v1alpha1 (docs/machines.md §7.1), put in the terms of v1beta1
// for the one engine (healthcheck.h): conditions from a ConfigMap, maxUnhealthy 100 %, no startup timeout
// (§7.7).

#include "core/api/configmap.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machinedisruption/machinedisruption.h"

namespace core::controllers {

/// Namespace of the controllers that read the ConfigMap "node-unhealthy-conditions".
inline constexpr std::string_view unhealthyConditionsNamespace = "openshift-machine-api";
api::ObjectKey unhealthyConditionsKey();

/// What the ConfigMap's key "conditions" lists; without a ConfigMap (null) Ready False or Unknown for 300 s.
/// Statuses are taken in any case, and as YAML booleans: the unquoted True of so many examples counts as
/// "True". Invalid names the ConfigMap, the key, the field and what is wrong with it.
base::Result<std::vector<api::UnhealthyCondition>> unhealthyConditionsOf(const api::ConfigMap *configMap);

HealthCheckRules rulesOf(const api::HealthCheckV1alpha1 &check, const api::ConfigMap *configMap);
runtime::Plan planRefusal(const api::HealthCheckV1alpha1 &check, const std::string &problem, base::Time now);

/// The check that a machine of that namespace and those labels is subject to: the first whose selector
/// matches, by namespace and name, whatever the namespace of the machine. Null: none.
std::shared_ptr<const api::HealthCheckV1alpha1> healthCheckV1alpha1Of(
    const runtime::Store<api::HealthCheckV1alpha1> &checks, const api::Machine &machine);
/// Its machines, of all namespaces: those that a MachineSet owns, without masters.
std::vector<HealthCheckTarget> targetsOf(const api::HealthCheckV1alpha1 &check, const Stores &stores);

std::vector<api::ObjectKey> healthChecksV1alpha1OfMachine(
    const runtime::Store<api::HealthCheckV1alpha1> &checks, const api::Machine &machine);
/// The checks are found through the machines that claim the node (§7.3).
std::vector<api::ObjectKey> healthChecksV1alpha1OfNode(const Stores &stores, const api::Node &node);

/// Machines are disrupted as far as their budgets allow (§7.8).
std::unique_ptr<runtime::Reconciler> makeHealthCheckV1alpha1Reconciler(
    const Stores &stores, const base::Clock &clock);

} // namespace core::controllers
