// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log.h"

#include "core/base/displaytext.h"
#include "core/base/mailbox.h"

#include <atomic>
#include <cstdio>

namespace core::base {

namespace {

constexpr int mostKept = 10'000;

std::atomic_bool isVerbose = false;
std::atomic_bool isKept = false;
std::atomic_int waiting = 0;

Mailbox<LogLine> &keptLines()
{
    static Mailbox<LogLine> lines(nullptr);
    return lines;
}

void keep(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (waiting.fetch_add(1) >= mostKept) {
        waiting.fetch_sub(1);
        return;
    }
    keptLines().put({QDateTime::currentDateTime(), type, QString::fromUtf8(context.category), text});
}

/// What an object or a server says stays one line and steers no terminal.
void writeMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    const QString text = str(printableLine(message.toStdString()));
    if (isKept)
        keep(type, context, text);
    if (!isVerbose && (type == QtInfoMsg || type == QtDebugMsg))
        return;
    std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
}

void setRules(bool decisions)
{
    const QString rest = isVerbose ? QString()
                                   : QStringLiteral("hollowlab.*.debug=false\ndefault.warning=false\n"
                                                    "qt.network.http2.warning=false\n");
    QLoggingCategory::setFilterRules(rest
        + (decisions ? QStringLiteral("hollowlab.*.info=true") : QStringLiteral("hollowlab.*.info=false")));
}

} // namespace

void setUpLogging(bool verbose)
{
    isVerbose = verbose;
    qSetMessagePattern(QStringLiteral("%{time hh:mm:ss.zzz} %{type} %{category}: %{message}"));
    qInstallMessageHandler(writeMessage);
    setRules(verbose);
}

void keepLog()
{
    isKept = true;
}

std::vector<LogLine> takeLog()
{
    std::vector<LogLine> lines = keptLines().takeAll();
    waiting.fetch_sub(static_cast<int>(lines.size()));
    return lines;
}

void logDecisions(bool on)
{
    setRules(on || isVerbose);
}

} // namespace core::base
