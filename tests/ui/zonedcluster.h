// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A cluster in three zones that never was, for the wall and what counts it.

#include "tests/ui/fakecluster.h"

namespace fake {

/// Machines of two sets in three zones; every seventh node has failed.
inline core::engine::ChangeSet zonedCluster(int machines)
{
    core::engine::ChangeSet changes;
    changes.reset = true;
    changes.status = status();
    changes.of<MachineSet>().upserts = {
        machineSet("infra", machines / 3, machines / 3), machineSet("workers", machines, machines)};
    for (int i = 0; i < machines; ++i) {
        const std::string name = (i % 3 == 0 ? "infra-" : "workers-") + std::to_string(1000 + i);
        changes.of<Machine>().upserts.push_back(
            machine(name, i % 3 == 0 ? "infra" : "workers", phases::running, "node-" + name));
        auto node = std::make_shared<Node>(*fake::node("node-" + name, i % 7 == 0 ? "False" : "True"));
        node->metadata.labels["topology.kubernetes.io/zone"] = std::string(1, char('a' + i % 4 % 3));
        changes.of<Node>().upserts.push_back(node);
    }
    return changes;
}

} // namespace fake
