// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/gates.h"

namespace core::engine {

std::string clusterName(const EngineOptions &options)
{
    const bool isSomebodys = options.mode == Mode::External && !options.server.empty();
    return options.contextName + (isSomebodys ? " (" + options.server + ")" : "");
}

client::Transport &Gates::over(const EngineOptions &options, client::IdentityGate::Listeners listeners)
{
    client::Transport *transport = &options.transport;
    if (options.mode == Mode::External) {
        transport = &m_writes.emplace(*transport, options.clock, clusterName(options));
        transport = &m_identity.emplace(*transport, options.connections, options.clock, std::move(listeners));
    }
    if (options.readOnly)
        transport = &m_readOnly.emplace(*transport, options.clock, clusterName(options));
    return *transport;
}

client::Transport &Gates::entry(client::Transport &way, client::WriteGate::Rule rule)
{
    return m_writes ? m_entries.emplace_back(*m_writes, way, std::move(rule)) : way;
}

std::optional<OtherCluster> Gates::otherCluster() const
{
    if (!m_identity || !m_identity->change())
        return std::nullopt;
    return OtherCluster {m_identity->change()->first, m_identity->change()->present};
}

} // namespace core::engine
