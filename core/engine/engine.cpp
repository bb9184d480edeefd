// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/actuator/hollowpod.h"
#include "core/api/machinedisruptionbudget.h"
#include "core/api/workload.h"
#include "core/base/log.h"
#include "core/base/overloaded.h"
#include "core/base/threadaffinity.h"
#include "core/engine/archive.h"
#include "core/engine/assembly.h"
#include "core/engine/capacity.h"
#include "core/engine/changefeed.h"
#include "core/engine/commander.h"
#include "core/engine/connectionmonitor.h"
#include "core/engine/dryrun.h"
#include "core/engine/firstobjects.h"
#include "core/engine/foreigncontrollers.h"
#include "core/engine/gates.h"
#include "core/engine/history.h"
#include "core/engine/lock.h"
#include "core/engine/outlookboard.h"
#include "core/engine/prerequisitecheck.h"
#include "core/engine/rolloutoutlook.h"
#include "core/engine/sayings.h"
#include "core/engine/scenarioplayer.h"
#include "core/engine/statuspages.h"
#include "core/scenario/sayings.h"

#include <QElapsedTimer>
#include <QSysInfo>
#include <QTimer>
#include <QUuid>

#include <algorithm>
#include <unordered_set>

namespace core::engine {

HOLLOWLAB_LOG(engineLog, "hollowlab.core.engine")

using base::str;

namespace {

constexpr std::chrono::milliseconds inspectionEvery {500};
constexpr std::chrono::milliseconds outlooksEvery {500};
constexpr int restsOfALook = 100; // between two at least so many times as long as one took
constexpr std::chrono::milliseconds electionEvery {500};
constexpr std::chrono::milliseconds troubleEvery {2000};
constexpr double paceTolerance = 0.05;
constexpr const char *leasePrefix = "hollowlab-";
constexpr std::chrono::minutes externalWatchTimeout {5}; // docs/faults-and-threats.md X9: a dead connection

std::string ownIdentity()
{
    return (QSysInfo::machineHostName() + u'_' + QUuid::createUuid().toString(QUuid::WithoutBraces))
        .toStdString();
}

std::optional<runtime::Leadership> leadershipFor(const EngineOptions &options)
{
    if (options.mode == Mode::Lab)
        return std::nullopt; // the lab's database is locked: nobody else runs our controllers on it
    return runtime::Leadership {std::string(actuator::podNamespace), leasePrefix, ownIdentity()};
}

std::vector<std::string> unitNames()
{
    std::vector<std::string> names;
    for (const ControllerDescriptor &descriptor : controllerDescriptors())
        names.emplace_back(descriptor.name);
    return names;
}

runtime::InformerOptions informerOptionsFor(const EngineOptions &options)
{
    runtime::InformerOptions informers;
    if (options.mode == Mode::External)
        informers.watchTimeout = externalWatchTimeout;
    return informers;
}

/// What is measured varies: what is nearly the pace asked for counts as that.
double reachedPace(const base::Pacer &pacer)
{
    const double reached = pacer.reachedPace();
    return reached > (1 - paceTolerance) * pacer.pace() ? pacer.pace() : reached;
}

/// Nothing of a lab that is only looked at changes on the disk; what happens on an external cluster is
/// recorded all the same.
History::Use useOfTimeline(const EngineOptions &options)
{
    return options.readOnly && options.mode == Mode::Lab ? History::Use::Shown : History::Use::Continued;
}

/// A Lease of one of our units, which it gives back after it was switched off.
bool isOwnLease(std::string_view path)
{
    static const std::string leases = "/apis/coordination.k8s.io/v1/namespaces/"
        + std::string(actuator::podNamespace) + "/leases/" + leasePrefix;
    return path.starts_with(leases);
}

/// Is answered from what is known, and needs no turn of the clock.
bool isQuestion(const Command &command)
{
    return std::holds_alternative<ForeseeFault>(command) || std::holds_alternative<ForeseeScale>(command)
        || std::holds_alternative<SeekMoment>(command);
}

} // namespace

class Engine::Private
{
public:
    Private(Engine *engine, EngineOptions given);
    ~Private();
    Private(const Private &) = delete;
    Private &operator=(const Private &) = delete;

