// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All that crosses between the core thread and the window, as values: up go ChangeSets, down go Commands
// (core/README.md, Threads). Objects are shared and immutable; nobody on either side edits what the other
// holds.

#include "core/api/resource.h"
#include "core/api/rolloutsizes.h"
#include "core/api/trial.h"
#include "core/engine/forecast.h"
#include "core/engine/moment.h"
#include "core/engine/outlook.h"
#include "core/engine/scaleforecast.h"
#include "core/engine/silence.h"
#include "core/engine/verdicts.h"
#include "core/runtime/explanation.h"
#include "core/scenario/runner.h"
#include "core/timeline/fact.h"

#include <memory>
#include <variant>

namespace core::engine {

enum class Mode { Lab, External };

template<typename T>
struct Changes {
    std::vector<std::shared_ptr<const T>> upserts; ///< newest version of each object that changed
    std::vector<api::ObjectKey> removed;

    bool isEmpty() const { return upserts.empty() && removed.empty(); }
};

enum class ControllerGroup {
    ControlPlane, ///< stand-ins for what a real cluster brings itself
    HollowNodes,
    MachineApi, ///< of machine.openshift.io
    Mcm, ///< of machine.sapcloud.io
};

struct ControllerState {
    std::string name; ///< as in --controllers: "machineset", "healthcheck" …
    std::string description; ///< one sentence
    bool wanted = false; ///< switched on by the user or by default
    bool running = false; ///< holds its lease, if one is needed, and has synced stores
    api::Saying note; ///< why it is not running although wanted: "waiting for the first lists"
    ControllerGroup group = ControllerGroup::MachineApi;
    bool operator==(const ControllerState &) const = default;
};

enum class Connection {
    Starting,
    Live, ///< of a kind that is not, the note tells
    Reconnecting, ///< lost: what is shown is as it was at liveUntil
    Failed, ///< nothing was ever shown
};

/// Two clusters, by the uids of their namespaces kube-system.
struct OtherCluster {
    std::string first; ///< what was seen at first
    std::string present; ///< what answers now; empty: it has no such namespace
    bool operator==(const OtherCluster &) const = default;
};

/// A kind that can't be read at the moment.
struct UnreadKind {
    std::string resource; ///< as kubectl takes it: "nodes", "machines.machine.openshift.io"
    api::Saying why;
    bool isRefused = false; ///< the server answers, and does not let us
    bool operator==(const UnreadKind &) const = default;
};

struct Status {
    std::optional<Mode> mode; ///< nothing until it is known
    std::string timing; ///< of a lab: the name of its Timing (core/engine/timing.h)
    std::optional<std::size_t> mostMachines; ///< of a lab: how many fit into it; what wants more gets none
    std::string contextName; ///< the lab's name, or the kubeconfig context
    std::string server; ///< URL
    std::string kubeconfigPath;
    std::string defaultNamespace;
    bool readOnly = false;
    bool locked = true; ///< commands that may change the cluster are refused
    std::optional<api::Time> unlockedUntil; ///< when it locks itself, unless something is changed before
    base::Duration relockAfter {}; ///< how long after it was unlocked, or last changed, it locks itself
    Connection connection = Connection::Starting;
    api::Saying connectionNote; ///< what is wrong with it, without times: "nodes: connection refused"
    std::vector<UnreadKind> unread;
    /// Set when another cluster answers at the server's address than at first. Nothing is written, and
    /// nothing goes on, until SetLocked {false}: then it is entered as if it had just been opened.
    std::optional<OtherCluster> otherCluster;
    std::optional<api::Time> liveUntil; ///< of what is shown; set while the connection is lost
    std::optional<api::Time> retryAt; ///< when it is tried again; unset: now, or nothing is lost
    std::string labFile; ///< in which the lab is kept; empty for one in memory and for an external cluster
    /// What of the lab's files could not be read back, in a sentence each; behind the first three those alone
    /// that /readyz?verbose tells as well.
    std::vector<api::Saying> losses;
    std::optional<api::Time> pastSince; ///< since when moments can be asked for; unset: none is kept
    std::vector<timeline::Gap> gaps; ///< the times before this run of which nothing is known
    std::vector<std::string> missingCrds; ///< on an external cluster: what has to be installed first
    std::vector<ControllerState> controllers;
    api::Time now; ///< the core's (virtual) time
    double pace = 1; ///< asked for: 0 is paused
    double reachedPace = 1;
    int watchesLive = 0;
    int watchesWanted = 0;
    bool operator==(const Status &) const = default;
};

/// What the controllers that run last said about one object, of a node also about its machine.
struct Inspection {
    api::ResourceRef object;
    std::vector<runtime::Explanation> explanations;
    /// The health checks that select the machine, or the node's machine, each with its verdict on it alone;
    /// those that select machines of the set or deployment, with their counts alone.
    std::vector<HealthCheckVerdicts> checks;
    std::optional<Silence> silence = {}; ///< of the node, or the machine's
    /// Of the deployment of machine.openshift.io at a moment of the past; those of the present its controller
    /// tells with what it decides.
    std::optional<api::RolloutLimits> limits = {};

