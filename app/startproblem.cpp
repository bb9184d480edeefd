// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startproblem.h"

#include "app/print.h"
#include "core/base/displaytext.h"

#include <QApplication>
#include <QMessageBox>
#include <QTextDocument>
#include <QTimer>

namespace app {

using core::base::ErrorKind;

namespace {

struct StartProblem {
    Q_DECLARE_TR_FUNCTIONS(StartProblem)

public:
    static QString text(const Options &options, int exitCode);
    static QString advice(const Options &options, ErrorKind kind);
};

QString StartProblem::text(const Options &options, int exitCode)
{
    if (exitCode == 2)
        return tr("The scenario cannot be read.");
    return options.external ? tr("The cluster cannot be opened.")
                            : tr("The lab %1 cannot be opened.").arg(QString::fromStdString(options.lab));
}

/// What the user can do about it; empty when there is no more to say than the error does.
QString StartProblem::advice(const Options &options, ErrorKind kind)
{
    if (options.external)
        return tr("Another file or context is chosen with --kubeconfig FILE and --context NAME.");
    switch (kind) {
    case ErrorKind::Conflict:
        return tr("Use its window, or close it first. Another lab opens beside it: hollowlab --lab NAME");
    case ErrorKind::Transient:
        return tr("Another port is chosen with --listen PORT; without it, any free one.");
    case ErrorKind::Invalid:
    case ErrorKind::Unsupported:
        return tr("Another lab opens with: hollowlab --lab NAME");
    default:
        return {};
    }
}

void show(const QString &text, const QString &details, const Options &options)
{
    QMessageBox box(
        QMessageBox::Critical, StartProblem::tr("Hollow Lab cannot start"), text, QMessageBox::Close);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(Qt::convertFromPlainText(details)); // it would guess what looks like HTML
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (options.exitAfter)
        QTimer::singleShot(
            std::chrono::ceil<std::chrono::milliseconds>(*options.exitAfter), &box, &QDialog::reject);
    box.exec();
}

} // namespace

int refuse(const Options &options, const core::base::Error &error, int exitCode)
{
    complain(error.message);
    if (options.headless)
        return exitCode;
    QString details = QString::fromStdString(core::base::printableText(error.message));
    const QString advice = exitCode == 1 ? StartProblem::advice(options, error.kind) : QString();
    if (!advice.isEmpty())
        details += QStringLiteral("\n\n") + advice;
    show(StartProblem::text(options, exitCode), details, options);
    return exitCode;
}

} // namespace app