    void start();
    void followServed();
    void judge(const std::string &unit);
    void limitCreations();
    void startManager();
    bool isCarriedOut(std::string_view unit) const;
    bool areChecksCarriedOut() const { return isCarriedOut(healthCheckUnit); }
    std::optional<api::Saying> whyNotByOrder() const;
    std::optional<api::Saying> whyNotByUnits(const api::Request &request) const;
    void carryOut(std::uint64_t id, const Command &command);
    Commander::ObjectDone bringing(std::uint64_t id, const api::Saying &words);
    void tryWrite(std::uint64_t id, const TryWrite &trial);
    std::string lookAt(const std::optional<api::ResourceRef> &object);
    CommandResult<> switchController(const SwitchController &change);
    CommandResult<void> ownsTime() const;
    CommandResult<> setPace(double pace);
    CommandResult<> stepTime();
    void send(ChangeSet changes);
    void lookAhead(ChangeSet &changes);
    void lookAtInspected();
    void lookAtElections();
    void lookAtTrouble();
    api::Saying trouble() const;
    void lookAtPace();
    void leaveCluster();
    void lockChanged();
    void setLocked(bool locked, const Commander::Done &done);
    Status status() const;
    CommandOutcome foresee(std::uint64_t id, const ForeseeFault &question);
    CommandOutcome foresee(std::uint64_t id, const ForeseeScale &question);
    void seek(std::uint64_t id, const SeekMoment &question);
    Inspection inspection();
    std::optional<Silence> silenceOfInspected();

