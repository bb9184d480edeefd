// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes Events with the manners of docs/machines.md §10.4: a repeated event counts up, many similar ones are
// combined into one, a talkative source is cut off. Never fails its caller; what can't be delivered is
// dropped after 12 tries.

#include "core/api/event.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/base/subscription.h"
#include "core/client/client.h"
#include "core/runtime/lru.h"

#include <deque>

namespace core::runtime {

class EventRecorder
{
public:
    EventRecorder(client::Client &client, base::Clock &clock);

    void record(const api::EmitEvent &event, const std::string &component);
    /// The listener is called for every event that is to be told, also for one that the limits then hold
    /// back.
    base::Subscription onEvent(std::function<void(const api::EmitEvent &event)> listener)
    {
        return m_toldOfEvent.add(std::move(listener));
    }

private:
    struct Written { ///< one Event object
        api::ObjectKey object;
        int count = 0; ///< 0: not written yet
    };
    struct Similar { ///< same source, object, type, reason
        std::vector<std::string> messages; ///< the distinct ones, as many as matter
        base::Time last {};
    };
    struct Allowance { ///< token bucket per source and object
        double used = 0;
        base::Time counted {};
    };
    struct Delivery {
        api::Event event;
        int tries = 0;
        base::Time due {}; ///< of the next try
    };

    bool mayPass(const std::string &source);
    bool isOneOfMany(const std::string &kind, const std::string &message);
    void write(const api::EmitEvent &event, const std::string &component, const std::string &message,
        const std::string &key);
    void countUp(const Written &written, const api::Event &event, const std::string &key);
    void deliver(Delivery delivery);
    void tryAgain(Delivery delivery);
    void redeliver();

    client::Client &m_client;
    base::Clock &m_clock;
    base::Listeners<const api::EmitEvent &> m_toldOfEvent;
    std::uint64_t m_sequence = 0;
    Lru<Written> m_written;
    Lru<Similar> m_similar;
    Lru<Allowance> m_allowances;
    std::size_t m_undelivered = 0; ///< sent and not answered, or waiting for another try
    std::deque<Delivery> m_waiting; ///< for another try, by due time
    base::Timer m_retry; ///< at the first due time
    base::Scope m_scope;
};

} // namespace core::runtime
