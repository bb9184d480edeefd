// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the safety controller to work: what it reads, and which changes wake it.

#include "core/controllers/mcm/safety/outage.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

/// The safety controller with the outage that it watches for.
class SafetyController
{
public:
    explicit SafetyController(const MachineControllerContext &context);
    SafetyController(const SafetyController &) = delete;
    SafetyController &operator=(const SafetyController &) = delete;

    void start();
    void stop();
    const Outage &outage() const { return m_outage; }
    runtime::Controller &controller() { return *m_controller; }
    /// The listener is called when the machine controller has to leave machines alone, and when it may go on.
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
