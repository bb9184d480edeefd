// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shownmoment.h"

#include "core/engine/pastoutlook.h"
#include "ui/commandsender.h"

#include <algorithm>

namespace ui {

using core::api::Time;
using core::engine::ChangeSet;
using core::engine::ChangeSetPtr;
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

} // namespace

ShownMoment::ShownMoment(ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_commands(commands)
{
}

void ShownMoment::seek(Time at)
{
    const auto &since = m_cluster.status().pastSince;
    if (!since)
        return;
    const Time second = std::chrono::floor<std::chrono::seconds>(std::max(at, *since));
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
    m_pastOutlook = moment->outlook;
    changes->outlooks = m_pastOutlook ? m_pastOutlook->outlooks() : std::vector<core::engine::Outlook>();
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

void ShownMoment::addVerdicts(const ObjectRef &object, ChangeSet &changes) const
{
    auto judgement = m_pastOutlook->judgementOn(resourceRef(object));
    if (!judgement)
        return;
    changes.inspection->object = resourceRef(object);
    changes.inspection->checks = std::move(judgement->checks);
    changes.inspection->limits = m_pastOutlook->limitsOf(resourceRef(object));
    if (judgement->verdicts)
        changes.verdicts = std::move(judgement->verdicts);
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
