// SPDX-License-Identifier: GPL-3.0-or-later
// Sources, tests and pages cite rules by their page in docs/ and a label: "§7.4 row 8" of machines.md, "C8"
// of the page on API semantics. This test holds them to it: pages that are named are there, labels lead to a
// rule, each section names the lines of the original that it comes from, and what the pages about machines,
// the API, the window, decisions and libraries claim is cited by code or tests.
#include "tests/labels.h"

#include <QDebug>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace Qt::Literals::StringLiterals;

namespace {

const QString machines = u"docs/machines.md"_s;
const QString semantics = u"docs/api-semantics.md"_s;
const QString design = u"docs/design.md"_s;
const QString window = u"docs/window.md"_s;
const QString faults = u"docs/faults-and-threats.md"_s;

using Label = std::pair<QString, QString>; ///< page and "§7.4", "§7.4 row 8", "C8", or "C" for a block
using Rules = std::map<QString, std::set<QString>>; ///< labels by page

QString numbered(const QString &line, const QRegularExpression &pattern)
{
    return pattern.match(line).captured(1);
}

/// Sections are headings with a number, their rows the steps of a list or the rows of a table with numbers.
/// Other rules begin with their label, in a list or a table.
std::set<QString> rulesOf(const QString &page)
{
    static const QRegularExpression section(u"^#{2,3} (\\d+(?:\\.\\d+)?)\\.? "_s);
    static const QRegularExpression block(u"^## ([A-Z])\\. "_s);
    static const QRegularExpression step(u"^( *)(\\d+)\\. "_s);
    static const QRegularExpression row(u"^\\| (\\d+) \\|"_s);
    static const QRegularExpression rule(u"^(?:- |\\| )([A-Z]{1,3}\\d{1,2})(?: \\||\\b)"_s);
    std::set<QString> rules;
    QString here;
    QString outer;
    for (const QString &line : labels::contents(page).split(u'\n')) {
        if (line.startsWith(u'#'))
            here.clear();
        if (const QString number = numbered(line, section); !number.isEmpty())
            rules.insert(here = u"§"_s + number);
        if (const QString number = numbered(line, row); !number.isEmpty() && !here.isEmpty())
            rules.insert(here + u" row "_s + number);
        if (const auto found = step.match(line); found.hasMatch() && !here.isEmpty()) {
            const QString number = found.captured(2);
            if (found.captured(1).isEmpty())
                outer = number;
            rules.insert(here + u" row "_s + (found.captured(1).isEmpty() ? number : outer + u'.' + number));
        }
        for (const auto &pattern : {block, rule}) {
            if (const QString name = numbered(line, pattern); !name.isEmpty())
                rules.insert(name);
        }
    }
    return rules;
}

/// Maps what a page calls an original ("MAO machineset/status.go 40–88") to where it is.
std::map<QString, QString> linksOf(const QString &page)
{
    static const QRegularExpression definition(
        u"^\\[([^\\]]+)\\]: (\\S+)$"_s, QRegularExpression::MultilineOption);
    std::map<QString, QString> links;
    const QString text = labels::contents(page);
    for (auto match = definition.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        links[found.captured(1)] = found.captured(2);
    }
    return links;
}

/// A page without its links to the originals, whose names and addresses look like labels and pages of ours.
QString withoutLinks(const QString &page)
{
    static const QRegularExpression link(
        u"^\\[[^\\]]+\\]: \\S+$|^Sources?:[^\\n]*(?:\\n[^\\n]+)*"_s, QRegularExpression::MultilineOption);
    return labels::contents(page).remove(link);
}

/// What a source says, with the lines of a comment joined.
QString saidBy(const QString &file)
{
    if (file.endsWith(u".md"_s))
        return withoutLinks(file);
    static const QRegularExpression mark(u"^\\s*(?:///?<?|#)\\s*"_s);
    QString text;
    for (const QString &line : labels::contents(file).split(u'\n')) {
        const auto comment = mark.match(line);
        text += comment.hasMatch() ? u' ' + line.mid(comment.capturedLength())
                                   : u'\n' + labels::said(line) + u'\n';
    }
    return text;
}

/// "6.10" comes after "6.9", "row 10" after "row 9".
std::vector<int> numbersIn(const QString &label)
{
    static const QRegularExpression number(u"\\d+"_s);
    std::vector<int> numbers;
    for (auto match = number.globalMatch(label); match.hasNext();)
        numbers.push_back(match.next().captured().toInt());
    return numbers;
}

/// Reads the citations out of a file.
class Reader
{
public:
    Reader(const Rules &rules, QString file) : m_rules(rules), m_file(std::move(file)), m_text(saidBy(m_file))
    {
    }

