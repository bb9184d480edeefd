// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless.h"

#include "app/leaving.h"
#include "app/print.h"
#include "app/recording.h"
#include "ui/enginesession.h"
#include "ui/mainwindow.h"

#include <QApplication>

namespace app {

namespace {

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
    Leaving leaving(options, core, worker);
    std::unique_ptr<HiddenWindow> window;
    if (qobject_cast<QApplication *>(QCoreApplication::instance()))
        window = std::make_unique<HiddenWindow>(core);
    else
        acknowledgeAll(core);
    Recording recording(options, core, worker, window ? [&] { return window->grab(); } : Recording::Grab());
    worker.run([&] { core.start(); });
    tell("ready: " + core.serverUrl() + " kubeconfig=" + core.kubeconfigPath());
    if (script)
        recording.start(std::move(*script), [&](bool ok) { leaving.leave(ok ? 0 : 1); });
    const int exitCode = QCoreApplication::exec();
    return savePicture(options, window.get()) ? exitCode : 1;
}

} // namespace app