    const base::ThreadAffinity affinity;
    Engine *q;
    EngineOptions options;
    const std::size_t mostMachines;
    QTimer inspectionTimer; ///< runs while something is inspected
    QTimer troubleTimer; ///< runs in a lab: its disk does not call
    api::Saying lastTrouble;
    QTimer electionTimer; ///< runs on an external cluster: who holds a lease that we wait for is not told
    bool managerStarted = false;
    std::map<std::string, api::Saying> foreignReasons; ///< by unit: which other program does the same
    base::Chance chance;
    Gates gates;
    client::CountingTransport requests;
    client::Client client; ///< reads; of a lab's it writes too
    client::Client byHand; ///< of commands, and of a scenario that the window has begun
    client::Client byOrder; ///< of the scenario of the command line
    client::Client byUnits; ///< of controllers that were switched on
    runtime::InformerSet informers;
    ConnectionMonitor connection;
    runtime::EventRecorder events;
    runtime::EffectRunner runner;
    runtime::Manager manager;
    Assembly assembly;
    std::unordered_set<std::uint64_t> trials; ///< that somebody waits for
    Commander commander;
    FirstObjects firstObjects;
    ChangeFeed feed;
    Lock lock;
    History history;
    Archive archive;
    DryRun dryRun;
    OutlookBoard outlooks;
    std::vector<Outlook> lastOutlooks;
    QTimer outlookTimer; ///< runs after a look: the next one waits for its end
    StatusPages pages;
    PrerequisiteCheck prerequisites;
    ForeignControllerWatch foreignControllers;
    ScenarioPlayer scenarios;
    Status lastStatus;
    bool wasLive = false; ///< the first lists are there, and stay while they are read anew
    std::optional<api::ResourceRef> inspected; ///< what the window looks at closely
    Inspection lastInspection;
    base::Subscriptions subscriptions;
    base::Scope scope;
};

Engine::Private::Private(Engine *engine, EngineOptions given)
    : q(engine)
    , options(std::move(given))
    , mostMachines(options.mostMachines ? *options.mostMachines : machinesThatFit())
    , chance(options.seed)
    , requests(gates.over(options, [this](const auto &) { leaveCluster(); }))
    , client(requests)
    , byHand(gates.entry(requests, [this](const auto &) { return lock.whyLocked(); }))
    , byOrder(gates.entry(requests, [this](const auto &) { return whyNotByOrder(); }))
    , byUnits(gates.entry(requests, [this](const api::Request &request) { return whyNotByUnits(request); }))
    , informers(client, options.clock, chance, informerOptionsFor(options))
    , connection(client, options.clock, informers)
    , events(byUnits, options.clock)
    , runner(byUnits, informers, events)
    , manager(byUnits, informers, options.clock, chance, leadershipFor(options))
    , assembly({{options.clock, chance, byUnits, informers, runner, options.mode, *options.timing,
                    options.serverAuthority, options.lostOwners},
          manager, options.controllers, options.concurrentSyncs})
    , commander(byHand, informers, options.defaultNamespace, *options.timing)
    , firstObjects(client, options.defaultNamespace, *options.timing)
    , feed([this](ChangeSet changes) { send(std::move(changes)); })
    , lock({options.clock, options.mode, options.readOnly, options.relockAfter, clusterName(options),
          [this] { lockChanged(); }})
    , history(options.clock, options.timelinePath, useOfTimeline(options), feed)
    , archive({options.clock, options.pastPath, options.readOnly && options.mode == Mode::Lab,
          [this] { feed.mark(); }, options.pastRetention})
    , dryRun(informers, options.clock, [this] { return areChecksCarriedOut(); })
    , outlooks(informers, options.clock, assembly.controllers(), [this] { return areChecksCarriedOut(); })
    , pages({options.clock, assembly.controllers(), manager, informers, events, requests, history.timeline(),
          options.server, [this] { return assembly.mcmFrozen(); }})
    , prerequisites(client, options.clock)
    , foreignControllers(client, options.clock, unitNames(),
          [this](const std::string &unit, const api::Saying &blockedReason) {
              foreignReasons[unit] = blockedReason;
              judge(unit);
          })
    , scenarios({options.clock, byHand,
          {informers.of<api::MachineDeployment>().store(), informers.of<api::MachineSet>().store(),
              informers.of<api::Machine>().store(), informers.of<api::Node>().store(),
              informers.of<api::MachineHealthCheck>().store(), informers.of<api::Pod>().store(),
              options.mode == Mode::Lab ? &informers.of<api::Job>().store() : nullptr, history.timeline(),
              options.defaultNamespace},
          [this] { return manager.isFilled(); }, [this] { feed.mark(); }})
{
    limitCreations();
    feed.follow(informers, options.watchEvents);
    history.follow(informers);
    archive.follow(informers, options.watchEvents);
    for (runtime::Controller *controller : assembly.machineControllers())
        history.follow(*controller);
    scenarios.follow(informers, options.mode == Mode::Lab);
    outlookTimer.setSingleShot(true);
    QObject::connect(&outlookTimer, &QTimer::timeout, q, [this] {
        if (outlooks.isStale())
            feed.mark();
    });
    inspectionTimer.setInterval(inspectionEvery);
    QObject::connect(&inspectionTimer, &QTimer::timeout, q, [this] { lookAtInspected(); });
    troubleTimer.setInterval(troubleEvery);
    QObject::connect(&troubleTimer, &QTimer::timeout, q, [this] { lookAtTrouble(); });
    electionTimer.setInterval(electionEvery);
    QObject::connect(&electionTimer, &QTimer::timeout, q, [this] { lookAtElections(); });
    if (options.pacer)
        subscriptions.push_back(options.pacer->onMeasured([this] { lookAtPace(); }));
    subscriptions.push_back(informers.onState([this] {
        connection.look();
        feed.mark();
        scenarios.look();
    }));
    subscriptions.push_back(manager.onChange([this] { feed.mark(); }));
}

void Engine::Private::limitCreations()
{
    const bool isLab = options.mode == Mode::Lab;
    const Capacity capacity {informers.of<api::Machine>().store(), informers.of<api::mcm::Machine>().store(),
        informers.of<api::Pod>().store(), informers.of<api::MachineSet>().store(),
        informers.of<api::mcm::MachineSet>().store(),
        isLab ? &informers.of<api::ReplicaSet>().store() : nullptr,
        isLab ? &informers.of<api::ReplicationController>().store() : nullptr,
        isLab ? &informers.of<api::Job>().store() : nullptr, mostMachines};
    runner.setCreationRule(
        [capacity](const api::CreateObject &creation) { return capacity.admit(creation); });
}

void Engine::Private::start()
{
    feed.open();
    if (options.mode == Mode::Lab) {
        if (options.serverTrouble)
            troubleTimer.start();
        return startManager();
    }
    electionTimer.start();
    informers.of<api::Node>().start();
    informers.of<api::Pod>().start();
    foreignControllers.start();
    connection.start([this] { feed.mark(); });
    prerequisites.start([this] {
        if (prerequisites.hasLooked() && !gates.otherCluster())
            followServed();
        feed.mark();
    });
}

/// Which machine kinds an external cluster serves is found out as it goes.
void Engine::Private::followServed()
{
    for (const std::string &unit : unitNames())
        judge(unit);
    if (!std::exchange(managerStarted, true))
        startManager();
    const auto follow = [this](runtime::InformerBase &informer) {
        if (!prerequisites.isMissing(informer.resource()))
            informer.start();
        else if (informer.state() != runtime::InformerBase::State::Stopped)
            informer.stop();
    };
    const auto followAll = [&]<typename... Kind>() { (follow(informers.of<Kind>()), ...); };
    followAll.operator()<api::Machine, api::MachineSet, api::MachineDeployment, api::MachineHealthCheck,
        api::HealthCheckV1alpha1, api::MachineDisruptionBudget, api::Cluster, api::mcm::Machine,
        api::mcm::MachineSet, api::mcm::MachineDeployment, api::mcm::MachineClass>();
}

/// Tells the manager what speaks against the unit.
void Engine::Private::judge(const std::string &unit)
{
    std::string missing;
    for (const api::Resource *kind : descriptorOf(unit).needs) {
        if (prerequisites.isMissing(*kind))
            missing += (missing.empty() ? "" : ", ") + kind->plural + "." + kind->group;
    }
    manager.setBlockedReason(
        unit, missing.empty() ? foreignReasons[unit] : blockedSaying("NotServed", missing));
}

void Engine::Private::startManager()
{
    manager.start();
    if (options.createDefaultLab)
        firstObjects.make();
}

/// A lab's first lists always come: what its controllers do then is foretold while they are on their way.
bool Engine::Private::isCarriedOut(std::string_view unit) const
{
    return options.mode == Mode::Lab ? manager.isRunningSoon(unit) : manager.isRunning(unit);
}

std::optional<api::Saying> Engine::Private::whyNotByOrder() const
{
    return scenarios.isRunning() ? std::nullopt
                                 : std::optional(refusalSaying("ScenarioOver", clusterName(options)));
}

std::optional<api::Saying> Engine::Private::whyNotByUnits(const api::Request &request) const
{
    if (manager.wantsAny() || isOwnLease(request.path))
        return std::nullopt;
    return refusalSaying("NothingSwitchedOn", clusterName(options));
}

void Engine::Private::carryOut(std::uint64_t id, const Command &command)
{
    Commander::Done done = scope.bind([this, id](CommandResult<> result) {
        emit q->commandDone({id, std::move(result)});
    });
    if (const auto admitted = lock.admit(command); !admitted)
        return done(tl::unexpected(admitted.error()));
    std::visit(
        base::Overloaded {
            [&](const Scale &scaling) { commander.scale(scaling, std::move(done)); },
            [&](const SetPaused &pause) { commander.setPaused(pause, std::move(done)); },
            [&](const RollBack &rollback) { commander.rollBack(rollback, std::move(done)); },
            [&](const BreakNodes &breaking) { commander.breakNodes(breaking, std::move(done)); },
            [&](const HealNodes &healing) { commander.healNodes(healing, std::move(done)); },
            [&](const BreakZone &outage) { commander.breakZone(outage, std::move(done)); },
            [&](const HealZone &recovery) { commander.healZone(recovery, std::move(done)); },
            [&](const DeleteThing &deletion) { commander.remove(deletion, std::move(done)); },
            [&](const SetProviderConfig &config) { commander.setProviderConfig(config, std::move(done)); },
            [&](const ReadObject &reading) { commander.read(reading, bringing(id, "Read")); },
            [&](const EditObject &edit) {
                const std::string name = edit.object.resource->kind + " " + edit.object.key.text();
                commander.edit(
                    edit, bringing(id, edit.onTrial ? "Tried " + name : outcomeSaying("Changed", name)));
            },
            [&](const ApplyYaml &yaml) { commander.applyYaml(yaml, std::move(done)); },
            [&](const CreateMachineSet &creation) { commander.createMachineSet(creation, std::move(done)); },
            [&](const TryWrite &trial) { tryWrite(id, trial); },
            [&](const DropTrial &drop) {
                trials.erase(drop.id);
                done(std::string("Dropped"));
            },
            [&](const InstallPrerequisites &) { commander.apply(prerequisiteObjects(), std::move(done)); },
            [&](const SetLocked &locking) { setLocked(locking.locked, done); },
            [&](const Inspect &inspect) { done(lookAt(inspect.object)); },
            [&](const SwitchController &change) { done(switchController(change)); },
            [&](const SetPace &pace) { done(setPace(pace.pace)); },
            [&](const StepTime &) { done(stepTime()); },
            [&](const RunScenario &run) { done(scenarios.play(run.yaml)); },
            [&](const StopScenario &) { done(scenarios.stop()); },
            [&](const PauseScenario &) { done(scenarios.pause()); },
            [&](const ContinueScenario &) { done(scenarios.goOn()); },
            [&](const StepScenario &) { done(scenarios.step()); },
            [&](const RetryNow &) {
                connection.retryNow();
                done(outcomeSaying("TryingAgain"));
            },
            [&](const SeekMoment &seeking) { seek(id, seeking); },
            [&](const ForeseeFault &question) { emit q->commandDone(foresee(id, question)); },
            [&](const ForeseeScale &question) { emit q->commandDone(foresee(id, question)); },
        },
        command);
}

Commander::ObjectDone Engine::Private::bringing(std::uint64_t id, const api::Saying &words)
{
    return scope.bind([this, id, words](CommandResult<api::Answered> answer) {
        if (!answer)
            return emit q->commandDone({id, tl::unexpected(answer.error())});
        CommandOutcome outcome {.id = id, .result = words, .object = std::move(answer->object)};
        outcome.warnings = std::move(answer->warnings);
        emit q->commandDone(outcome);
    });
}

void Engine::Private::tryWrite(std::uint64_t id, const TryWrite &trial)
{
    trials.insert(id);
    const auto isWanted = [this, id] { return trials.contains(id); };
    commander.tryWrite(
        trial, isWanted, scope.bind([this, id](CommandResult<std::vector<api::TriedObject>> tried) {
            trials.erase(id);
            if (!tried)
                return emit q->commandDone({id, tl::unexpected(tried.error())});
            CommandOutcome outcome {.id = id, .result = std::string("Tried")};
            outcome.tried = std::move(*tried);
            emit q->commandDone(outcome);
        }));
}

/// Whoever asks is told, also what they were told before: they may have shown another time since.
std::string Engine::Private::lookAt(const std::optional<api::ResourceRef> &object)
{
    if (object && object == inspected)
        lastInspection = {};
    inspected = object;
    dryRun.watch(inspected);
    inspected ? inspectionTimer.start() : inspectionTimer.stop();
    lookAtInspected();
    return inspected ? "Looking at " + inspected->key.text() : "Looking at nothing";
}

CommandResult<> Engine::Private::switchController(const SwitchController &change)
{
    if (const auto switched = manager.setWanted(change.name, change.on); !switched)
        return tl::unexpected(switched.error());
    return change.on ? outcomeSaying("SwitchedOn", change.name) : outcomeSaying("SwitchedOff", change.name);
}

CommandResult<void> Engine::Private::ownsTime() const
{
    if (!options.pacer || options.mode == Mode::External)
        return refuse(base::ErrorKind::Unsupported, refusalSaying("NotOurTime"));
    return {};
}

CommandResult<> Engine::Private::setPace(double pace)
{
    if (const auto ours = ownsTime(); !ours)
        return tl::unexpected(ours.error());
    options.pacer->setPace(pace);
    feed.mark();
    return outcomeSaying("PaceSet", "×" + std::to_string(pace));
}

CommandResult<> Engine::Private::stepTime()
{
    if (const auto ours = ownsTime(); !ours)
        return tl::unexpected(ours.error());
    QTimer::singleShot(0, q, [this] { options.pacer->step(); });
    return outcomeSaying("Stepped");
}

/// Comes before any write is answered: whoever writes has stopped by then.
void Engine::Private::leaveCluster()
{
    const std::string problem = refusalSaying("OtherCluster", options.server).text;
    qCInfo(engineLog) << str(problem) << ": nothing goes on";
    (void)lock.set(true);
    scenarios.end(problem);
    manager.stop([] {});
    feed.mark();
}

/// A scenario that the window has begun writes no more; one of the command line needs no unlocking.
void Engine::Private::lockChanged()
{
    if (lock.isLocked() && scenarios.progress().isRunning())
        scenarios.end(scenario::stepSaying("WasLocked"));
    feed.mark();
}

void Engine::Private::setLocked(bool locked, const Commander::Done &done)
{
    if (locked || !gates.otherCluster())
        return done(lock.set(locked));
    options.clock.post(scope.bind([engine = q] { engine->enterAnew(); }));
    done(outcomeSaying("EnteredAnew", options.server));
}

Inspection Engine::Private::inspection()
{
    if (!inspected)
        return {};
    const auto machine = machineBehind(*inspected, informers);
    return {*inspected, explanationsOf(assembly.controllers(), *inspected, machine), dryRun.checks(),
        silenceOfInspected()};
}

/// What is done about a silence is worked out once for each.
std::optional<Silence> Engine::Private::silenceOfInspected()
{
    const api::Time now = options.clock.now();
    auto silence =
        silenceOf(nodeBehind(*inspected, informers), assembly.controllers(), options.timing->heartbeat, now);
    if (!silence)
        return silence;
    const auto &known = lastInspection.silence;
    if (known && known->node == silence->node && known->lastSeen == silence->lastSeen)
        return known;
    const api::Recipe silent = *api::parseRecipe("silent");
    silence->then = sayingsOf(forecastOf({silence->node}, silent, informers, now, areChecksCarriedOut()));
    return silence;
}

void Engine::Private::send(ChangeSet changes)
{
    Status present = status();
    if (present != lastStatus || changes.reset)
        changes.status = present;
    lastStatus = std::move(present);
    wasLive = wasLive || lastStatus.connection == Connection::Live;
    changes.verdicts = dryRun.takeNews();
    lookAhead(changes);
    if (scenarios.takeNews() || changes.reset)
        changes.scenario = scenarios.progress();
    Inspection seen = inspection();
    if (seen != lastInspection)
        changes.inspection = seen;
    lastInspection = std::move(seen);
    emit q->changed(std::make_shared<const ChangeSet>(std::move(changes)));
}

void Engine::Private::lookAhead(ChangeSet &changes)
{
    if (outlookTimer.isActive() || !outlooks.isStale())
        return;
    QElapsedTimer took;
    took.start();
    std::vector<Outlook> present = outlooks.look();
    outlookTimer.start(std::max(outlooksEvery, restsOfALook * std::chrono::milliseconds(took.elapsed())));
    if (present != lastOutlooks || changes.reset)
        changes.outlooks = present;
    lastOutlooks = std::move(present);
}

CommandOutcome Engine::Private::foresee(std::uint64_t id, const ForeseeFault &question)
{
    const auto fault = api::parseRecipe(question.fault);
    if (!fault)
        return {id, tl::unexpected(fault.error()), {}};
    FaultForecast forecast =
        forecastOf(question.nodes, *fault, informers, options.clock.now(), areChecksCarriedOut());
    return {id, api::joinedText(sayingsOf(forecast)), std::move(forecast)};
}

CommandOutcome Engine::Private::foresee(std::uint64_t id, const ForeseeScale &question)
{
    auto forecast =
        forecastOfScaling(question.target, question.replicas, informers, chance, options.clock.now());
    if (!forecast)
        return {id, tl::unexpected(forecast.error())};
    CommandOutcome outcome {id, std::string("Foreseen")};
    outcome.scaling = std::move(*forecast);
    return outcome;
}

void Engine::Private::seek(std::uint64_t id, const SeekMoment &question)
{
    const CarriedOut carriedOut {areChecksCarriedOut(), isCarriedOut(rolloutUnit)};
    archive.seek(question.at, carriedOut, [this, id](base::Result<MomentPtr> moment) {
        if (moment)
            emit q->commandDone({id, std::string("Found"), {}, *moment});
        else
            emit q->commandDone({id, tl::unexpected(moment.error())});
    });
}

void Engine::Private::lookAtInspected()
{
    if (dryRun.hasNews() || inspection() != lastInspection)
        feed.mark();
}

void Engine::Private::lookAtElections()
{
    Status present = status();
    present.now = lastStatus.now;
    if (present != lastStatus)
        feed.mark();
}

void Engine::Private::lookAtTrouble()
{
    if (api::Saying now = trouble(); now != lastTrouble) {
        lastTrouble = std::move(now);
        feed.mark();
    }
}

api::Saying Engine::Private::trouble() const
{
    return options.serverTrouble ? options.serverTrouble() : api::Saying();
}

void Engine::Private::lookAtPace()
{
    if (std::abs(reachedPace(*options.pacer) - lastStatus.reachedPace) > paceTolerance * lastStatus.pace)
        feed.mark();
}

Status Engine::Private::status() const
{
    Status present;
    present.mode = options.mode;
    if (options.mode == Mode::Lab) {
        present.timing = options.timing->name;
        present.mostMachines = mostMachines;
    }
    present.contextName = options.contextName;
    present.server = options.server;
    present.kubeconfigPath = options.kubeconfigPath;
    present.defaultNamespace = options.defaultNamespace;
    present.readOnly = options.readOnly;
    present.locked = lock.isLocked();
    present.unlockedUntil = lock.unlockedUntil();
    present.relockAfter = options.relockAfter;
    present.labFile = options.labFile;
    for (const api::Saying &problem : {history.problem(), archive.problem()}) {
        if (!problem.empty())
            present.losses.push_back(problem);
    }
    present.losses.insert(present.losses.end(), options.losses.begin(), options.losses.end());
    present.past = archive.kept();
    present.missingCrds = prerequisites.missing();
    present.now = options.clock.now();
    if (options.pacer) {
        present.pace = options.pacer->pace();
        present.reachedPace = reachedPace(*options.pacer);
    }
    for (const runtime::UnitState &unit : manager.states())
        present.controllers.push_back({unit.name, unit.description, unit.wanted, unit.running, unit.note,
            descriptorOf(unit.name).group});
    bool anySynced = false;
    bool allRefused = true;
    for (const runtime::InformerBase *informer : informers.list()) {
        using State = runtime::InformerBase::State;
        if (informer->state() == State::Stopped || informer->state() == State::Absent)
            continue;
        ++present.watchesWanted;
        anySynced = anySynced || informer->hasSynced();
        allRefused = allRefused && informer->isRefused();
        if (informer->state() == State::Watching)
            ++present.watchesLive;
    }
    present.connectionNote = prerequisites.problem().empty() ? connection.problem() : prerequisites.problem();
    present.unread = connection.unread();
    const auto loss = connection.loss();
    present.otherCluster = gates.otherCluster();
    if (present.otherCluster) {
        present.connection = Connection::Failed;
        present.connectionNote = connectionSaying("OtherCluster");
    } else if (!anySynced && (!wasLive || (allRefused && !loss))) {
        present.connection = present.connectionNote.empty() ? Connection::Starting : Connection::Failed;
    } else if (loss) {
        present.connection = Connection::Reconnecting;
        present.liveUntil = loss->liveUntil;
        present.retryAt = loss->retryAt;
    } else {
        present.connection = Connection::Live;
    }
    if (api::Saying why = trouble(); !why.empty())
        present.connectionNote = std::move(why);
    return present;
}

Engine::Engine(EngineOptions options) : d(std::make_unique<Private>(this, std::move(options))) { }

Engine::Private::~Private()
{
    manager.halt(); // its units are the assembly's, which goes before it
}

Engine::~Engine() = default;

/// Nothing that was known of one cluster is left for the other one, nor what was switched on for it.
void Engine::enterAnew()
{
    EngineOptions options = d->options;
    options.controllers.clear();
    d->history.close();
    d.reset();
    d = std::make_unique<Private>(this, std::move(options));
    start();
}

std::vector<std::pair<std::string, std::string>> Engine::knownControllers()
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const ControllerDescriptor &descriptor : controllerDescriptors())
        names.emplace_back(descriptor.name, descriptor.sentence);
    return names;
}

