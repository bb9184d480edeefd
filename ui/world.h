// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window knows of the cluster: the newest version of each object as the watch brought it, and what
// follows from joining them. Changed by ChangeSets alone; commands never touch it.

#include "core/engine/values.h"
#include "ui/coreclock.h"
#include "ui/timeline/healthrecord.h"

#include <array>
#include <unordered_map>

namespace ui {

template<typename T>
using Objects = std::unordered_map<core::api::ObjectKey, std::shared_ptr<const T>>;

/// How many machines of a set are in which state.
struct SetTally {
    std::array<int, stateCount> machines {};
    int of(State state) const { return machines[static_cast<std::size_t>(state)]; }
    bool operator==(const SetTally &) const = default;
};

/// Objects whose rows look different although they did not change themselves.
struct Touched {
    std::vector<core::api::ObjectKey> machineSets;
    std::vector<core::api::ObjectKey> machines;
    std::vector<core::api::ObjectKey> nodes;
};

class World
{
public:
    /// Takes the changes in; a reset forgets everything first.
    Touched apply(const core::engine::ChangeSet &changes);

    const Objects<core::api::MachineSet> &machineSets() const { return m_machineSets; }
    const Objects<core::api::Machine> &machines() const { return m_machines; }
    const Objects<core::api::Node> &nodes() const { return m_nodes; }
    const Objects<core::api::MachineHealthCheck> &healthChecks() const { return m_healthChecks; }
    const Objects<core::api::Event> &events() const { return m_events; }

    const core::api::MachineSet *machineSet(const core::api::ObjectKey &key) const;
    const core::api::Machine *machine(const core::api::ObjectKey &key) const;
    const core::api::Node *node(const std::string &name) const;
    const core::api::MachineHealthCheck *healthCheck(const core::api::ObjectKey &key) const;

    const core::api::Node *nodeOf(const core::api::Machine &machine) const;
    /// The machine of a node; nullptr for a node that is none's.
    const core::api::Machine *machineOf(const std::string &node) const;
    /// The set that controls the machine; an empty name when none does.
    static core::api::ObjectKey setOf(const core::api::Machine &machine);
    /// The health checks whose selector matches the machine.
    std::vector<const core::api::MachineHealthCheck *> checksOf(const core::api::Machine &machine) const;
    SetTally tally(const core::api::ObjectKey &machineSet) const;
    /// The worst that its machines are in, of what is worth a look.
    State stateOf(const core::api::MachineSet &set) const;

    const HealthRecord &health() const { return m_health; }
    const core::engine::Status &status() const { return m_status; }
    core::api::Time now() const { return m_clock.now(); }
    /// "kubectl --kubeconfig /path", with the context where the file may have several: reaches this cluster
    /// and no other.
    QString kubectl() const;

private:
    struct Seen {
        core::api::ObjectKey set;
        std::string node;
        State state = State::None;
    };

    void judge(const core::api::ObjectKey &machine, Touched &touched);
    void forget(const core::api::ObjectKey &machine, Touched &touched);
    void unlinkNode(const std::string &node, const core::api::ObjectKey &machine);
    void count(const Seen &seen, int by, Touched &touched);
    void takeStatus(const core::engine::Status &status);

    Objects<core::api::MachineSet> m_machineSets;
    Objects<core::api::Machine> m_machines;
    Objects<core::api::Node> m_nodes;
    Objects<core::api::MachineHealthCheck> m_healthChecks;
    Objects<core::api::Event> m_events;
    std::unordered_map<core::api::ObjectKey, Seen> m_seen; ///< what m_tallies counted of each machine
    std::unordered_map<std::string, core::api::ObjectKey> m_machineOfNode;
    std::unordered_map<core::api::ObjectKey, SetTally> m_tallies;
    HealthRecord m_health;
    core::engine::Status m_status;
    CoreClock m_clock;
};

} // namespace ui
