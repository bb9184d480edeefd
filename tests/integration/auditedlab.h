// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lab that is watched while its engine suffers: the auditor sees every event, the way to the lab every
// request. The first thing that must not be ends all waiting.

#include "tests/integration/auditor.h"
#include "tests/integration/labharness.h"

namespace tests {

/// Machine sets and deployments of the tests' labs live in the namespace default.
inline const std::string machineApi = "/apis/machine.openshift.io/v1beta1/namespaces/default/";
inline const std::string nodesPath = "/api/v1/nodes/";
inline constexpr core::base::Duration patience = std::chrono::minutes(10);

class AuditedLab
{
public:
    explicit AuditedLab(
        std::uint64_t seed = 7, const std::string &database = ":memory:", Family family = Family::OpenShift);

    LabHarness lab;
    Auditor auditor;

    bool isWell() const { return complaint().empty(); }
    /// What must not be, or did not come to be in time; empty while all is well.
    std::string complaint() const;
    void complain(std::string problem) { m_problem = std::move(problem); }

    /// A program that crashed meanwhile is started again afterwards.
    void advance(core::base::Duration step);
    /// Waits until nothing is missing, and complains of what still is at the end of the limit.
    void reach(const std::function<std::string()> &missing, core::base::Duration limit = patience,
        core::base::Duration step = std::chrono::milliseconds(200));
    /// Waits until the world is as wanted.
    void settle(
        core::base::Duration limit = patience, core::base::Duration step = std::chrono::milliseconds(200))
    {
        reach([this] { return unsettled(); }, limit, step);
    }
    /// What keeps the world from being as its MachineSets and MachineDeployments want it, empty when nothing
    /// does.
    std::string unsettled();
    /// Lab and engine end cleanly and come back on the same database, which must be a file.
    void restartLab();

private:
    std::string missingMachines(int wanted);
    template<typename Deployment>
    std::string unfinishedRollout();
    std::string untoldSet();

    std::string m_problem;
};

/// The machine system's objects without what may differ from run to run: names, identities, addresses, times.
/// A line for each, sorted.
std::vector<std::string> endState(LabHarness &lab);

/// A MachineDeployment "rollers".
std::string rollersYaml(int replicas);

} // namespace tests
