// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startproblem.h"

#include "app/paths.h"
#include "app/print.h"
#include "app/signalwatcher.h"
#include "app/startpage.h"
#include "app/windowcall.h"
#include "core/api/saying.h"
#include "core/base/displaytext.h"
#include "ui/preferences.h"
#include "ui/settingsportal.h"
#include "ui/spoken.h"
#include "ui/textsize.h"
#include "ui/theme.h"

#include <QTimer>

namespace app {

using core::base::ErrorKind;

namespace {

struct StartProblem {
    Q_DECLARE_TR_FUNCTIONS(StartProblem)

public:
    static QString headline(const Options &options, int exitCode);
    static QString details(const Options &options, const core::base::Error &error);
};

QString StartProblem::headline(const Options &options, int exitCode)
{
    if (exitCode == 2)
        return tr("The scenario cannot be read.");
    if (commandAskedFor(options))
        return tr("The kubeconfig wants to run a command to log in.");
    return options.external ? tr("The cluster cannot be opened.")
                            : tr("The lab “%1” cannot be opened.").arg(QString::fromStdString(options.lab));
}

/// The details say whose the command is; the command itself stands with what allows it.
QString StartProblem::details(const Options &options, const core::base::Error &error)
{
    using core::base::printableText;
    if (const auto request = commandAskedFor(options))
        return tr(
            "%1 names it. It was not run. Whoever wrote that file chose the command: allow it only if you "
            "know it.")
            .arg(QString::fromStdString(printableText(request->file)));
    return ui::spokenLines(core::api::sayingOf(error));
}

/// A terminal has no button for what helps.
std::string complaintOf(const Options &options, const core::base::Error &error)
{
    const bool canBeginAnew = core::api::sayingOf(error).code == "StaysAsItIs" && !options.readOnly;
    return error.message + (canBeginAnew ? " --fresh keeps it aside and begins a new lab." : "");
}

bool isShownElsewhere(const Options &options, const core::base::Error &error)
{
    return error.kind == ErrorKind::Conflict && !options.external && raiseWindowOf(labPaths(options));
}

} // namespace

int refuse(const Options &options, const core::base::Error &error, int exitCode, const Arguments &given,
    std::optional<Arguments> &again)
{
    complain(complaintOf(options, error));
    if (options.headless || (exitCode == 1 && isShownElsewhere(options, error)))
        return exitCode;
    ui::Theme theme(ui::Scheme(ui::savedPreference(ui::Pref::Theme)));
    const ui::SettingsPortal desktop;
    QObject::connect(&desktop, &ui::SettingsPortal::changed, &theme, &ui::Theme::followDesktop);
    ui::setTextSize(ui::savedPreference(ui::Pref::TextSize));
    StartPage page(StartProblem::headline(options, exitCode), StartProblem::details(options, error),
        remediesFor(options, error, exitCode, given), theme);
    const SignalWatcher watcher([] { QCoreApplication::exit(); }); // also what the page asks
    if (options.exitAfter)
        QTimer::singleShot(
            std::chrono::ceil<std::chrono::milliseconds>(*options.exitAfter), &page, &QDialog::reject);
    page.exec();
    if (page.chosen())
        again = page.chosen();
    return exitCode;
}

} // namespace app
