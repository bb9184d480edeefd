// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/coreendpoint.h"

#include "core/lab/front/unforeseen.h"

#include <chrono>

namespace core::lab::front {

namespace {
constexpr int mostPerTurn = 64; // keeps a turn of the core loop short (core/README.md, invariant 6)
constexpr std::chrono::milliseconds longestTurn {3};
} // namespace

CoreEndpoint::CoreEndpoint(access::Server server, base::Mailbox<ToCore> &inbox,
    base::Mailbox<FromCore> &outbox, std::function<void()> runAgain)
    : m_server(std::move(server))
    , m_inbox(inbox)
    , m_outbox(outbox)
    , m_runAgain(std::move(runAgain))
{
}

void CoreEndpoint::takeIn()
{
    for (ToCore &message : m_inbox.takeAll()) {
        if (const auto *hangup = std::get_if<Cancel>(&message))
            m_cancelled.insert(hangup->ticket);
        m_waiting.push_back(std::move(message));
    }
}

void CoreEndpoint::work()
{
    takeIn();
    m_inTurn = true;
    const auto end = std::chrono::steady_clock::now() + longestTurn;
    for (int i = 0; i < mostPerTurn && !m_waiting.empty() && std::chrono::steady_clock::now() < end; ++i)
        handleNext();
    m_inTurn = false;
    m_outbox.putAll(std::exchange(m_said, {}));
    if (!m_waiting.empty())
        m_runAgain();
}

/// A watch that breaks ends with an error (docs/api-semantics.md I8).
void CoreEndpoint::handleNext()
{
    ToCore message = std::move(m_waiting.front());
    m_waiting.pop_front();
    try {
        std::visit([this](auto &one) { handle(std::move(one)); }, message);
    } catch (const std::exception &exception) {
        const Ticket ticket = std::visit([](const auto &one) { return one.ticket; }, message);
        const api::Response broken = unforeseen(exception, "a watch");
        m_watches.erase(ticket);
        say(Ended {ticket, api::errorOf(500, broken.body.get())});
    }
}

/// Whatever becomes of a request, the others go on. Who asks and leaves costs no work
/// (docs/faults-and-threats.md T19).
void CoreEndpoint::handle(Call ask)
{
    if (m_cancelled.contains(ask.ticket))
        return say(Answered {ask.ticket, {}, std::move(ask.request)});
    try {
        return ask.watch ? openWatch(ask) : carryOut(ask);
    } catch (const std::exception &exception) {
        auto failed = unforeseen(exception, verbAndPath(ask.request.method, ask.request.path));
        say(Answered {ask.ticket, std::move(failed), std::move(ask.request)});
    }
}

void CoreEndpoint::carryOut(Call &ask)
{
    auto response = m_server.answer(ask.request, ask.login);
    if (response.later)
        return answerLater(ask, *response.later);
    say(Answered {ask.ticket, std::move(response), std::move(ask.request)});
}

void CoreEndpoint::openWatch(Call &ask)
{
    auto watch = m_server.watch(ask.request, ask.login, sinkFor(ask.ticket));
    if (!watch)
        return say(Answered {ask.ticket, std::move(watch.error()), std::move(ask.request)});
    m_watches.emplace(ask.ticket, std::move(*watch));
    say(Opened {ask.ticket});
}

void CoreEndpoint::answerLater(Call &ask, api::LaterResponse &later)
{
    auto asked = std::make_shared<Call>(std::move(ask));
    later.told = m_scope.bind([this, asked](api::Response response) {
        say(Answered {asked->ticket, std::move(response), std::move(asked->request)});
    });
}

void CoreEndpoint::handle(Cancel hangup)
{
    m_cancelled.erase(hangup.ticket);
    m_watches.erase(hangup.ticket);
}

void CoreEndpoint::handle(BookmarkDue due)
{
    if (const auto found = m_watches.find(due.ticket); found != m_watches.end())
        found->second->sendBookmark();
}

void CoreEndpoint::handle(TimeIsUp end)
{
    if (const auto found = m_watches.find(end.ticket); found != m_watches.end())
        found->second->finish();
}

api::WatchSink CoreEndpoint::sinkFor(Ticket ticket)
{
    return {
        .events =
            [this, ticket](std::vector<api::WatchEvent> events) {
                say(WatchEvents {ticket, std::move(events)});
            },
        .closed =
            [this, ticket](std::optional<base::Error> error) {
                say(Ended {ticket, std::move(error)});
            },
    };
}

void CoreEndpoint::say(FromCore message)
{
    if (m_inTurn)
        m_said.push_back(std::move(message));
    else
        m_outbox.put(std::move(message));
}

} // namespace core::lab::front
