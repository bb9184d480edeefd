// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/details.h"

#include "core/api/nodeconditions.h"
#include "core/api/selector.h"
#include "ui/format.h"
#include "ui/inspector/richtext.h"
#include "ui/models/columns.h"
#include "ui/provider/configwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

struct DetailWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Inspector)
};

/// Whether the condition of a machine, set or deployment tells of trouble.
bool isBad(const auto &condition)
{
    const bool badWhenTrue = condition.type == "ReplicaFailure" || condition.type == "Frozen";
    return (condition.status == "True") == badWhenTrue;
}

template<typename C>
State stateOfCondition(const C &condition)
{
    if (condition.status == "Unknown")
        return State::Unknown;
    return isBad(condition) ? State::NotReady : State::Ready;
}

template<typename C>
void addConditions(Details &details, const std::vector<C> &conditions)
{
    for (const C &condition : conditions) {
        details.conditions.push_back({text(condition.type), text(condition.status), text(condition.reason),
            text(condition.message), condition.lastTransitionTime, stateOfCondition(condition)});
    }
}

void addLabels(Details &details, const ClusterView &cluster, const ObjectMeta &meta)
{
    QStringList labels;
    for (const auto &[key, value] : meta.labels)
        labels.append(escaped(key + "=" + value));
    if (!labels.isEmpty())
        details.summary.push_back({DetailWords::tr("Labels"), labels.join(u"<br>"_s)});
    if (meta.creationTimestamp)
        details.summary.push_back(
            {DetailWords::tr("Created"), momentText(*meta.creationTimestamp, cluster.now())});
}

void addConfig(Details &details, const Json &value)
{
    const auto config = parseProviderConfig(value);
    if (!config) {
        details.summary.push_back({DetailWords::tr("Config"), escaped(config.error().message)});
        return;
    }
    details.summary.push_back({DetailWords::tr("Image"), escaped(config->image)});
    details.summary.push_back({DetailWords::tr("Capacity"), capacityWords(*config)});
    details.summary.push_back({DetailWords::tr("Fails"), disruptionWords(*config).toHtmlEscaped()});
    details.summary.push_back({DetailWords::tr("Deletion"), deletionWords(*config)});
}

void headline(Details &details, const ClusterView &cluster, State state, const Node *node)
{
    details.state = state;
    details.headline = wordOf(state);
    const NodeCondition *ready = node ? node->condition("Ready") : nullptr;
    const bool trouble = state == State::NotReady || state == State::Unknown;
    if (trouble && ready && ready->lastTransitionTime)
        details.headline = DetailWords::tr("%1 for %2")
                               .arg(wordOf(state), ageText(cluster.now() - *ready->lastTransitionTime));
    if (state != State::Ready || !node)
        return;
    QStringList problems;
    for (const NodeCondition *condition : badConditions(*node))
        problems.append(text(condition->type));
    if (!problems.isEmpty())
        details.headline = DetailWords::tr("%1, but %2").arg(wordOf(state), problems.join(u", "_s));
}

QString checksText(const ClusterView &cluster, const Machine &machine)
{
    QStringList lines;
    for (const MachineHealthCheck *check : cluster.checksOf(machine)) {
        lines.append(DetailWords::tr("%1 replaces it after %2")
                         .arg(link({Kind::HealthCheck, check->key()}),
                             timeoutTexts(*check).join(DetailWords::tr(" or ")).toHtmlEscaped()));
    }
    return lines.isEmpty()
        ? DetailWords::tr("none selects this machine: it stays as it is when its node fails")
        : lines.join(u"<br>"_s);
}

void addFault(Details &details, const ClusterView &cluster, const Node *node)
{
    const QString fault = node ? faultText(*node, cluster.now()) : QString();
    if (!fault.isEmpty())
        details.summary.push_back({DetailWords::tr("Fault"), fault.toHtmlEscaped()});
}

