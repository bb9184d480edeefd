// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The front's end on the core thread: takes what came over the sockets to the lab and hands its answers
// back. Values cross through two mailboxes; the open watches live here.

#include "core/access/server.h"
#include "core/base/mailbox.h"
#include "core/base/scope.h"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace core::lab::front {

/// Stands for one request, or one open watch, on both threads. Never used twice.
using Ticket = std::uint64_t;

struct Call {
    Ticket ticket;
    api::Request request;
    bool watch;
    access::Login login;
};
struct Cancel { ///< the reader or watcher has gone, or has been told the end
    Ticket ticket;
};
struct BookmarkDue {
    Ticket ticket;
};
struct TimeIsUp { ///< of a watch
    Ticket ticket;
};
using ToCore = std::variant<Call, Cancel, BookmarkDue, TimeIsUp>;

struct Answered {
    Ticket ticket;
    api::Response response;
    api::Request
        request; ///< goes home: its many pieces of memory are freed by the thread that allocated them
};
struct Opened {
    Ticket ticket;
};
struct WatchEvents {
    Ticket ticket;
    std::vector<api::WatchEvent> events;
};
struct Ended {
    Ticket ticket;
    std::optional<base::Error> error;
};
using FromCore = std::variant<Answered, Opened, WatchEvents, Ended>;

class CoreEndpoint
{
public:
    /// runAgain is called when more is waiting than one turn of the loop should take: call work() in a later
    /// turn.
    CoreEndpoint(access::Server server, base::Mailbox<ToCore> &inbox, base::Mailbox<FromCore> &outbox,
        std::function<void()> runAgain);

    void work();

private:
    void takeIn();
    void handleNext();
    void handle(Call ask);
    void handle(Cancel hangup);
    void handle(BookmarkDue due);
    void handle(TimeIsUp end);
    void carryOut(Call &ask);
    void openWatch(Call &ask);
    void answerLater(Call &ask, api::LaterResponse &later);
    api::WatchSink sinkFor(Ticket ticket);
    void say(FromCore message);

    access::Server m_server;
    base::Mailbox<ToCore> &m_inbox;
    base::Mailbox<FromCore> &m_outbox;
    std::function<void()> m_runAgain;
    std::deque<ToCore> m_waiting;
    std::unordered_set<Ticket> m_cancelled; ///< of those
    std::vector<FromCore> m_said; ///< in this turn: leaves as one batch, in order
    bool m_inTurn = false;
    std::unordered_map<Ticket, std::unique_ptr<api::Watch>> m_watches;
    base::Scope m_scope;
};

} // namespace core::lab::front
