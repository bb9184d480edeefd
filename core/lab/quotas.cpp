// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/quotas.h"

#include "core/lab/cluster.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"

#include <algorithm>

namespace core::lab {

using api::Amounts;
using api::Json;
using api::JsonObject;
using api::JsonPtr;

namespace {

constexpr std::int64_t unit = 1000; // amounts are in thousandths
constexpr std::string_view limitsPrefix = "limits.";
constexpr std::string_view requestsPrefix = "requests.";
constexpr std::string_view countPrefix = "count/";
constexpr auto moment = std::chrono::milliseconds(100);

Collection &quotasOf(const Cluster &cluster)
{
    return *cluster.registry.find("", "resourcequotas")->collection;
}

/// "count/pods", "count/machines.machine.openshift.io"
std::string countName(const ResourceType &type)
{
    return std::string(countPrefix) + type.plural + (type.group.empty() ? "" : '.' + type.group);
}

/// "cpu" of "cpu", "requests.cpu" and "limits.cpu".
std::string_view plainName(std::string_view name)
{
    for (const std::string_view prefix : {requestsPrefix, limitsPrefix}) {
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    }
    return name;
}

/// Of what containers ask for.
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
        limits[std::string(limitsPrefix) + name] = quantity.milli();
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
    for (const api::Container &container : pod.spec.containers)
        api::add(used, limitsOf(container));
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

/// All that a quota can limit.
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

/// By a new object, or by a change of the old one.
Amounts askedBy(const ResourceType &type, const Json &object, const Json *old)
{
    Amounts asked = usedBy(type, object);
    for (const auto &[name, amount] : old ? usedBy(type, *old) : Amounts())
        asked[name] -= amount;
    return asked;
}

bool mayAskForMore(const ResourceType &type)
{
    return type.group.empty() && (type.plural == "services" || type.plural == "persistentvolumeclaims");
}

/// Whether the quota is about such an object: its scopes are about pods alone.
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

/// Of what the quota limits.
Amounts usedIn(const Cluster &cluster, const Json &quota, const std::string &ns)
{
    Amounts used;
    for (const auto &[name, amount] : hardOf(quota))
        used[name] = 0;
    for (const ResourceType *type : cluster.registry.all()) {
        const bool isLimited =
            type->namespaced && type->collection && !type->compute && !type->review && limits(used, *type);
        if (!isLimited)
            continue;
        for (const JsonPtr &object : type->collection->listAt(cluster.store.revision(), ns)) {
            if (!concerns(quota, *type, *object))
                continue;
            Amounts some = usedBy(*type, *object);
            std::erase_if(some, [&](const auto &amount) { return !used.contains(amount.first); });
            api::add(used, some);
        }
    }
    return used;
}

/// "pods=1,requests.cpu=100m" of the names.
std::string listed(const std::vector<std::string> &names, const Amounts &amounts)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ",") + name + '=' + amountText(name, api::amountOf(amounts, name));
    return text;
}

/// What of the names the pod's containers do not say.
std::string unsaid(const Json &object, const Amounts &hard)
{
    const auto pod = api::decode<api::Pod>(object);
    std::string names;
    if (!pod)
        return names;
    for (const auto &[name, amount] : hard) {
        const std::string plain(plainName(name));
        const bool isMissing = (plain == "cpu" || plain == "memory")
            && std::ranges::any_of(pod->spec.containers, [&](const api::Container &container) {
                   const auto &resources = container.resources;
                   const bool isLimit = name.starts_with(limitsPrefix);
                   const auto &given = isLimit ? resources.limits : resources.requests;
                   return !given.contains(plain) && !(!isLimit && resources.limits.contains(plain));
               });
        if (isMissing)
            names += (names.empty() ? "" : ",") + name;
    }
    return names;
}

std::string problemOf(const Cluster &cluster, const Target &target, const Json &quota, const Json &object,
    const Json *old)
{
    const Amounts hard = hardOf(quota);
    const std::string name(api::textAt(quota, {"metadata", "name"}));
    if (!old && target.type->group.empty() && target.type->plural == "pods") {
        if (const std::string names = unsaid(object, hard); !names.empty())
            return "failed quota: " + name + ": must specify " + names;
    }
    const Amounts asked = askedBy(*target.type, object, old);
    const bool isLimited = std::ranges::any_of(
        asked, [&](const auto &amount) { return amount.second > 0 && hard.contains(amount.first); });
    if (!isLimited)
        return {};
    const Amounts used = usedIn(cluster, quota, target.key.ns);
    std::vector<std::string> exceeded;
    for (const auto &[resource, amount] : asked) {
        Amounts sum = used;
        api::add(sum, {{resource, amount}});
        if (amount > 0 && hard.contains(resource) && api::amountOf(sum, resource) > hard.at(resource))
            exceeded.push_back(resource);
    }
    if (exceeded.empty())
        return {};
    return "exceeded quota: " + name + ", requested: " + listed(exceeded, asked)
        + ", used: " + listed(exceeded, used) + ", limited: " + listed(exceeded, hard);
}

} // namespace

Answer<> checkQuotas(const Cluster &cluster, const Target &target, const Json &object, const Json *old)
{
    if (target.key.ns.empty() || (old && !mayAskForMore(*target.type)) || quotasOf(cluster).objects().empty())
        return {};
    for (const JsonPtr &quota : quotasOf(cluster).listAt(cluster.store.revision(), target.key.ns)) {
        if (!concerns(*quota, *target.type, object))
            continue;
        if (const std::string problem = problemOf(cluster, target, *quota, object, old); !problem.empty())
            return refuse(forbidden(target.about(), problem));
    }
    return {};
}

void Quotas::notice(const Collection &, const api::ObjectKey &key)
{
    if (key.ns.empty() || quotasOf(m_cluster).objects().empty())
        return;
    const bool isFirst = m_changed.empty();
    m_changed.insert(key.ns);
    if (isFirst)
        m_timer = m_cluster.clock.callAfter(moment, [this] { look(); });
}

void Quotas::look()
{
    std::vector<api::ObjectKey> keys;
    for (const auto &[key, entry] : quotasOf(m_cluster).objects()) {
        if (m_changed.contains(key.ns))
            keys.push_back(key);
    }
    m_changed.clear();
    for (const api::ObjectKey &key : keys)
        writeStatus(key);
}

void Quotas::writeStatus(const api::ObjectKey &key)
{
    ResourceType *type = m_cluster.registry.find("", "resourcequotas");
    const Json &quota = *type->collection->find(key)->object;
    JsonObject used;
    for (const auto &[name, amount] : usedIn(m_cluster, quota, key.ns))
        used[name] = amountText(name, amount);
    Json draft = quota;
    const Json *hard = api::find(quota, {"spec", "hard"});
    draft.get_object()["status"] =
        JsonObject {{"hard", hard ? *hard : Json(JsonObject())}, {"used", std::move(used)}};
    (void)m_writer.update({type, &type->versions.front(), key}, draft, {.part = UpdateOptions::Part::Status});
}

} // namespace core::lab
