// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps what was meant for one cluster from being written to another one at the same address. Writes pass
// while the server is known to be the cluster that was seen first, by the uid of its namespace kube-system.
// From every sign that the connection was lost, and from every new list, until that was looked up again they
// wait; when it can't be looked up, they fail as the look did. Where the namespace can't be read (403, or 404
// from the beginning) nothing is known, and nothing is held back. Asks for nothing while nothing is lost.

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/connectionguard.h"

namespace core::client {

class IdentityGate : public Transport, private ConnectionGuard
{
public:
    /// Uids; the present one is empty when there is no such namespace any more.
    struct Change {
        std::string first;
        std::string present;

        bool operator==(const Change &) const = default;
    };

    struct Listeners {
        std::function<void(const Change &)> changed;
        /// Writes pass from now on, to the cluster with that uid; empty where nothing is known.
        std::function<void(const std::string &)> trusted = [](const auto &) {};
    };

    /// The inner one, its connections (null: it opens none) and the clock outlive it. After a change every
    /// write is refused: 403.
    IdentityGate(Transport &inner, GuardedConnections *connections, base::Clock &clock, Listeners listeners);
    ~IdentityGate() override;

    void send(api::RequestPtr request, ResponseCallback callback) override;
    std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;
    const std::optional<Change> &change() const { return m_change; }
    /// Whether it is known, or can't be known, that the server is the cluster that was seen first.
    bool isTrusted() const { return m_isTrusted && !m_change; }

private:
    struct Write {
        api::RequestPtr request;
        ResponseCallback callback;
    };

    bool admitsConnection() override;
    void takeBack(api::RequestPtr request, ResponseCallback callback) override;
    void sendWrite(Write write);
    void forward(api::RequestPtr request, ResponseCallback callback);
    void refuse(ResponseCallback callback);
    bool mustWaitLong() const;
    void doubt();
    void takeSignOfLife();
    void ask();
    void takeAnswer(const base::Result<api::Response> &response, std::uint64_t doubts);
    void takeIdentity(const std::string &uid, std::uint64_t doubts);
    void stayUnknown(const std::string &why, std::uint64_t doubts);
    void trust(std::uint64_t doubts);
    void fail(base::Error error);
    void change(const std::string &uid);

    Transport &m_inner;
    GuardedConnections *m_connections;
    base::Clock &m_clock;
    const Listeners m_listeners;
    const api::RequestPtr m_question;
    const api::Response m_refusal;
    std::optional<std::string> m_first;
    std::optional<Change> m_change;
    bool m_isTrusted = false;
    base::Time m_trustedAt;
    std::uint64_t m_doubts = 0; ///< so many signs of loss have been seen
    bool m_isAsking = false;
    std::optional<base::Error> m_problem; ///< why the last question was not answered
    base::Time m_askAgainAt;
    bool m_hasToldUnknown = false;
    std::vector<Write> m_waiting;
    base::Timer m_askAgain;
    base::Scope m_scope;
};

} // namespace core::client
