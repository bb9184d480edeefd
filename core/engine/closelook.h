// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one object that the window looks at closely: why it is as it is, what health checks think of it, and
// whether its node is silent. Costs nothing while there is none; else it looks twice a second of real time.

#include "core/engine/dryrun.h"
#include "core/engine/explain.h"
#include "core/engine/values.h"

#include <QTimer>

namespace core::engine {

class CloseLook
{
public:
    struct Options {
        runtime::InformerSet &informers;
        const base::Clock &clock;
        const ControllerList &controllers;
        base::Duration heartbeat; ///< how far those of a node are apart
        std::function<bool()> areChecksCarriedOut;
        std::function<void()> changed; ///< there are verdicts or news to take
    };
    /// Follows the informers, which must not have started.
    explicit CloseLook(Options options);

    /// Looks at that object from now on, or at none. Who asks again is told again: they may have shown
    /// another time since.
    void lookAt(const std::optional<api::ResourceRef> &object);
    /// Of the health check that it is, when they changed; once.
    std::optional<HealthCheckVerdicts> takeVerdicts() { return m_dryRun.takeNews(); }
    /// What is seen, when it is not what was taken last.
    std::optional<Inspection> takeNews();

private:
    /// What is done about a silent node, and all that it depends on.
    struct SilenceForecast {
        std::string node;
        std::vector<std::string> silent; ///< all nodes that are
        std::vector<HealthCheckVerdicts> checks;
        std::vector<api::Saying> then;
    };

    void look();
    Inspection inspection();
    std::optional<Silence> silence();
    const std::vector<api::Saying> &whatFollows(const std::string &silentNode);

    const Options m_options;
    DryRun m_dryRun;
    std::optional<api::ResourceRef> m_object;
    Inspection m_last; ///< as taken
    SilenceForecast m_silence; ///< as worked out last
    QTimer m_turn; ///< runs while something is looked at
};

} // namespace core::engine
