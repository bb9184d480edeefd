// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Builds everything that runs against one cluster, lab or external, over one Transport: informers,
// controllers, hollow host, control-plane loops, timeline. The only core class that the window talks to.
// Lives on the core thread; the signals carry values and may be connected queued.

#include "core/base/pacer.h"
#include "core/client/connectionguard.h"
#include "core/engine/timing.h"
#include "core/engine/values.h"
#include "core/past/versionlog.h"
#include "core/runtime/explanation.h"
#include "core/scenario/runner.h"

#include <QObject>

#include <set>

namespace core::engine {

struct EngineOptions {
    base::Clock &clock;
    base::Pacer *pacer = nullptr; ///< null in tests that advance the clock by hand
    client::Transport &transport;
    client::GuardedConnections *connections = nullptr; ///< of that transport, when it opens any
    Mode mode = Mode::Lab;
    const Timing *timing = &usualTiming(); ///< of a lab
    std::string contextName;
    std::string server;
    /// The certificate, in PEM, of the authority by which clients know a lab's server; empty: not known.
    std::string serverAuthority = {};
    std::string kubeconfigPath;
    std::string defaultNamespace = "default";
    std::uint64_t seed = 1;
    bool readOnly = false;
    /// An external cluster that was unlocked locks itself when nothing was changed for so long.
    base::Duration relockAfter = std::chrono::minutes(15);
    std::set<std::string, std::less<>> controllers; ///< names switched on from the start
    /// A unit's number says how many of its plans may be under way (Controller::defaultConcurrentReconciles).
    std::map<std::string, std::size_t, std::less<>> concurrentSyncs;
    std::optional<std::size_t> mostMachines; ///< unset: as many as fit into the memory (capacity.h)
    /// SQLite file; empty or ":memory:" keeps nothing. Of an external cluster whose uid can be read (that of
    /// its namespace kube-system) the file beside it that is named after that as well.
    std::string timelinePath;
    /// SQLite file of every moment (core/past); ":memory:" keeps them while the engine lives, empty keeps
    /// none.
    std::string pastPath;
    past::Retention pastRetention = {};
    bool watchEvents = true; ///< Events are wanted in ChangeSets
    /// MachineSet "workers" with 3 machines and its health check, once in a lab (core/engine/firstobjects.h).
    bool createDefaultLab = false;
    std::string labFile; ///< see Status
    std::vector<api::Saying> losses;
    std::vector<std::string> lostOwners = {}; ///< uids; what names these as its owner is not collected
    /// What keeps the server in our own process from its work, in a sentence; empty while nothing does.
    std::function<api::Saying()> serverTrouble = nullptr;
};

class Engine : public QObject
{
    Q_OBJECT

public:
    explicit Engine(EngineOptions options);
    ~Engine() override;

    /// Names that --controllers and SwitchController know, with one sentence each, in the order of starting.
    static std::vector<std::pair<std::string, std::string>> knownControllers();
    /// The names alone: what "all" means.
    static std::set<std::string, std::less<>> allControllers();

    void start();
    /// Releases leases and closes the timeline; done is called once, at the latest after 2 s of virtual time.
    void stop(std::function<void()> done);

    /// Carries a command out; the outcome arrives through commandDone with the same id.
    void submit(std::uint64_t id, const Command &command);
    /// The receiver has taken the last ChangeSet in; only then is the next one sent, at most 20 a second.
    void acknowledge();

    /// What every running controller that decides about this kind has last said about the object: "Why?".
    /// Empty when none has: the controllers are off, or there is no such object.
    std::vector<runtime::Explanation> explain(const api::ResourceRef &object) const;

    /// The status pages (core/engine/statuspages.h): /metrics, /healthz, /readyz, /debug/…; nothing for any
    /// other path.
    std::optional<api::Response> answer(const api::Request &request);

    /// What a scenario and its live table see.
    const scenario::ScenarioView &scenarioView() const;
    /// Carries a scenario out, from the moment the stores are filled; another one that runs is cancelled.
    void runScenario(
        scenario::Scenario scenario, scenario::Runner::StepListener onStep, scenario::Runner::Done done);

signals:
    void changed(core::engine::ChangeSetPtr changes);
    void commandDone(core::engine::CommandOutcome outcome);

private:
    class Private;

    void enterAnew();

    std::unique_ptr<Private> d;
};

} // namespace core::engine
