// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the API server is away, as the informers see it, and what the machine controller may do meanwhile
// (docs/machines.md §9.9). The originals ask the server every minute; a watch that ends tells at once.

#include "core/base/clock.h"
#include "core/runtime/informerset.h"

namespace core::controllers::mcm {

enum class OutageState {
    Up,
    Away, ///< not yet for long
    Frozen, ///< for more than the limit: machines are left alone
    Recovering, ///< back again; machines are left alone until nodes had the time to report
};

class Outage
{
public:
    static constexpr base::Duration limit = std::chrono::seconds(30);
    static constexpr base::Duration recovery = std::chrono::seconds(30);

    /// Follows those informers, which outlive it.
    Outage(std::vector<const runtime::InformerBase *> informers, base::Clock &clock);
    Outage(const Outage &) = delete;
    Outage &operator=(const Outage &) = delete;

    /// The API server counts as up while this is stopped.
    void start();
    void stop();
    /// The state of an informer has changed.
    void look();

    OutageState state() const { return m_state; }
    /// The time is when state() began.
    base::Time since() const { return m_since; }
    /// Machines that are not being deleted are to be left alone.
    bool holdsMachines() const
    {
        return m_state == OutageState::Frozen || m_state == OutageState::Recovering;
    }
    /// Every informer is filled and follows the server.
    bool isLive() const;
    /// The listener is called after state() has changed, with the state before.
    base::Subscription onChange(std::function<void(OutageState before)> listener)
    {
        return m_toldOfChange.add(std::move(listener));
    }

private:
    void enter(OutageState state);

    const std::vector<const runtime::InformerBase *> m_informers;
    base::Clock &m_clock;
    bool m_running = false;
    OutageState m_state = OutageState::Up;
    base::Time m_since;
    base::Timer m_timer; ///< until the limit, or the end of the recovery
    base::Listeners<OutageState> m_toldOfChange;
};

} // namespace core::controllers::mcm
