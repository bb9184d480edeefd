// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenariorecorder.h"

#include "core/api/mergepatch.h"
#include "core/api/yaml.h"
#include "core/base/overloaded.h"
#include "core/engine/commander.h"
#include "core/engine/timing.h"
#include "core/scenario/parse.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/state.h"

#include <algorithm>
#include <map>

namespace ui {

using namespace core::engine;
using namespace std::chrono_literals;
using core::api::Json;
using core::api::JsonArray;
using core::api::JsonObject;
using core::base::Duration;

namespace {

constexpr Duration leastWait = 100ms;
constexpr const char *patience = "10m"; // for sets to become as they were

/// The name is as scenarios write names.
std::string nameIn(const core::api::ObjectKey &key, const std::string &defaultNamespace)
{
    return key.ns.empty() || key.ns == defaultNamespace ? key.name : key.ns + "/" + key.name;
}

JsonObject waitStep(Duration length)
{
    const auto tenths = std::chrono::round<std::chrono::duration<std::int64_t, std::deci>>(length);
    return {{"wait", core::api::formatDuration(tenths)}};
}

/// What makes up an object that is applied elsewhere: no status, and nothing that its server keeps.
Json portable(Json object)
{
    JsonObject &fields = object.as_object();
    fields.erase("status");
    JsonObject metadata;
    for (const char *name : {"name", "namespace", "labels"}) {
        if (const Json *value = core::api::find(object, {"metadata", name}))
            metadata[name] = *value;
    }
    fields["metadata"] = std::move(metadata);
    return object;
}

bool hasNull(const Json &json)
{
    if (json.is_object())
        return std::ranges::any_of(
            json.get_object(), [](const auto &member) { return hasNull(member.value()); });
    return json.is_null();
}

/// The set whose name a scenario can tell, which a deployment makes anew with each revision.
std::optional<core::api::ObjectKey> targetSetOf(const ClusterView &cluster, const std::string &node)
{
    const core::api::Machine *machine = cluster.machineOf(node);
    const auto set = machine ? ClusterView::setOf(machine->metadata) : std::nullopt;
    if (!set || set->kind != Kind::MachineSet)
        return std::nullopt;
    const auto owner = cluster.ownerOf(*set);
    return owner && owner->kind == Kind::MachineDeployment ? owner->key : set->key;
}

std::string healthOf(const ClusterView &cluster, const std::string &name)
{
    const core::api::Node *node = cluster.node(name);
    const std::string_view ready = node ? node->readyStatus() : std::string_view();
    return ready == "True" ? "Ready" : ready == "False" ? "NotReady" : "Unknown";
}

/// "first 2 Ready nodes of workers" in place of names that another lab would not have.
std::vector<std::string> targetsFor(const ClusterView &cluster, const std::vector<std::string> &nodes)
{
    std::vector<std::string> targets;
    std::map<std::pair<std::string, std::string>, int> counts; // by health and set
    for (const std::string &node : nodes) {
        if (const auto set = targetSetOf(cluster, node))
            ++counts[{healthOf(cluster, node), nameIn(*set, cluster.status().defaultNamespace)}];
        else
            targets.push_back(node);
    }
    for (const auto &[which, count] : counts) {
        const auto &[health, set] = which;
        targets.push_back(count == 1 ? "first " + health + " node of " + set
                                     : "first " + std::to_string(count) + " " + health + " nodes of " + set);
    }
    return targets;
}

/// Sets whose names are the user's.
bool isNamedByUser(const ClusterView &cluster, const ObjectRef &set)
{
    return !cluster.ownerOf(set);
}

struct SetCounts {
    std::int64_t wanted = 0;
    int machines = 0;
    int ready = 0;
    bool hasTerminating = false; ///< one of them

