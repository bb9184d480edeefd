// SPDX-License-Identifier: GPL-3.0-or-later
// Which node groups there are, and what their next node will offer (docs/machines.md §11).
#include "core/api/providerconfig.h"
#include "core/base/number.h"
#include "core/controllers/autoscaler/autoscaler.h"
#include "core/controllers/autoscaler/autoscalerreasons.h"

#include <algorithm>
#include <sstream>

namespace core::controllers {

namespace {

using namespace autoscaling;

constexpr std::int64_t usualPods = 110;

std::string misreading(std::string_view key, std::string_view text, std::string_view expected)
{
    return "the annotation " + std::string(key) + " \"" + std::string(text) + "\" is no "
        + std::string(expected);
}

std::optional<std::int64_t> numberIn(std::string_view text)
{
    const auto number = base::parseNumber<std::int64_t>(text);
    return number && *number >= 0 ? number : std::nullopt;
}

/// The annotation as the object spells it: of our group, or of those that autoscalers of other versions and
/// configurations go by. Empty when it has none of them.
std::string spelledIn(const api::ObjectMeta &meta, std::string_view key)
{
    const std::string_view name = key.substr(key.find('/'));
    for (const std::string_view group : {"machine.openshift.io", "cluster.x-k8s.io", "cluster.k8s.io"}) {
        std::string spelled = std::string(group) + std::string(name);
        if (meta.annotations.contains(spelled))
            return spelled;
    }
    return {};
}

base::Result<std::int64_t> sizeIn(const api::ObjectMeta &meta, std::string_view key)
{
    const auto number = numberIn(meta.annotation(key));
    if (!number)
        return base::fail(base::ErrorKind::Invalid, misreading(key, meta.annotation(key), "whole number"));
    return *number;
}

std::vector<std::string> commaList(std::string_view text)
{
    std::istringstream stream {std::string(text)};
    std::vector<std::string> parts;
    for (std::string part; std::getline(stream, part, ',');)
        parts.push_back(part);
    return parts;
}

/// Reads the capacity annotations of a group into a node; the first one that is not understood ends it.
class Foresight
{
public:
    explicit Foresight(const NodeGroup &group) : m_group(group) { }

    base::Result<api::Node> node()
    {
        const auto config = api::parseProviderConfig(m_group.machineTemplate().spec.providerSpec.value);
        if (!config)
            return tl::unexpected(config.error());
        m_node.metadata.name = "template-of-" + m_group.meta().name;
        m_node.status.conditions = {{"Ready", "True", {}, {}, {}, {}}};
        setLabels();
        setTaints();
        const std::int64_t megabytes =
            numberIn(m_group.meta().annotation("machine.openshift.io/memoryMb")).value_or(0);
        setAmount("cpu", "cpu",
            textOr(
                "machine.openshift.io/vCPU", std::to_string(config->numCores.value_or(api::defaultCores))));
        setAmount("memory", "memory",
            megabytes > 0 ? std::to_string(megabytes) + "Mi"
                          : std::to_string(config->memoryCapacity.value_or(api::defaultMemory)));
        setAmount("pods", "maxPods", textOr("machine.openshift.io/maxPods", std::to_string(usualPods)));
        setAmount("ephemeral-storage", "ephemeral-disk", {});
        setGpus();
        m_node.status.capacity = m_node.status.allocatable;
        if (!m_problem.empty())
            return base::fail(base::ErrorKind::Invalid, m_problem);
        return m_node;
    }

private:
    std::string_view capacity(std::string_view name) const
    {
        return m_group.meta().annotation(std::string(capacityPrefix) + std::string(name));
    }
    std::string textOr(std::string_view key, std::string otherwise) const
    {
        const std::string_view text = m_group.meta().annotation(key);
        return text.empty() ? std::move(otherwise) : std::string(text);
    }

    void complain(std::string_view annotation, std::string_view text, std::string_view expected)
    {
        if (m_problem.empty())
            m_problem = misreading(std::string(capacityPrefix) + std::string(annotation), text, expected);
    }

    void setAmount(const std::string &resource, std::string_view annotation, std::string otherwise)
    {
        const std::string_view given = capacity(annotation);
        const std::string text = given.empty() ? std::move(otherwise) : std::string(given);
        if (text.empty())
            return;
        if (!api::parseQuantityMilli(text))
            complain(annotation, text, "quantity");
        m_node.status.allocatable[resource] = {text};
    }

    void setGpus()
    {
        const std::string type = std::string(capacity("gpu-type"));
        const std::string count =
            std::string(capacity("gpu-count").empty() ? m_group.meta().annotation("machine.openshift.io/GPU")
                                                      : capacity("gpu-count"));
        if (count.empty() || count == "0")
            return;
        m_node.status.allocatable[type.empty() ? "nvidia.com/gpu" : type] = {count};
    }

