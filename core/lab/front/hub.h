// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the connections of the front share, on the front's own thread: who waits for which answer, how many
// there are, and which answers may leave already. No sockets here.

#include "core/lab/front/clientcertificates.h"
#include "core/lab/front/coreendpoint.h"
#include "core/lab/front/encoding.h"
#include "core/lab/front/httpsfront.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <unordered_set>

namespace core::lab::front {

using Steady = std::chrono::steady_clock;

/// Receives the answer to a request, or what a watch tells.
class Requester
{
public:
    Requester() = default;
    Requester(const Requester &) = delete;
    Requester &operator=(const Requester &) = delete;
    virtual ~Requester() = default;

    virtual void answer(const api::Response &response) = 0;
    virtual void openStream() = 0;
    virtual void addEvents(const std::vector<api::WatchEvent> &events) = 0;
    virtual void endStream(const std::optional<base::Error> &error) = 0;
    /// Ends it at once, whatever its phase.
    virtual void drop() = 0;
};

using RequesterPtr = std::shared_ptr<Requester>;

/// One client's connection, as the hub sees it.
class Caller
{
public:
    Caller() = default;
    Caller(const Caller &) = delete;
    Caller &operator=(const Caller &) = delete;
    virtual ~Caller() = default;

    /// More may have become free to leave. Does not close it.
    virtual void pump() = 0;
    virtual void checkTime(Steady::time_point now) = 0;
    /// Drops a body or an answer that it holds if nothing has moved for a while: others need the room.
    virtual void giveWay(Steady::time_point now) = 0;
    /// A stranger has not shown the token yet.
    virtual bool isStranger() const = 0;
    virtual bool isIdle() const = 0;
    virtual Steady::time_point since() const = 0;
    virtual void close() = 0;
    /// Ends in good order, soon.
    virtual void stop() = 0;
};

using CallerPtr = std::shared_ptr<Caller>;

class Hub
{
public:
    Hub(Limits limits, Gate gate, ClientCertificates certificates, const OutwardForm &form,
        base::Mailbox<ToCore> &inbox);

    void add(CallerPtr caller);
    void remove(const CallerPtr &caller);
    /// Sends a request to the core thread; 0 when too many are in flight. A request is in flight until its
    /// answer is read, and while the lab has to do with it, whether anybody still waits or not.
    Ticket launch(RequesterPtr requester, api::Request request, bool watch, access::Login login);
    /// Nobody waits for this answer, or reads this watch, any more: but for a write, what the lab has not
    /// begun it need not begin.
    void abandon(Ticket ticket);
    /// The watch gets a bookmark, if it asked for them.
    void sendBookmark(Ticket ticket);
    /// The watch ends when all is told that has happened, with a bookmark if it asked for them.
    void finish(Ticket ticket);

    /// The caller holds that many bytes now, of bodies and answers, instead of those before.
    void hold(std::size_t &held, std::size_t now);
    /// Asks those who have stalled to give way when too much is held. Lists leave room for single objects.
    bool makeRoom(bool forList = false);
    /// Encodes what takes long beside this thread, one after the other and as long as there is room, then
    /// says so here.
    void encodeAside(std::function<void()> encode, std::function<void()> then);
    bool hasToEncode() const { return !m_toEncode.empty(); }
    /// Runs the first beside this thread, then the second on it.
    std::function<void(std::function<void()>, std::function<void()>)> runAside;
    const std::atomic<bool> *givenUp = nullptr; ///< turns true when the front goes

    void take(std::vector<FromCore> messages);
    void setCommitted(std::uint64_t revision);
    /// What is not on disk won't be for a while: who waits for it is told why instead. Empty: it will be.
    void setStuck(std::string why);
    void sweep(Steady::time_point now);
    /// The next sweep comes then, unless it comes before.
    std::function<void(Steady::time_point)> sweepBy = [](Steady::time_point) {};
    void stop();

    bool isEmpty() const { return m_callers.empty(); }
    /// Room for one caller more; for want of it somebody who matters less is closed.
    void makePlace();
    std::uint64_t committed() const { return m_committed; }

    const Limits limits;
    const Gate gate;
    const ClientCertificates certificates;
    EncodingCache cache;
    EncodingCache protobufCache;

private:
    enum Kind { Read, Write, Watch };
    struct Flight {
        Kind kind;
        RequesterPtr requester; ///< null: nobody waits any more
        bool isHome = false; ///< the lab has answered
    };
    using Flights = std::unordered_map<Ticket, Flight>;

    bool comesHome(Ticket ticket);
    void land(Flights::iterator flight);
    void handle(Answered answered);
    void handle(const Opened &opened);
    void handle(const WatchEvents &happened);
    void handle(const Ended &ended);
    void deliver(const Answered &answered);
    void tell(Ticket ticket, const std::function<void(Requester &)> &what);
    void forAll(const std::function<void(Caller &)> &act);
    void relieve();
    void encodeNext();
    void refuse(Answered answered);
    RequesterPtr requesterOf(Ticket ticket) const;

    base::Mailbox<ToCore> &m_inbox;
    Ticket m_lastTicket = 0;
    std::unordered_set<CallerPtr> m_callers;
    Flights m_flights;
    std::array<std::size_t, 3> m_inFlight {}; ///< by kind
    std::multimap<std::uint64_t, Answered> m_held; ///< by the revision that must be on disk first
    std::uint64_t m_committed = 0;
    std::size_t m_heldBytes = 0;
    Steady::time_point m_relieved;
    std::deque<std::pair<std::function<void()>, std::function<void()>>> m_toEncode;
    bool m_encoding = false;
    std::string m_stuck;
};

} // namespace core::lab::front