    void read()
    {
        static const QRegularExpression token(
            u"(?<page>docs/[\\w-]+\\.md)"
            u"|§ ?(?<section>\\d+(?:\\.\\d+)?)(?:(?: to |–|-)§?(?<end>\\d+(?:\\.\\d+)?)(?![.\\d]))?"
            u"(?: rows? (?<rows>\\d+(?:\\.\\d+)?(?:(?:, | and | to |–)\\d+(?:\\.\\d+)?)*))?"
            u"|(?<![\\w%.\\-/&\\\\])(?<letters>[A-Z]{1,3})(?<number>\\d{1,2})\\b(?!:\\d)"
            u"(?:(?: to |–)(?<last>[A-Z]{1,3}\\d{1,2})\\b)?"
            u"|(?<![\\w%.\\-/&\\\\])(?<block>[A-Z])\\b"_s);
        static const QRegularExpression list(QRegularExpression::anchoredPattern(u"(?:[\\s,`()]|and)*"_s));
        qsizetype end = 0;
        for (auto match = token.globalMatch(m_text); match.hasNext();) {
            const auto found = match.next();
            if (!list.match(m_text.mid(end, found.capturedStart() - end)).hasMatch())
                m_named.clear();
            end = found.capturedEnd();
            take(found);
        }
        for (const QString &line :
            m_file.endsWith(u".cpp"_s) ? labels::contents(m_file).split(u'\n') : QStringList()) {
            if (const QString name = labels::labelOfFunction(line); !name.isEmpty()) {
                m_named.clear();
                cite(pageOf(name), name);
            }
        }
    }

    std::set<Label> cited;
    QStringList problems;

private:
    void take(const QRegularExpressionMatch &found)
    {
        if (found.hasCaptured(u"page"_s)) {
            m_named = found.captured(u"page"_s);
            return;
        }
        if (found.hasCaptured(u"section"_s)) {
            if (!m_named.isEmpty() && m_named != machines)
                problems.append(m_file + u": "_s + m_named + u" has no sections"_s);
            m_named = machines;
            const QString first = u"§"_s + found.captured(u"section"_s);
            cite(
                machines, first, found.hasCaptured(u"end"_s) ? u"§"_s + found.captured(u"end"_s) : QString());
            citeRows(first, found.captured(u"rows"_s));
        } else if (found.hasCaptured(u"letters"_s)) {
            const QString name = found.captured(u"letters"_s) + found.captured(u"number"_s);
            cite(pageOf(name), name, found.captured(u"last"_s));
        } else if (m_named == semantics) {
            cite(semantics, found.captured(u"block"_s));
        }
    }

    void citeRows(const QString &section, const QString &rows)
    {
        static const QRegularExpression part(u"(\\d+(?:\\.\\d+)?)(?:(?: to |–)(\\d+(?:\\.\\d+)?))?"_s);
        for (auto match = part.globalMatch(rows); match.hasNext();) {
            const auto found = match.next();
            const QString last = found.captured(2);
            cite(machines, section + u" row "_s + found.captured(1),
                last.isEmpty() ? last : section + u" row "_s + last);
        }
    }

