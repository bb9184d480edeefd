// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds out, as it goes, what of ours can run on an external cluster: follows the machine kinds that it
// serves, and tells the manager of each unit what speaks against it.

#include "core/engine/foreigncontrollers.h"
#include "core/engine/prerequisitecheck.h"
#include "core/runtime/manager.h"

namespace core::engine {

class ClusterSurvey
{
public:
    struct Options {
        client::Client &client;
        base::Clock &clock;
        runtime::InformerSet &informers;
        runtime::Manager &manager;
        std::function<bool()> isSameCluster; ///< as at first: nothing is followed on another one
        std::function<void()> looked; ///< once, when it is known of every kind whether it is served
        std::function<void()> changed; ///< missing() or problem() may have
    };
    explicit ClusterSurvey(Options options);

    void start();
    /// As of PrerequisiteCheck; both are empty until it is started.
    const std::vector<std::string> &missing() const { return m_prerequisites.missing(); }
    const api::Saying &problem() const { return m_prerequisites.problem(); }

private:
    void takeServed();
    void followServed();
    void judge(const std::string &unit);

    const Options m_options;
    PrerequisiteCheck m_prerequisites;
    std::map<std::string, api::Saying> m_foreignReasons; ///< by unit: which other program does the same
    ForeignControllerWatch m_foreignControllers;
    bool m_hasLooked = false;
};

} // namespace core::engine
