// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What happens next to each machine that is not simply well: by the verdicts of the health checks, and by
// what the machine's own controller last said.

#include "core/controllers/stores.h"
#include "core/engine/explain.h"
#include "core/engine/values.h"
#include "core/runtime/informerset.h"

#include <QTimer>

namespace core::engine {

/// What every health check thinks of its machines.
std::vector<HealthCheckVerdicts> allVerdictsOf(
    const controllers::Stores &stores, base::Time now, bool areCarriedOut);
/// Foretells the machines of machine.openshift.io that are not well, by namespace and name. said tells what a
/// machine's own controller last said of it.
std::vector<Outlook> outlooksOf(const controllers::Stores &stores,
    const std::vector<HealthCheckVerdicts> &checks,
    const std::function<Outlook(const api::ResourceRef &machine)> &said);

/// Follows the informers, which must not have started. Costs a flag per change; a look costs some
/// milliseconds for ten thousand machines.
class OutlookBoard
{
public:
    struct Options {
        runtime::InformerSet &informers;
        const base::Clock &clock;
        const ControllerList &controllers;
        std::function<bool()> checksRun; ///< our controller of health checks does
        std::function<void()> changed; ///< there may be news to take, after a pause in which there were none
    };
    explicit OutlookBoard(Options options);

    /// Foretells every machine that is not well, by kind, namespace and name, when something has changed
    /// since; nothing when that is what was taken last and not wanted anyway. At most twice a second, and the
    /// less often the longer a look takes.
    std::optional<std::vector<Outlook>> takeNews(bool anyway);

private:
    template<typename T>
    void follow(runtime::Informer<T> &informer);
    /// Something has changed since the last look, or the time of a verdict has come.
    bool isStale() const;
    std::vector<Outlook> look();
    void addMcm(std::vector<Outlook> &outlooks);
    void tellRollouts(std::vector<Outlook> &outlooks);
    Outlook said(const api::ResourceRef &machine);
    void lookAgainAt(const std::optional<base::Time> &time);

    const Options m_options;
    const controllers::Stores m_stores;
    bool m_stale = true;
    std::optional<base::Time> m_nextLook; ///< when a verdict may change by time alone
    std::vector<Outlook> m_last; ///< as taken
    QTimer m_pause; ///< runs after a look: the next one waits for its end
    base::Subscriptions m_subscriptions;
};

} // namespace core::engine
