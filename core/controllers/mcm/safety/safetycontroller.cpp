// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/safety/safetycontroller.h"

#include "core/controllers/mcm/safety/safety.h"
#include "core/controllers/mcm/setup.h"
#include "core/controllers/wiring.h"

namespace core::controllers::mcm {

namespace {

std::vector<const runtime::InformerBase *> informersOf(runtime::InformerSet &informers)
{
    return {&informers.of<Machine>(), &informers.of<MachineSet>(), &informers.of<MachineDeployment>(),
        &informers.of<api::Node>()};
}

} // namespace

SafetyController::SafetyController(const MachineControllerContext &context)
    : m_outage(informersOf(context.informers), context.clock)
    , m_controller(controllerOf(
          context, makeSafetyReconciler(setStoresOf(context.informers), m_outage, context.clock)))
{
    const auto all = [](const auto &) { return Keys {overshootKey()}; };
    m_controller->enqueueOnStart(recoveryKey());
    m_controller->watches<MachineSet>(context.informers.of<MachineSet>(), all);
    m_controller->watches<MachineDeployment>(context.informers.of<MachineDeployment>(), all);
    m_controller->watchesChanges<Machine>(
        context.informers.of<Machine>(), [](const Machine *before, const Machine *after) {
            return before && after ? Keys() : Keys {overshootKey()};
        });
    m_controller->debounce(debounceDelay(setStoresOf(context.informers)));
    m_outages = m_outage.onChange([this](OutageState before) { changed(before); });
    m_informerStates = context.informers.onState([this] { m_outage.look(); });
}

void SafetyController::start()
{
    m_controller->start();
    m_outage.start();
}

void SafetyController::stop()
{
    m_outage.stop();
    m_controller->stop();
}

void SafetyController::changed(OutageState before)
{
    m_controller->enqueue(recoveryKey());
    const bool held = before == OutageState::Frozen || before == OutageState::Recovering;
    if (held != m_outage.holdsMachines())
        m_toldOfHold();
}

} // namespace core::controllers::mcm
