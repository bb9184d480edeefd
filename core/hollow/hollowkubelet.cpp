// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/hollowkubelet.h"

#include "core/api/machine.h"
#include "core/hollow/nodeupdater.h"
#include "core/hollow/reasons.h"

#include <algorithm>

namespace core::hollow {

using base::Time;
using runtime::Plan;

namespace {

KubeletIdentity identityOf(const KubeletView &view)
{
    return {view.config->nodeName, view.place.podIP, view.pod.metadata.uid};
}

/// What is wrong with an annotation, empty when nothing is or there is none.
template<typename T>
std::string problemOf(
    const api::ObjectMeta &meta, std::string_view key, base::Result<T> (*parse)(std::string_view))
{
    const std::string_view text = meta.annotation(key);
    if (text.empty())
        return {};
    const auto read = parse(text);
    return read ? std::string() : "annotation " + std::string(key) + " is ignored: " + read.error().message;
}

/// The recipe that an annotation asks for; an unreadable one counts as none.
std::optional<api::Recipe> recipeIn(const api::ObjectMeta &meta, std::string_view key)
{
    const std::string_view text = meta.annotation(key);
    if (text.empty())
        return std::nullopt;
    auto recipe = api::parseRecipe(text);
    return recipe ? std::optional(std::move(*recipe)) : std::nullopt;
}

/// What is wrong with the annotations that a kubelet obeys.
std::string ignoredAnnotations(const api::Pod &pod, const api::Node &node)
{
    std::string all;
    for (const std::string &problem : {problemOf(node.metadata, api::keys::fault, &api::parseRecipe),
             problemOf(pod.metadata, api::keys::recipe, &api::parseRecipe),
             problemOf(pod.metadata, api::keys::boot, &api::parseBoot)})
        all += (all.empty() || problem.empty() ? "" : "; ") + problem;
    return all;
}

/// The events that go with a report, and a word about annotations that turned out to be unreadable.
void announce(Plan &plan, const api::Node &node, const api::NodeStatus &reported, const std::string &ignored)
{
    std::ranges::move(statusEvents(node, reported), std::back_inserter(plan.effects));
    const api::NodeCondition *ready = node.condition("Ready");
    if (!ignored.empty() && (!ready || !ready->message.ends_with(ignored)))
        plan.effects.emplace_back(
            api::EmitEvent {kubeletReferenceTo(node), "Warning", "InvalidFault", ignored});
}

api::NodeStatus reportOf(const KubeletView &view, const api::Node &node, const Disruption &disruption)
{
    // What is unreadable is part of the message: so it is told once, with the report that first carries it.
    const std::string ignored = ignoredAnnotations(view.pod, node);
    const std::string remark = ignored.empty() ? std::string() : "; " + ignored;
    return reportedStatus(
        node.status, identityOf(view), *view.config, view.chance, disruption, remark, view.now);
}

/// Most of the time nothing else differs, and need not be looked for.
std::optional<api::PatchObject> heartbeatPatch(
    const api::Node &node, const std::vector<api::NodeCondition> &reported)
{
    if (node.status.conditions == reported)
        return std::nullopt;
    api::JsonArray conditions;
    conditions.reserve(reported.size());
    for (const api::NodeCondition &condition : reported)
        conditions.push_back(api::encode(condition));
    return api::PatchObject {api::refTo(node), "status",
        api::JsonObject {{"status", api::JsonObject {{"conditions", std::move(conditions)}}},
            {"metadata", api::JsonObject {{"uid", node.metadata.uid}}}},
        true};
}

std::optional<api::PatchObject> reportPatch(const api::Node &node, const api::NodeStatus &reported)
{
    if (saysTheSame(node.status, reported))
        return heartbeatPatch(node, reported.conditions);
    api::Node after = node;
    after.status = reported;
    return api::patchEffect(node, after, "status", api::Precondition::Uid);
}

void appendReport(Plan &plan, const KubeletView &view, const api::Node &node, const api::NodeStatus &reported)
{
    auto patch = reportPatch(node, reported);
    if (!patch)
        return;
    plan.effects.emplace_back(std::move(*patch));
    announce(plan, node, reported, ignoredAnnotations(view.pod, node));
}

Plan planCrash(const KubeletView &view)
{
    Plan plan;
    const std::string why = "the hollow kubelet does not start: " + view.config.error().message;
    const api::Pod crashed = crashing(view.pod, view.place, why, view.now);
    append(plan.effects, api::patchEffect(view.pod, crashed, "status", api::Precondition::Uid));
    plan.effects.emplace_back(api::EmitEvent {api::referenceTo(view.pod), "Warning", "BackOff", why});
    plan.reasons.push_back(kubeletReason("Crashed", view.config.error().message));
    return plan;
}

void appendStarting(Plan &plan, const KubeletView &view, const api::Node &node)
{
    plan.effects.emplace_back(
        api::EmitEvent {kubeletReferenceTo(node), "Normal", "Starting", "Starting kubelet."});
    if (view.config->provided.turnUnhealthyAfter && view.config->provided.turnUnhealthyPeriodically)
        plan.effects.emplace_back(
            api::EmitEvent {kubeletReferenceTo(node), "Warning", "ConflictingDisruptions",
                "both turn-unhealthy-after and turn-unhealthy-periodically are set; the first one counts"});
}

/// A new Node carries its first status; one that is there gets the default labels back and a report.
void appendRegistration(Plan &plan, const KubeletView &view, const api::Pod &running)
{
    const api::Node node = view.node ? *view.node : registeredNode(identityOf(view), *view.config);
    const Disruption disruption = disruptionOf(running, &node, *view.config, view.chance, view.now);
    api::Node booted = node;
    booted.status.nodeInfo.bootID.clear();
    booted.status = reportOf(view, booted, disruption);
    if (!view.node)
        plan.effects.emplace_back(api::createEffect(booted));
    else
        append(plan.effects, api::patchEffect(node, withDefaultLabels(node), {}, api::Precondition::Uid));
    appendStarting(plan, view, node);
    if (!view.node)
        announce(plan, node, booted.status, ignoredAnnotations(view.pod, node));
    else if (disruption.health != Health::Silent)
        appendReport(plan, view, node, booted.status);
}

/// Registers the Node and marks the pod as running last: a pod that runs has registered (§3.2).
Plan planStart(const KubeletView &view)
{
    Plan plan;
    const api::Pod running = started(view.pod, view.place, view.now);
    appendRegistration(plan, view, running);
    append(plan.effects, api::patchEffect(view.pod, running, "status", api::Precondition::Uid));
    plan.reasons.push_back(kubeletReason("Started", view.config->nodeName));
    for (const std::string &note : view.config->notes)
        plan.reasons.push_back(kubeletReason("CommandLine", note));
    return plan;
}

/// The Node with another fault, or none.
Plan planFaultAnnotation(const api::Node &node, const std::optional<api::Recipe> &fault, api::Reason reason)
{
    api::Node after = node;
    if (fault)
        after.metadata.annotations.insert_or_assign(std::string(api::keys::fault), api::recipeText(*fault));
    else
        after.metadata.annotations.erase(std::string(api::keys::fault));
    Plan plan {{}, {std::move(reason)}, {}};
    append(plan.effects, api::patchEffect(node, after));
    return plan;
}

/// Puts times in place of the lengths of a fault that is new; nothing when there is nothing to put.
std::optional<Plan> planFaultSeen(const KubeletView &view)
{
    const auto fault = recipeIn(view.node->metadata, api::keys::fault);
    if (!fault)
        return std::nullopt;
    const api::Recipe times = pinned(*fault, view.now, {view.chance, view.config->nodeName});
    if (times == *fault)
        return std::nullopt;
    return planFaultAnnotation(*view.node, times, kubeletReason("FaultSeen", api::recipeText(times)));
}

/// Takes a fault away that has ended; nothing when none has.
std::optional<Plan> planFaultOver(const KubeletView &view)
{
    const auto fault = recipeIn(view.node->metadata, api::keys::fault);
    if (!fault || !isOver(*fault, view.now))
        return std::nullopt;
    return planFaultAnnotation(*view.node, std::nullopt, kubeletReason("FaultOver"));
}

void lookAgainAt(Plan &plan, std::optional<Time> time, Time now)
{
    if (time && (!plan.checkAgainAfter || *time - now < *plan.checkAgainAfter))
        plan.checkAgainAfter = *time - now;
}

api::Reason healthReason(const Disruption &disruption)
{
    if (disruption.health == Health::Silent)
        return kubeletReason("Silent");
    if (disruption.health == Health::NotReady)
        return kubeletReason("ReportingNotReady", disruption.message);
    if (disruption.condition)
        return kubeletReason("ReportingFault", api::nameOf(*disruption.condition), disruption.message);
    return kubeletReason("ReportingReady");
}

/// The result of an update in place; nothing while none is due.
std::optional<Plan> planUpdateResult(const KubeletView &view)
{
    const auto due = updateDue(*view.node);
    if (!due || *due > view.now)
        return std::nullopt;
    Plan plan;
    append(plan.effects, api::patchEffect(*view.node, withUpdateResult(*view.node)));
    plan.reasons.push_back(kubeletReason("ReportingUpdate"));
    return plan;
}

Plan planReport(const KubeletView &view)
{
    Plan plan;
    const api::Node &node = *view.node;
    const Disruption disruption = disruptionOf(view.pod, view.node, *view.config, view.chance, view.now);
    plan.reasons.push_back(healthReason(disruption));
    lookAgainAt(plan, disruption.nextChange, view.now);
    lookAgainAt(plan, updateDue(node), view.now);
    if (disruption.health == Health::Silent)
        return plan;
    const api::NodeStatus reported = reportOf(view, node, disruption);
    const Time due = nextReport(node.status);
    const bool report = due <= view.now || !saysTheSame(node.status, reported);
    if (report)
        appendReport(plan, view, node, reported);
    lookAgainAt(plan, report ? view.now + statusReportFrequency : due, view.now);
    return plan;
}

/// How long the machine of the pod boots; nothing: for ever.
std::optional<base::Duration> bootDelayOf(const KubeletView &view)
{
    const std::string_view text = view.pod.metadata.annotation(api::keys::boot);
    const auto told = api::parseBoot(text);
    const api::Boot boot = text.empty() || !told ? api::Boot {view.boot} : *told;
    if (!boot.delay)
        return std::nullopt;
    const Dice dice {view.chance, view.pod.metadata.name};
    return dice.draw(*boot.delay, "boot", view.pod.metadata.creationTimestamp.value_or(view.now));
}

Plan planBoot(const KubeletView &view)
{
    const auto delay = bootDelayOf(view);
    if (!delay)
        return {{}, {kubeletReason("NeverJoins")}, {}};
    // The server's clock may be ahead of ours: nothing was made in the future.
    const Time made = std::min(view.pod.metadata.creationTimestamp.value_or(view.now), view.now);
    const Time boot = made + *delay;
    if (view.now < boot)
        return {{}, {kubeletReason("Booting", boot)}, boot - view.now};
    return view.config ? planStart(view) : planCrash(view);
}

} // namespace

Disruption disruptionOf(const api::Pod &pod, const api::Node *node, const HollowKubeletConfig &config,
    const base::Chance &chance, Time now)
{
    const Dice dice {chance, config.nodeName};
    const Time start = pod.status.startTime.value_or(now);
    Disruptions disruptions {config, start, recipeIn(pod.metadata, api::keys::recipe), {}};
    if (disruptions.recipe)
        disruptions.recipe = pinned(std::move(*disruptions.recipe), start, dice);
    if (auto fault = node ? recipeIn(node->metadata, api::keys::fault) : std::nullopt)
        disruptions.fault = pinned(std::move(*fault), now, dice);
    return disruptionAt(disruptions, dice, now);
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
        return {{}, {kubeletReason("Finished", pod.status.phase)}, {}};
    if (pod.status.phase != "Running")
        return planBoot(view);
    if (!view.config || !isRunning(pod))
        return {{}, {kubeletReason("Crashed")}, {}};
    if (auto mended = readyAgain(pod, view.now)) // the host was away
        return {{std::move(*mended)}, {kubeletReason("ReadyAgain", "The hollow host")}, {}};
    if (!view.node)
        return {{}, {kubeletReason("NodeGone")}, {}};
    if (auto seen = planFaultSeen(view))
        return std::move(*seen);
    if (auto updated = planUpdateResult(view))
        return std::move(*updated);
    Plan report = planReport(view);
    if (!report.effects.empty())
        return report;
    // What the fault left behind is reported by now: a reboot is known by nothing else.
    if (auto over = planFaultOver(view))
        return std::move(*over);
    return report;
}

} // namespace core::hollow
