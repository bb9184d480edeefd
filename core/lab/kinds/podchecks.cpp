// SPDX-License-Identifier: GPL-3.0-or-later
// What the spec of a pod may say, besides what its schema knows (docs/api-semantics.md B13).
#include "core/lab/kinds/podspec.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

void checkPort(const Json *port, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t lastPort = 65535;
    const auto number = port ? api::integerAt(*port, {}) : std::nullopt;
    if (number && (*number < 1 || *number > lastPort))
        errors.push_back(invalid(path, *port, "must be between 1 and 65535, inclusive"));
}

namespace {

std::string at(const std::string &path, std::string_view list, std::size_t index)
{
    return path + (path.empty() ? "" : ".") + std::string(list) + "[" + std::to_string(index) + "]";
}

void checkResources(const Json &container, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view part : {"requests", "limits"}) {
        const Json *amounts = api::find(container, {"resources", part});
        if (!amounts || !amounts->is_object())
            continue;
        for (const auto &amount : amounts->get_object()) {
            const std::string field = path + ".resources." + std::string(part);
            const auto value = quantityMilli(amount.value());
            const Json *limit = api::find(container, {"resources", "limits", amount.key()});
            const auto most = limit ? quantityMilli(*limit) : std::nullopt;
            if (part == "requests" && value && most && *value > *most)
                errors.push_back(invalid(field, amount.value(),
                    "must be less than or equal to " + std::string(amount.key()) + " limit of "
                        + quantityText(*limit)));
        }
    }
}

void checkContainer(const Json &container, const std::set<std::string_view> &volumes, const std::string &path,
    FieldErrors &errors)
{
    if (const auto name = api::textAt(container, {"name"}); name.empty())
        errors.push_back(required(path + ".name"));
    else if (!isDnsLabel(name))
        complain("dns1123Label", path + ".name", name, errors);
    if (api::textAt(container, {"image"}).empty())
        errors.push_back(required(path + ".image"));
    const auto &ports = listAt(container, {"ports"});
    for (std::size_t i = 0; i < ports.size(); ++i)
        checkPort(api::find(ports[i], {"containerPort"}), at(path, "ports", i) + ".containerPort", errors);
    const auto &mounts = listAt(container, {"volumeMounts"});
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        const std::string_view name = api::textAt(mounts[i], {"name"});
        if (!volumes.contains(name))
            errors.push_back(notFoundIn(at(path, "volumeMounts", i) + ".name", name));
    }
    checkResources(container, path, errors);
}

bool saysNothing(const Json &value)
{
    return value.is_object() ? value.get_object().empty() : value.is_array() && value.get_array().empty();
}

/// One that is added to a running pod has nothing that others rely on (docs/api-semantics.md M7).
void checkAddedContainer(const Json &container, const Json &podSpec,
    const std::set<std::string_view> &volumes, const std::string &path, FieldErrors &errors)
{
    checkContainer(container, volumes, path, errors);
    const auto isContainer = [&](std::string_view name) {
        return std::ranges::any_of(std::array {"containers", "initContainers"}, [&](std::string_view list) {
            return std::ranges::any_of(listAt(podSpec, {list}),
                [&](const Json &other) { return api::textAt(other, {"name"}) == name; });
        });
    };
    if (const auto name = api::textAt(container, {"name"}); !name.empty() && isContainer(name))
        errors.push_back(duplicate(path + ".name", Json(name)));
    if (const auto target = api::textAt(container, {"targetContainerName"});
        !target.empty() && !isContainer(target))
        errors.push_back(notFoundIn(path + ".targetContainerName", target));
    for (const std::string_view field : {"ports", "resources", "livenessProbe", "readinessProbe",
             "startupProbe", "lifecycle", "resizePolicy", "restartPolicy"}) {
        const Json *value = api::find(container, {field});
        if (value && !saysNothing(*value))
            errors.push_back(
                forbidden(path + "." + std::string(field), "cannot be set for an Ephemeral Container"));
    }
}

} // namespace

void checkPodSpec(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    std::set<std::string_view> volumes;
    const auto &held = listAt(podSpec, {"volumes"});
    for (std::size_t i = 0; i < held.size(); ++i) {
        const std::string_view name = api::textAt(held[i], {"name"});
        volumes.insert(name);
        if (!name.empty() && !isDnsLabel(name))
            complain("dns1123Label", at(path, "volumes", i) + ".name", name, errors);
    }
    const auto deadline = api::integerAt(podSpec, {"activeDeadlineSeconds"});
    if (deadline && (*deadline < 1 || *deadline > std::numeric_limits<std::int32_t>::max()))
        errors.push_back(invalid(
            path + ".activeDeadlineSeconds", Json(*deadline), "must be between 1 and 2147483647, inclusive"));
    for (const std::string_view list : {"containers", "initContainers"}) {
        const auto &containers = listAt(podSpec, {list});
        for (std::size_t i = 0; i < containers.size(); ++i)
            checkContainer(containers[i], volumes, at(path, list, i), errors);
    }
    const auto &added = listAt(podSpec, {"ephemeralContainers"});
    for (std::size_t i = 0; i < added.size(); ++i)
        checkAddedContainer(added[i], podSpec, volumes, at(path, "ephemeralContainers", i), errors);
    const auto &tolerations = listAt(podSpec, {"tolerations"});
    for (std::size_t i = 0; i < tolerations.size(); ++i) {
        const Json &toleration = tolerations[i];
        if (api::textAt(toleration, {"operator"}) == "Exists" && !api::textAt(toleration, {"value"}).empty())
            errors.push_back(invalid(at(path, "tolerations", i) + ".operator", toleration,
                "value must be empty when `operator` is 'Exists'"));
    }
}

void checkTemplateSpec(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    checkPodSpec(podSpec, path, errors);
    if (!listAt(podSpec, {"ephemeralContainers"}).empty())
        errors.push_back(
            forbidden(path + ".ephemeralContainers", "ephemeral containers not allowed in pod template"));
}

} // namespace core::lab::kinds
