// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the controllers of sets, deployments and safety to work: which stores and indexes they read, which
// changes wake them.

#include "core/controllers/mcm/safety/outage.h"
#include "core/controllers/mcm/safety/safety.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

/// Makes the informers and registers the indexes; once, before the informers start.
void addRolloutIndexes(runtime::InformerSet &informers);
SetStores setStoresOf(runtime::InformerSet &informers);

std::vector<std::unique_ptr<runtime::Controller>> makeMachineSetControllers(
    const MachineControllerContext &context);
/// Deployments, and the nodes that they update in place.
std::vector<std::unique_ptr<runtime::Controller>> makeMachineDeploymentControllers(
    const MachineControllerContext &context);

/// The safety controller with the outage that it watches for.
class Safety
{
public:
    explicit Safety(const MachineControllerContext &context);
    Safety(const Safety &) = delete;
    Safety &operator=(const Safety &) = delete;

    void start();
    void stop();
    const Outage &outage() const { return m_outage; }
    runtime::Controller &controller() { return *m_controller; }
    /// Called when the machine controller has to leave machines alone, and when it may go on.
    base::Subscription onHold(std::function<void()> listener)
    {
        return m_toldOfHold.add(std::move(listener));
    }

private:
    void changed(OutageState before);

    Outage m_outage;
    std::unique_ptr<runtime::Controller> m_controller;
    base::Listeners<> m_toldOfHold;
    base::Subscription m_outages;
    base::Subscription m_informerStates;
};

} // namespace core::controllers::mcm
