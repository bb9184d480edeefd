// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serves the engine's status pages over plain HTTP on 127.0.0.1, for a Prometheus or a probe beside us: GET
// only, one request for each connection, whoever can reach the port may ask. A page of another site must not
// (docs/faults-and-threats.md T2): the Host has to be ours, and browsers that say where they come from are
// rejected.

#include "core/api/exchange.h"

#include <QTcpServer>

#include <memory>

namespace app {

/// A listener lives on the thread that answers.
class StatusListener
{
public:
    using Answer = std::function<core::api::Response(const core::api::Request &)>;

    /// Transient when the port is taken; 0 is any free one.
    static core::base::Result<std::unique_ptr<StatusListener>> open(int port, Answer answer);

    int port() const { return m_server.serverPort(); }

private:
    explicit StatusListener(Answer answer);

    void take();

    Answer m_answer;
    QTcpServer m_server; ///< parent of its connections
};

} // namespace app
