// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include "core/api/recipe.h"
#include "core/base/displaytext.h"
#include "core/base/number.h"
#include "ui/paces.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <QTextDocument>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ui {

using namespace std::chrono;
using namespace Qt::Literals::StringLiterals;

namespace {

struct FormatWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Format)
};

constexpr int longestLine = 2000; // characters, or bytes
constexpr int longestValue = 1500; // leaves room in its line
constexpr int longestText = 100'000;
constexpr qsizetype mostLines = 2000;
constexpr qsizetype mostFieldsNamed = 3;

constexpr minutes secondsUntil {2}; // as kubectl has it

/// No line ends between a number and its unit.
QString unbroken(QString length)
{
    if (const qsizetype blank = length.lastIndexOf(u' '); blank >= 0)
        length[blank] = QChar::Nbsp;
    return length;
}

/// One unit stands apart, two are written together (docs/window.md W51); rest: of the next smaller one, in as
/// many digits as it can have, so that a time that runs keeps its width.
QString inUnits(QChar unit, qint64 count, qint64 rest)
{
    const auto written = [&](const QString &alone, const QString &together, int digits) {
        return rest > 0 ? together.arg(count).arg(rest, digits, 10, '0'_L1) : unbroken(alone.arg(count));
    };
    switch (unit.unicode()) {
    case u'd':
        return written(FormatWords::tr("%1 d"), FormatWords::tr("%1d%2h"), 1);
    case u'h':
        return written(FormatWords::tr("%1 h"), FormatWords::tr("%1h%2m"), 2);
    case u'm':
        return written(FormatWords::tr("%1 min"), FormatWords::tr("%1m%2s"), 2);
    default:
        return unbroken(FormatWords::tr("%1 s").arg(count));
    }
}

/// The beginning has at most so many bytes, and ends with a whole character.
std::pair<std::string_view, bool> beginningOf(std::string_view utf8, std::size_t most)
{
    if (utf8.size() <= most)
        return {utf8, false};
    while (most > 0 && (static_cast<unsigned char>(utf8[most]) & 0xC0U) == 0x80U)
        --most;
    return {utf8.substr(0, most), true};
}

} // namespace

QString text(std::string_view utf8)
{
    const auto [begin, cut] = beginningOf(utf8, longestLine);
    return raw(core::base::printableLine(begin)) + (cut ? u"…"_s : QString());
}

QString lines(std::string_view utf8)
{
    const auto [begin, cut] = beginningOf(utf8, longestText);
    const QStringList all = raw(core::base::printableText(begin)).split(u'\n');
    QStringList shown;
    for (const QString &line : all.first(std::min(all.size(), mostLines))) {
        shown.append(line.size() <= longestLine
                ? line
                : line.left(longestLine) + FormatWords::tr("… (%1 characters)").arg(line.size()));
    }
    if (cut || all.size() > mostLines)
        shown.append(FormatWords::tr("… %1 in all").arg(bytesText(static_cast<std::int64_t>(utf8.size()))));
    return shown.join(u'\n');
}

qsizetype indentOf(const QString &line)
{
    const auto *letter = std::ranges::find_if_not(line, [](QChar c) { return c == u' '; });
    return letter - line.begin();
}

std::optional<qint64> wholeNumber(const QString &text)
{
    return core::base::parseNumber<qint64>(utf8(text.trimmed()));
}

QString valueText(const std::string &json)
{
    return json.empty() ? u"–"_s : text(beginning(json));
}

std::string beginning(std::string_view utf8)
{
    const auto [begin, cut] = beginningOf(utf8, longestValue);
    const auto size = static_cast<std::int64_t>(utf8.size());
    if (!cut)
        return std::string(begin);
    const QString more = QCoreApplication::translate("ui::Format", "… (%1 in all)").arg(bytesText(size));
    return std::string(begin) + ui::utf8(more);
}

QString tip(const QString &text)
{
    return Qt::mightBeRichText(text) ? u"<span>%1</span>"_s.arg(text.toHtmlEscaped()) : text;
}

QString ageText(core::base::Duration age)
{
    const std::string written = core::api::ageText(age);
    const char *end = written.data() + written.size();
    qint64 count = 0;
    qint64 rest = 0;
    const char *unit = std::from_chars(written.data(), end, count).ptr;
    std::from_chars(std::min(unit + 1, end), end, rest);
    constexpr qint64 minutesUntil = 100;
    if (*unit == 'm' && count >= minutesUntil)
        return inUnits(u'h', count / 60, count % 60);
    return *unit == 'y' ? raw(written) : inUnits(QChar::fromLatin1(*unit), count, rest);
}

QString whenText(core::api::Time due, core::api::Time now)
{
    const auto left = std::chrono::ceil<std::chrono::seconds>(due - now);
    return left.count() <= 0 ? QCoreApplication::translate("ui::Format", "now")
                             : QCoreApplication::translate("ui::Format", "in %1").arg(ageText(left));
}

QString spanText(core::base::Duration least, core::base::Duration most)
{
    using std::chrono::round;
    const auto from = round<seconds>(least);
    const auto to = round<seconds>(most);
    if (from == to || to >= secondsUntil)
        return QCoreApplication::translate("ui::Format", "in %1")
            .arg(from == to ? durationText(to) : durationText(from) + u'–' + durationText(to));
    return unbroken(QCoreApplication::translate("ui::Next", "in %1–%2 s").arg(from.count()).arg(to.count()));
}