    void setLabels()
    {
        api::Labels &labels = m_node.metadata.labels;
        labels = {{"kubernetes.io/hostname", m_node.metadata.name}, {"kubernetes.io/os", "linux"},
            {"kubernetes.io/arch", "amd64"}};
        for (const auto &[key, value] : m_group.machineTemplate().spec.metadata.labels)
            labels.insert_or_assign(key, value);
        for (const std::string &pair : commaList(capacity("labels"))) {
            const std::size_t equals = pair.find('=');
            labels.insert_or_assign(
                pair.substr(0, equals), equals == std::string::npos ? "" : pair.substr(equals + 1));
        }
    }

    void setTaints()
    {
        addTaint({"kubemark", "true", "NoSchedule", {}}); // every hollow node has it (§2.9)
        for (const api::Taint &taint : m_group.machineTemplate().spec.taints)
            addTaint(taint);
        for (const std::string &text : commaList(capacity("taints"))) {
            const std::size_t colon = text.rfind(':');
            const std::string pair = text.substr(0, colon);
            const std::size_t equals = pair.find('=');
            if (colon == std::string::npos)
                complain("taints", text, "taint key=value:Effect");
            addTaint({pair.substr(0, equals), equals == std::string::npos ? "" : pair.substr(equals + 1),
                colon == std::string::npos ? "" : text.substr(colon + 1), {}});
        }
    }

    void addTaint(api::Taint taint)
    {
        const bool isThere = std::ranges::any_of(m_node.spec.taints,
            [&](const api::Taint &held) { return held.key == taint.key && held.effect == taint.effect; });
        if (!isThere)
            m_node.spec.taints.push_back(std::move(taint));
    }

