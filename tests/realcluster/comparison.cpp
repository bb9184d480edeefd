// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/realcluster/comparison.h"

#include "core/api/yaml.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace tests::comparison {

using namespace Qt::Literals::StringLiterals;
using core::api::Json;

namespace {

const QString folder = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/realcluster/");

QString textOf(const Json &json)
{
    return json.is_string() ? QString::fromStdString(core::api::text(json.get_string()))
                            : QString::fromStdString(core::api::writeJson(json));
}

QMap<QString, QString> textsAt(const Json &json, std::string_view member)
{
    QMap<QString, QString> texts;
    if (const Json *found = core::api::find(json, {member}); found && found->is_object()) {
        for (const auto &one : found->get_object())
            texts[QString::fromStdString(std::string(one.key()))] =
                one.value().is_null() ? QString() : textOf(one.value());
    }
    return texts;
}

QStringList listAt(const Json &json, std::string_view member)
{
    QStringList list;
    if (const Json *found = core::api::find(json, {member}); found && found->is_array()) {
        for (const Json &one : found->get_array())
            list.append(textOf(one));
    }
    return list;
}

QString textAt(const Json &json, std::string_view member)
{
    const Json *found = core::api::find(json, {member});
    return found ? textOf(*found) : QString();
}

Json readYaml(const QString &path, QString &problem)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        problem += path + u": can't be read\n"_s;
        return {};
    }
    auto read = core::api::parseYaml(file.readAll().toStdString());
    if (!read)
        problem += path + u": "_s + QString::fromStdString(read.error().message) + u'\n';
    return read ? *read : Json();
}

std::vector<Json> itemsOf(const Json &json)
{
    return json.is_array() ? std::vector<Json>(json.get_array().begin(), json.get_array().end())
                           : std::vector<Json>();
}

Row readRow(const Json &json, const QString &subject)
{
    Row row;
    row.subject = subject;
    row.name = textAt(json, "row");
    row.run = textAt(json, "run");
    row.headers = textsAt(json, "headers");
    row.keep = textsAt(json, "keep");
    row.show = listAt(json, "show");
    row.hide = listAt(json, "hide");
    if (const Json *body = core::api::find(json, {"body"}))
        row.body = textOf(*body).toUtf8();
    return row;
}

void readRows(Known &known)
{
    QSet<QString> names;
    const QDir rows(folder + u"rows"_s);
    for (const QString &file : rows.entryList({u"*.yaml"_s}, QDir::Files, QDir::Name)) {
        for (const Json &json : itemsOf(readYaml(rows.filePath(file), known.problem))) {
            known.rows.push_back(readRow(json, file.chopped(5)));
            const Row &row = known.rows.back();
            if (row.name.isEmpty() || row.run.isEmpty() || names.contains(row.name))
                known.problem += file + u": no row, or twice: "_s + row.name + u'\n';
            names.insert(row.name);
        }
    }
}

void readMarks(Known &known)
{
    for (const Json &json : itemsOf(readYaml(marksFile, known.problem)))
        known.marks.push_back({textAt(json, "is"), textAt(json, "why"), textsAt(json, "rows")});
}

struct Mask {
    QRegularExpression pattern;
    QString instead;
};

