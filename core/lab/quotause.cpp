// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/quotause.h"

#include "core/lab/objects.h"
#include "core/lab/quantities.h"

#include <algorithm>
#include <limits>

namespace core::lab {

using api::Amounts;
using api::Json;
using api::JsonPtr;

namespace {

constexpr std::int64_t unit = 1000; // amounts are in thousandths
constexpr std::string_view requestsPrefix = "requests.";
constexpr std::string_view countPrefix = "count/";

/// "count/pods", "count/machines.machine.openshift.io"
std::string countName(const ResourceType &type)
{
    return std::string(countPrefix) + type.plural + (type.group.empty() ? "" : '.' + type.group);
}

/// Whether the quota limits what containers ask for.
bool isComputed(std::string_view name)
{
    return name == "cpu" || name == "memory" || (plainName(name) != name && name != "requests.storage");
}

bool limits(const Amounts &hard, const ResourceType &type)
{
    if (hard.contains(countName(type)))
        return true;
    return type.group.empty() && std::ranges::any_of(hard, [&](const auto &amount) {
        const std::string_view name = amount.first;
        return name == type.plural || name.starts_with(type.plural + '.')
            || (type.plural == "pods" && isComputed(name))
            || (type.plural == "persistentvolumeclaims" && name == "requests.storage");
    });
}

Amounts limitsOf(const api::Container &container)
{
    Amounts limits;
    for (const auto &[name, quantity] : container.resources.limits)
        limits[name] = quantity.milli();
    return limits;
}

/// A pod's overhead is part of its limits where it has any.
Amounts limitsOf(const api::Pod &pod)
{
    Amounts limits;
    for (const api::Container &container : pod.spec.containers)
        api::add(limits, limitsOf(container));
    for (const api::Container &container : pod.spec.initContainers) {
        for (const auto &[name, amount] : limitsOf(container))
            limits[name] = std::max(limits[name], amount);
    }
    for (const auto &[name, quantity] : pod.spec.overhead) {
        if (api::amountOf(limits, name) != 0)
            api::add(limits, {{name, quantity.milli()}});
    }
    return limits;
}

Amounts usedByPod(const api::Pod &pod)
{
    if (api::isFinished(pod))
        return {};
    Amounts used {{"pods", unit}};
    for (const auto &[name, amount] : api::requestsOf(pod)) {
        if (name == "pods")
            continue;
        used[std::string(requestsPrefix) + name] = amount;
        if (name == "cpu" || name == "memory")
            used[name] = amount;
    }
    for (const auto &[name, amount] : limitsOf(pod))
        used[std::string(limitsPrefix) + name] = amount;
    return used;
}

Amounts usedByService(const Json &service)
{
    const std::string_view type = api::textAt(service, {"spec", "type"});
    const auto ports = static_cast<std::int64_t>(listAt(service, {"spec", "ports"}).size());
    Amounts used {{"services", unit}};
    if (type == "LoadBalancer")
        used["services.loadbalancers"] = unit;
    if (type == "NodePort" || type == "LoadBalancer")
        used["services.nodeports"] = ports * unit;
    return used;
}

Amounts usedByClaim(const Json &claim)
{
    const Amounts requests = amountsIn(api::find(claim, {"spec", "resources", "requests"}));
    return {{"persistentvolumeclaims", unit}, {"requests.storage", api::amountOf(requests, "storage")}};
}

/// The resource whose objects these are, by the collection's name: group and plural.
const ResourceType *typeOf(const Registry &registry, const Collection &collection)
{
    const std::string_view name = collection.name();
    const auto slash = name.find('/');
    return registry.find(name.substr(0, slash), name.substr(slash + 1));
}

/// A sum that was more than can be counted says nothing of what is left when something goes.
bool canBeFollowed(const Amounts &used)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return std::ranges::none_of(used, [](const auto &amount) { return amount.second == most; });
}

} // namespace

std::string_view plainName(std::string_view name)
{
    for (const std::string_view prefix : {requestsPrefix, limitsPrefix}) {
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    }
    return name;
}