    bool operator==(const Inspection &) const = default;
};

/// The scenario that runs, or ran last.
struct ScenarioProgress {
    std::string name; ///< empty: none has run
    std::string description;
    std::vector<scenario::StepReport> steps; ///< all of them, in their order
    std::optional<bool> ok; ///< once it is over: all went well
    bool paused = false;

    bool isRunning() const { return !name.empty() && !ok; }
    bool operator==(const ScenarioProgress &) const = default;
};

/// What changed since the last one. The first one after connecting to a cluster has reset set: forget what
/// you hold.
struct ChangeSet {
    bool reset = false;
    PerKind<Changes> objects;
    std::vector<timeline::Fact> facts; ///< new ones, by index
    std::vector<timeline::Episode> episodes; ///< new or changed ones
    std::optional<Status> status; ///< set when it changed
    /// What happens next to all machines that are not well, when one changed: at most twice a second.
    std::optional<std::vector<Outlook>> outlooks;
    std::optional<ScenarioProgress> scenario; ///< when it changed
    std::optional<Inspection> inspection; ///< of the object of Inspect, when it changed
    std::optional<HealthCheckVerdicts> verdicts; ///< when that object is a health check, and they changed

    template<typename T>
    Changes<T> &of()
    {
        return objects.of<T>();
    }
    template<typename T>
    const Changes<T> &of() const
    {
        return objects.of<T>();
    }
};
using ChangeSetPtr = std::shared_ptr<const ChangeSet>;

/// Wants as many replicas of a MachineSet or MachineDeployment, through its scale subresource.
struct Scale {
    api::ResourceRef target;
    std::int64_t replicas = 0;
};

/// Halts the rollout of a MachineDeployment, or lets it go on.
struct SetPaused {
    api::ResourceRef deployment;
    bool paused = false;
};

/// Gives a MachineDeployment the template of an earlier revision again, through spec.rollbackTo.
struct RollBack {
    api::ResourceRef deployment;
    std::int64_t revision = 0; ///< 0: the one before the present one
};

/// Makes hollow nodes fail, through the annotation hollowlab.io/fault on each Node.
struct BreakNodes {
    std::vector<std::string> nodes;
    std::string fault; ///< a recipe, see core/api/recipe.h: "not-ready for 30s"
};

/// Takes the faults of nodes away.
struct HealNodes {
    std::vector<std::string> nodes;
};

/// Asks what would follow if the nodes were told to fail so; changes nothing. The outcome brings a forecast.
struct ForeseeFault {
    std::vector<std::string> nodes;
    std::string fault;
};

/// Asks what scaling a MachineSet so would do; changes nothing. The outcome brings a forecast.
struct ForeseeScale {
    api::ResourceRef target;
    std::int64_t replicas = 0;
};

/// Asks for the objects as they were at a moment; changes nothing. The outcome brings them.
struct SeekMoment {
    api::Time at;
};

/// Breaks all hollow nodes whose label topology.kubernetes.io/zone has that value.
struct BreakZone {
    std::string zone;
    std::string fault;
};

struct HealZone {
    std::string zone;
};

struct DeleteThing {
    api::ResourceRef thing;
};

/// Replaces spec.template.spec.providerSpec.value of a MachineSet or MachineDeployment.
struct SetProviderConfig {
    api::ResourceRef target;
    api::Json config;
    std::string resourceVersion; ///< of what the user was looking at; a conflict is reported, not overwritten
};

/// Asks for an object as the server has it; changes nothing. The outcome brings it.
struct ReadObject {
    api::ResourceRef object;
};

/// Changes an object as a merge patch says; uid and version in its metadata are preconditions. On trial the
/// server checks it and keeps nothing. The outcome brings the object as it is then, or would be.
struct EditObject {
    api::ResourceRef object;
    api::Json patch;
    bool onTrial = false;
    std::string subresource = {}; ///< "scale"; empty: the object itself
};

/// Creates or replaces every object of a YAML text, as kubectl apply would.
struct ApplyYaml {
    std::string yaml;
};

/// Creates a MachineSet with a provider config, and a health check for it if asked.
struct CreateMachineSet {
    api::ObjectKey key;
    std::int64_t replicas = 1;
    api::Json config;
    bool withHealthCheck = false;
};

/// Asks the server, by the same requests, what it would make of what a command writes; it keeps nothing. The
/// outcome brings that of each object.
struct TryWrite {
    std::variant<SetProviderConfig, ApplyYaml, CreateMachineSet> write;
};

/// Nobody waits any more for what the TryWrite of that id brings: it ends, without an answer, after the
/// object that it is about to try.
struct DropTrial {
    std::uint64_t id = 0;
};

/// Lets ChangeSets bring what the controllers say about that object from now on, and of a health check of
/// either generation its verdicts (at most twice a second); nothing: of none.
struct Inspect {
    std::optional<api::ResourceRef> object;
};

/// Allows, or refuses from now on, commands that may change the cluster (core/engine/lock.h). To unlock while
/// another cluster answers (Status::otherCluster) means to go on with that one: locked, no controller on.
struct SetLocked {
    bool locked = true;
};

struct SwitchController {
    std::string name;
    bool on = false;
};

/// Installs CRDs, the namespace kubemark-actuator, service account and RBAC on an external cluster
/// (docs/design.md D15).
struct InstallPrerequisites {
};

struct SetPace {
    double pace = 1; ///< 0 pauses
};

/// One due time further while paused.
struct StepTime {
};

/// Carries a scenario out (core/scenario/parse.h); one that runs is given up.
struct RunScenario {
    std::string yaml;
};

/// Gives up the scenario that runs; what it has asked for stays asked.
struct StopScenario {
};

/// No other step of the scenario begins; the one that is under way goes on.
struct PauseScenario {
};

struct ContinueScenario {
};

/// Carries out one step more while the scenario is paused.
struct StepScenario {
};

/// Does not wait for the next attempt to reach a cluster whose connection is lost.
struct RetryNow {
};

using Command = std::variant<Scale, SetPaused, RollBack, BreakNodes, HealNodes, ForeseeFault, BreakZone,
    HealZone, DeleteThing, SetProviderConfig, ReadObject, EditObject, ApplyYaml, CreateMachineSet, Inspect,
    SetLocked, SwitchController, InstallPrerequisites, SetPace, StepTime, RunScenario, StopScenario,
    PauseScenario, ContinueScenario, StepScenario, SeekMoment, RetryNow, ForeseeScale, TryWrite, DropTrial>;

/// Whether the command may change the cluster; every kind does that is not known to be harmless. One on trial
/// counts as well: only the server's word says that nothing is kept.
bool changesCluster(const Command &command);
/// Whether the server is asked to keep nothing of it.
bool isTrial(const Command &command);

/// Why a command was not carried out; what the server says of it is plain.
struct Problem : base::Error {
    Problem(base::Error error) : base::Error(std::move(error)), says(api::sayingOf(*this)) { }
    Problem(base::ErrorKind what, api::Saying why)
        : base::Error {what, why.text, {}}
        , says(std::move(why)) { }

    api::Saying says; ///< the message
};

template<typename T = api::Saying>
using CommandResult = tl::expected<T, Problem>;

inline tl::unexpected<Problem> refuse(base::ErrorKind kind, api::Saying why)
{
    return tl::unexpected(Problem(kind, std::move(why)));
}

struct CommandOutcome {
    std::uint64_t id = 0;
    CommandResult<> result; ///< what was done, in one sentence; or what went wrong, and where
    std::optional<FaultForecast> forecast = {}; ///< of ForeseeFault
    MomentPtr moment = nullptr; ///< of SeekMoment
    api::JsonPtr object = nullptr; ///< of ReadObject and EditObject; without managedFields
    std::optional<ScaleForecast> scaling = {}; ///< of ForeseeScale
    std::vector<std::string> warnings = {}; ///< of the server, of EditObject on trial
    std::vector<api::TriedObject> tried = {}; ///< of TryWrite
};

/// Every prerequisite that InstallPrerequisites would create, for showing before asking:
/// "CustomResourceDefinition machines…".
std::vector<std::string> prerequisiteNames();

} // namespace core::engine
