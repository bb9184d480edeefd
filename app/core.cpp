// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core.h"

#include "app/memorypages.h"
#include "app/print.h"
#include "app/serverservice.h"
#include "app/startagain.h"
#include "core/api/firstobjects.h"
#include "core/api/health.h"
#include "core/api/troubles.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"
#include "core/client/localtransport.h"
#include "core/lab/apply/ownership.h"
#include "core/lab/front/credentials.h"

#include <QEventLoop>
#include <QRandomGenerator>

#include <algorithm>
#include <filesystem>

namespace app {

using core::base::Result;
namespace client = core::client;
namespace engine = core::engine;
namespace front = core::lab::front;

namespace {

core::base::Time wallNow()
{
    return std::chrono::time_point_cast<core::base::Duration>(std::chrono::system_clock::now());
}

constexpr std::chrono::seconds readAgainEvery {10};
constexpr std::chrono::seconds betweenLogins {30};
constexpr std::chrono::seconds expiryLeeway {10};

} // namespace

Result<client::ClusterAccess> accessOf(client::Kubeconfig kubeconfig, const Options &options)
{
    client::ApprovedFiles approved(approvedFilesPath());
    for (const std::string &file : options.allowedFiles) {
        for (const std::string &source : kubeconfig.files()) {
            if (auto added = approved.add(source, file); !added)
                return tl::unexpected(added.error());
        }
    }
    kubeconfig.approve(approved);
    if (options.allowExec)
        kubeconfig.allowCommands();
    auto access = kubeconfig.access(options.context);
    if (access && access->exec) {
        if (auto added = approved.addCommand(access->execFile, identityOf(*access->exec)); !added)
            return tl::unexpected(added.error());
    }
    return access;
}

Core::Core(Options options) : m_options(std::move(options)) { }

Core::~Core()
{
    m_metrics.reset();
    m_engine.reset();
    m_transport.reset();
    closeLab();
    m_lab.reset();
    if (!m_options.external)
        removeLeftovers(m_paths);
}

Result<> Core::open()
{
    m_clock = std::make_unique<core::base::Clock>(wallNow());
    using Lag = core::base::Pacer::Lag; // a real cluster lives in real time, and so must we
    m_pacer = std::make_unique<core::base::Pacer>(
        *m_clock, nullptr, m_options.external ? Lag::CaughtUp : Lag::Forgiven);
    m_growth = m_pacer->onMeasured([this] {
        if (useLargePagesOnceLarge())
            m_growth.reset();
    });
    if (!m_options.ns.empty())
        m_namespace = m_options.ns;
    return m_options.external ? openExternal() : openLab();
}

Result<> Core::openLab()
{
    m_paths = app::labPaths(m_options);
    const std::filesystem::path directory = m_paths.directory;
    const bool onlyLookedAt = m_options.readOnly && !m_paths.inMemory;
    auto lock = onlyLookedAt ? copyToLookAt(m_paths) : prepare(m_paths, m_options.fresh);
    if (!lock)
        return tl::unexpected(lock.error());
    const std::uint64_t seed = m_options.seed.value_or(QRandomGenerator::system()->generate64());
    auto lab = core::lab::ApiServer::create({*m_clock, seed, m_paths.database, std::move(*lock),
        m_options.readOnly, m_options.refusesUnknownCel, m_options.evaluatesRoles});
    if (!lab && lab.error().kind == core::base::ErrorKind::Invalid)
        return core::api::failWith(
            lab.error().kind, core::api::troubleSaying("StaysAsItIs", core::api::sayingOf(lab.error())));
    if (!lab)
        return tl::unexpected(lab.error());
    m_lab = std::move(*lab);
    const auto timing = timingOfLab();
    if (!timing)
        return tl::unexpected(timing.error());
    m_timing = *timing;
    m_contextName = m_paths.inMemory ? "memory" : directory.filename().string();
    if (auto serving = serve(m_contextName); !serving)
        return serving;
    m_transport = std::make_unique<core::client::LocalTransport>(*m_clock, m_lab->localServer());
    m_options.seed = seed;
    return buildEngine(m_paths.timeline);
}

/// The one that was asked for, which the lab remembers from then on; else what it remembers.
Result<const engine::Timing *> Core::timingOfLab()
{
    constexpr const char *path = "/api/v1/namespaces/default";
    const core::api::LocalServer lab = m_lab->localServer();
    core::api::Request look;
    look.path = path;
    const core::api::Response found = lab.answer(look);
    const auto annotation = [&](std::string_view key) {
        return found.body ? std::string(core::api::textAt(*found.body, {"metadata", "annotations", key}))
                          : std::string();
    };
    const std::string kept = annotation(engine::keys::timing);
    const bool isNew =
        kept.empty() && annotation(core::api::keys::firstObjects) == core::api::firstObjectsPending;
    const std::string wanted = !m_options.timing.empty() ? m_options.timing
        : isNew                                          ? m_options.newLabTiming
                                                         : kept;
    if (wanted != kept && !m_options.readOnly) {
        core::api::Request patch;
        patch.method = core::api::Method::Patch;
        patch.path = path;
        patch.contentType = core::api::contentTypes::mergePatch;
        patch.body = core::api::share(core::api::JsonObject {{"metadata",
            core::api::JsonObject {
                {"annotations", core::api::JsonObject {{engine::keys::timing, wanted}}}}}});
        const core::api::Response patched = lab.answer(patch);
        if (patched.code != 200)
            return tl::unexpected(core::api::errorOf(patched.code, patched.body.get()));
    }
    const engine::Timing *timing = engine::findTiming(wanted);
    return timing ? timing : &engine::usualTiming();
}

Result<> Core::serve(const std::string &labName)
{
    const auto credentials = front::loadOrMakeCredentials(m_paths.directory);
    if (!credentials)
        return tl::unexpected(credentials.error());
    m_credentialsLoss = credentials->loss;
    if (!m_credentialsLoss.empty())
        complain(m_credentialsLoss.text);
    const auto runOnCore = [this](std::function<void()> task) {
        QMetaObject::invokeMethod(
            this, [this, task = std::move(task)] { m_pacer->enter(task); }, Qt::QueuedConnection);
    };
    front::FrontOptions options;
    options.port = static_cast<std::uint16_t>(m_options.port);
    options.credentials = *credentials;
    options.outwardForm = {core::lab::withManagedFields, core::lab::textWithManagedFields};
    m_serverAuthority = credentials->caPem;
    options.letsStrangersAsk = m_options.evaluatesRoles;
    m_lab->trust(front::authenticatorOf(*credentials), front::clientAuthorityOf(*credentials));
    auto started = front::HttpsFront::start(std::move(options),
        m_lab->frontServer([this](const core::api::Request &request) { return pageFor(request); }),
        runOnCore);
    if (!started)
        return tl::unexpected(started.error());
    m_front = std::move(*started);
    m_webhooks = std::make_unique<front::WebhookClient>(runOnCore);
    m_lab->askWebhooks([this](core::api::HookCall call, std::function<void(core::api::HookResult)> then) {
        m_webhooks->call(std::move(call), std::move(then));
    });
    m_front->setCommitted(m_lab->committedRevision());
    m_commits = m_lab->onCommitted([front = m_front.get(), wasStuck = std::string()](
                                       std::uint64_t revision, const std::string &stuck) mutable {
        front->setCommitted(revision);
        if (stuck != wasStuck)
            front->setStuck(wasStuck = stuck);
    });
    m_serverUrl = "https://127.0.0.1:" + std::to_string(m_front->port());
    m_lab->serveAt(m_serverUrl);
    m_kubeconfigPath = m_paths.kubeconfig;
    const std::initializer_list<std::pair<std::string, front::Bearer>> files {
        {m_paths.kubeconfig, front::Bearer::Owner}, {m_options.kubeconfigOut, front::Bearer::Owner},
        {m_options.viewerKubeconfigOut, front::Bearer::Viewer}};
    for (const auto &[path, bearer] : files) {
        if (path.empty())
            continue;
        if (auto written = front::writeKubeconfig(path, labName, m_front->port(), *credentials, bearer);
            !written)
            return written;
    }
    if (m_options.readOnly)
        return {};
    if (const auto published = publishServer(m_lab->localServer(), m_front->port()); !published)
        complain("the Service \"kubernetes\" does not lead here: " + published.error().message);
    return {};
}

/// One port serves the lab's API, and what the engine says about itself.
std::optional<core::api::Response> Core::pageFor(const core::api::Request &request)
{
    const bool isOurs = request.path == "/metrics" || request.path.starts_with("/debug/");
    return isOurs && m_engine ? m_engine->answer(request) : std::nullopt;
}

Result<> Core::listenForMetrics()
{
    if (!m_options.metricsPort)
        return {};
    auto listener = StatusListener::open(*m_options.metricsPort, [this](const core::api::Request &request) {
        core::api::Response response = core::api::textResponse(404, "404 page not found\n");
        m_pacer->enter([&] {
            if (auto page = m_engine->answer(request))
                response = std::move(*page);
        });
        return response;
    });
    if (!listener)
        return tl::unexpected(listener.error());
    m_metrics = std::move(*listener);
    complain("metrics are served at http://127.0.0.1:" + std::to_string(m_metrics->port()) + "/metrics");
    return {};
}

Result<> Core::openExternal()
{
    auto kubeconfig = client::Kubeconfig::load(client::KubeconfigSource::ofProcess(m_options.kubeconfig));
    if (!kubeconfig)
        return tl::unexpected(kubeconfig.error());
    auto access = accessOf(std::move(*kubeconfig), m_options);
    if (!access)
        return tl::unexpected(access.error());
    m_options.allowExec = false; // was meant for this command, and not for what the file may name later
    for (const std::string &warning : access->warnings)
        complain(warning);
    m_contextName = m_options.context = access->context; // whatever the file's current one is later
    m_serverUrl = access->server;
    m_kubeconfigPath = m_options.kubeconfig;
    if (m_options.ns.empty())
        m_namespace = access->ns;
    m_access = *access;
    if (auto loggedIn = logInNow(); !loggedIn)
        return loggedIn;
    auto transport = client::HttpTransport::open(withCredential(m_access, m_credential),
        [this](const core::base::Task &task) { m_pacer->enter(task); });
    if (!transport)
        return tl::unexpected(transport.error());
    m_http = transport->get();
    m_transport = std::move(*transport);
    m_readAgain.callOnTimeout(this, [this] { readKubeconfigAgain(); });
    m_readAgain.start(readAgainEvery);
    if (m_access.exec) {
        m_refusals = m_http->onUnauthorized([this] { logInAgain(); });
        m_expiry.setSingleShot(true);
        m_expiry.callOnTimeout(this, [this] { logInAgain(); });
        awaitExpiry();
    }
    const auto timeline = externalTimeline(m_serverUrl + " " + m_contextName);
    return timeline ? buildEngine(*timeline) : tl::unexpected(timeline.error());
}

/// The login comes before anything else can be done.
Result<> Core::logInNow()
{
    if (!m_access.exec)
        return {};
    QEventLoop loop;
    Result<client::ExecCredential> answer;
    const client::ExecRun run(*m_access.exec, clusterInfoFor(m_access), [&](auto result) {
        answer = std::move(result);
        loop.quit();
    });
    loop.exec();
    if (!answer)
        return tl::unexpected(answer.error());
    m_credential = std::move(*answer);
    return {};
}

/// One login runs at a time, and not again at once for a server that refuses what it gives (EX5).
void Core::logInAgain()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_login || now < m_nextLogin)
        return;
    m_nextLogin = now + betweenLogins;
    m_login = std::make_unique<client::ExecRun>(
        *m_access.exec, clusterInfoFor(m_access), [this](Result<client::ExecCredential> answer) {
            if (answer)
                m_credential = std::move(*answer);
            const auto renewed = answer ? m_http->renew(withCredential(m_access, m_credential))
                                        : Result<>(tl::unexpected(answer.error()));
            if (!renewed)
                complain(renewed.error().message);
            QMetaObject::invokeMethod(
                this,
                [this] {
                    m_login.reset();
                    awaitExpiry();
                },
                Qt::QueuedConnection);
        });
}