const std::vector<Mask> &masks()
{
    const auto mask = [](const char *pattern, const char *instead) {
        return Mask {QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption),
            QString::fromUtf8(instead)};
    };
    static const std::vector<Mask> all {
        mask("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "<uid>"),
        mask("^(\\s*uid: )\"<uid>\"", "\\1<uid>"), // quoted in YAML when it looks like a number
        mask("(resourceVersion[\\\\\"]*: ?[\\\\\"]*)[1-9]\\d*", "\\1<version>"),
        mask("(ResourceVersion in [a-z ]+[:(]+ ?|in record \\()\\d+", "\\1<version>"),
        mask("0xc[0-9a-f]{8,}", "<pointer>"), mask("(Resource Version: +)\\d+", "\\1<version>"),
        mask("(\"?continue\"?: ?\"?)[\\w+/=-]{20,}(\"?)", "\\1<continue>\\2"),
        mask("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z", "<time>"),
        mask("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}", "<time>"),
        mask("(?<=\\s)(?:\\d+s|\\d+m|\\d+m\\d+s)(?=\\s|$)", "<age>"),
        mask("^(\\s*\"description\": )\".*\"", "\\1<text>"), // of the columns of tables
        mask("^\\s*\"storageVersionHash\": .*\\n", ""), mask("https?://\\S*\\.md\\b", "<page>"),
        mask("https://(?:127\\.0\\.0\\.1|localhost):\\d+", "<server>"),
        mask("127\\.0\\.0\\.1:\\d+", "<address>"),
        mask("\\b10\\.(?:9[6-9]|1[01]\\d)\\.\\d+\\.\\d+\\b", "<ip>"), mask("^\\s*\"\\d+s\",?$", "<age>"),
        mask("(nodePort\"?: )\\d+", "\\1<port>"), mask("(\\d+:)3\\d{4}(/TCP|/UDP)", "\\1<port>\\2"),
        mask("^(! )?[EWI]\\d{4} [\\d:.]+ +\\d+ \\S+\\] ", "\\1<log> "),
        // The original runs without the plugin that names accounts.
        mask("^\\s*\"?serviceAccount(?:Name)?\"?: \"?default\"?,?\\n", ""),
        mask("\"serviceAccount(?:Name)?\":\"default\",", ""), mask("^Service Account: +default\\n", ""),
        mask("^\\s*\"?creationTimestamp\"?: null,?\\n", ""), mask("(?<=\\S) {2,}(?=\\S)", "  "),
        mask(",?[ \\t]*$", ""),
        mask("[^\\n\\x20-\\x7e]", "?"), // of binary forms; YAML takes no control characters
    };
    return all;
}

constexpr qsizetype longestDifference = 16;

QString named(const QString &is)
{
    return is == u"newer"_s ? u"a newer Kubernetes answers so"_s : is;
}

/// The text stands in a cell of a table.
QString cell(const QString &text)
{
    return text.simplified().replace(u'|', u"\\|"_s);
}

} // namespace

Known readFiles()
{
    Known known;
    readRows(known);
    readMarks(known);
    const Json uncompared = readYaml(folder + u"uncompared.yaml"_s, known.problem);
    for (const Json &reason : itemsOf(uncompared)) {
        for (const QString &label : listAt(reason, "statements"))
            known.uncompared[label] = textAt(reason, "why");
    }
    return known;
}

QString masked(QString answer, const QStringList &alsoHidden)
{
    for (const QString &pattern : alsoHidden)
        answer.replace(QRegularExpression(pattern, QRegularExpression::MultilineOption), u"<hidden>"_s);
    for (const Mask &mask : masks())
        answer.replace(mask.pattern, mask.instead);
    return answer;
}

QString differenceOf(const QString &there, const QString &here)
{
    if (there == here)
        return {};
    const auto only = [](const QString &in, const QString &notIn, const QString &sign) {
        QMap<QString, int> others;
        for (const QString &line : notIn.split(u'\n'))
            ++others[line];
        QStringList lines;
        for (const QString &line : in.split(u'\n')) {
            if (--others[line] < 0)
                lines.append(sign + line.left(400));
        }
        return lines;
    };
    QStringList lines = only(there, here, u"- "_s) + only(here, there, u"+ "_s);
    if (lines.isEmpty())
        return u"the order of the lines\n"_s;
    if (lines.size() > longestDifference) {
        lines.sort(); // so that what is cut off does not depend on a server's hash tables
        const QByteArray rest = lines.mid(longestDifference).join(u'\n').toUtf8();
        const QByteArray sum = QCryptographicHash::hash(rest, QCryptographicHash::Sha1).toHex().left(8);
        const auto more = lines.size() - longestDifference;
        lines.resize(longestDifference);
        lines.append(u"%1 more, %2"_s.arg(more).arg(QString::fromLatin1(sum)));
    }
    return lines.join(u'\n') + u'\n';
}

