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

constexpr auto moment = std::chrono::milliseconds(100);

Collection &quotasOf(const Cluster &cluster)
{
    return *cluster.registry.find("", "resourcequotas")->collection;
}

/// The amounts are asked for by a new object, or by a change of the old one.
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

std::string problemOf(
    Cluster &cluster, const Target &target, const Json &quota, const Json &object, const Json *old)
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
    const Amounts &used = cluster.quotaUse.of({target.key.ns, name}, quota);
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

Answer<> checkQuotas(Cluster &cluster, const Target &target, const Json &object, const Json *old)
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

void Quotas::notice(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    if (change.heartbeat)
        return;
    m_cluster.quotaUse.follow(collection, key, change);
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
    for (const auto &[name, amount] : m_cluster.quotaUse.of(key, quota))
        used[name] = amountText(name, amount);
    Json draft = quota;
    const Json *hard = api::find(quota, {"spec", "hard"});
    draft.get_object()["status"] =
        JsonObject {{"hard", hard ? *hard : Json(JsonObject())}, {"used", std::move(used)}};
    (void)m_writer.update({type, &type->versions.front(), key}, draft, {.part = UpdateOptions::Part::Status});
}

} // namespace core::lab
