// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/yamlproblems.h"

#include "core/api/yaml.h"
#include "ui/format.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr qsizetype mostLinesMarked = 100; // that are marked

/// Begins what a server says of a field: "[spec.a: Invalid value: 1: too small, spec.b: Required value]".
const QRegularExpression &causeBegin()
{
    static const QRegularExpression begin(
        uR"re((?:^|: |\[|, )(?:(?<field>[A-Za-z][\w-]*(?:\.[\w/-]+|\[[^\]]*\])*): )re"
        uR"re((?=Required value|Invalid value|Unsupported value|Duplicate value|Not found|Forbidden|Too ))re"
        uR"re(|(?:, )?(?<said>(?:unknown|duplicate) field "(?<unknown>[^"]+)")))re"_s);
    return begin;
}

/// A field somewhere in words.
const QRegularExpression &mention()
{
    static const QRegularExpression field(
        uR"(\b(?:spec|metadata)(?:\.[\w/-]+|\[[^\]]*\])+|^(?:apiVersion|kind)(?= ))"_s);
    return field;
}

QList<FieldProblem> mentionsIn(const QString &words)
{
    QList<FieldProblem> problems;
    for (auto found = mention().globalMatch(words); found.hasNext();)
        problems.append({found.next().captured(), words});
    return problems;
}

using LineSpan = std::pair<qsizetype, qsizetype>; // the end is not in it

bool isSeparator(const QString &line)
{
    return line.startsWith("---"_L1) && (line.size() == 3 || line[3].isSpace());
}

bool saysNothing(const QString &line)
{
    const QStringView content = QStringView(line).sliced(isSeparator(line) ? 3 : 0).trimmed();
    return content.isEmpty() || content.startsWith(u'#');
}

/// Those that say something.
QList<LineSpan> documentsIn(const QStringList &lines)
{
    QList<LineSpan> documents;
    const auto add = [&](qsizetype begin, qsizetype end) {
        if (!std::all_of(lines.begin() + begin, lines.begin() + end, saysNothing))
            documents.append({begin, end});
    };
    qsizetype begin = 0;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        if (isSeparator(lines[line]))
            add(std::exchange(begin, line), line);
    }
    add(begin, lines.size());
    return documents;
}

/// "containers[0].image" has three.
QStringList partsOfField(const QString &field)
{
    static const QRegularExpression part(uR"([^.\[\]]+|\[[^\]]*\])"_s);
    QStringList parts;
    for (auto found = part.globalMatch(field); found.hasNext();) {
        QString name = found.next().captured();
        if (name.startsWith(u'['))
            name = name.sliced(1, name.size() - 2).remove(u'"');
        parts.append(name);
    }
    return parts;
}

bool isListItem(const QString &line)
{
    const QStringView content = QStringView(line).trimmed();
    return content == "-"_L1 || content.startsWith("- "_L1);
}

/// "image" of "image: one", also in quotes; empty where the line begins no member.
QStringView nameIn(const QString &line)
{
    const QStringView content = QStringView(line).trimmed();
    const bool isQuoted = content.startsWith(u'"') || content.startsWith(u'\'');
    const qsizetype begin = isQuoted ? 1 : 0;
    const qsizetype end = isQuoted ? content.indexOf(content.front(), begin) : content.indexOf(u':');
    return end < begin ? QStringView() : content.sliced(begin, end - begin);
}

/// Follows a field into the lines of a document, as deep as it is written there.
class FieldPath
{
public:
    FieldPath(QStringList lines, QStringList parts)
        : m_lines(std::move(lines))
        , m_within(0, m_lines.size())
        , m_parts(std::move(parts))
    {
    }

    /// Counted from 0; -1: not even its first part is there.
    qsizetype line()
    {
        while (!m_parts.isEmpty() && enterNext()) { }
        return m_line;
    }

private:
    bool enterNext()
    {
        auto &[begin, end] = m_within;
        while (begin < end && saysNothing(m_lines.at(begin)))
            ++begin;
        if (begin == end)
            return false;
        m_indent = indentOf(m_lines.at(begin));
        return isListItem(m_lines.at(begin)) ? enterItem() : enterMember();
    }

    bool enterItem()
    {
        bool isNumber = false;
        qsizetype number = m_parts.takeFirst().toLongLong(&isNumber);
        for (qsizetype line = m_within.first; isNumber && line < m_within.second; ++line) {
            if (indentOf(m_lines.at(line)) != m_indent || !isListItem(m_lines.at(line)) || number-- > 0)
                continue;
            m_lines[line][m_indent] = u' '; // its first member stands beside the mark
            enter(line, line, endOfValue(line, false));
            return true;
        }
        return false;
    }