    bool isComplete() const { return machines == wanted && !hasTerminating; }
};

std::map<std::string, SetCounts> countSets(const ClusterView &cluster)
{
    std::map<std::string, SetCounts> counts;
    const std::string &ns = cluster.status().defaultNamespace;
    for (const auto &[key, set] : cluster.all<core::api::MachineSet>()) {
        if (isNamedByUser(cluster, {Kind::MachineSet, key}))
            counts[nameIn(key, ns)].wanted = set->wantedReplicas();
    }
    for (const auto &[key, machine] : cluster.all<core::api::Machine>()) {
        const auto set = ClusterView::setOf(machine->metadata);
        const auto found = set ? counts.find(nameIn(set->key, ns)) : counts.end();
        if (found == counts.end())
            continue;
        ++found->second.machines;
        found->second.hasTerminating = found->second.hasTerminating || machine->isDeleting();
        const core::api::Node *node = cluster.nodeOf(*machine);
        found->second.ready += node && node->isReady() ? 1 : 0;
    }
    return counts;
}

/// How many are Ready is told of a set that has what it wants: meanwhile it depends on the moment.
JsonObject stateStep(const std::string &set, const SetCounts &counts)
{
    JsonObject state {{"machines", JsonObject {{"of", set}, {"total", counts.wanted}}}};
    if (counts.isComplete())
        state["nodes"] = JsonObject {{"of", set}, {"Ready", counts.ready}};
    state["within"] = patience;
    return {{"waitUntil", std::move(state)}};
}

/// Gives each step its words for the audience.
JsonArray captioned(const std::vector<JsonObject> &steps)
{
    const Json whole = JsonObject {{"name", "x"}, {"steps", JsonArray(steps.begin(), steps.end())}};
    const auto parsed = core::scenario::parseScenario(core::api::writeYaml(whole));
    JsonArray captioned;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        JsonObject step;
        const bool isWait = steps[i].contains("wait") || steps[i].contains("waitUntil");
        if (parsed && !isWait)
            step["say"] = utf8(spoken(core::scenario::describe(parsed->steps[i].verb)));
        for (const auto &member : steps[i])
            step[member.key()] = member.value();
        captioned.push_back(std::move(step));
    }
    return captioned;
}

} // namespace

