// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How text, times and durations are written for people. Everything the window shows passes through here once.

#include "core/api/resource.h"
#include "core/api/time.h"

#include <QString>

#include <optional>

namespace ui {

/// The text is as it is, to be edited, copied or compared. What is shown goes through text() or lines().
inline QString raw(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// The result is one line that people read: what could steer the reader is escaped
/// (docs/faults-and-threats.md T12), and what nobody would read to its end is cut.
QString text(std::string_view utf8);
/// The whole number that the text is, blanks around it aside; nothing for anything else (core/base/number.h).
std::optional<qint64> wholeNumber(const QString &text);
/// The result is several lines, escaped and cut alike.
QString lines(std::string_view utf8);
/// The beginning of a value that nobody would read to its end, and how much it is; of any other the whole.
std::string beginning(std::string_view utf8);
/// A value in a line of differences: its beginning; a dash where there is none.
QString valueText(const std::string &json);
/// How many spaces the line begins with.
qsizetype indentOf(const QString &line);
/// The result is for a tool tip, which takes what looks like HTML for HTML.
QString tip(const QString &text);

inline std::string utf8(const QString &text)
{
    return text.toStdString();
}

/// "in 6 s", "now" when the time has come.
QString whenText(core::api::Time due, core::api::Time now);
/// "in 3–5 s".
QString spanText(core::base::Duration least, core::base::Duration most);
/// How long something has been so, as precisely as kubectl shows ages (core/api/time.h), in the one form of
/// lengths of time (docs/window.md W51): "9 s", "4m12s", "42 min"; a negative age reads "0 s".
QString ageText(core::base::Duration age);
/// The text is for durations that people compare, in the same form: "19.3 s", "250 ms", "15 s", "4m12s",
/// "1h30m".
QString durationText(core::base::Duration duration);
/// The text has a tenth also where it is none: "15.0 s".
QString tenthsText(core::base::Duration duration);
/// The text is to the second, and from two minutes on to the minute: "119 s", "2 min".
QString roughText(core::base::Duration duration);
/// "×¼", "×10": how fast time runs; "paused" where it does not.
QString paceText(double pace);
/// "14:03:09" in local time.
QString clockText(core::api::Time time);
/// "14:03:09", of another day than now "2026-11-20 14:03:09", in local time.
QString momentText(core::api::Time time, core::api::Time now);
/// A fault or recipe (core/api/recipe.h) in a sentence: "not-ready for 10 s", "silent until 14:03:27",
/// "reboot after 10 s–60 s". What is copied or written stays as it is typed.
QString faultText(std::string_view fault, core::api::Time now);
/// The text with the times (RFC 3339) and the lengths of time ("1m30s") that the core writes as people read
/// them.
QString localTimes(QString text, core::api::Time now);
/// "2026-11-20 14:03:09.250" in local time.
QString dateTimeText(core::api::Time time);
/// "5,000", as the language writes it: how many of something there are.
QString countText(std::int64_t count);
/// "image, numCores, zone and 2 more": at most three are named.
QString fewOf(const QStringList &fields);
/// Of many the first ones, and how many more there are, which stands for two at least.
QStringList firstOf(const QStringList &all, qsizetype most);
/// The same of lines, as a text.
QString firstLines(const QStringList &all, qsizetype most = 5);
/// "and 3 more".
QString moreText(std::int64_t more);
/// "3.75 GiB", "512 MiB", "100 bytes".
QString bytesText(std::int64_t bytes);
/// An estimate, to two digits: "590 KiB", "3.8 GiB".
QString roughBytesText(std::int64_t bytes);
/// The result is for buttons and menus, where "&" would mark a key.
QString unmarked(const QString &text);
/// The words of an entry of a menu, without what marks its key: of "&Delete", and of "删除(&D)".
QString withoutMark(const QString &text);
/// The result is one word of a shell's command line: quoted where it has to be.
QString shellWord(const QString &word);
qint64 milliseconds(core::api::Time time);

} // namespace ui
