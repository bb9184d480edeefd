// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include "core/base/displaytext.h"

#include <cstdio>

namespace core::base {

namespace {

/// What an object or a server says stays one line and steers no terminal.
void writeMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QString line = qFormatLogMessage(type, context, str(printableLine(message.toStdString())));
    std::fprintf(stderr, "%s\n", qPrintable(line));
}

} // namespace

void setUpLogging(bool verbose)
{
    qSetMessagePattern(QStringLiteral("%{time hh:mm:ss.zzz} %{type} %{category}: %{message}"));
    qInstallMessageHandler(writeMessage);
    QLoggingCategory::setFilterRules(verbose
            ? QStringLiteral("hollowlab.*.info=true")
            : QStringLiteral("hollowlab.*.info=false\nhollowlab.*.debug=false\ndefault.warning=false"));
}

} // namespace core::base
