// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core.h"
#include "app/experimentrun.h"
#include "app/explain.h"
#include "app/headless.h"
#include "app/libraries.h"
#include "app/memorypages.h"
#include "app/openingsign.h"
#include "app/options.h"
#include "app/paths.h"
#include "app/print.h"
#include "app/scenariorun.h"
#include "app/sessionbus.h"
#include "app/signalwatcher.h"
#include "app/startagain.h"
#include "app/startproblem.h"
#include "app/windowed.h"
#include "core/base/displaytext.h"
#include "core/base/log.h"
#include "core/base/worker.h"
#include "core/scenario/report.h"
#include "ui/drafts.h"
#include "ui/language.h"
#include "ui/preferences.h"
#include "ui/settings.h"

#include <QApplication>
#include <QIcon>

#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

HOLLOWLAB_LOG(appLog, "hollowlab.app")

namespace {

/// Every client of the lab holds a socket or two, and sessions usually begin with 1,024 descriptors however
/// many the system would allow.
void raiseDescriptorLimit()
{
    struct rlimit limit {
    };
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// A file that may not grow is a full disk, not the end of the program.
void surviveFileSizeLimit()
{
    std::signal(SIGXFSZ, SIG_IGN);
}

/// A service may have no HOME: then it is where the user database says, not the root directory.
void findHome()
{
    const struct passwd *user = qEnvironmentVariableIsEmpty("HOME") ? getpwuid(getuid()) : nullptr;
    if (user && user->pw_dir)
        qputenv("HOME", user->pw_dir);
}

/// Pictures of the window are wanted although no window is shown.
bool needsPictures(const app::Options &options)
{
    return !options.screenshot.empty() || !options.reportDirectory.empty();
}

/// The desktop joins a window to its menu entry by the entry's name; the icon is for those that don't.
void nameDesktopEntry()
{
    const auto id = QStringLiteral("io.hollowlab.hollowlab");
    QGuiApplication::setDesktopFileName(id);
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/%1.svg").arg(id)));
}

/// What the user has chosen in a window counts for windows.
app::Options withPreferences(app::Options options)
{
    using ui::Pref;
    if (options.headless || options.fresh)
        return options;
    const auto choice = [](Pref id) { return ui::choiceValue(id, ui::savedPreference(id)); };
    options.chosen.language = choice(Pref::Language);
    options.newLabTiming = choice(Pref::NewLabTiming).toStdString();
    options.chosen.relockAfter = std::chrono::minutes(ui::savedPreference(Pref::RelockAfter));
    options.chosen.past.time = std::chrono::hours(ui::savedPreference(Pref::PastHours));
    options.chosen.past.bytes = std::int64_t(ui::savedPreference(Pref::PastSize)) << 20U;
    return options;
}

std::unique_ptr<QCoreApplication> makeApplication(const app::Options &options, int &argc, char **argv)
{
    if (options.headless && !needsPictures(options))
        return std::make_unique<QCoreApplication>(argc, argv);
    if (options.headless && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    app::leaveSilentBus();
    auto application = std::make_unique<QApplication>(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false); // who leaves has the core stopped first
    nameDesktopEntry();
    ui::speak(options.headless ? QStringLiteral("en") : options.chosen.language);
    return application;
}

/// again: see app::CommandLines.
int run(const app::Options &options, const app::Arguments &given, std::optional<app::Arguments> &again)
{
    std::optional<core::scenario::Scenario> script;
    if (!options.scenario.empty()) {
        auto loaded = app::loadScenario(options.scenario);
        if (!loaded)
            return app::refuse(options, loaded.error(), 2, given, again);
        script = std::move(*loaded);
    }
    if (options.headless && !options.reportDirectory.empty()) { // rather now than after a long scenario
        if (auto prepared = core::scenario::prepareReport(options.reportDirectory); !prepared)
            return app::refuse(options, prepared.error(), 1, given, again);
    }
    if (!options.external) // a lab is made whole, and then left; of a cluster the login may take for ever
        app::keepSignals();
    core::base::Worker worker(QStringLiteral("core"));
    auto &core = worker.make<app::Core>(options);
    core::base::Result<> opened;
    const auto open = [&] { opened = core.open(); };
    if (options.headless)
        worker.run(open);
    else
        app::openWithSign(worker, options, open);
    if (!opened)
        return app::refuse(options, opened.error(), 1, given, again);
    if (options.headless)
        return app::runHeadless(options, std::move(script), core, worker);
    return app::runWindowed(options, std::move(script), core, worker, {given, again});
}

/// This runs before the libraries begin, whose first memory would be large pages for good.
[[gnu::section(".preinit_array"), gnu::used]] void (*const first)() = app::useSmallPages;

std::string describePathsOfTheWindow()
{
    return "settings: " + ui::settingsPath().toStdString() + "\nscenarios: "
        + ui::scenariosPath().toStdString() + "\nexperiments: " + ui::experimentsPath().toStdString()
        + "\nreports: " + ui::reportsPath().toStdString()
        + "\ndrafts: " + ui::Drafts::userFolder().toStdString() + '\n';
}

} // namespace

int main(int argc, char *argv[])
{
    prctl(PR_SET_DUMPABLE, 0); // no core dumps with keys (docs/faults-and-threats.md T11)
    umask(S_IRWXG | S_IRWXO); // whatever is written is for its owner (T15)
    raiseDescriptorLimit();
    surviveFileSizeLimit();
    findHome();
    const app::Arguments given(argv + 1, argv + argc);
    const app::Parsed parsed = app::parseCommandLine(given, core::engine::Engine::allControllers());
    if (!parsed.options) {
        std::fputs(core::base::printableText(parsed.text).c_str(), parsed.exitCode == 0 ? stdout : stderr);
        return parsed.exitCode;
    }
    core::base::setUpLogging(parsed.options->verbose);
    if (!parsed.options->headless && !parsed.options->explain)
        core::base::keepLog();
    for (const std::string &problem : app::knownProblems(app::librariesInUse()))
        qCInfo(appLog) << problem.c_str();
    if (parsed.options->printPaths) {
        const std::string paths = app::describePaths(*parsed.options) + describePathsOfTheWindow();
        std::fputs(core::base::printableText(paths).c_str(), stdout);
        return 0;
    }
    QCoreApplication::setApplicationName(QStringLiteral("hollowlab"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HOLLOWLAB_VERSION));
    if (parsed.options->explain) {
        const QCoreApplication application(argc, argv);
        return app::explain(*parsed.options);
    }
    if (parsed.options->experiment) {
        const QCoreApplication application(argc, argv);
        return app::runExperiment(*parsed.options->experiment);
    }
    std::optional<app::Arguments> again;
    const app::Options options = withPreferences(*parsed.options);
    const int exitCode = [&] {
        const auto application = makeApplication(options, argc, argv);
        return run(options, given, again);
    }();
    if (again)
        app::startAgain(*again);
    return exitCode;
}