/// A little earlier, so that nothing is refused.
void Core::awaitExpiry()
{
    constexpr std::chrono::hours longest {24 * 20}; // QTimer counts milliseconds in an int
    if (!m_credential.expiresAt)
        return;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        *m_credential.expiresAt - expiryLeeway - wallNow());
    m_expiry.start(std::clamp<std::chrono::milliseconds>(left, betweenLogins, longest));
}

/// Credentials may be replaced at any time (KC9, X16). Another server or other trust would be another
/// cluster: it is told and waits for a new start, which the user has to want.
void Core::readKubeconfigAgain()
{
    auto kubeconfig = client::Kubeconfig::load(client::KubeconfigSource::ofProcess(m_options.kubeconfig));
    auto access =
        kubeconfig ? accessOf(std::move(*kubeconfig), m_options) : tl::unexpected(kubeconfig.error());
    if (!access)
        return tellKubeconfigChange(core::api::sayingOf(access.error()), false);
    if (*access == m_access)
        return tellKubeconfigChange({}, false);
    if (const auto change = changeOfCluster(m_access, *access); !change.empty())
        return tellKubeconfigChange(core::api::troubleSaying("NamesOther", m_contextName, change), true);
    if (auto renewed = m_http->renew(withCredential(*access, m_credential)); !renewed)
        return tellKubeconfigChange(core::api::sayingOf(renewed.error()), false);
    m_access = std::move(*access);
    tellKubeconfigChange({}, false);
    complain("the kubeconfig has changed; its new credentials are used");
}

