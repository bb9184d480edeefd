// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/hollowkubelet.h"

#include "core/api/machine.h"

#include <algorithm>

namespace core::hollow {

using base::Time;
using runtime::Plan;

namespace {

api::Time roundedUpToSeconds(Time time)
{
    return std::chrono::ceil<std::chrono::seconds>(time);
}

KubeletIdentity identityOf(const KubeletView &view)
{
    return {view.config->nodeName, view.place.podIP, view.pod.metadata.uid};
}

/// Kubelets put the node's name where the uid belongs, and clients look for it there.
api::ObjectReference referenceTo(const api::Node &node)
{
    api::ObjectReference about = api::referenceTo(node);
    about.uid = node.metadata.name;
    return about;
}

std::string ignoredFault(const api::Node &node)
{
    const std::string_view text = node.metadata.annotation(api::keys::fault);
    if (text.empty())
        return {};
    const auto fault = parseFault(text);
    return fault ? std::string() : fault.error().message;
}

/// The events that go with a report: health flipped, or a fault turned out to be unreadable.
void announce(Plan &plan, const api::Node &before, const api::Node &after)
{
    if (before.isReady() != after.isReady()) {
        const std::string reason = after.isReady() ? "NodeReady" : "NodeNotReady";
        const std::string message = "Node " + after.metadata.name + " status is now: " + reason;
        plan.effects.emplace_back(api::EmitEvent {referenceTo(after), "Normal", reason, message});
    }
    const std::string ignored = ignoredFault(after);
    const api::NodeCondition *ready = before.condition("Ready");
    if (!ignored.empty() && (!ready || !ready->message.ends_with(ignored)))
        plan.effects.emplace_back(api::EmitEvent {referenceTo(after), "Warning", "InvalidFault", ignored});
}

api::Node reportedNode(const KubeletView &view, api::Node node, const Disruption &disruption)
{
    // An unreadable fault is part of the message: so it is told once, with the report that first carries it.
    const std::string ignored = ignoredFault(node);
    const std::string remark = ignored.empty() ? std::string() : "; " + ignored;
    node.status = reportedStatus(
        node.status, identityOf(view), *view.config, view.chance, disruption, remark, view.now);
    return node;
}

void appendReport(Plan &plan, const api::Node &before, const api::Node &after)
{
    auto patch = api::patchEffect(before, after, "status", api::Precondition::Uid);
    if (!patch)
        return;
    plan.effects.emplace_back(std::move(*patch));
    announce(plan, before, after);
}

Plan planCrash(const KubeletView &view)
{
    Plan plan;
    const std::string why = "the hollow kubelet does not start: " + view.config.error().message;
    const api::Pod crashed = crashing(view.pod, view.place, why, view.now);
    plan.effects.emplace_back(*api::patchEffect(view.pod, crashed, "status", api::Precondition::Uid));
    plan.effects.emplace_back(api::EmitEvent {api::referenceTo(view.pod), "Warning", "BackOff", why});
    plan.reasons.push_back(
        {"Crashed", "The container exits at once: " + view.config.error().message + ".", {}});
    return plan;
}

void appendStarting(Plan &plan, const KubeletView &view, const api::Node &node)
{
    plan.effects.emplace_back(api::EmitEvent {referenceTo(node), "Normal", "Starting", "Starting kubelet."});
    if (view.config->turnUnhealthyAfter && view.config->turnUnhealthyPeriodically)
        plan.effects.emplace_back(api::EmitEvent {referenceTo(node), "Warning", "ConflictingDisruptions",
            "both turn-unhealthy-after and turn-unhealthy-periodically are set; the first one counts"});
}

/// A new Node carries its first status; one that is there gets the default labels back and a report.
void appendRegistration(Plan &plan, const KubeletView &view, base::Time start)
{
    const api::Node node = view.node ? *view.node : registeredNode(identityOf(view), *view.config);
    const Disruption disruption = disruptionAt(*view.config, start, faultOf(node), view.now);
    const api::Node reported = reportedNode(view, node, disruption);
    if (!view.node)
        plan.effects.emplace_back(api::createEffect(reported));
    else if (auto patch = api::patchEffect(node, withDefaultLabels(node), {}, api::Precondition::Uid))
        plan.effects.emplace_back(std::move(*patch));
    appendStarting(plan, view, node);
    if (!view.node)
        announce(plan, node, reported);
    else if (disruption.health != Health::Silent)
        appendReport(plan, node, reported);
}

/// Registers the Node and marks the pod as running last: a pod that runs has registered (§3.2).
Plan planStart(const KubeletView &view)
{
    Plan plan;
    const api::Pod running = started(view.pod, view.place, view.now);
    appendRegistration(plan, view, *running.status.startTime);
    plan.effects.emplace_back(*api::patchEffect(view.pod, running, "status", api::Precondition::Uid));
    plan.reasons.push_back({"Started", "The kubelet of node " + view.config->nodeName + " starts.",
        {{"node", view.config->nodeName}}});
    for (const std::string &note : view.config->notes)
        plan.reasons.push_back({"CommandLine", note, {}});
    return plan;
}

/// Rewrites a relative fault to an absolute one, takes one away that is over; nothing when neither is needed.
std::optional<Plan> planFaultAnnotation(const KubeletView &view)
{
    auto fault = faultOf(*view.node);
    if (!fault)
        return std::nullopt;
    api::Node node = *view.node;
    Plan plan;
    if (fault->lasts) {
        fault->until = roundedUpToSeconds(view.now + *fault->lasts);
        fault->lasts.reset();
        node.metadata.annotations.insert_or_assign(std::string(api::keys::fault), faultText(*fault));
        plan.reasons.push_back(
            {"FaultSeen", "The fault lasts until " + api::formatTime(*fault->until) + ".", {}});
    } else if (fault->until && *fault->until <= view.now) {
        node.metadata.annotations.erase(std::string(api::keys::fault));
        plan.reasons.push_back({"FaultOver", "The time of the fault is over.", {}});
    } else {
        return std::nullopt;
    }
    plan.effects.emplace_back(*api::patchEffect(*view.node, node));
    return plan;
}

void lookAgainAt(Plan &plan, std::optional<Time> time, Time now)
{
    if (time && (!plan.checkAgainAfter || *time - now < *plan.checkAgainAfter))
        plan.checkAgainAfter = *time - now;
}

api::Reason healthReason(const Disruption &disruption)
{
    if (disruption.health == Health::Silent)
        return {"Silent", "The kubelet sends neither status nor heartbeat: a fault asks for it.", {}};
    if (disruption.health == Health::NotReady)
        return {
            "ReportingNotReady", "The kubelet reports that it is not ready: " + disruption.message + ".", {}};
    return {"ReportingReady", "The kubelet reports that it is ready.", {}};
}

Plan planReport(const KubeletView &view)
{
    Plan plan;
    const api::Node &node = *view.node;
    const Disruption disruption = disruptionOf(view.pod, view.node, *view.config, view.now);
    plan.reasons.push_back(healthReason(disruption));
    lookAgainAt(plan, disruption.nextChange, view.now);
    if (disruption.health == Health::Silent)
        return plan;
    const api::Node reported = reportedNode(view, node, disruption);
    const Time due = nextReport(node.status);
    const bool report = due <= view.now || !saysTheSame(node.status, reported.status);
    if (report)
        appendReport(plan, node, reported);
    lookAgainAt(plan, report ? view.now + statusReportFrequency : due, view.now);
    return plan;
}

} // namespace

std::optional<Fault> faultOf(const api::Node &node)
{
    const std::string_view text = node.metadata.annotation(api::keys::fault);
    const auto fault =
        text.empty() ? base::Result<Fault>(base::fail(base::ErrorKind::NotFound, {})) : parseFault(text);
    return fault ? std::optional(*fault) : std::nullopt;
}

Disruption disruptionOf(
    const api::Pod &pod, const api::Node *node, const HollowKubeletConfig &config, Time now)
{
    return disruptionAt(
        config, pod.status.startTime.value_or(now), node ? faultOf(*node) : std::nullopt, now);
}

bool isRunning(const api::Pod &pod)
{
    return pod.status.phase == "Running" && !isCrashing(pod);
}

Plan planKubelet(const KubeletView &view)
{
    const api::Pod &pod = view.pod;
    if (pod.metadata.isDeleting())
        return planShutdown(pod, view.now);
    if (pod.status.phase == "Succeeded" || pod.status.phase == "Failed")
        return {{}, {{"Finished", "The pod has finished: " + pod.status.phase + ".", {}}}, {}};
    // The server's clock may be ahead of ours: nothing was made in the future.
    const Time made = std::min(pod.metadata.creationTimestamp.value_or(view.now), view.now);
    const Time boot = made + view.bootDelay;
    if (pod.status.phase != "Running") {
        if (view.now < boot)
            return {{}, {{"Booting", "The machine boots until " + api::formatTime(boot) + ".", {}}},
                boot - view.now};
        return view.config ? planStart(view) : planCrash(view);
    }
    if (!view.config || !isRunning(pod))
        return {{}, {{"Crashed", "The hollow kubelet exited when it started.", {}}}, {}};
    if (auto mended = readyAgain(pod, view.now)) // the host was away
        return {{std::move(*mended)}, {{"ReadyAgain", "The hollow host reports the pod as ready again.", {}}},
            {}};
    if (!view.node)
        return {
            {}, {{"NodeGone", "The Node was deleted; a kubelet registers once, when it starts.", {}}}, {}};
    if (auto plan = planFaultAnnotation(view))
        return std::move(*plan);
    return planReport(view);
}

} // namespace core::hollow
