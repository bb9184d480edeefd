// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A MachineDeployment "fleet" of machine.sapcloud.io with two classes to roll between, and what tests ask
// about it.

#include "core/api/mcm.h"
#include "tests/integration/labharness.h"

#include <set>

namespace tests::mcm {

inline const std::string root = "/apis/machine.sapcloud.io/v1alpha1/namespaces/default/";

/// Strategies, for fleetYaml().
inline const std::string oneMore = "{type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}";
inline const std::string inPlace =
    "{type: InPlaceUpdate, inPlaceUpdate: {maxSurge: 0, maxUnavailable: 1, orchestrationType: Auto}}";

/// The provider config has these members besides ("hollowlab.io/…: …" belongs into annotations).
std::string classYaml(const std::string &name, int cores, const std::string &config = {});
/// The classes "small" (1 core) and "large" (4), and the fleet of small machines; with more members for the
/// machines' spec.
std::string fleetYaml(int replicas, const std::string &strategy, const std::string &machineSpec = {});

/// Patches the fleet's spec; members as JSON.
void change(LabHarness &lab, const std::string &spec);
void setClass(LabHarness &lab, const std::string &name);

core::api::mcm::MachineDeployment fleet(LabHarness &lab);
/// "<status>/<reason>" of a condition of the fleet; empty when there is none.
std::string reasonOf(const core::api::mcm::MachineDeployment &deployment, std::string_view type);
/// The names are those of all machines.
std::set<std::string> names(LabHarness &lab);
std::optional<core::api::Node> nodeOf(LabHarness &lab, const core::api::mcm::Machine &machine);

/// So many machines run, all of that class, each with a node that takes pods and bears no marks of a rollout;
/// the deployment says that it is done, and nothing else is left.
bool rolledOut(LabHarness &lab, int replicas, const std::string &className);

} // namespace tests::mcm
