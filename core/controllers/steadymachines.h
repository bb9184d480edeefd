// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Most of thousands of machines are as they should be, and only a change of the machine or of its node makes
// them otherwise. So a reconciler counts them, and goes through the others one by one. Which are which says a
// view that follows every change of the stores.

#include "core/controllers/stores.h"

#include <set>
#include <unordered_set>

namespace core::controllers {

/// The machines that one object selects.
class SteadyMachines
{
public:
    /// Those that are steady, whatever time it is, until the machine or its node changes.
    std::size_t count() const { return m_steady.size(); }
    const std::set<api::ObjectKey> &others() const { return m_others; }

    void put(const api::ObjectKey &machine, bool isSteady)
    {
        remove(machine);
        if (isSteady)
            m_steady.insert(machine);
        else
            m_others.insert(machine);
    }
    void remove(const api::ObjectKey &machine)
    {
        m_steady.erase(machine);
        m_others.erase(machine);
    }

private:
    std::unordered_set<api::ObjectKey> m_steady;
    std::set<api::ObjectKey> m_others;
};

/// The steady machines of every object of a kind that selects machines in its namespace.
template<typename Owner>
class SteadyMachinesView
{
public:
    struct Rules {
        /// Whether both select and classify alike.
        std::function<bool(const Owner &one, const Owner &other)> areSame;
        std::function<bool(const Owner &owner, const api::Machine &machine)> selects;
        /// Is called with the node of status.nodeRef, null when there is none.
        std::function<bool(const Owner &owner, const api::Machine &machine, const api::Node *node)> isSteady;
    };

    SteadyMachinesView(const Stores &stores, Rules rules) : m_stores(stores), m_rules(std::move(rules)) { }
    SteadyMachinesView(const SteadyMachinesView &) = delete;
    SteadyMachinesView &operator=(const SteadyMachinesView &) = delete;

    const SteadyMachines &of(const api::ObjectKey &owner) const
    {
        static const SteadyMachines none;
        const auto known = m_known.find(owner);
        return known == m_known.end() ? none : known->second.machines;
    }

    /// It is told every change after the stores have it; null: not there.
    void ownerChanged(const api::ObjectKey &key, const std::shared_ptr<const Owner> &now)
    {
        if (!now)
            return void(m_known.erase(key));
        Known &known = m_known[key];
        if (known.owner && m_rules.areSame(*known.owner, *now))
            return;
        known = {now, {}};
        for (const api::Machine &machine : m_stores.machines.by(indexNames::machinesByNamespace, key.ns))
            classify(known, machine);
    }
    void machineChanged(const api::Machine *before, const api::Machine *now)
    {
        const api::ObjectKey key = (now ? now : before)->key();
        for (auto known = m_known.lower_bound({key.ns, {}});
             known != m_known.end() && known->first.ns == key.ns; ++known) {
            if (before && m_rules.selects(*known->second.owner, *before))
                known->second.machines.remove(key);
            if (now)
                classify(known->second, *now);
        }
    }
    void nodeChanged(const std::string &name)
    {
        for (const api::Machine &machine : m_stores.machines.by(indexNames::machinesByNode, name))
            machineChanged(nullptr, &machine);
    }

private:
    struct Known {
        std::shared_ptr<const Owner> owner; ///< a version with the rules of the newest
        SteadyMachines machines {};
    };

    void classify(Known &known, const api::Machine &machine) const
    {
        if (m_rules.selects(*known.owner, machine))
            known.machines.put(
                machine.key(), m_rules.isSteady(*known.owner, machine, nodeOf(m_stores.nodes, machine)));
    }

    const Stores m_stores;
    const Rules m_rules;
    std::map<api::ObjectKey, Known> m_known;
};

using SteadyMachinesOfSets = SteadyMachinesView<api::MachineSet>;
using SteadyMachinesOfHealthChecks = SteadyMachinesView<api::MachineHealthCheck>;

} // namespace core::controllers
