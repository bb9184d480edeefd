// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/steady.h"

namespace core::controllers {

void SteadyMachines::update(
    const Stores &stores, std::string_view index, const std::string &value, const Judge &judge)
{
    if (!m_seen || !judgeChanged(stores, judge)) {
        m_steady.clear();
        m_others.clear();
        for (const MachinePointer &machine : stores.machines.by(index, value))
            judgeOne(stores, machine->key(), judge);
    }
    m_seen = {stores.machines.changes(), stores.nodes.changes()};
}

/// False when it is not known what has changed.
bool SteadyMachines::judgeChanged(const Stores &stores, const Judge &judge)
{
    const auto machines = stores.machines.changedSince(m_seen->machines);
    const auto nodes = stores.nodes.changedSince(m_seen->nodes);
    if (!machines || !nodes)
        return false;
    for (const api::ObjectKey &key : *machines)
        judgeOne(stores, key, judge);
    for (const api::ObjectKey &node : *nodes) {
        for (const MachinePointer &machine : stores.machines.by(indexNames::machinesByNode, node.name))
            judgeOne(stores, machine->key(), judge);
    }
    return true;
}

void SteadyMachines::judgeOne(const Stores &stores, const api::ObjectKey &key, const Judge &judge)
{
    m_steady.erase(key);
    m_others.erase(key);
    const api::Machine *machine = stores.machines.peek(key);
    const Standing standing = machine ? judge(*machine, nodeOf(stores.nodes, *machine)) : Standing::NotOurs;
    if (standing == Standing::Steady)
        m_steady.insert(key);
    else if (standing == Standing::Other)
        m_others.insert(key);
}

} // namespace core::controllers
