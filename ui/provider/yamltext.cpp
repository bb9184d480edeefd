// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/yamltext.h"

#include "core/api/yaml.h"
#include "ui/format.h"

#include <QRegularExpression>

#include <algorithm>

namespace ui {

using core::api::Json;
using core::api::JsonObject;
using namespace Qt::Literals::StringLiterals;

namespace {

int findMember(const QStringList &lines, const QString &name)
{
    const QRegularExpression start(
        uR"(^(?:%1|"%1"|'%1')\s*:(?:\s|$))"_s.arg(QRegularExpression::escape(name)));
    for (int i = 0; i < lines.size(); ++i) {
        if (start.match(lines[i]).hasMatch())
            return i;
    }
    return -1;
}

bool continuesValue(const QString &line)
{
    const QString content = line.trimmed();
    return !content.isEmpty() && line[0].isSpace() && !content.startsWith(u'#');
}

/// " # why" behind the value of the line, with the space before it.
QString commentOf(const QString &line)
{
    static const QRegularExpression parts(
        uR"(^[^:]+:\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^#'"\s](?:[^#]|(?<=\S)#)*?)?(\s+#.*)$)"_s);
    return parts.match(line).captured(1);
}

QString memberLine(const QString &name, const Json &value)
{
    JsonObject member;
    member[utf8(name)] = value;
    return raw(core::api::writeYaml(Json(member))).trimmed();
}

int placeFor(const QStringList &lines, const QString &name, const QStringList &order)
{
    for (auto before = order.indexOf(name) - 1; before >= 0; --before) {
        int line = findMember(lines, order[before]);
        if (line < 0)
            continue;
        while (line + 1 < lines.size() && continuesValue(lines[line + 1]))
            ++line;
        return line + 1;
    }
    return 0;
}

JsonObject parsed(const QString &yaml)
{
    const auto json = core::api::parseYaml(utf8(yaml));
    return json && json->is_object() ? json->get_object() : JsonObject();
}

/// The end of a member's value in the lines below its name, without blank lines and comments behind it.
qsizetype endOfBlock(const QStringList &lines, qsizetype name)
{
    qsizetype end = name + 1;
    for (qsizetype i = name + 1; i < lines.size(); ++i) {
        const bool isBlank = lines[i].trimmed().isEmpty();
        const bool isInside = !isBlank && (lines[i][0].isSpace() || lines[i].startsWith(u"- "_s));
        if (isInside)
            end = i + 1;
        else if (!isBlank && !lines[i].startsWith(u'#'))
            break;
    }
    return end;
}

qsizetype endOfText(const QStringList &lines)
{
    qsizetype end = lines.size();
    while (end > 0 && (lines[end - 1].trimmed().isEmpty() || lines[end - 1].trimmed().startsWith(u'#')))
        --end;
    return end;
}

QStringList moved(QStringList lines, qsizetype columns)
{
    for (QString &line : lines) {
        if (columns > 0 && !line.isEmpty())
            line.prepend(QString(columns, u' '));
        else if (columns < 0)
            line.remove(0, std::min(-columns, indentOf(line)));
    }
    return lines;
}

void setIn(Json &map, const QStringList &path, const std::optional<Json> &value)
{
    if (!map.is_object())
        map = JsonObject();
    JsonObject &members = map.get_object();
    const std::string name = utf8(path.first());
    if (path.size() > 1) {
        Json &inner = members[name];
        setIn(inner, path.sliced(1), value);
        if (!value && inner.get_object().empty())
            members.stable_erase(members.find(name));
    } else if (value) {
        members[name] = *value;
    } else if (members.contains(name)) {
        members.stable_erase(members.find(name));
    }
}

QStringList editedLines(const QStringList &lines, const QStringList &path, const JsonObject &wanted);

/// The lines of the member that the path begins with, as they were, with the field at its end.
QStringList editedMember(const QStringList &lines, const QStringList &path, const Json &value)
{
    const qsizetype indent = lines.size() > 1 ? indentOf(lines[1]) : 0;
    if (path.size() > 1 && indent > 0 && value.is_object()) {
        const QStringList inner = moved(lines.sliced(1), -indent);
        return lines.first(1) + moved(editedLines(inner, path.sliced(1), value.get_object()), indent);
    }
    QStringList anew = memberLine(path.first(), value).split(u'\n');
    if (!value.is_structured() && !lines.isEmpty())
        anew.first() += commentOf(lines.first());
    return anew;
}

/// The lines of a map, with the field as in wanted, which is the whole map then.
QStringList editedLines(const QStringList &lines, const QStringList &path, const JsonObject &wanted)
{
    const qsizetype at = findMember(lines, path.first());
    const qsizetype begin = at < 0 ? endOfText(lines) : at;
    const qsizetype end = at < 0 ? begin : endOfBlock(lines, at);
    const Json *value = wanted.if_contains(utf8(path.first()));
    return lines.first(begin)
        + (value ? editedMember(lines.sliced(begin, end - begin), path, *value) : QStringList())
        + lines.sliced(end);
}

} // namespace

QString withField(const QString &yaml, const QStringList &path, const std::optional<Json> &value)
{
    Json wanted = parsed(yaml);
    setIn(wanted, path, value);
    const QString edited = editedLines(yaml.split(u'\n'), path, wanted.get_object()).join(u'\n');
    const auto check = core::api::parseYaml(utf8(edited));
    return check && core::api::equal(*check, wanted) ? edited : raw(core::api::writeYaml(wanted));
}

QString withMember(const QString &yaml, const QString &name, const Json &value, const QStringList &order)
{
    JsonObject wanted = parsed(yaml);
    wanted[utf8(name)] = value;
    QStringList lines = yaml.split(u'\n');
    const int at = findMember(lines, name);
    if (at >= 0) {
        while (at + 1 < lines.size() && continuesValue(lines[at + 1]))
            lines.removeAt(at + 1);
        lines[at] = memberLine(name, value) + commentOf(lines[at]);
    } else {
        lines.insert(placeFor(lines, name, order), memberLine(name, value));
    }
    const QString edited = lines.join(u'\n');
    const auto check = core::api::parseYaml(utf8(edited));
    return check && *check == Json(wanted) ? edited : raw(core::api::writeYaml(Json(wanted)));
}

} // namespace ui
