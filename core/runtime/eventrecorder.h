// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes Events with the manners of machine-api.md §10.4: a repeated event counts up, many similar ones are combined,
// a talkative source is cut off. Never fails its caller; what can't be delivered is dropped after 12 tries.

#include "core/api/event.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

#include <list>
#include <unordered_map>

namespace core::runtime {

class EventRecorder
{
public:
    EventRecorder(client::Client &client, base::Clock &clock);

    void record(const api::EmitEvent &event, const std::string &component);

private:
    struct Entry { ///< one Event object that was written
        std::string key;
        api::ObjectKey object;
        int count = 0;
    };
    struct Similar { ///< same source, object, type, reason; messages may differ
        std::vector<std::string> messages;
        base::Time last;
    };
    struct Allowance { ///< token bucket per source and object
        double tokens = 25;
        base::Time filled;
    };

    bool mayPass(const std::string &source);
    std::string combined(const std::string &similarKey, const std::string &message);
    void write(const api::EmitEvent &event, const std::string &component, const std::string &message);
    void create(api::Event event, int tries);
    void countUp(Entry &entry, const api::Event &event);
    void forgetOldest();

    client::Client &m_client;
    base::Clock &m_clock;
    std::uint64_t m_sequence = 0;
    int m_underway = 0;
    std::list<Entry> m_entries; ///< most recently used first, at most 4096
    std::unordered_map<std::string, std::list<Entry>::iterator> m_byKey;
    std::unordered_map<std::string, Similar> m_similar;
    std::unordered_map<std::string, Allowance> m_allowances;
    std::vector<std::shared_ptr<base::Timer>> m_retries;
    base::Scope m_scope;
};

} // namespace core::runtime