Details describe(const ClusterView &cluster, const Machine &machine)
{
    Details details;
    const Node *node = cluster.nodeOf(machine);
    headline(details, cluster, stateOf(machine, node), node);
    if (node)
        details.node = ObjectRef {Kind::Node, node->key()};
    details.summary = {
        {DetailWords::tr("Phase"), escaped(machine.status.phase)},
        {DetailWords::tr("Set"), link(ClusterView::setOf(machine.metadata))},
        {DetailWords::tr("Node"), link({Kind::Node, {{}, nodeNameOf(machine)}})},
        {DetailWords::tr("Health check"), checksText(cluster, machine)},
    };
    if (!machine.status.errorMessage.empty())
        details.summary.insert(
            details.summary.begin(), {DetailWords::tr("Error"), escaped(machine.status.errorMessage)});
    addFault(details, cluster, node);
    if (!machine.spec.providerID.empty())
        details.summary.push_back({DetailWords::tr("Provider ID"), escaped(machine.spec.providerID)});
    addConfig(details, machine.spec.providerSpec.value);
    addLabels(details, cluster, machine.metadata);
    addConditions(details, machine.status.conditions);
    if (node)
        addConditions(details, node->status.conditions);
    return details;
}

Details describe(const ClusterView &cluster, const Node &node)
{
    Details details;
    headline(details, cluster, stateOf(node), &node);
    const auto machine = cluster.machineRefOf(node.metadata.name);
    details.summary.push_back({DetailWords::tr("Machine"),
        machine ? link(*machine) : DetailWords::tr("none: nobody replaces this node")});
    if (machine)
        details.summary.push_back({DetailWords::tr("Set"), link(cluster.ownerOf(*machine))});
    if (const Machine *checked = cluster.machineOf(node.metadata.name))
        details.summary.push_back({DetailWords::tr("Health check"), checksText(cluster, *checked)});
    addFault(details, cluster, &node);
    const std::string_view address = node.address("InternalIP");
    if (!address.empty())
        details.summary.push_back({DetailWords::tr("Address"), escaped(address)});
    for (const auto &[resource, quantity] : node.status.capacity)
        details.summary.push_back({escaped(resource), escaped(quantity.text)});
    details.summary.push_back({DetailWords::tr("Kubelet"), escaped(node.status.nodeInfo.kubeletVersion)});
    addLabels(details, cluster, node.metadata);
    addConditions(details, node.status.conditions);
    return details;
}

void addOperation(Details &details, const mcm::LastOperation &operation)
{
    if (operation.type.empty())
        return;
    details.summary.push_back({DetailWords::tr("Last operation"),
        operationText(operation).toHtmlEscaped() + u"<br>"_s + escaped(operation.description)});
}

Details describe(const ClusterView &cluster, const mcm::Machine &machine)
{
    Details details;
    const Node *node = cluster.nodeOf(machine);
    const mcm::CurrentStatus &status = machine.status.currentStatus;
    headline(details, cluster, stateOf(machine, node), node);
    if (node)
        details.node = ObjectRef {Kind::Node, node->key()};
    details.summary = {
        {DetailWords::tr("Phase"), escaped(status.phase)},
        {DetailWords::tr("Set"), link(ClusterView::setOf(machine.metadata))},
        {DetailWords::tr("Node"), link({Kind::Node, {{}, nodeNameOf(machine)}})},
        {DetailWords::tr("Class"),
            link({Kind::McmMachineClass, {machine.metadata.ns, machine.spec.class_.name}})},
    };
    addOperation(details, machine.status.lastOperation);
    if (status.timeoutActive && status.lastUpdateTime)
        details.summary.push_back({DetailWords::tr("Timeout runs"),
            DetailWords::tr("since %1").arg(clockText(*status.lastUpdateTime))});
    if (status.preserveExpiryTime)
        details.summary.push_back({DetailWords::tr("Preserved"),
            DetailWords::tr("until %1").arg(clockText(*status.preserveExpiryTime))});
    addFault(details, cluster, node);
    if (!machine.spec.providerID.empty())
        details.summary.push_back({DetailWords::tr("Provider ID"), escaped(machine.spec.providerID)});
    addLabels(details, cluster, machine.metadata);
    addConditions(details, machine.status.conditions);
    return details;
}

Details describe(const ClusterView &cluster, const mcm::MachineClass &machineClass)
{
    Details details;
    details.headline = text(machineClass.provider);
    addConfig(details, machineClass.providerSpec);
    if (machineClass.secretRef)
        details.summary.push_back({DetailWords::tr("Secret"), escaped(machineClass.secretRef->key().text())});
    addLabels(details, cluster, machineClass.metadata);
    return details;
}

