// SPDX-License-Identifier: GPL-3.0-or-later
// docs/faults-and-threats.md promises that a test shows each of its rows: this one compares the two.
#include "tests/labels.h"

#include <QTest>

#include <map>
#include <set>

using namespace Qt::Literals::StringLiterals;

class TestLabels : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        readPage();
        readTests();
        QVERIFY(m_rows.size() > 70);
        QVERIFY(m_named.size() > 20);
    }

    void aTestNamesEachRow()
    {
        for (const QString &label : m_rows)
            QVERIFY2(m_named.contains(label) || m_open.contains(label),
                qPrintable(label + u" is named by no test"_s));
    }

    void whatATestNamesIsARow()
    {
        for (const auto &[label, file] : m_named)
            QVERIFY2(
                m_rows.contains(label), qPrintable(file + u" names "_s + label + u", which is no row"_s));
    }

    void theOpenOnesAreOpen()
    {
        for (const QString &label : m_open) {
            QVERIFY2(m_rows.contains(label), qPrintable(label + u" is no row"_s));
            QVERIFY2(!m_named.contains(label), qPrintable(label + u" is named by "_s + m_named[label]));
        }
    }

private:
    void readPage()
    {
        const QString page = labels::contents(u"docs/faults-and-threats.md"_s);
        static const QRegularExpression row(
            u"^\\| ((?:KC|EX|T|X)\\d+) \\|"_s, QRegularExpression::MultilineOption);
        for (auto match = row.globalMatch(page); match.hasNext();)
            m_rows.insert(match.next().captured(1));
        const QString open = page.mid(page.indexOf(u"\n## Not shown by a test yet"_s));
        static const QRegularExpression label(u"\\b(?:KC|EX|T|X)\\d+\\b"_s);
        for (auto match = label.globalMatch(open); open != page && match.hasNext();)
            m_open.insert(match.next().captured());
    }

    /// A label may stand in a comment, in the name of a row, or at the beginning of a function's name (x23…);
    /// "T10:00:00Z" is a time.
    void readTests()
    {
        static const QRegularExpression label(u"\\b(?:KC|EX|T|X)\\d+\\b(?!:\\d)"_s);
        static const QRegularExpression whole(QRegularExpression::anchoredPattern(label.pattern()));
        for (const QString &path : labels::filesBelow(u"tests"_s, {u"*.cpp"_s, u"*.h"_s, u"*.sh"_s})) {
            if (path.startsWith(u"tests/tst_"_s) || path == u"tests/labels.h"_s)
                continue;
            const QStringList lines = labels::contents(path).split(u'\n');
            for (const QString &line : lines) {
                const QString said = labels::said(line);
                for (auto match = label.globalMatch(said); match.hasNext();)
                    m_named.emplace(match.next().captured(), path);
                if (const QString name = labels::labelOfFunction(line); whole.match(name).hasMatch())
                    m_named.emplace(name, path);
            }
        }
    }

    std::set<QString> m_rows;
    std::set<QString> m_open; ///< rows that no test shows yet
    std::map<QString, QString> m_named; ///< the first file that names it
};

QTEST_GUILESS_MAIN(TestLabels)
#include "tst_labels.moc"