    bool enterMember()
    {
        const QStringList names = namesAhead();
        for (qsizetype line = m_within.first; line < m_within.second; ++line) {
            if (saysNothing(m_lines.at(line)) || indentOf(m_lines.at(line)) != m_indent)
                continue;
            const qsizetype name = names.indexOf(nameIn(m_lines.at(line)));
            if (name < 0)
                continue;
            m_parts.remove(0, name + 1);
            enter(line, line + 1, endOfValue(line, true));
            return true;
        }
        return false;
    }

    /// Names may have dots: the next part, that and the one after it, and so on.
    QStringList namesAhead() const
    {
        QStringList names;
        for (qsizetype taken = 1; taken <= m_parts.size(); ++taken)
            names.append(m_parts.first(taken).join(u'.'));
        return names;
    }

    void enter(qsizetype line, qsizetype begin, qsizetype end)
    {
        m_line = line;
        m_within = {begin, end};
    }

    /// The items of a list may stand as deep as its name.
    qsizetype endOfValue(qsizetype line, bool mayBeList) const
    {
        qsizetype end = line + 1;
        while (end < m_within.second
            && (saysNothing(m_lines[end]) || indentOf(m_lines[end]) > m_indent
                || (mayBeList && indentOf(m_lines[end]) == m_indent && isListItem(m_lines[end]))))
            ++end;
        return end;
    }

    QStringList m_lines;
    LineSpan m_within;
    QStringList m_parts;
    qsizetype m_indent = 0;
    qsizetype m_line = -1;
};

/// Of a line the first problem is told.
class LineMarks
{
public:
    bool isFull() const { return m_lines.size() >= mostLinesMarked; }
    void add(qsizetype line, const QString &words)
    {
        if (std::ranges::find(m_lines, line, &LineProblem::line) == m_lines.end())
            m_lines.append({static_cast<int>(line), words});
    }
    /// The lines of the document begin behind so many others.
    void add(qsizetype before, const QStringList &document, const QString &field, const QString &words)
    {
        if (const qsizetype line = FieldPath(document, partsOfField(field)).line(); line >= 0)
            add(before + line + 1, words);
    }
    const QList<LineProblem> &lines() const { return m_lines; }

private:
    QList<LineProblem> m_lines;
};

} // namespace

QList<FieldProblem> fieldProblemsIn(const QString &words)
{
    QList<FieldProblem> problems;
    QList<qsizetype> begins;
    QList<qsizetype> ends;
    qsizetype first = 0;
    for (auto found = causeBegin().globalMatch(words); found.hasNext();) {
        const auto match = found.next();
        const bool isTyped = match.hasCaptured(u"field"_s);
        begins.append(match.capturedStart(isTyped ? u"field"_s : u"said"_s));
        if (problems.isEmpty())
            first = match.capturedStart();
        else
            ends.append(match.capturedStart());
        problems.append({match.captured(isTyped ? u"field"_s : u"unknown"_s), {}});
    }
    if (problems.isEmpty())
        return mentionsIn(words);
    const bool isList = words.endsWith(u']') && words.first(first + 3).contains(u'[');
    ends.append(words.size() - (isList ? 1 : 0));
    for (qsizetype i = 0; i < problems.size(); ++i)
        problems[i].words = words.sliced(begins[i], ends[i] - begins[i]);
    return problems;
}

QList<LineProblem> linesOf(const QList<DocumentProblem> &problems, const QString &yaml, const QString &root)
{
    const QStringList lines = yaml.split(u'\n');
    const QList<LineSpan> documents = documentsIn(lines);
    LineMarks marks;
    const auto markFields = [&](const QString &words, LineSpan document) {
        const auto [begin, end] = document;
        const QStringList within = lines.sliced(begin, end - begin);
        for (const auto &[field, said] : fieldProblemsIn(words)) {
            if (marks.isFull())
                return;
            if (field.startsWith(root))
                marks.add(begin, within, field.sliced(root.size()), said);
        }
    };
    for (const auto &[words, document] : problems) {
        if (marks.isFull())
            break;
        if (const int line = core::api::lineNamedIn(utf8(words)); line > 0)
            marks.add(line, words);
        else if (document < documents.size())
            markFields(words, documents[document]);
    }
    return marks.lines();
}

QList<LineProblem> linesOfFields(const QList<FieldProblem> &problems, const QString &yaml)
{
    const QStringList lines = yaml.split(u'\n');
    LineMarks marks;
    for (const auto &[field, words] : problems) {
        if (!marks.isFull())
            marks.add(0, lines, field, words);
    }
    return marks.lines();
}

} // namespace ui