/// "revision 3: workers-x7k2p, 2/5 Ready", the newest first.
QString setsText(const ClusterView &cluster, const ObjectRef &deployment)
{
    QStringList lines;
    for (const ObjectRef &ref : cluster.setsOf(deployment)) {
        cluster.withObject(ref, [&](const auto &set) {
            if constexpr (requires {
                              set.status.readyReplicas;
                              set.wantedReplicas();
                          }) {
                lines.append(DetailWords::tr("revision %1: %2, %3/%4 Ready")
                                 .arg(escaped(revisionText(set.metadata)), link(ref))
                                 .arg(set.status.readyReplicas.value_or(0))
                                 .arg(set.wantedReplicas()));
            }
        });
    }
    return lines.isEmpty() ? DetailWords::tr("none yet") : lines.join(u"<br>"_s);
}

template<typename D>
Details describeDeployment(const ClusterView &cluster, const D &deployment)
{
    Details details;
    const auto &status = deployment.status;
    details.state = stateOf(deployment);
    details.headline =
        DetailWords::tr("%1 of %2 up to date")
            .arg(countText(status.updatedReplicas.value_or(0)), countText(deployment.wantedReplicas()));
    if (deployment.spec.paused)
        details.headline = DetailWords::tr("Paused, %1").arg(details.headline);
    details.summary = {
        {DetailWords::tr("Desired"), countText(deployment.wantedReplicas())},
        {DetailWords::tr("Current"), countText(status.replicas)},
        {DetailWords::tr("Ready"), countText(status.readyReplicas.value_or(0))},
        {DetailWords::tr("Available"), countText(status.availableReplicas.value_or(0))},
        {DetailWords::tr("Strategy"), strategyText(deployment).toHtmlEscaped()},
        {DetailWords::tr("Revision"), escaped(revisionText(deployment.metadata))},
        {DetailWords::tr("Sets"), setsText(cluster, {kindOf<D>(), deployment.key()})},
    };
    return details;
}

Details describe(const ClusterView &cluster, const MachineDeployment &deployment)
{
    Details details = describeDeployment(cluster, deployment);
    addConfig(details, deployment.spec.template_.spec.providerSpec.value);
    addLabels(details, cluster, deployment.metadata);
    addConditions(details, deployment.status.conditions);
    return details;
}

void addClass(Details &details, const ObjectMeta &meta, const mcm::MachineTemplate &machineTemplate)
{
    details.summary.push_back({DetailWords::tr("Class"),
        link({Kind::McmMachineClass, {meta.ns, machineTemplate.spec.class_.name}})});
}

Details describe(const ClusterView &cluster, const mcm::MachineDeployment &deployment)
{
    Details details = describeDeployment(cluster, deployment);
    addClass(details, deployment.metadata, deployment.spec.template_);
    addLabels(details, cluster, deployment.metadata);
    addConditions(details, deployment.status.conditions);
    return details;
}

template<typename S>
Details describeSet(const ClusterView &cluster, const S &set)
{
    Details details;
    details.state = stateOf(cluster, set);
    details.headline =
        DetailWords::tr("%1 of %2 Ready")
            .arg(countText(set.status.readyReplicas.value_or(0)), countText(set.wantedReplicas()));
    details.summary = {
        {DetailWords::tr("Desired"), countText(set.wantedReplicas())},
        {DetailWords::tr("Current"), countText(set.status.replicas)},
        {DetailWords::tr("Available"), countText(set.status.availableReplicas.value_or(0))},
    };
    if (const auto deployment = cluster.ownerOf({kindOf<S>(), set.key()})) {
        details.summary.push_back({DetailWords::tr("Deployment"), link(*deployment)});
        details.summary.push_back({DetailWords::tr("Revision"), escaped(revisionText(set.metadata))});
    }
    return details;
}

Details describe(const ClusterView &cluster, const MachineSet &set)
{
    Details details = describeSet(cluster, set);
    details.summary.push_back({DetailWords::tr("Deletes first"),
        set.spec.deletePolicy.empty() ? u"Random"_s : escaped(set.spec.deletePolicy)});
    if (!set.status.errorMessage.empty())
        details.summary.insert(
            details.summary.begin(), {DetailWords::tr("Error"), escaped(set.status.errorMessage)});
    addConfig(details, set.spec.template_.spec.providerSpec.value);
    addLabels(details, cluster, set.metadata);
    return details;
}

