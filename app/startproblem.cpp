// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startproblem.h"

#include "app/paths.h"
#include "app/print.h"
#include "app/startpage.h"
#include "app/windowcall.h"
#include "core/base/displaytext.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTimer>

namespace app {

using core::base::ErrorKind;

namespace {

struct StartProblem {
    Q_DECLARE_TR_FUNCTIONS(StartProblem)

public:
    static QString headline(const Options &options, int exitCode);
};

QString StartProblem::headline(const Options &options, int exitCode)
{
    if (exitCode == 2)
        return tr("The scenario cannot be read.");
    return options.external ? tr("The cluster cannot be opened.")
                            : tr("The lab “%1” cannot be opened.").arg(QString::fromStdString(options.lab));
}

bool isShownElsewhere(const Options &options, const core::base::Error &error)
{
    return error.kind == ErrorKind::Conflict && !options.external && raiseWindowOf(labPaths(options));
}

} // namespace

int refuse(const Options &options, const core::base::Error &error, int exitCode, const Arguments &given,
    Arguments &again)
{
    complain(error.message);
    if (options.headless || (exitCode == 1 && isShownElsewhere(options, error)))
        return exitCode;
    const ui::Theme theme(ui::savedScheme().value_or(ui::Scheme::System));
    StartPage page(StartProblem::headline(options, exitCode),
        QString::fromStdString(core::base::printableText(error.message)),
        remediesFor(options, error, exitCode, given));
    if (options.exitAfter)
        QTimer::singleShot(
            std::chrono::ceil<std::chrono::milliseconds>(*options.exitAfter), &page, &QDialog::reject);
    page.exec();
    if (page.chosen())
        again = *page.chosen();
    return exitCode;
}

} // namespace app
