// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Works out the verdicts of the one health check that the window shows. Costs nothing while none is shown;
// else a look at its machines (some milliseconds for ten thousand) whenever something has changed and is
// asked for.

#include "core/base/clock.h"
#include "core/controllers/stores.h"
#include "core/engine/verdicts.h"
#include "core/runtime/informerset.h"

namespace core::engine {

class DryRun
{
public:
    /// Follows the informers, which must not have started.
    DryRun(runtime::InformerSet &informers, const base::Clock &clock);

    /// Of which check there shall be news; nothing: of none. The first news come at once.
    void watch(std::optional<api::ResourceRef> check);
    /// Whether there are verdicts other than those taken last. Looks only if something may have changed.
    bool hasNews();
    /// The news, once.
    std::optional<HealthCheckVerdicts> takeNews();

private:
    template<typename T>
    void follow(runtime::Informer<T> &informer);
    HealthCheckVerdicts look();

    const controllers::Stores m_stores;
    const base::Clock &m_clock;
    std::optional<api::ResourceRef> m_check;
    bool m_stale = false; ///< something has changed since the last look
    std::optional<base::Time> m_nextLook; ///< when a verdict may change by time alone
    std::optional<HealthCheckVerdicts> m_last; ///< as taken, or as waiting to be
    bool m_isNew = false; ///< m_last has not been taken
};

} // namespace core::engine