Details describe(const ClusterView &cluster, const mcm::MachineSet &set)
{
    Details details = describeSet(cluster, set);
    addClass(details, set.metadata, set.spec.template_);
    addOperation(details, set.status.lastOperation);
    addLabels(details, cluster, set.metadata);
    addConditions(details, set.status.machineSetCondition);
    return details;
}

/// Describes a health check of either generation.
template<typename C>
Details describeCheck(const C &check)
{
    Details details;
    const auto expected = check.status.expectedMachines.value_or(0);
    const auto healthy = check.status.currentHealthy.value_or(0);
    details.state = healthy < expected ? State::NotReady : State::Ready;
    details.headline = DetailWords::tr("%1 of %2 healthy").arg(countText(healthy), countText(expected));
    addConditions(details, check.status.conditions);
    return details;
}

Details describe(const ClusterView &cluster, const MachineHealthCheck &check)
{
    Details details = describeCheck(check);
    details.summary = {
        {DetailWords::tr("Replaces when"),
            timeoutTexts(check).join(u'\n').toHtmlEscaped().replace(u'\n', u"<br>"_s)},
        {DetailWords::tr("Max unhealthy"),
            check.spec.maxUnhealthy ? text(check.spec.maxUnhealthy->text()).toHtmlEscaped() : u"100%"_s},
        {DetailWords::tr("May replace now"), countText(check.status.remediationsAllowed.value_or(0))},
        {DetailWords::tr("Node start-up"),
            check.spec.nodeStartupTimeout ? escaped(*check.spec.nodeStartupTimeout) : u"10m"_s},
    };
    addLabels(details, cluster, check.metadata);
    return details;
}

Details describe(const ClusterView &cluster, const HealthCheckV1alpha1 &check)
{
    Details details = describeCheck(check);
    details.summary = {{DetailWords::tr("Machines with"), escaped(toText(check.spec.selector))}};
    addLabels(details, cluster, check.metadata);
    return details;
}

Details describe(const ClusterView &cluster, const Event &event)
{
    Details details;
    details.state = event.type == "Warning" ? State::NotReady : State::None;
    details.headline = text(event.reason);
    const ObjectReference &about = event.involvedObject;
    const auto target = cluster.ownerOf({Kind::Event, event.key()});
    details.summary = {
        {DetailWords::tr("Message"), escaped(event.message)},
        {DetailWords::tr("About"),
            target ? escaped(about.kind) + u' ' + link(*target) : objectText(about).toHtmlEscaped()},
        {DetailWords::tr("Seen"), DetailWords::tr("%1 ×").arg(event.count.value_or(1))},
        {DetailWords::tr("Last"), momentText(timeOf(event), cluster.now())},
        {DetailWords::tr("From"), escaped(event.source.component)},
    };
    return details;
}

} // namespace

std::optional<Details> detailsOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<Details> details;
    cluster.withObject(object, [&](const auto &found) { details = describe(cluster, found); });
    if (!details)
        return details;
    for (Details::ConditionLine &condition : details->conditions)
        condition.message = localTimes(condition.message, cluster.now());
    if (cluster.isLost()) {
        details->state = State::Paused;
        details->node.reset(); // since when comes first
        details->headline = DetailWords::tr("%1, when the connection was lost at %2")
                                .arg(details->headline, momentText(cluster.now(), cluster.present()));
    }
    return details;
}

std::vector<std::shared_ptr<const Event>> eventsAbout(const ClusterView &cluster, const ObjectRef &object)
{
    std::vector<std::shared_ptr<const Event>> events;
    for (const auto &[key, event] : cluster.all<Event>()) {
        const ObjectReference &about = event->involvedObject;
        if (about.name == object.key.name && kindOf(about.apiVersion, about.kind) == object.kind
            && (object.key.ns.empty() || about.ns == object.key.ns))
            events.push_back(event);
    }
    std::sort(
        events.begin(), events.end(), [](const auto &a, const auto &b) { return timeOf(*a) > timeOf(*b); });
    return events;
}

} // namespace ui
