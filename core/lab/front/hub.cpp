// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/hub.h"

#include "core/lab/front/unforeseen.h"

#include <algorithm>

namespace core::lab::front {

namespace {
constexpr std::size_t cacheBytes = 16U * 1024 * 1024;
constexpr std::chrono::milliseconds betweenRelieves {50};
} // namespace

Hub::Hub(Limits allowed, Gate guard, ClientCertificates trusted, const OutwardForm &form,
    base::Mailbox<ToCore> &inbox)
    : limits(allowed)
    , gate(std::move(guard))
    , certificates(std::move(trusted))
    , cache(cacheBytes, Format::Json, form)
    , protobufCache(cacheBytes, Format::Protobuf, form)
    , m_inbox(inbox)
{
}

void Hub::add(CallerPtr caller)
{
    m_callers.insert(std::move(caller));
}

void Hub::remove(const CallerPtr &caller)
{
    m_callers.erase(caller);
}

Ticket Hub::launch(RequesterPtr requester, api::Request request, bool watch, access::Login login)
{
    using enum api::Method;
    const bool read = request.method == Get || request.method == Head || request.method == Options;
    const Kind kind = watch ? Watch : read ? Read : Write;
    const std::array most {limits.mostReads, limits.mostWrites, limits.mostWatches};
    if (m_inFlight[kind] >= most[kind])
        relieve();
    if (m_inFlight[kind] >= most[kind])
        return 0;
    ++m_inFlight[kind];
    const Ticket ticket = ++m_lastTicket;
    m_flights.emplace(ticket, Flight {kind, std::move(requester), false});
    m_inbox.put(Call {ticket, std::move(request), watch, std::move(login)});
    return ticket;
}

void Hub::abandon(Ticket ticket)
{
    const auto found = m_flights.find(ticket);
    if (found == m_flights.end())
        return;
    Flight &flight = found->second;
    if (flight.kind == Watch || (flight.kind == Read && !flight.isHome))
        m_inbox.put(Cancel {ticket});
    flight.requester.reset();
    if (flight.isHome)
        land(found);
}

/// The lab is through with it. False when nobody waits for it any more.
bool Hub::comesHome(Ticket ticket)
{
    const auto found = m_flights.find(ticket);
    if (found == m_flights.end())
        return false;
    found->second.isHome = true;
    if (found->second.requester)
        return true;
    land(found);
    return false;
}

void Hub::land(Flights::iterator flight)
{
    --m_inFlight[flight->second.kind];
    m_flights.erase(flight);
}

void Hub::sendBookmark(Ticket ticket)
{
    m_inbox.put(BookmarkDue {ticket});
}

void Hub::finish(Ticket ticket)
{
    m_inbox.put(TimeIsUp {ticket});
}

RequesterPtr Hub::requesterOf(Ticket ticket) const
{
    const auto found = m_flights.find(ticket);
    return found == m_flights.end() ? nullptr : found->second.requester;
}

void Hub::take(std::vector<FromCore> messages)
{
    for (FromCore &message : messages)
        std::visit([this](auto &one) { handle(std::move(one)); }, message);
}

void Hub::handle(Answered answered)
{
    if (!comesHome(answered.ticket))
        return;
    if (answered.response.revision <= m_committed)
        deliver(answered);
    else if (m_stuck.empty())
        m_held.emplace(answered.response.revision, std::move(answered));
    else
        refuse(std::move(answered));
}

/// It may come to the disk later nevertheless, as with any answer that is lost.
void Hub::refuse(Answered answered)
{
    answered.response = refusal(500, "InternalError", m_stuck);
    deliver(answered);
}

void Hub::deliver(const Answered &answered)
{
    tell(answered.ticket, [&](Requester &requester) { requester.answer(answered.response); });
}

/// Whoever can't be told is dropped; the others get theirs (docs/api-semantics.md I8).
void Hub::tell(Ticket ticket, const std::function<void(Requester &)> &what)
{
    const RequesterPtr requester = requesterOf(ticket);
    if (!requester)
        return;
    try {
        what(*requester);
    } catch (const std::exception &exception) {
        (void)unforeseen(exception, "telling what was asked for");
        abandon(ticket);
        requester->drop();
    }
}

/// A connection that breaks is closed; the others go on.
void Hub::forAll(const std::function<void(Caller &)> &act)
{
    const std::vector<CallerPtr> callers(m_callers.begin(), m_callers.end());
    for (const CallerPtr &caller : callers) {
        try {
            act(*caller);
        } catch (const std::exception &exception) {
            (void)unforeseen(exception, "a connection");
            caller->close();
        }
    }
}

void Hub::hold(std::size_t &held, std::size_t now)
{
    m_heldBytes += now - held;
    held = now;
    encodeNext();
}

bool Hub::makeRoom(bool forList)
{
    const std::size_t most = forList ? limits.heldBytes / 2 : limits.heldBytes;
    if (m_heldBytes > most)
        relieve();
    return m_heldBytes <= most;
}

void Hub::relieve()
{
    const auto now = Steady::now();
    if (now - m_relieved < betweenRelieves)
        return;
    m_relieved = now;
    forAll([now](Caller &caller) { caller.giveWay(now); });
}

void Hub::makePlace()
{
    if (m_callers.size() < limits.mostConnections)
        return;
    const auto rank = [](const CallerPtr &caller) {
        return std::pair(caller->isStranger() ? 0 : caller->isIdle() ? 1 : 2, caller->since());
    };
    const CallerPtr least = *std::ranges::min_element(m_callers, {}, rank);
    least->close();
}

void Hub::encodeAside(std::function<void()> encode, std::function<void()> then)
{
    m_toEncode.emplace_back(std::move(encode), std::move(then));
    encodeNext();
}

void Hub::encodeNext()
{
    if (m_encoding || m_toEncode.empty())
        return;
    m_encoding = true; // before room is made: whoever gives way comes back here
    if (!makeRoom(true)) {
        m_encoding = false;
        return;
    }
    auto [encode, then] = std::move(m_toEncode.front());
    m_toEncode.pop_front();
    runAside(std::move(encode), [this, then = std::move(then)] {
        m_encoding = false;
        then();
        encodeNext();
    });
}

void Hub::handle(const Opened &opened)
{
    if (comesHome(opened.ticket))
        tell(opened.ticket, [](Requester &requester) { requester.openStream(); });
}

void Hub::handle(const WatchEvents &happened)
{
    tell(happened.ticket, [&](Requester &requester) { requester.addEvents(happened.events); });
}

void Hub::handle(const Ended &ended)
{
    if (!comesHome(ended.ticket))
        return;
    tell(ended.ticket, [&](Requester &requester) {
        abandon(ended.ticket);
        requester.endStream(ended.error);
    });
}

void Hub::setCommitted(std::uint64_t revision)
{
    m_committed = std::max(m_committed, revision);
    while (!m_held.empty() && m_held.begin()->first <= m_committed)
        deliver(m_held.extract(m_held.begin()).mapped());
    forAll([](Caller &caller) { caller.pump(); });
}

void Hub::setStuck(std::string why)
{
    m_stuck = std::move(why);
    while (!m_stuck.empty() && !m_held.empty())
        refuse(std::move(m_held.extract(m_held.begin()).mapped()));
}

void Hub::sweep(Steady::time_point now)
{
    forAll([now](Caller &caller) { caller.checkTime(now); });
    encodeNext();
}

void Hub::stop()
{
    forAll([](Caller &caller) { caller.stop(); });
}

} // namespace core::lab::front
