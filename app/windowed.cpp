// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowed.h"

#include "app/core.h"
#include "app/experimentprocesses.h"
#include "app/kubeconfigcontexts.h"
#include "app/print.h"
#include "app/recording.h"
#include "app/shutdown.h"
#include "app/startagain.h"
#include "app/windowcall.h"
#include "ui/enginesession.h"
#include "ui/mainwindow.h"
#include "ui/settingsportal.h"
#include "ui/spoken.h"

#include <QApplication>

namespace app {

int runWindowed(const Options &options, std::optional<core::scenario::Scenario> script, Core &core,
    core::base::Worker &worker, CommandLines lines)
{
    Shutdown shutdown(options, core, worker);
    const ui::SettingsPortal desktop; // answers while the window is made
    ui::EngineSession session(core.engine());
    ui::MainWindow window(session, {.fresh = options.fresh});
    QObject::connect(&desktop, &ui::SettingsPortal::changed, &window, &ui::MainWindow::followDesktop);
    Recording recording(options, core, worker, [&] { return window.grab(); });
    const WindowCall call(core.labPaths(), window);
    const auto startWith = [&](const std::vector<std::string> &arguments) {
        lines.again = arguments;
        shutdown.begin(0);
    };
    const auto openAgain = [&] { startWith(argumentsAgain(options, core.contextName())); };
    QObject::connect(
        &core, &Core::kubeconfigChanged, &window, [&](const core::api::Saying &what, bool canBeOpened) {
            window.tellKubeconfigChange(
                ui::spoken(what), canBeOpened ? std::function<void()>(openAgain) : nullptr);
        });
    window.offerClusters(
        [&] { return std::make_unique<KubeconfigContexts>(options, core.contextName(), startWith); });
    window.offerExperiments(std::make_unique<ExperimentProcesses>());
    const bool comesBackAsItIs = !core.labPaths().inMemory && !options.fresh && !script;
    if (comesBackAsItIs)
        window.offerStartAgain([&] { startWith(lines.given); });
    worker.run([&] { core.start(); });
    if (script)
        recording.start(std::move(*script), [](bool) {}); // the window stays, to look at what happened
    window.show();
    QObject::connect(qApp, &QGuiApplication::lastWindowClosed, [&] { shutdown.begin(0); });
    const int exitCode = QApplication::exec();
    if (!options.screenshot.empty() && !window.grab().save(QString::fromStdString(options.screenshot))) {
        complain("can't write the picture " + options.screenshot);
        return 1;
    }
    return exitCode;
}

} // namespace app
