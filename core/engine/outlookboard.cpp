// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/outlookboard.h"

#include "core/controllers/conditions.h"
#include "core/controllers/setup.h"
#include "core/engine/dryrun.h"
#include "core/engine/rolloutoutlook.h"
#include "core/engine/sayings.h"
#include "core/timeline/observer.h"

#include <QElapsedTimer>

#include <algorithm>
#include <map>
#include <ranges>

namespace core::engine {

namespace {

constexpr std::chrono::milliseconds outlooksEvery {500};
constexpr int restsOfALook = 100; // between two at least so many times as long as one took

/// The course is what a controller of machines said last.
Outlook::Course courseSaid(std::string_view code)
{
    using Course = Outlook::Course;
    constexpr std::pair<std::string_view, Course> courses[] {
        {"WaitingForHealth", Course::Replaced},
        {"Unhealthy", Course::Replaced},
        {"WaitingForTurn", Course::Queued},
        {"WaitingForPermit", Course::Queued},
        {"HealthTimeoutDisabled", Course::Stays},
        {"WaitingForNode", Course::Boots},
        {"Created", Course::Boots},
    };
    const auto found = std::ranges::find(courses, code, &std::pair<std::string_view, Course>::first);
    return found == std::end(courses) ? Course::Unforeseen : found->second;
}

/// When what a controller said comes to pass: that may be later than its next look.
std::optional<api::Time> dueOf(const runtime::Explanation &said)
{
    const api::Facts facts = said.reasons.back().facts();
    const auto until = facts.find("until");
    if (until != facts.end()) {
        if (const auto time = api::parseTime(until->second))
            return *time;
    }
    return said.nextCheck;
}

std::string_view linkedNode(const api::Machine &machine)
{
    return machine.status.nodeRef ? std::string_view(machine.status.nodeRef->name) : std::string_view();
}

std::string_view linkedNode(const api::mcm::Machine &machine)
{
    return machine.metadata.label(api::mcm::keys::nodeLabel);
}

template<typename M>
bool isReady(const controllers::Stores &stores, const M &machine)
{
    const api::Node *node = stores.nodes.peek({{}, linkedNode(machine)});
    return !machine.isDeleting() && node && timeline::healthOf(*node) == "Ready";
}

/// Whether a health check that foretells this one comes before who foretells the other: what is done, or is
/// over, first.
bool comesBefore(const Outlook &outlook, const Outlook &other)
{
    const auto isSettled = [](const Outlook &each) {
        return each.due && (each.course == Outlook::Course::Replaced || each.says.code == "ComesBack");
    };
    return isSettled(outlook) && (!isSettled(other) || *outlook.due < *other.due);
}

} // namespace

std::vector<HealthCheckVerdicts> allVerdictsOf(
    const controllers::Stores &stores, base::Time now, bool areCarriedOut)
{
    std::vector<HealthCheckVerdicts> all;
    const auto add = [&](const api::Resource &kind, const api::ObjectKey &check) {
        all.push_back(verdictsOf({&kind, check}, stores, now, areCarriedOut));
    };
    for (const auto &check : stores.healthChecks.list())
        add(api::resourceOf<api::MachineHealthCheck>(), check->key());
    for (const auto &check : stores.healthChecksV1alpha1.list())
        add(api::resourceOf<api::HealthCheckV1alpha1>(), check->key());
    return all;
}

std::vector<Outlook> outlooksOf(const controllers::Stores &stores,
    const std::vector<HealthCheckVerdicts> &checks,
    const std::function<Outlook(const api::ResourceRef &machine)> &said)
{
    std::map<api::ObjectKey, Outlook> outlooks;
    const std::vector<controllers::MachinePointer> machines = stores.machines.list();
    const auto refOf = [](const api::Machine &machine) {
        return api::ResourceRef {&api::resourceOf<api::Machine>(), machine.key()};
    };
    for (const auto &machine : machines) {
        if (machine->isDeleting())
            outlooks.emplace(machine->key(), said(refOf(*machine))).first->second.course =
                Outlook::Course::Leaves;
    }
    for (const HealthCheckVerdicts &check : checks) {
        for (const MachineVerdict &verdict : check.machines) {
            const api::Machine *machine = stores.machines.peek(verdict.machine);
            if (!machine || (verdict.verdict == "Healthy" && isReady(stores, *machine)))
                continue;
            Outlook outlook = outlookFor(check, verdict);
            outlook.endsOnceReady = !isReady(stores, *machine);
            const auto [known, isNew] = outlooks.try_emplace(verdict.machine, outlook);
            if (!isNew && !machine->isDeleting() && comesBefore(outlook, known->second))
                known->second = std::move(outlook);
        }
    }
    for (const auto &machine : machines) {
        if (outlooks.contains(machine->key()) || isReady(stores, *machine))
            continue;
        const bool hasFailed = machine->status.nodeRef || machine->status.phase == api::phases::failed;
        Outlook outlook = hasFailed
            ? Outlook {refOf(*machine), outlookSaying("Unselected"), {}, Outlook::Course::Stays}
            : said(refOf(*machine));
        if (!hasFailed)
            outlook.course = Outlook::Course::Boots;
        outlook.endsOnceReady = true;
        outlooks.emplace(machine->key(), std::move(outlook));
    }
    const auto values = outlooks | std::views::values;
    return {values.begin(), values.end()};
}

OutlookBoard::OutlookBoard(Options options)
    : m_options(std::move(options))
    , m_stores(controllers::storesOf(m_options.informers))
{
    m_pause.setSingleShot(true);
    QObject::connect(&m_pause, &QTimer::timeout, &m_pause, [this] {
        if (isStale())
            m_options.changed();
    });
    runtime::InformerSet &informers = m_options.informers;
    follow(informers.of<api::Machine>());
    follow(informers.of<api::mcm::Machine>());
    follow(informers.of<api::Node>());
    follow(informers.of<api::Pod>());
    follow(informers.of<api::MachineHealthCheck>());
    follow(informers.of<api::HealthCheckV1alpha1>());
    follow(informers.of<api::MachineDisruptionBudget>());
    follow(informers.of<api::MachineSet>());
    follow(informers.of<api::MachineDeployment>());
    follow(informers.of<api::mcm::MachineSet>());
    follow(informers.of<api::mcm::MachineDeployment>());
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
    return m_stale || (m_nextLook && *m_nextLook <= m_options.clock.now());
}

std::optional<std::vector<Outlook>> OutlookBoard::takeNews(bool anyway)
{
    if (m_pause.isActive() || !isStale())
        return std::nullopt;
    QElapsedTimer took;
    took.start();
    std::vector<Outlook> present = look();
    m_pause.start(std::max(outlooksEvery, restsOfALook * std::chrono::milliseconds(took.elapsed())));
    if (present == m_last && !anyway)
        return std::nullopt;
    m_last = std::move(present);
    return m_last;
}

std::vector<Outlook> OutlookBoard::look()
{
    m_stale = false;
    m_nextLook.reset();
    std::vector<Outlook> outlooks =
        outlooksOf(m_stores, allVerdictsOf(m_stores, m_options.clock.now(), m_options.checksRun()),
            [this](const api::ResourceRef &machine) { return said(machine); });
    addMcm(outlooks);
    tellRollouts(outlooks);
    for (const Outlook &outlook : outlooks)
        lookAgainAt(outlook.due);
    return outlooks;
}

void OutlookBoard::lookAgainAt(const std::optional<base::Time> &time)
{
    if (time && *time > m_options.clock.now() && (!m_nextLook || *time < *m_nextLook))
        m_nextLook = time;
}

/// What the machine's controller last said about it.
Outlook OutlookBoard::said(const api::ResourceRef &machine)
{
    for (const runtime::Explanation &explanation : explanationsOf(m_options.controllers, machine, {})) {
        const std::string_view controller = explanation.controller;
        if ((controller == "machine" || controller == "mcm-machine") && !explanation.reasons.empty()) {
            lookAgainAt(explanation.nextCheck); // it may say something else then
            return {machine, explanation.reasons.back(), dueOf(explanation),
                courseSaid(explanation.reasons.back().code)};
        }
    }
    return {machine, {}, {}};
}

void OutlookBoard::addMcm(std::vector<Outlook> &outlooks)
{
    for (const auto &machine : m_options.informers.of<api::mcm::Machine>().store().list()) {
        if (isReady(m_stores, *machine))
            continue;
        outlooks.push_back(said({&api::resourceOf<api::mcm::Machine>(), machine->key()}));
        outlooks.back().endsOnceReady = true;
        if (machine->isDeleting())
            outlooks.back().course = Outlook::Course::Leaves;
    }
}

void OutlookBoard::tellRollouts(std::vector<Outlook> &outlooks)
{
    const auto runs = [this](std::string_view name) {
        return std::ranges::any_of(m_options.controllers, [name](const runtime::Controller *controller) {
            return controller->name() == name && controller->isRunning();
        });
    };
    if (runs(rolloutUnit))
        engine::tellRollouts(outlooks, m_stores.machines, m_stores.machineSets,
            m_options.informers.of<api::MachineDeployment>().store());
    if (runs("mcm-machinedeployment"))
        engine::tellRollouts(outlooks, m_options.informers.of<api::mcm::Machine>().store(),
            m_options.informers.of<api::mcm::MachineSet>().store(),
            m_options.informers.of<api::mcm::MachineDeployment>().store());
}

} // namespace core::engine