    const NodeGroup &m_group;
    api::Node m_node;
    std::string m_problem;
};

/// What is only true of this one node goes.
api::Node generalized(api::Node node)
{
    node.metadata.labels.insert_or_assign("kubernetes.io/hostname", "template-of-" + node.metadata.name);
    node.spec.unschedulable.reset();
    std::erase_if(node.spec.taints, [](const api::Taint &taint) {
        return taint.key == candidateTaint || taint.key == goingTaint
            || taint.key.starts_with("node.kubernetes.io/");
    });
    return node;
}

void addMembers(NodeGroup &group, const api::ObjectMeta &set, const Stores &stores)
{
    for (MachinePointer &machine : stores.machines.listBy(indexNames::machinesByOwner, set.uid)) {
        if (machine->isDeleting())
            continue;
        const auto &nodeRef = machine->status.nodeRef;
        NodePointer node = nodeRef ? stores.nodes.find({{}, nodeRef->name}) : nullptr;
        group.members.push_back({std::move(machine), std::move(node)});
    }
}

/// The group without members; nothing for what is none.
template<typename T>
std::optional<NodeGroup> groupOf(
    const std::shared_ptr<const T> &object, const AutoscalerOptions &defaults, AutoscalerView &view)
{
    if (object->metadata.isDeleting())
        return std::nullopt;
    const auto bounds = sizeBounds(object->metadata);
    if (!bounds) {
        const std::string name = api::resourceOf<T>().kind + " " + object->key().text();
        view.problems.push_back(autoscalerReason("InvalidBounds", name, bounds.error().message));
        return std::nullopt;
    }
    if (!*bounds)
        return std::nullopt;
    NodeGroup group;
    group.scaled = object;
    group.size = object->wantedReplicas();
    std::tie(group.min, group.max) = **bounds;
    group.options = optionsOf(object->metadata, defaults, group.problems);
    return group;
}

void addDeploymentGroups(
    AutoscalerView &view, const AutoscalerStores &stores, const AutoscalerOptions &defaults)
{
    for (const auto &deployment : stores.deployments.list()) {
        auto group = groupOf(deployment, defaults, view);
        if (!group)
            continue;
        std::size_t setsWithMachines = 0;
        for (const auto &set :
            stores.stores.machineSets.listBy(indexNames::machineSetsByNamespace, deployment->metadata.ns)) {
            const api::OwnerReference *owner = set->metadata.controller();
            if (!owner || owner->uid != deployment->metadata.uid)
                continue;
            const std::size_t before = group->members.size();
            addMembers(*group, set->metadata, stores.stores);
            setsWithMachines += group->members.size() > before ? 1 : 0;
        }
        group->isRollingOut = setsWithMachines > 1;
        view.groups.push_back(std::move(*group));
    }
}

void addSetGroups(AutoscalerView &view, const AutoscalerStores &stores, const AutoscalerOptions &defaults)
{
    for (const auto &set : stores.stores.machineSets.list()) {
        const api::OwnerReference *owner = set->metadata.controller();
        if (owner && owner->kind == api::resourceOf<api::MachineDeployment>().kind)
            continue;
        if (auto group = groupOf(set, defaults, view)) {
            addMembers(*group, set->metadata, stores.stores);
            view.groups.push_back(std::move(*group));
        }
    }
}

} // namespace

const api::ObjectMeta &NodeGroup::meta() const
{
    return std::visit([](const auto &object) -> const api::ObjectMeta & { return object->metadata; }, scaled);
}

const api::MachineTemplate &NodeGroup::machineTemplate() const
{
    return std::visit(
        [](const auto &object) -> const api::MachineTemplate & { return object->spec.template_; }, scaled);
}

std::string NodeGroup::name() const
{
    const bool isSet = std::holds_alternative<MachineSetPointer>(scaled);
    return (isSet ? "MachineSet/" : "MachineDeployment/") + meta().key().text();
}

bool NodeGroup::isPaused() const
{
    return meta().annotations.contains(api::keys::paused);
}

base::Result<std::optional<std::pair<std::int64_t, std::int64_t>>> sizeBounds(const api::ObjectMeta &meta)
{
    using Bounds = std::optional<std::pair<std::int64_t, std::int64_t>>;
    const std::string minKey = spelledIn(meta, minSize);
    const std::string maxKey = spelledIn(meta, maxSize);
    if (minKey.empty() || maxKey.empty())
        return Bounds();
    const auto min = sizeIn(meta, minKey);
    const auto max = sizeIn(meta, maxKey);
    if (!min || !max)
        return tl::unexpected(min ? max.error() : min.error());
    if (*max < *min)
        return base::fail(base::ErrorKind::Invalid, "its max-size is smaller than its min-size");
    return *max == 0 ? Bounds() : Bounds({*min, *max});
}

AutoscalerOptions optionsOf(
    const api::ObjectMeta &group, AutoscalerOptions defaults, std::vector<api::Reason> &problems)
{
    const auto textOf = [&](std::string_view option) {
        return group.annotation(std::string(optionPrefix) + std::string(option));
    };
    const auto ignored = [&](std::string_view option, std::string_view expected) {
        problems.push_back(autoscalerReason("InvalidOption",
            misreading(std::string(optionPrefix) + std::string(option), textOf(option), expected),
            group.key().text(), option));
    };
    const auto readTime = [&](std::string_view option, base::Duration &value) {
        if (textOf(option).empty())
            return;
        const auto read = api::parseDuration(textOf(option));
        if (read && *read >= base::Duration::zero())
            value = *read;
        else
            ignored(option, "duration");
    };
    readTime("scaledownunneededtime", defaults.unneededTime);
    readTime("scaledownunreadytime", defaults.unreadyTime);
    readTime("maxnodeprovisiontime", defaults.maxNodeProvisionTime);
    readTime("scaledowndelayafteradd", defaults.delayAfterAdd);
    constexpr std::string_view threshold = "scaledownutilizationthreshold";
    if (const std::string_view text = textOf(threshold); !text.empty()) {
        const auto read = base::parseNumber<double>(text);
        if (read && *read >= 0 && *read <= 1)
            defaults.utilizationThreshold = *read;
        else
            ignored(threshold, "number between 0 and 1");
    }
    return defaults;
}

base::Result<api::Node> templateNode(const NodeGroup &group)
{
    for (const GroupMember &member : group.members) {
        if (member.node && member.node->isReady())
            return generalized(*member.node);
    }
    return Foresight(group).node();
}

AutoscalerView viewOf(const AutoscalerStores &all, const AutoscalerOptions &defaults)
{
    const Stores &stores = all.stores;
    AutoscalerView view;
    addDeploymentGroups(view, all, defaults);
    addSetGroups(view, all, defaults);
    if (view.groups.empty())
        return view;
    view.nodes = stores.nodes.list();
    std::erase_if(view.nodes,
        [](const NodePointer &node) { return node->metadata.labels.contains(api::keys::hollowHost); });
    view.pending = stores.pods.listBy(indexNames::podsUnschedulable, {});
    view.podsOn = [&stores](
                      const std::string &node) { return stores.pods.listBy(indexNames::podsByNode, node); };
    view.podsIn = [&stores](const std::string &ns) {
        std::vector<PodPointer> pods = stores.pods.list();
        std::erase_if(pods, [&](const PodPointer &pod) { return pod->metadata.ns != ns; });
        return pods;
    };
    view.budgets = all.budgets.list();
    return view;
}

} // namespace core::controllers
