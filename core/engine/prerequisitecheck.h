// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an external cluster must have before machines can live on it: our CRDs, and the place and rights of
// hollow-node pods (docs/design.md D15). Installed only on request (core/README.md, invariant 8).

#include "core/api/saying.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

namespace core::engine {

/// Every object to install, in order: CRDs first.
std::vector<api::Json> prerequisiteObjects();

/// Finds out which of the machine kinds the cluster serves. Asks every 2 s while it serves none, since they
/// are about to be installed, every 10 s while some are missing, then never again. What was served once
/// counts as served.
class PrerequisiteCheck
{
public:
    PrerequisiteCheck(client::Client &client, base::Clock &clock);

    /// changed: missing() may be new, or a request failed.
    void start(std::function<void()> changed);
    /// Every question has been answered once.
    bool hasLooked() const { return m_looked; }
    /// Names of the CRDs that the server does not serve, "machines.machine.openshift.io"; empty before the
    /// first look.
    const std::vector<std::string> &missing() const { return m_missing; }
    bool isMissing(const api::Resource &kind) const;
    /// Why the server could not be asked; empty while all is well.
    const api::Saying &problem() const { return m_problem; }

private:
    void ask();
    void askFor(std::size_t family);
    void judge(std::size_t family, const base::Result<api::Response> &response);
    bool servesSome() const;

    client::Client &m_client;
    base::Clock &m_clock;
    std::function<void()> m_changed;
    std::vector<std::string> m_notServed; ///< by the answers of this round
    std::vector<std::string> m_missing;
    bool m_looked = false;
    api::Saying m_problem;
    base::Timer m_again;
    base::Scope m_scope;
};

} // namespace core::engine