    /// The letters say it, for those that two pages have the page that was named just before or is named in
    /// the file. Empty: no label.
    QString pageOf(const QString &name) const
    {
        static const QRegularExpression digits(u"\\d+$"_s);
        const QString letters = QString(name).remove(digits);
        for (const QString &page : {faults, window, design, semantics}) {
            const bool has = std::ranges::any_of(m_rules.at(page), [&](const QString &rule) {
                return rule.size() > letters.size() && QString(rule).remove(digits) == letters;
            });
            if (has
                && (m_named == page || m_file == page || page == faults
                    || (m_named.isEmpty() && m_text.contains(page))))
                return page;
        }
        return m_named.isEmpty() || m_named == machines ? QString() : m_named;
    }

    void cite(const QString &page, const QString &name, const QString &last = {})
    {
        if (page.isEmpty())
            return;
        if (!m_rules.contains(page)) {
            problems.append(m_file + u": "_s + page + u" is no page of rules"_s);
            return;
        }
        for (const QString &one : {name, last}) {
            if (!one.isEmpty() && !m_rules.at(page).contains(one))
                problems.append(m_file + u": "_s + page + u" has no "_s + one);
        }
        cited.insert({page, name});
        if (name.contains(u" row "_s))
            cited.insert({page, name.section(u' ', 0, 0)});
        if (last.isEmpty())
            return;
        const auto isBetween = [&](const QString &rule) {
            const bool alike = rule.contains(u" row "_s) == name.contains(u" row "_s);
            return alike && (rule.startsWith(u'§') || rule.front() == name.front())
                && numbersIn(name) <= numbersIn(rule) && numbersIn(rule) <= numbersIn(last);
        };
        for (const QString &rule : m_rules.at(page)) {
            if (isBetween(rule))
                cited.insert({page, rule});
        }
    }

    const Rules &m_rules;
    QString m_file;
    QString m_text;
    QString m_named; ///< the page whose labels are being listed
};

} // namespace