Amounts usedBy(const ResourceType &type, const Json &object)
{
    Amounts used {{countName(type), unit}};
    if (!type.group.empty())
        return used;
    if (type.plural == "pods") {
        if (const auto pod = api::decode<api::Pod>(object))
            api::add(used, usedByPod(*pod));
    } else if (type.plural == "services") {
        api::add(used, usedByService(object));
    } else if (type.plural == "persistentvolumeclaims") {
        api::add(used, usedByClaim(object));
    } else {
        used[type.plural] = unit;
    }
    return used;
}

bool concerns(const Json &quota, const ResourceType &type, const Json &object)
{
    const auto &scopes = listAt(quota, {"spec", "scopes"});
    if (scopes.empty())
        return true;
    const auto pod = type.group.empty() && type.plural == "pods"
        ? api::decode<api::Pod>(object)
        : base::Result<api::Pod>(base::fail(base::ErrorKind::Invalid, "no pod"));
    if (!pod)
        return false;
    const bool ends = api::find(object, {"spec", "activeDeadlineSeconds"}) != nullptr;
    const bool asksForNothing = api::requestsOf(*pod).size() <= 1; // itself
    return std::ranges::all_of(scopes, [&](const Json &scope) {
        const std::string_view name = api::textAt(scope, {});
        return name == "Terminating"   ? ends
            : name == "NotTerminating" ? !ends
            : name == "BestEffort"     ? asksForNothing
            : name == "NotBestEffort"  ? !asksForNothing
                                       : true;
    });
}

Amounts hardOf(const Json &quota)
{
    return amountsIn(api::find(quota, {"spec", "hard"}));
}

void QuotaUse::add(Tally &tally, const ResourceType &type, const Json &object, std::int64_t times)
{
    if (!concerns(tally.quota, type, object))
        return;
    for (const auto &[name, amount] : usedBy(type, object)) {
        if (tally.used.contains(name))
            api::add(tally.used, {{name, times * amount}});
    }
}

QuotaUse::Tally QuotaUse::counted(const api::ObjectKey &key, const Json &quota) const
{
    Tally tally {quota, {}};
    for (const auto &[name, amount] : hardOf(quota))
        tally.used[name] = 0;
    for (const ResourceType *type : m_registry.all()) {
        const bool isLimited = type->namespaced && type->collection && !type->compute && !type->review
            && limits(tally.used, *type);
        if (!isLimited)
            continue;
        for (const JsonPtr &object : type->collection->listAt(m_store.revision(), key.ns))
            add(tally, *type, *object, 1);
    }
    return tally;
}

const Amounts &QuotaUse::of(const api::ObjectKey &key, const Json &quota)
{
    const auto specOf = [](const Json &object) { return api::find(object, {"spec"}); };
    const auto found = m_tallies.find(key);
    const Json *spec = specOf(quota);
    const Json *before = found == m_tallies.end() ? nullptr : specOf(found->second.quota);
    if (found != m_tallies.end() && (spec && before ? api::equal(*spec, *before) : spec == before))
        return found->second.used;
    return m_tallies.insert_or_assign(key, counted(key, quota)).first->second.used;
}

void QuotaUse::follow(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    if (m_tallies.empty())
        return;
    const ResourceType *type = typeOf(m_registry, collection);
    if (!type)
        return;
    if (change.type == Change::Type::Deleted && type->group.empty() && type->plural == "resourcequotas")
        m_tallies.erase(key);
    std::erase_if(m_tallies,
        [&](const auto &each) { return each.first.ns == key.ns && !canBeFollowed(each.second.used); });
    for (auto at = m_tallies.lower_bound({key.ns, {}}); at != m_tallies.end() && at->first.ns == key.ns;
         ++at) {
        if (!limits(at->second.used, *type))
            continue;
        if (change.previous)
            add(at->second, *type, *change.previous, -1);
        if (change.type != Change::Type::Deleted)
            add(at->second, *type, *change.object, 1);
    }
}

} // namespace core::lab