QString durationText(core::base::Duration duration)
{
    const bool isWhole = duration % seconds(1) == seconds(0);
    const double inSeconds = std::chrono::duration<double>(duration).count();
    if (inSeconds < 1 && !isWhole)
        return unbroken(FormatWords::tr("%1 ms").arg(qRound64(inSeconds * 1000)));
    if (duration < secondsUntil)
        return unbroken(FormatWords::tr("%1 s").arg(QLocale().toString(inSeconds, 'f', isWhole ? 0 : 1)));
    const qint64 whole = qRound64(inSeconds);
    if (whole < 3600)
        return inUnits(u'm', whole / 60, whole % 60);
    return whole < 48 * 3600 ? inUnits(u'h', whole / 3600, whole / 60 % 60)
                             : inUnits(u'd', whole / 86400, whole / 3600 % 24);
}

QString tenthsText(core::base::Duration duration)
{
    const double inSeconds = std::chrono::duration<double>(duration).count();
    return duration < secondsUntil
        ? unbroken(FormatWords::tr("%1 s").arg(QLocale().toString(inSeconds, 'f', 1)))
        : durationText(duration);
}

QString roughText(core::base::Duration duration)
{
    const auto inSeconds = round<seconds>(duration);
    return durationText(inSeconds < secondsUntil ? inSeconds : seconds(round<minutes>(duration)));
}

qint64 milliseconds(core::api::Time time)
{
    return floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

QString paceText(double pace)
{
    if (standsStill(pace))
        return QCoreApplication::translate("ui::ContextBar", "paused");
    if (pace == 0.25)
        return u"×¼"_s;
    const double shown = pace < 1 ? std::round(pace * 100) / 100 : pace; // as far as it can be compared
    return pace == 0.5 ? u"×½"_s : u"×"_s + QString::number(shown, 'g', 4);
}

QString clockText(core::api::Time time)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds(time)).toString(u"HH:mm:ss"_s);
}

QString momentText(core::api::Time time, core::api::Time now)
{
    const auto dayOf = [](core::api::Time at) {
        return QDateTime::fromMSecsSinceEpoch(milliseconds(at)).date();
    };
    return dayOf(time) == dayOf(now) ? clockText(time) : dateTimeText(time).left(19);
}

QString faultText(std::string_view fault, core::api::Time now)
{
    QStringList words = text(fault).split(u' ');
    for (QString &word : words) {
        if (const auto span = core::api::parseSpan(utf8(word)))
            word = span->least == span->most ? durationText(span->least)
                                             : durationText(span->least) + u'–' + durationText(span->most);
        else if (const auto time = core::api::parseTime(utf8(word)))
            word = momentText(*time, now);
    }
    return words.join(u' ');
}

QString localTimes(QString text, core::api::Time now)
{
    static const QRegularExpression written(
        u"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z)"
        "|((?<![\\w.:/-])(\\d+h)?(\\d+m)?\\d+(\\.\\d+)?m?s(?![\\w/-]))"_s);
    auto found = written.match(text);
    while (found.hasMatch()) {
        const std::string read = utf8(found.captured());
        QString shown = found.captured();
        if (const auto time = core::api::parseTime(read))
            shown = momentText(*time, now);
        else if (const auto length = core::api::parseDuration(read))
            shown = durationText(*length);
        text.replace(found.capturedStart(), found.capturedLength(), shown);
        found = written.match(text, found.capturedStart() + shown.size());
    }
    return text;
}

QString dateTimeText(core::api::Time time)
{
    return QDateTime::fromMSecsSinceEpoch(milliseconds(time)).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

QString fewOf(const QStringList &fields)
{
    const QString named = fields.first(std::min(mostFieldsNamed, fields.size())).join(FormatWords::tr(", "));
    return fields.size() <= mostFieldsNamed
        ? named
        : FormatWords::tr("%1 and %2 more").arg(named, countText(fields.size() - mostFieldsNamed));
}

QStringList firstOf(const QStringList &all, qsizetype most)
{
    const qsizetype more = all.size() - most;
    return more <= 1 ? all : all.first(most) << moreText(more);
}

QString firstLines(const QStringList &all, qsizetype most)
{
    return firstOf(all, most).join(u'\n');
}

QString moreText(std::int64_t more)
{
    return FormatWords::tr("and %n more", nullptr, static_cast<int>(more));
}

QString countText(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

namespace {

struct ScaledBytes {
    double value = 0;
    QString unit;
};

/// Of 1 KiB and more.
ScaledBytes scaledBytes(std::int64_t bytes)
{
    static constexpr const char *units[] = {"KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
        value /= 1024;
    return {value, QString::fromLatin1(units[unit])};
}

} // namespace

QString bytesText(std::int64_t bytes)
{
    if (bytes < 1024)
        return FormatWords::tr("%1 bytes").arg(bytes);
    const auto [value, unit] = scaledBytes(bytes);
    return QLocale().toString(value, 'g', 4) + u' ' + unit;
}

QString roughBytesText(std::int64_t bytes)
{
    if (bytes < 1024)
        return bytesText(bytes);
    const auto [value, unit] = scaledBytes(bytes);
    const double step = std::pow(10, std::floor(std::log10(value)) - 1); // of the second digit
    return QLocale().toString(std::round(value / step) * step, 'g', 4) + u' ' + unit;
}

QString unmarked(const QString &text)
{
    return QString(text).replace(u'&', u"&&"_s);
}

QString withoutMark(const QString &text)
{
    static const QRegularExpression behind(u"\\s*\\(&\\w\\)"_s);
    return QString(text).remove(behind).remove(u'&');
}

QString shellWord(const QString &word)
{
    static const QRegularExpression plain(u"^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*\\z"_s);
    if (plain.match(word).hasMatch())
        return word;
    QString shown = raw(core::base::printableText(word.toStdString())); // a terminal obeys ^C in quotes
    return u'\'' + shown.replace(u'\'', u"'\\''"_s) + u'\'';
}

} // namespace ui
