// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Notices when what a controller writes is undone by somebody else, again and again: the same write to the
// same object, time after time, never arrives at an end. Bulk work writes to many objects, and what follows a
// node that flaps writes something else each time, so neither counts. Who is caught waits longer each time; a
// while without such writes, and all is forgotten. It costs nothing but a count until a key has many writes.

#include "core/api/effect.h"
#include "core/base/clock.h"

#include <boost/unordered/unordered_flat_map.hpp>

#include <unordered_map>

namespace core::runtime {

class Contention
{
public:
    /// Within a window, plans with writes for one key that are usual; and of one write the repetitions.
    static constexpr int usualPlans = 20;
    static constexpr int usualRepetitions = 20;
    static constexpr base::Duration window = std::chrono::minutes(1);
    static constexpr base::Duration firstWait = std::chrono::seconds(1);
    static constexpr base::Duration longestWait = std::chrono::minutes(2);

    explicit Contention(const base::Clock &clock) : m_clock(clock) { }

    struct Write {
        api::ResourceRef target;
        std::string uid; ///< as far as the write says
        std::size_t print = 0; ///< equal for equal writes, whatever times and versions they bear
    };
    /// The writes of a plan that is about to be carried out; nothing while the key is above suspicion.
    std::vector<Write> suspicious(const api::ObjectKey &key, const std::vector<api::Effect> &effects);

    struct Verdict {
        base::Duration wait; ///< for so long the key is to be left alone
        Write write; ///< the one that is undone
        bool isNew = false; ///< the key was not waiting before
    };
    /// Judges the writes of a plan that was carried out; nothing when there is no reason to wait.
    std::optional<Verdict> judge(const api::ObjectKey &key, const std::vector<Write> &writes);

    /// What the key was told to wait for, not long ago.
    std::optional<api::ResourceRef> contested(const api::ObjectKey &key) const;
    void forget(const api::ObjectKey &key) { m_suspects.erase(key); }
    void clear();

private:
    struct Repeated {
        std::size_t print = 0;
        int times = 0; ///< one after the other
    };
    struct Suspect {
        std::unordered_map<std::string, Repeated> writes; ///< by the object's path
        base::Time last; ///< when something was written that had been written before
        base::Duration wait {}; ///< zero: none yet
        api::ResourceRef object; ///< for which it waits
    };

    void moveOn();

    const base::Clock &m_clock;
    base::Time m_windowBegan;
    /// With writes, in this window, by a hash of the key: two keys of one count are looked at earlier, no
    /// more.
    boost::unordered_flat_map<std::size_t, int> m_plans;
    std::unordered_map<api::ObjectKey, Suspect> m_suspects;
};

} // namespace core::runtime
