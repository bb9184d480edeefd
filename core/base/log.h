// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Logging is Qt's: one category per folder, declared with HOLLOWLAB_LOG and used as qCInfo(category). Core's
// strings are UTF-8 std::string; str() hands them to a QDebug without quotes.

#include <QLoggingCategory>
#include <QString>

#include <string_view>

namespace core::base {

inline QString str(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Messages go to standard error as "HH:MM:SS.mmm level category: text", warnings of ours and above by
/// default; verbose adds the decisions (info) and what Qt itself has to say.
void setUpLogging(bool verbose);

} // namespace core::base

#define HOLLOWLAB_LOG(name, category) static Q_LOGGING_CATEGORY(name, category, QtInfoMsg)
