// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/steady.h"

namespace core::controllers {

void SteadyMachines::update(
    const Stores &stores, std::string_view index, const std::string &value, const Classify &classify)
{
    if (!m_seen || !classifyChanged(stores, classify)) {
        m_steady.clear();
        m_others.clear();
        for (const MachinePointer &machine : stores.machines.by(index, value))
            classifyOne(stores, machine->key(), classify);
    }
    m_seen = {stores.machines.changes(), stores.nodes.changes()};
}

/// False when it is not known what has changed.
bool SteadyMachines::classifyChanged(const Stores &stores, const Classify &classify)
{
    const auto machines = stores.machines.changedSince(m_seen->machines);
    const auto nodes = stores.nodes.changedSince(m_seen->nodes);
    if (!machines || !nodes)
        return false;
    for (const api::ObjectKey &key : *machines)
        classifyOne(stores, key, classify);
    for (const api::ObjectKey &node : *nodes) {
        for (const MachinePointer &machine : stores.machines.by(indexNames::machinesByNode, node.name))
            classifyOne(stores, machine->key(), classify);
    }
    return true;
}

void SteadyMachines::classifyOne(const Stores &stores, const api::ObjectKey &key, const Classify &classify)
{
    m_steady.erase(key);
    m_others.erase(key);
    const api::Machine *machine = stores.machines.peek(key);
    const Classification classification =
        machine ? classify(*machine, nodeOf(stores.nodes, *machine)) : Classification::NotOurs;
    if (classification == Classification::Steady)
        m_steady.insert(key);
    else if (classification == Classification::Other)
        m_others.insert(key);
}

} // namespace core::controllers
