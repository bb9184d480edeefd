// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shownmoment.h"

#include "core/engine/dryrun.h"
#include "ui/commandsender.h"

#include <algorithm>

namespace ui {

using core::api::Time;
using core::engine::ChangeSet;
using core::engine::ChangeSetPtr;
using core::engine::HealthCheckVerdicts;
using core::engine::MachineVerdict;
using core::engine::MomentPtr;

namespace {

/// An object is the same as long as its version is.
template<typename T>
bool isSame(const std::shared_ptr<const T> &one, const std::shared_ptr<const T> &other)
{
    return one == other
        || (one->metadata.uid == other->metadata.uid
            && one->metadata.resourceVersion == other->metadata.resourceVersion);
}

/// What makes the wanted objects of those that are there.
template<typename T>
core::engine::Changes<T> changesBetween(const Objects<T> &present, const Objects<T> &wanted)
{
    core::engine::Changes<T> changes;
    for (const auto &[key, object] : wanted) {
        const auto found = present.find(key);
        if (found == present.end() || !isSame(found->second, object))
            changes.upserts.push_back(object);
    }
    for (const auto &[key, object] : present) {
        if (!wanted.contains(key))
            changes.removed.push_back(key);
    }
    return changes;
}

/// Whether they were then is not kept.
bool areChecksCarriedOut(const ClusterView &cluster)
{
    return std::ranges::any_of(
        cluster.status().controllers, [](const core::engine::ControllerState &controller) {
            return controller.name == core::engine::healthCheckUnit && controller.wanted;
        });
}

/// Those that select the machine, each with its verdict on it alone.
std::vector<HealthCheckVerdicts> checksOnMachine(const ClusterView &cluster,
    const std::vector<HealthCheckVerdicts> &all, const core::api::ObjectKey &machine)
{
    std::vector<HealthCheckVerdicts> checks;
    const core::api::Machine *found = cluster.machine(machine);
    if (!found)
        return checks;
    for (const core::api::MachineHealthCheck *selecting : cluster.checksOf(*found)) {
        const auto check = std::ranges::find(
            all, selecting->key(), [](const HealthCheckVerdicts &verdicts) { return verdicts.check.key; });
        if (check == all.end())
            continue;
        checks.push_back(*check);
        auto &verdicts = checks.back().machines;
        std::erase_if(verdicts, [&](const MachineVerdict &verdict) { return verdict.machine != machine; });
        if (verdicts.empty()) // what can't be read judges nothing, and says so
            verdicts.emplace_back().machine = machine;
    }
    return checks;
}

/// Those that select machines of the sets, with their counts alone.
std::vector<HealthCheckVerdicts> checksOverSets(const ClusterView &cluster,
    const std::vector<HealthCheckVerdicts> &all, const std::vector<ObjectRef> &sets)
{
    std::vector<HealthCheckVerdicts> checks;
    for (const HealthCheckVerdicts &check : all) {
        const bool isOverThem = std::ranges::any_of(check.machines, [&](const MachineVerdict &verdict) {
            const core::api::Machine *machine = cluster.machine(verdict.machine);
            const auto set = machine ? ClusterView::setOf(machine->metadata) : std::nullopt;
            return set && std::ranges::find(sets, *set) != sets.end();
        });
        if (isOverThem) {
            checks.push_back(check);
            checks.back().machines.clear();
        }
    }
    return checks;
}

} // namespace

ShownMoment::ShownMoment(ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_commands(commands)
{
}

void ShownMoment::seek(Time at)
{
    const auto &past = m_cluster.status().past;
    if (!past)
        return;
    const Time second = std::chrono::floor<std::chrono::seconds>(std::max(at, past->begin));
    if (second + std::chrono::seconds(1) > m_cluster.present())
        return showPresent();
    if (m_asked)
        m_wanted = second;
    else
        ask(second);
}

void ShownMoment::step(core::base::Duration by)
{
    const Time from = m_wanted ? *m_wanted
        : m_asked              ? *m_asked
                               : m_cluster.moment().value_or(m_cluster.present());
    seek(from + by);
}

void ShownMoment::ask(Time at)
{
    m_asked = at;
    m_commands.seek(at, [this](const MomentPtr &moment) {
        const bool isWanted = m_asked.has_value();
        m_asked.reset();
        if (isWanted && moment)
            show(moment);
        if (const auto next = std::exchange(m_wanted, std::nullopt))
            ask(*next);
    });
}

void ShownMoment::show(const MomentPtr &moment)
{
    if (!isPast())
        keepPresent();
    auto changes = std::make_shared<ChangeSet>();
    moment->objects.each([&]<typename T>(const core::engine::ObjectList<T> &list) {
        Objects<T> wanted;
        for (const auto &object : list)
            wanted.emplace(object->key(), object);
        changes->of<T>() = changesBetween(m_cluster.all<T>(), wanted);
    });
    m_pastOutlook = core::engine::outlookAt(*moment, areChecksCarriedOut(m_cluster));
    changes->outlooks = m_pastOutlook ? m_pastOutlook->outlooks : std::vector<core::engine::Outlook>();
    changes->inspection.emplace();
    changes->verdicts.emplace();
    m_cluster.setMoment(moment->at, moment->gap.has_value());
    emit moved(changes);
}

void ShownMoment::keepPresent()
{
    m_present.each([this]<typename T>(Objects<T> &objects) { objects = m_cluster.all<T>(); });
    m_outlooks = m_cluster.outlooks();
}

void ShownMoment::showPresent()
{
    m_asked.reset();
    m_wanted.reset();
    if (!isPast())
        return;
    auto changes = std::make_shared<ChangeSet>();
    m_present.each([&]<typename T>(Objects<T> &objects) {
        changes->of<T>() = changesBetween(m_cluster.all<T>(), objects);
        objects.clear();
    });
    changes->outlooks = std::exchange(m_outlooks, {});
    changes->inspection.emplace(); // the core tells it anew
    changes->verdicts.emplace();
    m_pastOutlook.reset();
    m_cluster.setMoment({}, false);
    emit moved(changes);
}

void ShownMoment::inspect(const std::optional<ObjectRef> &object)
{
    if (!isPast())
        return;
    auto changes = std::make_shared<ChangeSet>();
    changes->inspection.emplace();
    changes->verdicts.emplace();
    if (object && m_pastOutlook)
        addVerdicts(*object, *changes);
    emit told(changes);
}

/// As the core adds them of the present.
void ShownMoment::addVerdicts(const ObjectRef &object, ChangeSet &changes) const
{
    const auto &all = m_pastOutlook->checks;
    const auto machine = object.kind == Kind::Node ? m_cluster.machineRefOf(object.key.name) : object;
    if (!machine || familyOf(machine->kind) == Family::Mcm)
        return;
    auto &inspection = *changes.inspection;
    inspection.object = resourceRef(object);
    const auto check = std::ranges::find(all, inspection.object, &HealthCheckVerdicts::check);
    if (check != all.end())
        changes.verdicts = *check;
    if (machine->kind == Kind::Machine)
        inspection.checks = checksOnMachine(m_cluster, all, machine->key);
    else if (isSet(object.kind))
        inspection.checks = checksOverSets(m_cluster, all, {object});
    else if (isDeployment(object.kind))
        inspection.checks = checksOverSets(m_cluster, all, m_cluster.setsOf(object));
}

ChangeSetPtr ShownMoment::admit(const ChangeSetPtr &changes)
{
    if (changes->reset) {
        m_asked.reset();
        m_wanted.reset();
        m_present = {};
    }
    if (!isPast() || changes->reset)
        return changes;
    m_present.each([&]<typename T>(Objects<T> &objects) {
        for (const auto &key : changes->of<T>().removed)
            objects.erase(key);
        for (const auto &object : changes->of<T>().upserts)
            objects[object->key()] = object;
    });
    m_outlooks = changes->outlooks.value_or(std::move(m_outlooks));
    auto shown = std::make_shared<ChangeSet>();
    shown->facts = changes->facts;
    shown->episodes = changes->episodes;
    shown->status = changes->status;
    shown->scenario = changes->scenario;
    return shown;
}

} // namespace ui
