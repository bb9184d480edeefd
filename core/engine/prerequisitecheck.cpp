// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/prerequisitecheck.h"

#include "core/api/cluster.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machinedisruptionbudget.h"
#include "core/api/mcm.h"
#include "core/base/log.h"
#include "core/engine/values.h"
#include "resources/resources.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace core::engine {

HOLLOWLAB_LOG(prerequisitesLog, "hollowlab.core.engine.prerequisites")

namespace {

constexpr std::chrono::seconds askAgain {2};
constexpr std::chrono::seconds askAgainForTheRest {10};

/// The kinds to ask for together: those of one group and version.
using Family = std::vector<const api::Resource *>;

const std::array<Family, 4> &machineFamilies()
{
    static const std::array families {
        Family {&api::resourceOf<api::Machine>(), &api::resourceOf<api::MachineSet>(),
            &api::resourceOf<api::MachineDeployment>(), &api::resourceOf<api::MachineHealthCheck>()},
        Family {&api::resourceOf<api::mcm::Machine>(), &api::resourceOf<api::mcm::MachineSet>(),
            &api::resourceOf<api::mcm::MachineDeployment>(), &api::resourceOf<api::mcm::MachineClass>()},
        Family {
            &api::resourceOf<api::HealthCheckV1alpha1>(), &api::resourceOf<api::MachineDisruptionBudget>()},
        Family {&api::resourceOf<api::Cluster>()}};
    return families;
}

std::string nameOf(const api::Resource &kind)
{
    return kind.plural + "." + kind.group;
}

bool serves(const api::Json &apiResourceList, const std::string &plural)
{
    const api::Json *resources = api::find(apiResourceList, {"resources"});
    return resources && resources->is_array()
        && std::ranges::any_of(resources->get_array(),
            [&](const api::Json &entry) { return api::textAt(entry, {"name"}) == plural; });
}

} // namespace

std::vector<api::Json> prerequisiteObjects()
{
    std::vector<api::Json> objects;
    for (const std::string &file : resources::files("crds"))
        objects.push_back(api::parseJson(resources::text("crds/" + file)).value());
    const api::Json others = api::parseJson(resources::text("prerequisites.json")).value();
    std::ranges::copy(others.as_array(), std::back_inserter(objects));
    return objects;
}

std::vector<std::string> prerequisiteNames()
{
    std::vector<std::string> names;
    for (const api::Json &object : prerequisiteObjects()) {
        std::string name = std::string(api::textAt(object, {"kind"})) + " ";
        if (const std::string_view ns = api::textAt(object, {"metadata", "namespace"}); !ns.empty())
            name += std::string(ns) + "/";
        names.push_back(name + std::string(api::textAt(object, {"metadata", "name"})));
    }
    return names;
}

PrerequisiteCheck::PrerequisiteCheck(client::Client &client, base::Clock &clock)
    : m_client(client)
    , m_clock(clock)
{
}

bool PrerequisiteCheck::isMissing(const api::Resource &kind) const
{
    return std::ranges::find(m_missing, nameOf(kind)) != m_missing.end();
}

void PrerequisiteCheck::start(std::function<void()> changed)
{
    m_changed = std::move(changed);
    ask();
}

void PrerequisiteCheck::ask()
{
    m_notServed.clear();
    askFor(0);
}

void PrerequisiteCheck::askFor(std::size_t family)
{
    api::Request request;
    request.path = "/apis/" + machineFamilies()[family].front()->apiVersion();
    m_client.send(std::move(request),
        m_scope.bind(
            [this, family](const base::Result<api::Response> &response) { judge(family, response); }));
}

void PrerequisiteCheck::judge(std::size_t family, const base::Result<api::Response> &response)
{
    const bool answered = response || response.error().kind == base::ErrorKind::NotFound;
    const api::Saying before =
        std::exchange(m_problem, answered ? api::Saying() : api::sayingOf(response.error()));
    if (!m_problem.empty() && m_problem != before)
        qCWarning(prerequisitesLog) << "which kinds the cluster serves is not known:"
                                    << base::str(m_problem.text);
    if (answered) {
        const api::Json none;
        const api::Json &served = response && response->body ? *response->body : none;
        for (const api::Resource *kind : machineFamilies()[family]) {
            const bool wasServed = m_looked && !isMissing(*kind);
            if (!wasServed && !serves(served, kind->plural))
                m_notServed.push_back(nameOf(*kind));
        }
        if (family + 1 < machineFamilies().size())
            return askFor(family + 1);
        m_missing = m_notServed;
        m_looked = true;
    }
    m_changed();
    if (!m_looked || !m_missing.empty())
        m_again = m_clock.callAfter(servesSome() ? askAgainForTheRest : askAgain, [this] { ask(); });
}

bool PrerequisiteCheck::servesSome() const
{
    const auto isServed = [this](const api::Resource *kind) { return !isMissing(*kind); };
    return m_looked && std::ranges::any_of(machineFamilies(), [&](const Family &family) {
        return std::ranges::any_of(family, isServed);
    });
}

} // namespace core::engine
