// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands before the transport that the engine's options name: on somebody's cluster whoever writes has
// an entry of their own, and it must still be the same cluster; opened read-only, nothing is written.

#include "core/client/identitygate.h"
#include "core/client/readonlytransport.h"
#include "core/client/writegate.h"
#include "core/engine/engine.h"

#include <deque>

namespace core::engine {

/// Names the cluster in sentences about what is refused: contexts of several clusters may share a name.
std::string clusterName(const EngineOptions &options);

class Gates
{
public:
    /// The way to the server through all gates; the listeners are for somebody's cluster.
    client::Transport &over(const EngineOptions &options, client::IdentityGate::Listeners listeners);
    /// The way for one who may write while the rule lets them, over what leads to the gates.
    client::Transport &entry(client::Transport &way, client::WriteGate::Rule rule);
    std::optional<OtherCluster> otherCluster() const;
    /// What is read is the cluster's that was entered, as far as that can be known.
    bool isSameCluster() const { return !m_identity || m_identity->isTrusted(); }

private:
    std::optional<client::WriteGate> m_writes; ///< of somebody's cluster
    std::optional<client::IdentityGate> m_identity;
    std::optional<client::ReadOnlyTransport> m_readOnly;
    std::deque<client::WriteGate::Entry> m_entries;
};

} // namespace core::engine
