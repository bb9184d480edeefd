// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include "core/actuator/hollowpod.h"
#include "core/api/workload.h"
#include "core/base/log.h"
#include "core/base/overloaded.h"
#include "core/base/threadaffinity.h"
#include "core/engine/archive.h"
#include "core/engine/assembly.h"
#include "core/engine/capacity.h"
#include "core/engine/changefeed.h"
#include "core/engine/closelook.h"
#include "core/engine/clustersurvey.h"
#include "core/engine/commander.h"
#include "core/engine/connectionmonitor.h"
#include "core/engine/dryrun.h"
#include "core/engine/firstobjects.h"
#include "core/engine/gates.h"
#include "core/engine/history.h"
#include "core/engine/lock.h"
#include "core/engine/outlookboard.h"
#include "core/engine/prerequisitecheck.h"
#include "core/engine/rolloutoutlook.h"
#include "core/engine/sayings.h"
#include "core/engine/scenarioplayer.h"
#include "core/engine/statusboard.h"
#include "core/engine/statuspages.h"
#include "core/scenario/sayings.h"

#include <QSysInfo>
#include <QTimer>
#include <QUuid>

#include <unordered_set>

namespace core::engine {

HOLLOWLAB_LOG(engineLog, "hollowlab.core.engine")

using base::str;

namespace {

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

runtime::InformerOptions informerOptionsFor(const EngineOptions &options)
{
    runtime::InformerOptions informers;
    if (options.mode == Mode::External)
        informers.watchTimeout = externalWatchTimeout;
    return informers;
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
    void limitCreations();
    void startManager();
    void followHistory();
    void followConnection();
    void takeCluster(const std::string &uid);
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
    void leaveCluster();
    void lockChanged();
    void setLocked(bool locked, const Commander::Done &done);
    CommandOutcome foresee(std::uint64_t id, const ForeseeFault &question);
    CommandOutcome foresee(std::uint64_t id, const ForeseeScale &question);
    void seek(std::uint64_t id, const SeekMoment &question);

    const base::ThreadAffinity affinity;
    Engine *q;
    EngineOptions options;
    const std::size_t mostMachines;
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
    CloseLook closeLook;
    OutlookBoard outlooks;
    StatusPages pages;
    ClusterSurvey survey;
    ScenarioPlayer scenarios;
    StatusBoard statusBoard;
    base::Subscriptions subscriptions;
    base::Scope scope;
};

Engine::Private::Private(Engine *engine, EngineOptions given)
    : q(engine)
    , options(std::move(given))
    , mostMachines(options.mostMachines ? *options.mostMachines : machinesThatFit())
    , chance(options.seed)
    , requests(gates.over(
          options, {[this](const auto &) { leaveCluster(); }, [this](const auto &uid) { takeCluster(uid); }}))
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
    , history({options.clock, feed, useOfTimeline(options),
          options.mode == Mode::Lab ? std::optional(options.timelinePath) : std::nullopt,
          [this] { return gates.isSameCluster(); }})
    , archive({options.clock, options.pastPath, options.readOnly && options.mode == Mode::Lab,
          [this] { feed.mark(); }, options.pastRetention})
    , closeLook({informers, options.clock, assembly.controllers(), options.timing->heartbeat,
          [this] { return areChecksCarriedOut(); }, [this] { feed.mark(); }})
    , outlooks({informers, options.clock, assembly.controllers(), [this] { return areChecksCarriedOut(); },
          [this] { feed.mark(); }})
    , pages({options.clock, assembly.controllers(), manager, informers, events, requests, history.timeline(),
          options.server, [this] { return assembly.mcmFrozen(); }})
    , survey({client, options.clock, informers, manager, [this] { return !gates.otherCluster(); },
          [this] { startManager(); }, [this] { feed.mark(); }})
    , scenarios({options.clock, byHand,
          {informers.of<api::MachineDeployment>().store(), informers.of<api::MachineSet>().store(),
              informers.of<api::Machine>().store(), informers.of<api::Node>().store(),
              informers.of<api::MachineHealthCheck>().store(), informers.of<api::Pod>().store(),
              options.mode == Mode::Lab ? &informers.of<api::Job>().store() : nullptr, history.timeline(),
              options.defaultNamespace},
          [this] { return history.hasBegun() && manager.isFilled(); }, [this] { feed.mark(); }})
    , statusBoard({options, mostMachines, gates, informers, connection, manager, lock, history, archive,
          survey, [this] { feed.mark(); }})
{
    limitCreations();
    feed.follow(informers, options.watchEvents);
    if (history.hasBegun())
        followHistory();
    archive.follow(informers, options.watchEvents);
    scenarios.follow(informers, options.mode == Mode::Lab);
    subscriptions.push_back(informers.onState([this] {
        connection.look();
        followConnection();
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
    statusBoard.start();
    if (options.mode == Mode::Lab)
        return startManager();
    informers.of<api::Node>().start();
    informers.of<api::Pod>().start();
    connection.start([this] {
        followConnection();
        feed.mark();
    });
    survey.start();
}

void Engine::Private::startManager()
{
    manager.start();
    if (options.createDefaultLab)
        firstObjects.make();
}

void Engine::Private::followHistory()
{
    history.follow(informers);
    for (runtime::Controller *controller : assembly.machineControllers())
        history.follow(*controller);
}

void Engine::Private::followConnection()
{
    const auto loss = connection.loss();
    history.followConnection(loss ? std::optional(loss->liveUntil) : std::nullopt);
}

/// Whose history goes on is known by its uid; what was held back meanwhile is of this cluster.
void Engine::Private::takeCluster(const std::string &uid)
{
    if (history.hasBegun())
        return history.passOn();
    const std::string timeline = timelineOf(options.timelinePath, uid);
    history.begin(timeline);
    forgetOldTimelines(timeline);
    followHistory();
    scenarios.look();
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

std::string Engine::Private::lookAt(const std::optional<api::ResourceRef> &object)
{
    closeLook.lookAt(object);
    return object ? "Looking at " + object->key.text() : "Looking at nothing";
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

void Engine::Private::send(ChangeSet changes)
{
    changes.status = statusBoard.takeNews(changes.reset);
    changes.verdicts = closeLook.takeVerdicts();
    changes.outlooks = outlooks.takeNews(changes.reset);
    if (scenarios.takeNews() || changes.reset)
        changes.scenario = scenarios.progress();
    changes.inspection = closeLook.takeNews();
    emit q->changed(std::make_shared<const ChangeSet>(std::move(changes)));
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
