// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/podruntime.h"

#include "core/api/quantity.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

bool isNull(const Json *value)
{
    return !value || value->is_null();
}

bool areSameAmounts(const Json &one, const Json &other)
{
    if (!one.is_object() || !other.is_object() || one.get_object().size() != other.get_object().size())
        return false;
    return std::ranges::all_of(one.get_object(), [&](const auto &amount) {
        const Json *counterpart = other.get_object().if_contains(amount.key());
        return counterpart
            && api::parseQuantityMilli(api::textAt(amount.value(), {}))
            == api::parseQuantityMilli(api::textAt(*counterpart, {}));
    });
}

Answer<> giveOverhead(const Target &target, Json &pod, const Json *fixed)
{
    const Json *own = api::find(pod, {"spec", "overhead"});
    if (isNull(fixed))
        return isNull(own) ? Answer<> {}
                           : refuse(forbidden(target.about(),
                               "pod rejected: Pod Overhead set without corresponding RuntimeClass defined "
                               "Overhead"));
    if (!isNull(own) && !areSameAmounts(*own, *fixed))
        return refuse(forbidden(
            target.about(), "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"));
    objectIn(pod, "spec")["overhead"] = *fixed;
    return {};
}

Answer<> giveNodeSelector(const Target &target, Json &pod, const Json *wanted)
{
    if (isNull(wanted) || wanted->get_object().empty())
        return {};
    JsonObject &selector = objectIn(pod.at("spec"), "nodeSelector");
    for (const auto &label : wanted->get_object()) {
        const auto [own, isNew] = selector.emplace(label.key(), label.value());
        if (isNew || own->value() == label.value())
            continue;
        const std::string key(label.key());
        return refuse(forbidden(target.about(),
            "conflict: runtimeClass.scheduling.nodeSelector[" + key
                + "] = " + std::string(api::textAt(label.value(), {})) + "; pod.spec.nodeSelector[" + key
                + "] = " + std::string(api::textAt(own->value(), {}))));
    }
    return {};
}

void giveTolerations(Json &pod, const JsonArray &wanted)
{
    if (wanted.empty())
        return;
    JsonArray &tolerations = arrayIn(objectIn(pod, "spec"), "tolerations");
    for (const Json &toleration : wanted) {
        if (std::ranges::find(tolerations, toleration) == tolerations.end())
            tolerations.push_back(toleration);
    }
}

} // namespace

Answer<> fitToRuntime(const Cluster &cluster, const Target &target, Json &pod)
{
    const Json *named = api::find(pod, {"spec", "runtimeClassName"});
    if (isNull(named))
        return giveOverhead(target, pod, nullptr);
    const std::string name(api::textAt(*named, {}));
    const Entry *runtime =
        cluster.registry.find("node.k8s.io", "runtimeclasses")->collection->find({{}, name});
    if (!runtime)
        return refuse(forbidden(target.about(), "pod rejected: RuntimeClass \"" + name + "\" not found"));
    const Json &runtimeClass = *runtime->object;
    return giveOverhead(target, pod, api::find(runtimeClass, {"overhead", "podFixed"})).and_then([&] {
        giveTolerations(pod, listAt(runtimeClass, {"scheduling", "tolerations"}));
        return giveNodeSelector(target, pod, api::find(runtimeClass, {"scheduling", "nodeSelector"}));
    });
}

} // namespace core::lab::kinds
