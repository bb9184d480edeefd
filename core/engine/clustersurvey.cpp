// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/clustersurvey.h"

#include "core/api/machinedisruptionbudget.h"
#include "core/engine/controllers.h"
#include "core/engine/sayings.h"

namespace core::engine {

namespace {

std::vector<std::string> unitNames()
{
    std::vector<std::string> names;
    for (const ControllerDescriptor &descriptor : controllerDescriptors())
        names.emplace_back(descriptor.name);
    return names;
}

} // namespace

ClusterSurvey::ClusterSurvey(Options options)
    : m_options(std::move(options))
    , m_prerequisites(m_options.client, m_options.clock)
    , m_foreignControllers(m_options.client, m_options.clock, unitNames(),
          [this](const std::string &unit, const api::Saying &blockedReason) {
              m_foreignReasons[unit] = blockedReason;
              judge(unit);
          })
{
}

void ClusterSurvey::start()
{
    m_foreignControllers.start();
    m_prerequisites.start([this] { takeServed(); });
}

void ClusterSurvey::takeServed()
{
    if (m_prerequisites.hasLooked() && m_options.isSameCluster()) {
        for (const std::string &unit : unitNames())
            judge(unit);
        if (!std::exchange(m_hasLooked, true))
            m_options.looked();
        followServed();
    }
    m_options.changed();
}

void ClusterSurvey::followServed()
{
    const auto follow = [this](runtime::InformerBase &informer) {
        if (!m_prerequisites.isMissing(informer.resource()))
            informer.start();
        else if (informer.state() != runtime::InformerBase::State::Stopped)
            informer.stop();
    };
    const auto followAll = [&]<typename... Kind>() { (follow(m_options.informers.of<Kind>()), ...); };
    followAll.operator()<api::Machine, api::MachineSet, api::MachineDeployment, api::MachineHealthCheck,
        api::HealthCheckV1alpha1, api::MachineDisruptionBudget, api::Cluster, api::mcm::Machine,
        api::mcm::MachineSet, api::mcm::MachineDeployment, api::mcm::MachineClass>();
}

/// Tells the manager what speaks against the unit.
void ClusterSurvey::judge(const std::string &unit)
{
    std::string missing;
    for (const api::Resource *kind : descriptorOf(unit).needs) {
        if (m_prerequisites.isMissing(*kind))
            missing += (missing.empty() ? "" : ", ") + kind->plural + "." + kind->group;
    }
    m_options.manager.setBlockedReason(
        unit, missing.empty() ? m_foreignReasons[unit] : blockedSaying("NotServed", missing));
}

} // namespace core::engine
