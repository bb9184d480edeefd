// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Starts and stops what acts on a cluster, in a stated order: informers, then, once every store has been
// filled, the units in the order they were added; backwards at the end. A unit can be switched on and off at
// any time. Where another program might act too, each unit waits for a Lease of its own; who lost one, be it
// by sleeping, starts again only with stores that were filled anew (docs/faults-and-threats.md X19). An
// informer that somebody has stopped, since the server does not know its kind, is not waited for.

#include "core/api/saying.h"
#include "core/runtime/informerset.h"
#include "core/runtime/leaderelection.h"

namespace core::runtime {

/// Something that can run: a controller, the hollow host.
struct Unit {
    std::string name; ///< as in --controllers
    std::string description; ///< one sentence
    std::function<void()> start;
    std::function<void()> stop;
};

struct UnitState {
    std::string name;
    std::string description;
    bool wanted = false;
    bool running = false;
    api::Saying note; ///< why it is not running although wanted
    std::optional<bool> leads; ///< holds its Lease; unset where none is needed

    bool operator==(const UnitState &) const = default;
};

/// What a unit's Lease is called and who we are; unset where nobody else can act.
struct Leadership {
    std::string ns;
    std::string namePrefix;
    std::string identity;
};

class Manager
{
public:
    Manager(client::Client &client, InformerSet &informers, base::Clock &clock, const base::Chance &chance,
        std::optional<Leadership> leadership);
    ~Manager();

    void add(Unit unit, bool wanted);
    void start();
    /// Started, and every informer that runs has been filled, after a lost Lease anew.
    bool isFilled() const;
    /// Stops every unit, gives leases back, stops the informers; done runs once, after the leases were given
    /// back or the patience is over.
    void stop(std::function<void()> done, base::Duration patience = std::chrono::seconds(2));
    /// Stops every unit at once and gives nothing back, as the destructor does: for an owner whose units die
    /// first.
    void halt();
    /// While there is a reason, such as another program that does the same, the unit does not run and its
    /// note gives it; an empty one takes it away. Unknown names are left alone.
    void setBlockedReason(std::string_view name, const api::Saying &reason);
    /// NotFound names the known ones.
    base::Result<> setWanted(std::string_view name, bool wanted);
    std::vector<UnitState> states() const;
    /// Some unit is switched on, whether or not it runs.
    bool wantsAny() const;
    bool isRunning(std::string_view name) const;
    /// It runs, or nothing but the first lists keeps it from that.
    bool isRunningSoon(std::string_view name) const;
    /// The listener is called whenever states() may have changed.
    base::Subscription onChange(std::function<void()> listener)
    {
        return m_toldOfChange.add(std::move(listener));
    }

private:
    struct Entry;

    Entry *find(std::string_view name) const;
    void startIfReady(Entry &entry);
    void begin(Entry &entry);
    void end(Entry &entry);
    void lose(Entry &entry);
    void giveUp(Entry &entry);
    void release(Entry &entry, std::function<void()> done);
    static api::Saying whyNot(const Entry &entry);

    client::Client &m_client;
    InformerSet &m_informers;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    std::optional<Leadership> m_leadership;
    std::vector<std::unique_ptr<Entry>> m_entries; ///< in the order of starting
    base::Listeners<> m_toldOfChange;
    base::Subscription m_informerStates;
    bool m_started = false;
    base::Timer m_patience;
    base::Scope m_scope;
};

} // namespace core::runtime
