// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/assembly.h"

namespace core::engine {

Assembly::Assembly(const AssemblyParts &parts) : m_context(parts.context)
{
    for (const ControllerDescriptor &descriptor : controllerDescriptors()) {
        if (parts.context.mode == Mode::Lab || !descriptor.isLabOnly)
            add(parts, descriptor);
    }
}

void Assembly::add(const AssemblyParts &parts, const ControllerDescriptor &descriptor)
{
    const ControllerUnit &unit = m_units.emplace_back(descriptor.make(m_context));
    for (runtime::Controller *controller : unit.controllers) {
        m_all.push_back(controller);
        if (isMachineSystem(descriptor.group))
            m_machineControllers.push_back(controller);
        if (const auto most = parts.concurrentSyncs.find(descriptor.name);
            most != parts.concurrentSyncs.end())
            controller->setMaxConcurrentReconciles(most->second);
    }
    parts.manager.add({std::string(descriptor.name), std::string(descriptor.sentence), unit.start, unit.stop},
        parts.wanted.contains(descriptor.name));
}

} // namespace core::engine
