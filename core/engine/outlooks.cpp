// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/outlooks.h"

#include "core/controllers/conditions.h"
#include "core/controllers/setup.h"
#include "core/engine/dryrun.h"
#include "core/timeline/observer.h"

namespace core::engine {

namespace {

std::string remedyText(const MachineVerdict &verdict)
{
    if (verdict.remedy == "Reboot")
        return "its reboot is asked for";
    return verdict.remedy == "External" ? "handed over for remediation" : "replaced";
}

std::string excessText(const HealthCheckVerdicts &check)
{
    return std::to_string(check.unhealthy()) + " of " + std::to_string(check.expected) + " unhealthy, "
        + std::to_string(check.maxUnhealthy.value_or(check.expected)) + " may be";
}

std::string whenText(Fate::When when, const std::string &check)
{
    switch (when) {
    case Fate::When::Now:
        return " now by " + check;
    case Fate::When::OnceOthersAreUp:
        return " once others have come up";
    case Fate::When::AtNextCheck:
        break;
    case Fate::When::UnlessNodeComes:
        return " {when} if it has no node by then";
    }
    return " {when} by " + check;
}

/// What a check does about a machine that is not simply well, told of the machine.
std::string textFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    const std::string name = "health check " + check.check.key.name;
    const Fate fate = fateOf(check, verdict);
    const bool boots = verdict.verdict == "Starting";
    switch (fate.hold) {
    case Fate::Hold::NothingJudged:
        return name + " judges nothing: " + check.problem;
    case Fate::Hold::Healthy:
        return name + " finds nothing wrong";
    case Fate::Hold::Deleting:
        return "is being deleted";
    case Fate::Hold::Paused:
        return "stays: " + name + " is paused";
    case Fate::Hold::Uncontrolled:
        return boots ? "boots" : "stays: nobody controls it, so nobody would replace it";
    case Fate::Hold::WaitsForNode:
        return "boots";
    case Fate::Hold::NotCarriedOut:
        return boots ? "boots" : "stays: the controller of health checks is off";
    case Fate::Hold::TooManyUnhealthy:
        return "stays: " + excessText(check);
    case Fate::Hold::None:
        break;
    }
    return (boots ? "boots; " : "") + remedyText(verdict) + whenText(fate.when, name);
}

std::string linkedNode(const api::Machine &machine)
{
    return machine.status.nodeRef ? machine.status.nodeRef->name : std::string();
}

std::string linkedNode(const api::mcm::Machine &machine)
{
    return std::string(machine.metadata.label(api::mcm::keys::nodeLabel));
}

} // namespace

OutlookBoard::OutlookBoard(runtime::InformerSet &informers, const base::Clock &clock,
    const ControllerList &controllers, std::function<bool()> checksRun)
    : m_informers(informers)
    , m_stores(controllers::storesOf(informers))
    , m_clock(clock)
    , m_controllers(controllers)
    , m_checksRun(std::move(checksRun))
{
    follow(informers.of<api::Machine>());
    follow(informers.of<api::mcm::Machine>());
    follow(informers.of<api::Node>());
    follow(informers.of<api::Pod>());
    follow(informers.of<api::MachineHealthCheck>());
    follow(informers.of<api::HealthCheckV1alpha1>());
}

template<typename T>
void OutlookBoard::follow(runtime::Informer<T> &informer)
{
    m_subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
        if constexpr (std::is_same_v<T, api::Node>)
            m_stale = m_stale || !before || !after || !controllers::isHeartbeat(*before, *after);
        else
            m_stale = true;
    }));
}

bool OutlookBoard::isStale() const
{
    return m_stale || (m_nextLook && *m_nextLook <= m_clock.now());
}

std::vector<Outlook> OutlookBoard::look()
{
    m_stale = false;
    m_nextLook.reset();
    ByMachine byKey;
    addDeleting(byKey);
    addChecked(byKey);
    addUnchecked(byKey);
    std::vector<Outlook> outlooks;
    for (auto &[key, outlook] : byKey)
        outlooks.push_back(std::move(outlook));
    addMcm(outlooks);
    for (const Outlook &outlook : outlooks) {
        const bool isAhead = outlook.due && *outlook.due > m_clock.now();
        if (isAhead && (!m_nextLook || *outlook.due < *m_nextLook))
            m_nextLook = outlook.due;
    }
    return outlooks;
}

/// What the machine's controller last said about it.
Outlook OutlookBoard::said(const api::ResourceRef &machine) const
{
    for (const runtime::Explanation &explanation : explanationsOf(m_controllers, machine, {})) {
        const std::string_view controller = explanation.controller;
        if ((controller == "machine" || controller == "mcm-machine") && !explanation.reasons.empty())
            return {machine, explanation.reasons.back().text, explanation.nextCheck};
    }
    return {machine, "", {}};
}

template<typename M>
bool OutlookBoard::isSettled(const M &machine) const
{
    const api::Node *node = m_stores.nodes.peek(api::ObjectKey {{}, linkedNode(machine)});
    return !machine.isDeleting() && node && timeline::healthOf(*node) == "Ready";
}

void OutlookBoard::addDeleting(ByMachine &outlooks) const
{
    for (const auto &machine : m_stores.machines.list()) {
        if (machine->isDeleting())
            outlooks.emplace(machine->key(), said({&api::resourceOf<api::Machine>(), machine->key()}));
    }
}

void OutlookBoard::addChecked(ByMachine &outlooks) const
{
    const auto add = [&](const api::Resource &kind, const api::ObjectKey &check) {
        const HealthCheckVerdicts verdicts =
            verdictsOf({&kind, check}, m_stores, m_clock.now(), m_checksRun());
        for (const MachineVerdict &verdict : verdicts.machines) {
            const api::Machine *machine = m_stores.machines.peek(verdict.machine);
            if (!machine || (verdict.verdict == "Healthy" && isSettled(*machine)))
                continue;
            const api::ResourceRef ref {&api::resourceOf<api::Machine>(), verdict.machine};
            outlooks.emplace(verdict.machine, Outlook {ref, textFor(verdicts, verdict), verdict.nextCheck});
        }
    };
    for (const auto &check : m_stores.healthChecks.list())
        add(api::resourceOf<api::MachineHealthCheck>(), check->key());
    for (const auto &check : m_stores.healthChecksV1alpha1.list())
        add(api::resourceOf<api::HealthCheckV1alpha1>(), check->key());
}

void OutlookBoard::addUnchecked(ByMachine &outlooks) const
{
    for (const auto &machine : m_stores.machines.list()) {
        if (outlooks.contains(machine->key()) || isSettled(*machine))
            continue;
        const api::ResourceRef ref {&api::resourceOf<api::Machine>(), machine->key()};
        const bool hasFailed = machine->status.nodeRef || machine->status.phase == api::phases::failed;
        outlooks.emplace(
            machine->key(), hasFailed ? Outlook {ref, "stays: no health check selects it", {}} : said(ref));
    }
}

void OutlookBoard::addMcm(std::vector<Outlook> &outlooks) const
{
    for (const auto &machine : m_informers.of<api::mcm::Machine>().store().list()) {
        if (!isSettled(*machine))
            outlooks.push_back(said({&api::resourceOf<api::mcm::Machine>(), machine->key()}));
    }
}

} // namespace core::engine
