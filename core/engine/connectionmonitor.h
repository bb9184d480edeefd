// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells whether what the informers hold is live. They notice that a server has gone, but not that it has
// fallen silent: a watch on a stopped server, or through a dead network, looks open for minutes. So a server
// outside is asked for a sign of life every few seconds, and as soon as it gives one again everybody
// reconnects at once.

#include "core/base/scope.h"
#include "core/client/client.h"
#include "core/engine/values.h"
#include "core/runtime/informerset.h"

namespace core::engine {

class ConnectionMonitor
{
public:
    /// What is known while nothing is live.
    struct Loss {
        base::Time liveUntil;
        std::optional<base::Time> retryAt; ///< unset: an attempt is under way
    };

    ConnectionMonitor(client::Client &client, base::Clock &clock, runtime::InformerSet &informers);

    /// Asks for signs of life from now on; changed: loss() or problem() is new.
    void start(std::function<void()> changed);
    /// Asks at once instead of at Loss::retryAt, and lets everybody who waits try as well.
    void retryNow();
    /// An informer's state has changed.
    void look();
    /// Set while the server does not answer, or no watch is live although some were.
    std::optional<Loss> loss() const;
    /// What is wrong, for people, "nodes: connection refused"; empty while all is well.
    api::Saying problem() const;
    std::vector<UnreadKind> unread() const;

private:
    void ask();
    void takeAnswer(const base::Result<api::Response> &response);
    void takeSilence();
    void loseTouch();
    std::optional<base::Time> brokenSince() const;
    std::optional<base::Time> nextRetry() const;

    client::Client &m_client;
    base::Clock &m_clock;
    runtime::InformerSet &m_informers;
    std::function<void()> m_changed;
    base::Time m_lastAnswer;
    std::optional<base::Time> m_silentSince; ///< set while the server does not answer
    api::Saying m_silence; ///< how
    std::optional<base::Time> m_askAt; ///< unset while a question is open
    int m_failures = 0;
    base::Timer m_next;
    base::Timer m_deadline;
    base::Scope m_scope;
};

} // namespace core::engine