void Core::tellKubeconfigChange(const core::api::Saying &what, bool canBeOpened)
{
    if (std::exchange(m_changeTold, what) == what)
        return;
    if (!what.empty())
        complain("the kubeconfig has changed and is not used until the next start: " + what.text);
    emit kubeconfigChanged(what, canBeOpened);
}

/// What is kept as long as the program runs is for its window alone.
std::string Core::pastPath() const
{
    if (!m_options.external && !m_paths.inMemory)
        return m_paths.history;
    return m_options.headless ? std::string() : ":memory:";
}

/// What of the lab's files could not be read back.
std::vector<core::api::Saying> Core::losses() const
{
    auto losses = m_lab ? m_lab->setAside() : std::vector<core::api::Saying>();
    if (!m_credentialsLoss.empty())
        losses.insert(losses.begin(), m_credentialsLoss);
    return losses;
}

Result<> Core::buildEngine(const std::string &timeline)
{
    const std::string defaultControllers = m_options.external || m_options.readOnly ? "none" : "all";
    auto controllers = chosenControllers(
        m_options.controllers.value_or(defaultControllers), engine::Engine::allControllers());
    if (!controllers)
        return tl::unexpected(controllers.error());
    m_engine = std::make_unique<engine::Engine>(engine::EngineOptions {
        .clock = *m_clock,
        .pacer = m_pacer.get(),
        .transport = *m_transport,
        .connections = m_http,
        .mode = mode(),
        .timing = m_timing,
        .contextName = m_contextName,
        .server = m_serverUrl,
        .serverAuthority = m_serverAuthority,
        .kubeconfigPath = m_kubeconfigPath,
        .defaultNamespace = m_namespace,
        .seed = m_options.seed.value_or(1),
        .readOnly = m_options.readOnly,
        .relockAfter = m_options.chosen.relockAfter,
        .controllers = std::move(*controllers),
        .concurrentSyncs = m_options.concurrentSyncs,
        .mostMachines = m_options.mostMachines,
        .timelinePath = timeline,
        .pastPath = pastPath(),
        .pastRetention = m_options.chosen.past,
        .watchEvents =
            !m_options.headless || !m_options.screenshot.empty() || !m_options.reportDirectory.empty(),
        .createDefaultLab = !m_options.external && !m_options.readOnly,
        .labFile = m_lab && !m_paths.inMemory ? m_paths.database : std::string(),
        .losses = losses(),
        .lostOwners = m_lab ? m_lab->lostOwners() : std::vector<std::string>(),
        .serverTrouble = [this] { return m_lab ? m_lab->trouble() : core::api::Saying(); },
    });
    return listenForMetrics();
}

void Core::start()
{
    m_pacer->setPace(m_options.pace);
    m_pacer->enter([this] { m_engine->start(); });
}

void Core::stop()
{
    m_pacer->setPace(1); // a paused lab must be able to leave
    m_pacer->enter([this] {
        m_engine->stop([this] {
            closeLab();
            emit stopped();
        });
    });
}

/// The disk first: what it still takes is acknowledged before the front leaves.
void Core::closeLab()
{
    if (!m_front)
        return;
    if (const auto closed = m_lab->close(); !closed)
        complain(closed.error().message);
    m_lab->askWebhooks({});
    m_webhooks.reset();
    m_commits.reset(); // the journal's thread must not meet a front that is gone
    m_front.reset();
}

} // namespace app

#include "moc_core.cpp"