/// Some servers tell several things in the order of a hash table.
bool isSameInAnyOrder(const QString &one, const QString &other)
{
    static const QRegularExpression between(u"[^\\w<>]+"_s);
    static const QRegularExpression sum(u"\\d+ more, [0-9a-f]{8}"_s);
    const auto words = [](QString text) {
        QStringList all = text.remove(sum).split(between);
        all.sort();
        return all;
    };
    return one.contains(sum) == other.contains(sum) && words(one) == words(other);
}

std::vector<Mark> marksFor(const std::vector<Mark> &marks, const QMap<QString, QString> &differences)
{
    std::vector<Mark> result;
    QMap<QString, QString> unmarked = differences;
    for (const Mark &mark : marks) {
        Mark kept {mark.is, mark.why, {}};
        for (const QString &row : mark.rows.keys()) {
            if (unmarked.contains(row))
                kept.rows[row] = unmarked.take(row);
        }
        if (!kept.rows.isEmpty())
            result.push_back(std::move(kept));
    }
    if (!unmarked.isEmpty())
        result.push_back({u"wrong"_s, {}, unmarked});
    return result;
}

QString textOf(const std::vector<Mark> &marks)
{
    QString text =
        u"# SPDX-License-Identifier: GPL-3.0-or-later\n"
        u"# The known differences between a kube-apiserver 1.20.2 (-) and the lab (+), by reason.\n"_s;
    const auto quoted = [](const QString &value) {
        return QString::fromStdString(core::api::writeJson(Json(boost::json::string(value.toStdString()))));
    };
    for (const Mark &mark : marks) {
        text += u"- is: "_s + mark.is + u"\n  why: "_s + quoted(mark.why) + u"\n  rows:\n"_s;
        for (auto row = mark.rows.begin(); row != mark.rows.end(); ++row) {
            text += u"    "_s + quoted(row.key()) + u": |\n"_s;
            for (const QString &line : row.value().chopped(1).split(u'\n'))
                text += u"      "_s + line + u'\n';
        }
    }
    return text;
}

namespace {

QString generatedPart(const Known &known)
{
    qsizetype different = 0;
    qsizetype wrong = 0;
    for (const Mark &mark : known.marks) {
        different += mark.rows.size();
        wrong += mark.is == u"wrong"_s ? mark.rows.size() : 0;
    }
    const auto all = static_cast<qsizetype>(known.rows.size());
    const auto commands = std::ranges::count_if(known.rows, [](const Row &row) { return !row.isRequest(); });
    QString text =
        u"Of %1 rows (%2 commands of kubectl, %3 requests) the answers agree in %4; %5 are wrong here.\n"_s
            .arg(all)
            .arg(commands)
            .arg(all - commands)
            .arg(all - different)
            .arg(wrong);
    text += u"\n| The difference is | Why | Rows |\n|---|---|---|\n"_s;
    for (const Mark &mark : known.marks)
        text += u"| %1 | %2 | %3 |\n"_s.arg(
            named(mark.is), cell(mark.why), cell(QStringList(mark.rows.keys()).join(u"; "_s)));
    QMap<QString, QStringList> reasons;
    for (auto label = known.uncompared.begin(); label != known.uncompared.end(); ++label)
        reasons[label.value()].append(label.key());
    text += u"\n| Not compared | Why |\n|---|---|\n"_s;
    for (auto reason = reasons.begin(); reason != reasons.end(); ++reason)
        text += u"| Statements %1 | %2 |\n"_s.arg(reason.value().join(u", "_s), cell(reason.key()));
    return text;
}

} // namespace

QString withPart(const Known &known)
{
    const QString start = u"<!-- Written by tst_answers: -->\n"_s;
    const QString end = u"<!-- Up to here. -->\n"_s;
    QFile file(page);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString text = QString::fromUtf8(file.readAll());
    return text.section(start, 0, 0) + start + generatedPart(known) + end + text.section(end, 1);
}

} // namespace tests::comparison
