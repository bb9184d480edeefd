// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/identitygate.h"

#include "core/api/troubles.h"
#include "core/base/log.h"
#include "core/client/client.h"

namespace core::client {

HOLLOWLAB_LOG(identityLog, "hollowlab.core.client.identity")

using base::str;

namespace {

constexpr std::chrono::seconds pauseBetweenQuestions {1}; // after one that was not answered
constexpr std::chrono::seconds freshFor {5}; // longer than a handshake takes

api::RequestPtr questionForIdentity()
{
    api::Request question;
    question.path = "/api/v1/namespaces/kube-system";
    return std::make_shared<api::Request>(std::move(question));
}

api::Response refusalOfWrites()
{
    return api::refusal(403, "Forbidden", api::troubleSaying("AnotherCluster"));
}

bool isNewList(const api::Request &request)
{
    return !request.parameter("limit").empty() && request.parameter("continue").empty();
}

bool mayBeLoss(const base::Error &error)
{
    return error.kind == base::ErrorKind::Transient;
}

} // namespace

IdentityGate::IdentityGate(
    Transport &inner, GuardedConnections *connections, base::Clock &clock, Listeners listeners)
    : m_inner(inner)
    , m_connections(connections)
    , m_clock(clock)
    , m_listeners(std::move(listeners))
    , m_question(questionForIdentity())
    , m_refusal(refusalOfWrites())
{
    if (m_connections)
        m_connections->setGuard(this);
}

IdentityGate::~IdentityGate()
{
    if (m_connections)
        m_connections->setGuard(nullptr);
}

void IdentityGate::send(api::RequestPtr request, ResponseCallback callback)
{
    if (!onlyReads(request->method))
        return sendWrite({std::move(request), std::move(callback)});
    if (isNewList(*request))
        doubt();
    forward(std::move(request), std::move(callback));
}

std::unique_ptr<api::Watch> IdentityGate::watch(api::Request request, api::WatchSink sink)
{
    api::WatchSink outer;
    outer.events = [this, events = std::move(sink.events)](std::vector<api::WatchEvent> arrived) {
        takeSignOfLife();
        events(std::move(arrived));
    };
    outer.closed = [this, closed = std::move(sink.closed)](std::optional<base::Error> error) {
        if (error && mayBeLoss(*error))
            doubt();
        closed(std::move(error));
    };
    return m_inner.watch(std::move(request), std::move(outer));
}

void IdentityGate::sendWrite(Write write)
{
    if (m_change)
        return refuse(std::move(write.callback));
    if (m_isTrusted)
        return forward(std::move(write.request), std::move(write.callback));
    if (mustWaitLong())
        return m_clock.post(m_scope.bind(
            [write = std::move(write), problem = *m_problem] { write.callback(tl::unexpected(problem)); }));
    m_waiting.push_back(std::move(write));
    ask();
}

/// The server asked not to be asked.
bool IdentityGate::mustWaitLong() const
{
    return m_problem && m_clock.now() + pauseBetweenQuestions < m_askAgainAt;
}

void IdentityGate::forward(api::RequestPtr request, ResponseCallback callback)
{
    m_inner.send(std::move(request),
        m_scope.bind([this, callback = std::move(callback)](base::Result<api::Response> &&response) {
            if (!response && mayBeLoss(response.error()))
                doubt();
            else
                takeSignOfLife();
            callback(std::move(response));
        }));
}

void IdentityGate::refuse(ResponseCallback callback)
{
    m_clock.post(m_scope.bind([this, callback = std::move(callback)] { callback(m_refusal); }));
}

/// What was asked for just now may open any number of connections; later ones may lead elsewhere.
bool IdentityGate::admitsConnection()
{
    if (m_isTrusted && m_clock.now() - m_trustedAt <= freshFor)
        return true;
    doubt();
    return false;
}

void IdentityGate::takeBack(api::RequestPtr request, ResponseCallback callback)
{
    sendWrite({std::move(request), std::move(callback)});
}

void IdentityGate::doubt()
{
    ++m_doubts;
    m_isTrusted = false;
}

void IdentityGate::takeSignOfLife()
{
    if (!m_isTrusted && !m_change)
        ask();
}

void IdentityGate::ask()
{
    if (m_isAsking || m_change)
        return;
    if (m_problem && m_clock.now() < m_askAgainAt) {
        m_askAgain = m_clock.callAt(m_askAgainAt, [this] { ask(); });
        return;
    }
    m_isAsking = true;
    m_inner.send(m_question, m_scope.bind([this, doubts = m_doubts](base::Result<api::Response> &&response) {
        m_isAsking = false;
        takeAnswer(checked(std::move(response)), doubts);
    }));
}

void IdentityGate::takeAnswer(const base::Result<api::Response> &response, std::uint64_t doubts)
{
    using base::ErrorKind;
    if (response) {
        const std::string_view uid =
            response->body ? api::textAt(*response->body, {"metadata", "uid"}) : std::string_view();
        return uid.empty() ? stayUnknown("it has no uid", doubts) : takeIdentity(std::string(uid), doubts);
    }
    const base::Error &error = response.error();
    if (error.kind == ErrorKind::NotFound && m_first)
        return change({});
    if (error.kind == ErrorKind::NotFound || error.kind == ErrorKind::Forbidden)
        return stayUnknown(error.message, doubts);
    fail(error);
}

void IdentityGate::takeIdentity(const std::string &uid, std::uint64_t doubts)
{
    if (!m_first)
        m_first = uid;
    if (uid != *m_first)
        return change(uid);
    trust(doubts);
}

void IdentityGate::stayUnknown(const std::string &why, std::uint64_t doubts)
{
    if (!std::exchange(m_hasToldUnknown, true))
        qCInfo(identityLog) << "whether it is the same cluster after a loss can't be told, the namespace"
                            << "kube-system can't be read:" << str(why);
    trust(doubts);
}

/// What was asked before the last doubt may have been answered by whom we have lost since.
void IdentityGate::trust(std::uint64_t doubts)
{
    m_problem.reset();
    if (doubts != m_doubts)
        return ask();
    m_isTrusted = true;
    m_trustedAt = m_clock.now();
    m_listeners.trusted(m_first.value_or(std::string()));
    for (Write &write : std::exchange(m_waiting, {}))
        forward(std::move(write.request), std::move(write.callback));
}

/// Their senders know when to try again.
void IdentityGate::fail(base::Error error)
{
    const auto pause = std::max<std::chrono::milliseconds>(
        error.retryAfter.value_or(std::chrono::milliseconds()), pauseBetweenQuestions);
    m_askAgainAt = base::addSaturated(m_clock.now(), std::chrono::duration_cast<base::Duration>(pause));
    m_problem = std::move(error);
    for (Write &write : std::exchange(m_waiting, {}))
        write.callback(tl::unexpected(*m_problem));
}

void IdentityGate::change(const std::string &uid)
{
    m_change = Change {*m_first, uid};
    m_listeners.changed(*m_change);
    for (Write &write : std::exchange(m_waiting, {}))
        refuse(std::move(write.callback));
}

} // namespace core::client
