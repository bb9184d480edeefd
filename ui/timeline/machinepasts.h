// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The past of each machine, as facts and episodes tell it: its states, its faults, when it was created, asked
// to be deleted and gone, and what replaced it. Machines that are gone stay, the newest of them.

#include "core/timeline/fact.h"
#include "ui/kind.h"
#include "ui/state.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace ui {

/// The machine of a fact about one, with its kind: one of each family may have the same name.
ObjectRef machineOf(const core::timeline::Fact &fact);
/// The machine that failed, or the node of none.
ObjectRef failedObjectOf(const core::timeline::Episode &episode);
ObjectRef replacementOf(const core::timeline::Episode &episode);
ObjectRef setOf(const core::timeline::Episode &episode);

/// What comes again and again for days must not fill the memory: the newest are kept, at most so many.
template<typename T>
void appendNewest(std::vector<T> &list, std::type_identity_t<T> next, std::ptrdiff_t most)
{
    if (std::ssize(list) >= most)
        list.erase(list.begin(), list.begin() + most / 2);
    list.push_back(std::move(next));
}

struct HealthChange {
    core::api::Time at;
    State state = State::None;
};

/// Whether the fact is about another fault than the one before: "not-ready for 30s" becomes "not-ready until
/// …", and stays the same.
bool isNewFault(const core::timeline::Fact &fact);

struct MachineFault {
    core::api::Time at;
    std::string what; ///< "not-ready for 30s"
};

struct MachinePast {
    ObjectRef machine;
    std::vector<HealthChange> states; ///< earliest first
    std::vector<MachineFault> faults;
    std::optional<core::api::Time> createdAt; ///< unset when it was there before anybody looked
    std::optional<core::api::Time> deleteAskedAt;
    std::optional<core::api::Time> goneAt;
    std::optional<core::api::Time> failedAt; ///< when it stopped being Ready, the last time
    std::uint64_t replacement = 0; ///< the past of the machine that took its place; 0: none
    std::optional<core::api::Time> cameAsReplacementAt;

    State state() const { return states.empty() ? State::None : states.back().state; }
    /// The last failure, or the machine's coming in the place of one that had failed.
    std::optional<core::api::Time> lastIncident() const { return std::max(failedAt, cameAsReplacementAt); }
};

class MachinePasts
{
public:
    /// At most so many machines that are gone are kept.
    explicit MachinePasts(std::size_t mostGone = 2000) : m_mostGone(mostGone) { }

    /// Takes in a fact about a machine.
    void add(const core::timeline::Fact &fact);
    /// Takes in a fact about the health of a machine's node, or a fault put on it.
    void add(const core::timeline::Fact &fact, const ObjectRef &machine);
    void add(const core::timeline::Episode &episode);

    bool isKnown(const ObjectRef &machine) const { return m_ids.contains(machine); }
    /// The result is null when it is not kept any more.
    const MachinePast *find(std::uint64_t id) const;
    /// The ids of all: first those with the latest incidents, one that was replaced right after the machine
    /// in its place; then by name; at last those that are gone.
    const std::vector<std::uint64_t> &order() const;
    /// Changes with every fact that is seen in a past.
    std::uint64_t version() const { return m_version; }
    std::size_t goneKept() const { return m_gone.size(); }
    /// How many that are gone are not kept any more.
    std::size_t forgotten() const { return m_forgotten; }

private:
    MachinePast &pastOf(const ObjectRef &machine);
    void addPhase(const core::timeline::Fact &fact);
    void enter(MachinePast &past, State state, core::api::Time at);
    void leave(const ObjectRef &machine, core::api::Time at);

    std::size_t m_mostGone;
    std::map<std::uint64_t, MachinePast> m_pasts;
    std::unordered_map<ObjectRef, std::uint64_t> m_ids; ///< of the newest machine of that name
    std::deque<std::uint64_t> m_gone; ///< in the order of leaving
    std::size_t m_forgotten = 0;
    std::uint64_t m_lastId = 0;
    std::uint64_t m_version = 0;
    mutable std::vector<std::uint64_t> m_order;
    mutable bool m_orderOld = false;
};

} // namespace ui