ScenarioRecorder::ScenarioRecorder(const ClusterView &cluster, CommandSender &commands, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
{
    connect(&commands, &CommandSender::sent, this, &ScenarioRecorder::note);
    connect(&commands, &CommandSender::settled, this, &ScenarioRecorder::forgetRefused);
}

void ScenarioRecorder::start()
{
    m_beganAt = m_cluster.present();
    m_deeds.clear();
    m_leftOut.clear();
    const auto &episodes = m_cluster.health().episodes();
    m_episodesBefore = episodes.empty() ? 0 : episodes.rbegin()->first;
    m_begin = setsAtTheBegin();
    emit changed();
}

std::string ScenarioRecorder::stop()
{
    Steps steps = scaledBack();
    steps.insert(steps.end(), m_begin.begin(), m_begin.end());
    core::api::Time last = m_beganAt.value_or(m_cluster.present());
    const auto waitUntil = [&](core::api::Time next) {
        if (next - last >= leastWait)
            steps.push_back(waitStep(next - last));
        last = next;
    };
    for (const Recorded &deed : m_deeds) {
        waitUntil(deed.at);
        steps.insert(steps.end(), deed.steps.begin(), deed.steps.end());
    }
    waitUntil(m_cluster.present());
    const Steps end = setsAtTheEnd();
    steps.insert(steps.end(), end.begin(), end.end());
    QString description = tr("Recorded in the window on %1.").arg(text(m_cluster.status().contextName));
    if (!m_leftOut.isEmpty())
        description += u' ' + tr("Not recorded: %1.").arg(m_leftOut.join(tr("; ")));
    const Json scenario = JsonObject {{"name", utf8(tr("Recorded %1").arg(clockText(last)))},
        {"description", utf8(description)}, {"steps", captioned(steps)}};
    m_beganAt.reset();
    emit changed();
    return core::api::writeYaml(scenario);
}

/// It is as it was before what is recorded: a set that is another one would make it mean something else.
ScenarioRecorder::Steps ScenarioRecorder::setsAtTheBegin() const
{
    Steps steps;
    for (const auto &[set, counts] : countSets(m_cluster))
        steps.push_back(stateStep(set, counts));
    return steps;
}

ScenarioRecorder::Steps ScenarioRecorder::scaledBack() const
{
    std::vector<Json> scaled;
    for (const Recorded &deed : m_deeds) {
        for (const JsonObject &step : deed.steps) {
            if (const Json *scale = step.if_contains("scale"))
                scaled.push_back(scale->at("machineSet"));
        }
    }
    Steps steps;
    for (const JsonObject &begin : m_begin) {
        const Json &machines = begin.at("waitUntil").at("machines");
        if (std::ranges::find(scaled, machines.at("of")) != scaled.end())
            steps.push_back({{"scale",
                JsonObject {{"machineSet", machines.at("of")}, {"replicas", machines.at("total")}}}});
    }
    return steps;
}

ScenarioRecorder::Steps ScenarioRecorder::setsAtTheEnd() const
{
    Steps steps = setsAtTheBegin();
    std::map<std::string, int> replaced;
    for (const auto &[id, episode] : m_cluster.health().episodes()) {
        if (id > m_episodesBefore && episode.outcome == core::timeline::Outcome::Replaced
            && isNamedByUser(m_cluster, setOf(episode)))
            ++replaced[nameIn(episode.machineSet, m_cluster.status().defaultNamespace)];
    }
    for (const auto &[set, count] : replaced)
        steps.push_back({{"waitUntil",
            JsonObject {{"episodes", JsonObject {{"of", set}, {"outcome", "replaced"}, {"count", count}}},
                {"within", patience}}}});
    return steps;
}

void ScenarioRecorder::note(quint64 id, const Command &command)
{
    if (!isOn())
        return;
    Steps steps = stepsOf(command);
    if (!steps.empty())
        m_deeds.push_back({id, m_cluster.present(), std::move(steps)});
    emit changed();
}

/// What was refused was not done.
void ScenarioRecorder::forgetRefused(quint64 id, const core::engine::CommandResult<> &result)
{
    if (result || !isOn())
        return;
    std::erase_if(m_deeds, [id](const Recorded &deed) { return deed.id == id; });
    emit changed();
}

ScenarioRecorder::Steps ScenarioRecorder::leaveOut(const QString &what)
{
    m_leftOut.append(what);
    return {};
}

ScenarioRecorder::Steps ScenarioRecorder::stepsOf(const Command &command)
{
    const std::string &ns = m_cluster.status().defaultNamespace;
    return std::visit(
        core::base::Overloaded {
            [&](const Scale &scale) -> Steps {
                if (scale.target.resource != &core::api::resourceOf<core::api::MachineSet>())
                    return changeSteps(
                        scale.target, JsonObject {{"spec", JsonObject {{"replicas", scale.replicas}}}});
                return {{{"scale",
                    JsonObject {
                        {"machineSet", nameIn(scale.target.key, ns)}, {"replicas", scale.replicas}}}}};
            },
            [&](const SetPaused &pause) -> Steps {
                return changeSteps(
                    pause.deployment, JsonObject {{"spec", JsonObject {{"paused", pause.paused}}}});
            },
            [&](const BreakNodes &fault) -> Steps { return faultSteps(fault.nodes, fault.fault); },
            [&](const HealNodes &heal) -> Steps { return healSteps(heal.nodes); },
            [&](const BreakZone &fault) -> Steps {
                return {{{"fault",
                    JsonObject {{"node", "every node in zone " + fault.zone}, {"kind", fault.fault}}}}};
            },
            [&](const HealZone &heal) -> Steps {
                return {{{"heal", JsonObject {{"node", "every node in zone " + heal.zone}}}}};
            },
            [&](const DeleteThing &deletion) -> Steps { return deletionSteps(deletion); },
            [&](const SetProviderConfig &config) -> Steps {
                JsonObject spec {{"providerSpec", JsonObject {{"value", config.config}}}};
                return changeSteps(config.target,
                    JsonObject {{"spec", JsonObject {{"template", JsonObject {{"spec", std::move(spec)}}}}}});
            },
            [&](const EditObject &edit) -> Steps {
                return edit.onTrial ? Steps() : changeSteps(edit.object, edit.patch);
            },
            [&](const ApplyYaml &apply) -> Steps {
                const auto objects = core::api::parseYamlDocuments(apply.yaml);
                if (!objects)
                    return {};
                return {{{"apply", JsonArray(objects->begin(), objects->end())}}};
            },
            [&](const CreateMachineSet &create) -> Steps {
                const Timing *timing = findTiming(m_cluster.status().timing);
                JsonArray objects {portable(
                    core::api::encodeObject(newMachineSet(create.key, create.replicas, create.config)))};
                if (create.withHealthCheck)
                    objects.push_back(portable(core::api::encodeObject(
                        newHealthCheck(create.key, timing ? *timing : usualTiming()))));
                return {{{"apply", std::move(objects)}}};
            },
            [&](const RollBack &back) -> Steps {
                return leaveOut(tr("rolling %1 back").arg(text(back.deployment.key.name)));
            },
            [&](const SwitchController &change) -> Steps {
                return leaveOut(
                    (change.on ? tr("switching %1 on") : tr("switching %1 off")).arg(text(change.name)));
            },
            [&](const InstallPrerequisites &) -> Steps {
                return leaveOut(tr("installing the prerequisites"));
            },
            [&](const RunScenario &) -> Steps { return leaveOut(tr("running a scenario")); },
            // They ask, or are about the window and its time alone.
            [](const ForeseeFault &) -> Steps { return {}; },
            [](const ForeseeScale &) -> Steps { return {}; },
            [](const TryWrite &) -> Steps { return {}; },
            [](const DropTrial &) -> Steps { return {}; },
            [](const SeekMoment &) -> Steps { return {}; },
            [](const RetryNow &) -> Steps { return {}; },
            [](const ReadObject &) -> Steps { return {}; },
            [](const Inspect &) -> Steps { return {}; },
            [](const SetLocked &) -> Steps { return {}; },
            [](const SetPace &) -> Steps { return {}; },
            [](const StepTime &) -> Steps { return {}; },
            [](const StopScenario &) -> Steps { return {}; },
            [](const PauseScenario &) -> Steps { return {}; },
            [](const ContinueScenario &) -> Steps { return {}; },
            [](const StepScenario &) -> Steps { return {}; },
        },
        command);
}

ScenarioRecorder::Steps ScenarioRecorder::faultSteps(
    const std::vector<std::string> &nodes, const std::string &fault) const
{
    Steps steps;
    for (const std::string &target : targetsFor(m_cluster, nodes))
        steps.push_back({{"fault", JsonObject {{"node", target}, {"kind", fault}}}});
    return steps;
}

ScenarioRecorder::Steps ScenarioRecorder::healSteps(const std::vector<std::string> &nodes) const
{
    Steps steps;
    for (const std::string &target : targetsFor(m_cluster, nodes))
        steps.push_back({{"heal", JsonObject {{"node", target}}}});
    return steps;
}

ScenarioRecorder::Steps ScenarioRecorder::deletionSteps(const DeleteThing &deletion)
{
    using core::api::resourceOf;
    const core::api::Resource *resource = deletion.thing.resource;
    const std::string name = nameIn(deletion.thing.key, m_cluster.status().defaultNamespace);
    const auto named = [&](const char *kind, const std::string &what) -> Steps {
        return {{{"delete", JsonObject {{kind, what}}}}};
    };
    if (resource == &resourceOf<core::api::MachineSet>())
        return named("machineSet", name);
    if (resource == &resourceOf<core::api::MachineHealthCheck>())
        return named("healthCheck", name);
    if (resource == &resourceOf<core::api::Node>())
        return named("node", targetsFor(m_cluster, {deletion.thing.key.name}).front());
    const core::api::Machine *machine =
        resource == &resourceOf<core::api::Machine>() ? m_cluster.machine(deletion.thing.key) : nullptr;
    if (!machine)
        return leaveOut(tr("deleting %1 %2").arg(text(resource->kind), text(name)));
    const auto set = targetSetOf(m_cluster, nodeNameOf(*machine));
    return named("machine",
        set ? "first Running machine of " + nameIn(*set, m_cluster.status().defaultNamespace) : name);
}

ScenarioRecorder::Steps ScenarioRecorder::changeSteps(const core::api::ResourceRef &object, const Json &patch)
{
    const auto kind = kindOf(object.resource->apiVersion(), object.resource->kind);
    Json whole;
    if (kind)
        m_cluster.withObject({*kind, object.key},
            [&](const auto &found) { whole = portable(core::api::encodeObject(found)); });
    if (!whole.is_object() || hasNull(patch))
        return leaveOut(tr("changing %1 %2").arg(text(object.resource->kind), text(object.key.name)));
    Json change = patch;
    if (Json *metadata = change.is_object() ? change.as_object().if_contains("metadata") : nullptr) {
        for (const char *name : {"uid", "resourceVersion"})
            metadata->as_object().erase(name);
    }
    core::api::applyMergePatch(whole, change);
    return {{{"apply", std::move(whole)}}};
}

} // namespace ui
