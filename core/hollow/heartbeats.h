// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The leases of all hollow nodes (docs/machines.md §3.4): renewed every 10 s, or as often as the
// lab's timing says, each at a phase of its own, by
// one timer for all of them. A renewal is one patch without reading. Only so many are sent in a turn, so that
// fresh work goes first; an error is tried again at once up to 5 times, then in the next round. Who is told
// to come later (docs/faults-and-threats.md X3) waits for the first round after that.

#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

#include <array>
#include <deque>
#include <unordered_map>

namespace core::hollow {

inline constexpr std::chrono::seconds renewPeriod {10};
inline constexpr std::chrono::seconds leaseDuration {40};

class Heartbeats
{
public:
    Heartbeats(client::Client &client, base::Clock &clock, const base::Chance &chance,
        base::Duration period = renewPeriod);

    /// Renews from now on, the first time as soon as possible; nodeUid becomes the owner of a lease that has
    /// to be created. isNew only says what to expect: the lease is created without trying to renew it first.
    void start(const std::string &node, const std::string &nodeUid, bool isNew);
    /// Renews no more; the lease stays.
    void stop(const std::string &node);
    void stopAll();
    bool beats(const std::string &node) const { return m_beats.contains(node); }
    std::size_t size() const { return m_beats.size(); }

private:
    static constexpr std::size_t slotCount = 100; ///< of the period; a node renews in one of them
    static constexpr std::size_t fewNodes = 200;
    static constexpr std::chrono::seconds fewApart {2}; ///< turns of so many: each wakes core and disk
    struct Beat {
        std::string node;
        std::uint8_t slot = 0;
        std::uint8_t failures = 0; ///< in this round
        bool exists = true; ///< the lease, as far as we know
        bool underway = false;
        std::string nodeUid;
    };

    std::uint64_t slotTime(base::Time time) const;
    std::uint8_t slotFor(const std::string &node) const;
    void arm();
    void tick();
    void enqueue(const std::shared_ptr<Beat> &beat);
    void drain();
    void send(const std::shared_ptr<Beat> &beat, const std::string &now);
    bool isToldToWait(const std::string &node) const;
    void finish(const std::shared_ptr<Beat> &beat, const std::optional<base::Error> &error);
    api::RequestPtr renewalOf(const std::string &node, const std::string &now);
    api::RequestPtr blankRenewal();

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    const base::Duration m_slot; ///< how long one lasts
    std::string m_leases; ///< their paths up to the name
    std::unordered_map<std::string, std::shared_ptr<Beat>> m_beats; ///< by node
    std::unordered_map<std::string, base::Time> m_notBefore; ///< by node, also one that stopped since
    std::array<std::vector<std::shared_ptr<Beat>>, slotCount>
        m_wheel; ///< each of m_beats in exactly one slot
    std::deque<std::weak_ptr<Beat>> m_due; ///< to be sent, in order
    std::vector<api::RequestPtr> m_answered; ///< renewals, of which the next ones are made
    std::uint64_t m_handled = 0; ///< the last slot time that was served
    bool m_draining = false; ///< a turn is posted
    base::Timer m_timer; ///< runs at the next slot time with a node in it
    std::uint64_t m_armedFor = 0;
    base::Scope m_scope;
};

} // namespace core::hollow
