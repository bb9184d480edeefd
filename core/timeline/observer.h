// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Turns objects, as the watch shows them, into facts. What it compares with is what the facts say so far,
// never an object: fed with the facts of an earlier run it goes on where that run ended, and a relist after a
// restart makes no fact twice. Facts leave with index 0; whoever keeps them counts them.

#include "core/api/machine.h"
#include "core/api/mcm.h"
#include "core/api/node.h"
#include "core/api/saying.h"
#include "core/timeline/fact.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace core::timeline {

/// "Ready", "NotReady" (also a node that never reported) or "Unknown".
std::string_view healthOf(const api::Node &node);

class Observer
{
public:
    /// Takes in a fact from an earlier run.
    void learn(const Fact &fact);

    /// What the newest version of an object says beyond what is known; nothing when it says nothing new. An
    /// object whose uid changed is a new object, the old one is gone. The hollow host's own Node is furniture
    /// of the lab, and nothing that happens to it is a fact.
    std::vector<Fact> observe(const api::Node &node, api::Time arrival);
    std::vector<Fact> observe(const api::Machine &machine, api::Time arrival);
    std::vector<Fact> observe(const api::mcm::Machine &machine, api::Time arrival);
    std::vector<Fact> observe(const api::MachineSet &set, api::Time arrival);
    std::vector<Fact> observe(const api::mcm::MachineSet &set, api::Time arrival);

    /// What a controller said about an object: the codes of its reasons and, for people, the first of them.
    std::vector<Fact> decided(const std::string &controller, const api::ObjectKey &object,
        const std::string &codes, const api::Saying &says, api::Time arrival);

    std::vector<Fact> nodeGone(const api::ObjectKey &key, api::Time arrival);
    std::vector<Fact> machineGone(const api::ObjectKey &key, api::Time arrival);
    std::vector<Fact> mcmMachineGone(const api::ObjectKey &key, api::Time arrival);
    std::vector<Fact> machineSetGone(const api::ObjectKey &key, api::Time arrival);
    std::vector<Fact> mcmMachineSetGone(const api::ObjectKey &key, api::Time arrival);

    std::vector<api::ObjectKey> knownNodes() const;
    std::vector<api::ObjectKey> knownMachines() const;
    std::vector<api::ObjectKey> knownMcmMachines() const;
    std::vector<api::ObjectKey> knownMachineSets() const;
    std::vector<api::ObjectKey> knownMcmMachineSets() const;

private:
    struct KnownNode {
        std::string uid;
        std::string health;
        std::string fault;
        api::ObjectKey machine;
    };
    struct KnownMachine {
        std::string uid;
        std::string phase;
        bool deleting = false;
        std::optional<api::Time> lastUpdated;
        api::ObjectKey set;
        std::string node;
    };
    struct KnownSet {
        std::string uid;
        std::string replicas;
        std::string ready;
    };

    using Machines = std::unordered_map<api::ObjectKey, KnownMachine>;
    using Sets = std::unordered_map<api::ObjectKey, KnownSet>;

    void learnAboutMachine(const Fact &fact, Machines &machines);
    void learnAboutSet(const Fact &fact, Sets &sets);
    template<typename M>
    std::vector<Fact> observeMachine(const M &machine, Machines &machines, api::Time arrival);
    template<typename S>
    std::vector<Fact> observeSet(const S &set, Sets &sets, api::Time arrival);
    std::vector<Fact> machineLeft(
        Machines &machines, FactKind kind, const api::ObjectKey &key, api::Time arrival);
    std::vector<Fact> setLeft(
        Sets &sets, FactKind replicas, FactKind ready, const api::ObjectKey &key, api::Time arrival);

    std::unordered_map<api::ObjectKey, KnownNode> m_nodes;
    Machines m_machines;
    Machines m_mcmMachines;
    Sets m_sets;
    Sets m_mcmSets;
    std::unordered_map<api::ObjectKey, std::map<std::string, std::string>>
        m_decisions; ///< codes, by controller
};

} // namespace core::timeline
