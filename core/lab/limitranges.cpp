// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/limitranges.h"

#include "core/api/limitrange.h"
#include "core/api/pod.h"
#include "core/lab/cluster.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"

#include <array>
#include <cstdio>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::LimitRange;
using api::LimitRangeItem;
using api::Quantity;
using api::ResourceList;
using api::ResourceRequirements;

namespace {

constexpr std::string_view annotation = "kubernetes.io/limit-ranger";

bool isCore(const Target &target, std::string_view plural)
{
    return target.type->group.empty() && target.type->plural == plural;
}

std::vector<LimitRange> limitRangesOf(const Cluster &cluster, const std::string &ns)
{
    const Collection &all = *cluster.registry.find("", "limitranges")->collection;
    std::vector<LimitRange> ranges;
    if (all.objects().empty())
        return ranges;
    for (const api::JsonPtr &object : all.listAt(cluster.store.revision(), ns)) {
        if (auto range = api::decode<LimitRange>(*object))
            ranges.push_back(std::move(*range));
    }
    return ranges;
}

/// Where there is no request, the limit is one.
ResourceRequirements askedBy(const ResourceRequirements &written)
{
    ResourceRequirements asked = written;
    asked.requests.insert(written.limits.begin(), written.limits.end());
    return asked;
}

ResourceRequirements defaultsOf(const LimitRange &range)
{
    ResourceRequirements defaults;
    for (const LimitRangeItem &item : range.spec.limits) {
        if (item.type != "Container")
            continue;
        for (const auto &[name, quantity] : item.defaultRequest)
            defaults.requests[name] = quantity;
        for (const auto &[name, quantity] : item.default_)
            defaults.limits[name] = quantity;
    }
    return defaults;
}

/// Returns the names of what was added, "cpu, memory".
std::string addMissing(
    Json &container, std::string_view part, const ResourceList &defaults, const ResourceRequirements &given)
{
    const ResourceList &present = part == "limits" ? given.limits : given.requests;
    std::string names;
    for (const auto &[name, quantity] : defaults) {
        if (present.contains(name))
            continue;
        objectIn(objectIn(container.get_object(), "resources"), part)[name] = quantity.text;
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

void fillContainers(Json &pod, std::string_view list, const std::string &called,
    const ResourceRequirements &defaults, std::string &said)
{
    if (listAt(pod, {"spec", list}).empty())
        return;
    for (Json &container : arrayIn(objectIn(pod, "spec"), list)) {
        const auto read = api::decode<api::Container>(container);
        if (!read)
            continue;
        const ResourceRequirements given = askedBy(read->resources);
        const auto fill = [&](std::string_view part, const ResourceList &values, const char *what) {
            if (const std::string added = addMissing(container, part, values, given); !added.empty())
                said +=
                    (said.empty() ? "LimitRanger plugin set: " : "; ") + added + what + called + read->name;
        };
        fill("requests", defaults.requests, " request for ");
        fill("limits", defaults.limits, " limit for ");
    }
}

using Problems = std::vector<std::string>;

/// One resource of an item, beside what a container, a pod or a claim asks for.
struct Limit {
    const LimitRangeItem &item;
    const std::string &resource;
    const Quantity &bound;
    const ResourceRequirements &asked;

    const Quantity *request() const { return in(asked.requests); }
    const Quantity *limit() const { return in(asked.limits); }
    std::string about(const char *side) const
    {
        return std::string(side) + resource + " usage per " + item.type + " is " + bound.text;
    }

private:
    const Quantity *in(const ResourceList &list) const
    {
        const auto found = list.find(resource);
        return found == list.end() ? nullptr : &found->second;
    }
};

std::string belowLeast(const Limit &one)
{
    const Quantity *request = one.request();
    const Quantity *limit = one.limit();
    const std::string about = one.about("minimum ");
    if (!request)
        return about + ".  No request is specified";
    if (request->milli() < one.bound.milli())
        return about + ", but request is " + request->text;
    return limit && limit->milli() < one.bound.milli() ? about + ", but limit is " + limit->text : "";
}

std::string aboveMost(const Limit &one)
{
    const Quantity *request = one.request();
    const Quantity *limit = one.limit();
    const std::string about = one.about("maximum ");
    const bool isClaim = one.item.type == "PersistentVolumeClaim"; // which has no limits
    if (!isClaim && !limit)
        return about + ".  No limit is specified";
    if (isClaim && !request)
        return about + ".  No request is specified";
    if (limit && limit->milli() > one.bound.milli())
        return about + ", but limit is " + limit->text;
    return request && request->milli() > one.bound.milli() ? about + ", but request is " + request->text : "";
}

std::string beyondRatio(const Limit &one)
{
    const auto milliOf = [](const Quantity *quantity) { return quantity ? quantity->milli() : 0; };
    const auto request = milliOf(one.request());
    const auto limit = milliOf(one.limit());
    const std::string about =
        one.resource + " max limit to request ratio per " + one.item.type + " is " + one.bound.text;
    if (request == 0)
        return about + ", but no request is specified or request is 0";
    if (limit == 0)
        return about + ", but no limit is specified or limit is 0";
    const double ratio = static_cast<double>(limit) / static_cast<double>(request);
    constexpr double thousandths = 1000;
    if (ratio * thousandths <= static_cast<double>(one.bound.milli()))
        return {};
    std::array<char, 64> text {};
    (void)std::snprintf(text.data(), text.size(), "%f", ratio);
    return about + ", but provided ratio is " + text.data();
}

void check(const LimitRangeItem &item, const ResourceRequirements &asked, Problems &problems)
{
    const auto each = [&](const ResourceList &bounds, std::string (*problemOf)(const Limit &)) {
        for (const auto &[resource, bound] : bounds) {
            if (std::string problem = problemOf({item, resource, bound, asked}); !problem.empty())
                problems.push_back(std::move(problem));
        }
    };
    each(item.min, belowLeast);
    each(item.max, aboveMost);
    each(item.maxLimitRequestRatio, beyondRatio);
}

void addTo(ResourceList &total, const ResourceList &some)
{
    for (const auto &[name, quantity] : some) {
        Quantity &present = total[name];
        api::Amounts sum {{name, present.milli()}};
        api::add(sum, {{name, quantity.milli()}}); // ends at the largest number
        present.text = present.text.empty() ? quantity.text : amountText(name, sum.at(name));
    }
}

void raiseTo(ResourceList &total, const ResourceList &some)
{
    for (const auto &[name, quantity] : some) {
        Quantity &most = total[name];
        if (most.text.empty() || most.milli() < quantity.milli())
            most = quantity;
    }
}

/// Its containers together, or its largest init container if that is more.
ResourceRequirements askedBy(const api::Pod &pod)
{
    ResourceRequirements together;
    for (const api::Container &container : pod.spec.containers) {
        const ResourceRequirements asked = askedBy(container.resources);
        addTo(together.requests, asked.requests);
        addTo(together.limits, asked.limits);
    }
    for (const api::Container &container : pod.spec.initContainers) {
        const ResourceRequirements asked = askedBy(container.resources);
        raiseTo(together.requests, asked.requests);
        raiseTo(together.limits, asked.limits);
    }
    return together;
}

void checkPod(const LimitRangeItem &item, const api::Pod &pod, Problems &problems)
{
    if (item.type == "Pod")
        check(item, askedBy(pod), problems);
    if (item.type != "Container")
        return;
    for (const api::Container &container : pod.spec.containers)
        check(item, askedBy(container.resources), problems);
    for (const api::Container &container : pod.spec.initContainers)
        check(item, askedBy(container.resources), problems);
}

ResourceRequirements askedByClaim(const Json &claim)
{
    ResourceRequirements asked;
    const Json *requests = api::find(claim, {"spec", "resources", "requests"});
    if (requests && requests->is_object()) {
        for (const auto &[name, quantity] : requests->get_object())
            asked.requests[name] = {quantityText(quantity)};
    }
    return asked;
}

/// Several errors are told as a server tells them.
std::string together(const Problems &problems)
{
    std::string all;
    for (const std::string &problem : problems)
        all += (all.empty() ? "" : ", ") + problem;
    return problems.size() > 1 ? "[" + all + "]" : all;
}

Problems problemsOf(const LimitRange &range, const Target &target, const Json &object)
{
    Problems problems;
    const auto pod = isCore(target, "pods") ? api::decode<api::Pod>(object) : api::Pod();
    if (!pod)
        return problems;
    for (const LimitRangeItem &item : range.spec.limits) {
        if (isCore(target, "pods"))
            checkPod(item, *pod, problems);
        else if (item.type == "PersistentVolumeClaim")
            check(item, askedByClaim(object), problems);
    }
    return problems;
}

} // namespace

void fillFromLimitRanges(const Cluster &cluster, const Target &target, Json &object)
{
    if (!isCore(target, "pods"))
        return;
    for (const LimitRange &range : limitRangesOf(cluster, target.key.ns)) {
        const ResourceRequirements defaults = defaultsOf(range);
        std::string said;
        fillContainers(object, "containers", "container ", defaults, said);
        fillContainers(object, "initContainers", "init container ", defaults, said);
        if (!said.empty())
            objectIn(metadataOf(object), "annotations")[annotation] = said;
    }
}

Answer<> checkLimitRanges(const Cluster &cluster, const Target &target, const Json &object)
{
    if (!isCore(target, "pods") && !isCore(target, "persistentvolumeclaims"))
        return {};
    for (const LimitRange &range : limitRangesOf(cluster, target.key.ns)) {
        if (const Problems problems = problemsOf(range, target, object); !problems.empty())
            return refuse(forbidden(target.about(), together(problems)));
    }
    return {};
}

} // namespace core::lab
