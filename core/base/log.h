// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Logging is Qt's: one category per folder, declared with HOLLOWLAB_LOG and used as qCInfo(category). Core's
// strings are UTF-8 std::string (docs/design.md D5); str() hands them to a QDebug without quotes.

#include <QDateTime>
#include <QLoggingCategory>
#include <QString>

#include <string_view>
#include <vector>

namespace core::base {

inline QString str(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Messages go to standard error as "HH:MM:SS.mmm level category: text", warnings of ours and above by
/// default; verbose adds decisions (info) and what Qt itself has to say, of a lost connection a line for
/// each of its streams.
void setUpLogging(bool verbose);

/// One message, as it was logged.
struct LogLine {
    QDateTime at;
    QtMsgType level = QtInfoMsg;
    QString category;
    QString text; ///< one line, which steers nothing that shows it
};

/// Messages are kept for takeLog() from now on: at most 10,000, whatever comes then is lost.
void keepLog();
/// Those that were logged since the last call. Any thread may log, one may take.
std::vector<LogLine> takeLog();
/// Whether decisions (info) are logged for takeLog() too; on standard error nothing changes.
void logDecisions(bool on);

} // namespace core::base

#define HOLLOWLAB_LOG(name, category) static Q_LOGGING_CATEGORY(name, category, QtInfoMsg)
