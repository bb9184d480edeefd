// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/yamltext.h"

#include "core/api/yaml.h"
#include "ui/format.h"

#include <QRegularExpression>

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

} // namespace

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
