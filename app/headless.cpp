// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include "app/print.h"
#include "app/recording.h"
#include "app/shutdown.h"
#include "ui/enginesession.h"
#include "ui/mainwindow.h"

#include <QApplication>
#include <QTimer>

#include <algorithm>
#include <set>

namespace app {

namespace {

constexpr std::chrono::seconds arrivalTimeout {60}; // of a scenario, with a cluster that does not answer

/// The window that nobody sees, for pictures.
class HiddenWindow
{
public:
    explicit HiddenWindow(Core &core) : m_session(core.engine()), m_window(m_session, {.fresh = true})
    {
        m_window.resize(1600, 1000);
        m_window.show();
    }

    QImage grab() { return m_window.grab(); }

private:
    ui::EngineSession m_session;
    ui::MainWindow m_window;
};

/// Nobody looks: each ChangeSet is taken at once, so that the engine does not hold it back.
void acknowledgeAll(Core &core)
{
    QObject::connect(
        &core.engine(), &core::engine::Engine::changed, &core, [&core] { core.engine().acknowledge(); },
        Qt::QueuedConnection);
}

/// Says on standard error why a real cluster does not answer, each cause once, until it does.
class Arrival : public QObject
{
public:
    Arrival(Core &core, std::function<void()> arrived)
        : m_server(core.serverUrl())
        , m_arrived(std::move(arrived))
    {
        connect(
            &core.engine(), &core::engine::Engine::changed, this,
            [this](const core::engine::ChangeSetPtr &changes) {
                if (changes->status && m_arrived)
                    take(*changes->status);
            },
            Qt::QueuedConnection);
    }

    bool isDone() const { return !m_arrived; }
    void finish() { std::exchange(m_arrived, {})(); }

private:
    void take(const core::engine::Status &status)
    {
        using core::engine::Connection;
        if (status.connection == Connection::Live || status.connection == Connection::Reconnecting)
            return finish();
        if (!status.connectionNote.empty() && m_told.size() < mostCauses
            && m_told.insert(status.connectionNote.text).second)
            complain(m_server + " can't be used: " + status.connectionNote.text + "; trying again");
    }

    static constexpr std::size_t mostCauses = 10;

    std::string m_server;
    std::function<void()> m_arrived;
    std::set<std::string> m_told;
};

/// The line goes to standard error, once: there is nobody to ask whether to go on.
void tellOtherCluster(Core &core)
{
    QObject::connect(
        &core.engine(), &core::engine::Engine::changed, QCoreApplication::instance(),
        [server = core.serverUrl(), told = false](const core::engine::ChangeSetPtr &changes) mutable {
            if (!changes->status || !changes->status->otherCluster || std::exchange(told, true))
                return;
            const auto &[first, present] = *changes->status->otherCluster;
            complain("another cluster answers at " + server + " than at first: its namespace kube-system "
                + (present.empty() ? "is missing" : "has the uid " + present) + ", before it had " + first
                + ". Nothing goes on; start again to use it.");
        },
        Qt::QueuedConnection);
}

bool savePicture(const Options &options, HiddenWindow *window)
{
    if (options.screenshot.empty() || window->grab().save(QString::fromStdString(options.screenshot)))
        return true;
    complain("can't write the picture " + options.screenshot);
    return false;
}

} // namespace

int runHeadless(const Options &options, std::optional<core::scenario::Scenario> script, Core &core,
    core::base::Worker &worker)
{
    Shutdown shutdown(options, core, worker);
    std::unique_ptr<HiddenWindow> window;
    if (qobject_cast<QApplication *>(QCoreApplication::instance()))
        window = std::make_unique<HiddenWindow>(core);
    else
        acknowledgeAll(core);
    bool isScenarioOver = !script;
    Recording recording(options, core, worker, window ? [&] { return window->grab(); } : Recording::Grab());
    const auto begin = [&] {
        tell("ready: " + core.serverUrl() + " kubeconfig=" + core.kubeconfigPath());
        if (script)
            recording.start(std::move(*script), [&](bool ok) {
                isScenarioOver = true;
                shutdown.begin(ok ? 0 : 1);
            });
    };
    Arrival arrival(core, begin);
    tellOtherCluster(core);
    if (core.mode() == core::engine::Mode::External && script)
        QTimer::singleShot(arrivalTimeout, &arrival, [&] {
            if (!arrival.isDone())
                shutdown.begin(1);
        });
    worker.run([&] { core.start(); });
    if (core.mode() == core::engine::Mode::Lab)
        arrival.finish();
    const int exitCode = QCoreApplication::exec();
    if (!arrival.isDone())
        return std::max(exitCode, 1);
    if (!isScenarioOver) {
        complain("the scenario " + options.scenario + " was left before its end");
        return std::max(exitCode, 1);
    }
    return savePicture(options, window.get()) ? exitCode : 1;
}

} // namespace app