std::set<std::string, std::less<>> Engine::allControllers()
{
    std::set<std::string, std::less<>> names;
    for (const ControllerDescriptor &descriptor : controllerDescriptors())
        names.emplace(descriptor.name);
    return names;
}

void Engine::start()
{
    d->affinity.assertHere();
    d->start();
}

void Engine::stop(std::function<void()> done)
{
    d->affinity.assertHere();
    d->manager.stop(d->scope.bind([this, done = std::move(done)] {
        d->history.close();
        d->archive.close();
        done();
    }));
}

void Engine::submit(std::uint64_t id, const Command &command)
{
    d->affinity.assertHere();
    const auto carryOut = [&] { d->carryOut(id, command); };
    if (d->options.pacer && !isQuestion(command))
        d->options.pacer->enter(carryOut);
    else
        carryOut();
}

std::vector<runtime::Explanation> Engine::explain(const api::ResourceRef &object) const
{
    d->affinity.assertHere();
    return explanationsOf(d->assembly.controllers(), object, {});
}

std::optional<api::Response> Engine::answer(const api::Request &request)
{
    d->affinity.assertHere();
    return d->pages.answer(request);
}

const scenario::ScenarioView &Engine::scenarioView() const
{
    d->affinity.assertHere();
    return d->scenarios.view();
}

void Engine::runScenario(
    scenario::Scenario scenario, scenario::Runner::StepListener onStep, scenario::Runner::Done done)
{
    d->affinity.assertHere();
    d->scenarios.begin(d->byOrder, std::move(scenario), std::move(onStep), std::move(done));
}

void Engine::acknowledge()
{
    d->affinity.assertHere();
    d->feed.acknowledge();
}

} // namespace core::engine

#include "moc_engine.cpp"
