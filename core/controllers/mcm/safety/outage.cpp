// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/safety/outage.h"

#include <algorithm>

namespace core::controllers::mcm {

Outage::Outage(std::vector<const runtime::InformerBase *> informers, base::Clock &clock)
    : m_informers(std::move(informers))
    , m_clock(clock)
    , m_since(clock.now())
{
}

void Outage::start()
{
    m_running = true;
    look();
}

void Outage::stop()
{
    m_running = false;
    enter(OutageState::Up);
}

bool Outage::isLive() const
{
    return std::ranges::all_of(m_informers, [](const runtime::InformerBase *informer) {
        return informer->hasSynced() && informer->state() == runtime::InformerBase::State::Watching;
    });
}

void Outage::look()
{
    if (!m_running)
        return;
    const bool live = isLive();
    if (live && m_state == OutageState::Away)
        enter(OutageState::Up);
    else if (live && m_state == OutageState::Frozen)
        enter(OutageState::Recovering);
    else if (!live && m_state == OutageState::Up)
        enter(OutageState::Away);
    else if (!live && m_state == OutageState::Recovering)
        enter(OutageState::Frozen);
}

void Outage::enter(OutageState state)
{
    if (state == m_state)
        return;
    const OutageState before = std::exchange(m_state, state);
    m_since = m_clock.now();
    m_timer.cancel();
    if (state == OutageState::Away)
        m_timer = m_clock.callAfter(limit, [this] { enter(OutageState::Frozen); });
    else if (state == OutageState::Recovering)
        m_timer = m_clock.callAfter(recovery, [this] { enter(OutageState::Up); });
    m_toldOfChange(before);
}

} // namespace core::controllers::mcm