class TestCitations : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const QString &page : {machines, semantics, design, window, faults})
            m_rules[page] = rulesOf(page);
        QVERIFY(m_rules[machines].size() > 100);
        QVERIFY(m_rules[semantics].size() > 100);
        const QStringList kinds {
            u"*.h"_s, u"*.cpp"_s, u"*.yaml"_s, u"*.txt"_s, u"*.cmake"_s, u"*.sh"_s, u"*.py"_s, u"*.supp"_s};
        for (const char *folder : {"core", "app", "ui", "tests", "resources", "packaging", "cmake"}) {
            m_code += labels::filesBelow(QString::fromLatin1(folder), kinds);
            m_pages += labels::filesBelow(QString::fromLatin1(folder), {u"*.md"_s});
        }
        m_code.append(u"CMakeLists.txt"_s);
        for (const char *own : {"tests/tst_citations.cpp", "tests/tst_labels.cpp", "tests/labels.h"})
            m_code.removeAll(QString::fromLatin1(own));
        m_pages += labels::filesBelow(u"docs"_s, {u"*.md"_s});
        m_pages.append(u"README.md"_s);
        QVERIFY(m_code.size() > 500);
    }

    void pagesThatAreNamedAreThere()
    {
        static const QRegularExpression page(u"[\\w./-]+\\.md\\b"_s);
        QStringList problems;
        for (const QString &file : m_code + m_pages) {
            const QString text = file.endsWith(u".md"_s) ? withoutLinks(file) : labels::contents(file);
            for (auto match = page.globalMatch(text); match.hasNext();) {
                const QString name = match.next().captured();
                const QString beside = QFileInfo(labels::pathOf(file)).path() + u'/' + name;
                if (!QFileInfo::exists(labels::pathOf(name)) && !QFileInfo::exists(beside))
                    problems.append(file + u" names "_s + name);
            }
        }
        expectNone(problems);
    }

    /// A link to a branch would lead elsewhere tomorrow.
    void linksAreToACommit()
    {
        static const QRegularExpression permalink(QRegularExpression::anchoredPattern(
            u"https://github\\.com/[\\w.-]+/[\\w.-]+/(?:blob/[0-9a-f]{12,40}/[^#]+(?:#L\\d+(?:-L\\d+)?)?"
            u"|(?:pull|issues)/\\d+)"_s));
        static const QRegularExpression named(u"\\[([^\\]]+)\\]"_s);
        QStringList problems;
        for (const QString &page : {machines, semantics, faults, window, design}) {
            const auto links = linksOf(page);
            QVERIFY(!links.empty());
            std::set<QString> used;
            for (const QString &sources : paragraphsOfSources(page)) {
                for (auto match = named.globalMatch(sources); match.hasNext();)
                    used.insert(match.next().captured(1).simplified());
            }
            for (const auto &[name, address] : links) {
                if (!permalink.match(address).hasMatch())
                    problems.append(page + u": no permalink: "_s + address);
                if (!used.contains(name))
                    problems.append(page + u": nothing refers to ["_s + name + u']');
            }
            for (const QString &name : used) {
                if (!links.contains(name))
                    problems.append(page + u": leads nowhere: ["_s + name + u']');
            }
        }
        expectNone(problems);
    }

    /// Each section of rules about machines, each block about the API, each part with rules of the other two.
    void sectionsNameTheirSources()
    {
        static const QRegularExpression heading(u"^(?=##)"_s, QRegularExpression::MultilineOption);
        static const QRegularExpression rules(
            u"^(?:### \\d|## [A-Z]\\. |## [^\\n]+\\n(?:[^\\n]*\\n)*?- [DW]\\d)"_s);
        static const QRegularExpression source(
            u"^(?:Sources?: \\[|Source: Hollow Lab's own\\.)"_s, QRegularExpression::MultilineOption);
        QStringList problems;
        for (const QString &page : {machines, semantics, window, design}) {
            for (const QString &section : labels::contents(page).split(heading)) {
                if (rules.match(section).hasMatch() && !source.match(section).hasMatch())
                    problems.append(page + u": where does it come from? "_s + section.section(u'\n', 0, 0));
            }
        }
        expectNone(problems);
    }

    void labelsLeadToARule()
    {
        QStringList problems;
        for (const QString &file : m_code + m_pages) {
            Reader reader(m_rules, file);
            reader.read();
            problems += reader.problems;
        }
        expectNone(problems);
    }

    void rulesAreCited()
    {
        std::set<Label> cited;
        for (const QString &file : m_code) {
            Reader reader(m_rules, file);
            reader.read();
            cited.merge(reader.cited);
        }
        QStringList problems;
        for (const QString &page : {machines, semantics, window, design, faults}) {
            for (const QString &rule : m_rules[page]) {
                if (isARule(page, rule) && !cited.contains({page, rule}))
                    problems.append(page + u": nobody cites "_s + rule);
            }
        }
        expectNone(problems);
    }

private:
    /// One line each: a message of a failure is cut after some kilobytes.
    static void expectNone(const QStringList &problems)
    {
        for (const QString &problem : problems)
            qWarning().noquote() << problem;
        QCOMPARE(problems.size(), 0);
    }

    static QStringList paragraphsOfSources(const QString &page)
    {
        static const QRegularExpression paragraph(
            u"^Sources?:[^\\n]*(?:\\n[^\\n]+)*"_s, QRegularExpression::MultilineOption);
        QStringList found;
        const QString text = labels::contents(page);
        for (auto match = paragraph.globalMatch(text); match.hasNext();)
            found.append(match.next().captured());
        return found;
    }

    /// Blocks, rows and chapters that have sections are no rules of their own.
    bool isARule(const QString &page, const QString &label) const
    {
        if (page == faults) // of the others tst_labels asks for a test
            return label.startsWith(u"LIB"_s);
        if (page != machines)
            return label.size() > 1;
        return !label.contains(u" row "_s) && !m_rules.at(page).contains(label + u".1"_s);
    }

    Rules m_rules;
    QStringList m_code;
    QStringList m_pages;
};

QTEST_GUILESS_MAIN(TestCitations)
#include "tst_citations.moc"
