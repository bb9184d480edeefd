// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an external cluster must have before machines can live on it: our CRDs, and the place and rights of
// hollow-node pods (design.md D15). Installed only on request (invariant 8).

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/client.h"

namespace core::engine {

/// Every object to install, in order: CRDs first.
std::vector<api::Json> prerequisiteObjects();

/// Watches whether the cluster serves the machine kinds: asks every 2 s until all are there, then never
/// again.
class PrerequisiteCheck
{
public:
    PrerequisiteCheck(client::Client &client, base::Clock &clock);

    /// changed: missing() is new, or a request failed; complete: once, when nothing is missing.
    void start(std::function<void()> changed, std::function<void()> complete);
    /// Names of the CRDs that the server does not serve, "machines.machine.openshift.io"; empty before the
    /// first answer.
    const std::vector<std::string> &missing() const { return m_missing; }
    /// Why the server could not be asked; empty while all is well.
    const std::string &problem() const { return m_problem; }

private:
    void ask();
    void askFor(std::size_t family);
    void judge(std::size_t family, const base::Result<api::Response> &response);

    client::Client &m_client;
    base::Clock &m_clock;
    std::function<void()> m_changed;
    std::function<void()> m_complete;
    std::vector<std::string> m_notServed; ///< by the answers of this round
    std::vector<std::string> m_missing;
    std::string m_problem;
    base::Timer m_again;
    base::Scope m_scope;
};

} // namespace core::engine
