// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the comparison with a kube-apiserver hold together, without one: each mark has its reason, and
// the list in docs/api-semantics.md is what they say. With HOLLOWLAB_WRITE_DOCS set it writes that list.

#include "tests/realcluster/comparison.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Qt::Literals::StringLiterals;
using namespace tests::comparison;

class TestAnswerRows : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void marksAreAboutRows();
    void marksHaveReasons();
    void statementsHaveRows();
    void pageIsUpToDate();
    void maskedAnswers_data();
    void maskedAnswers();
    void differences_data();
    void differences();
    void marksFollowWhatWasFound();

private:
    Known m_known;
    QSet<QString> m_names;
};

void TestAnswerRows::initTestCase()
{
    m_known = readFiles();
    QVERIFY2(m_known.problem.isEmpty(), qPrintable(m_known.problem));
    for (const Row &row : m_known.rows)
        m_names.insert(row.name);
    const auto commands =
        std::ranges::count_if(m_known.rows, [](const Row &row) { return !row.isRequest(); });
    QVERIFY2(commands >= 250, qPrintable(u"only %1 commands"_s.arg(commands)));
}

void TestAnswerRows::marksAreAboutRows()
{
    QSet<QString> marked;
    for (const Mark &mark : m_known.marks) {
        for (const QString &row : mark.rows.keys()) {
            QVERIFY2(m_names.contains(row), qPrintable(row + u" is marked and no row"_s));
            QVERIFY2(!marked.contains(row), qPrintable(row + u" is marked twice"_s));
            marked.insert(row);
        }
    }
}

void TestAnswerRows::marksHaveReasons()
{
    static const QRegularExpression version(u"\\b1\\.\\d\\d\\b"_s);
    const QStringList kinds {u"wrong"_s, u"deliberate"_s, u"newer"_s};
    for (const Mark &mark : m_known.marks) {
        const QString first = mark.rows.firstKey();
        QVERIFY2(kinds.contains(mark.is), qPrintable(first + u": "_s + mark.is));
        QVERIFY2(!mark.why.isEmpty(), qPrintable(first + u": why?"_s));
        QVERIFY2(mark.is != u"newer"_s || version.match(mark.why).hasMatch(),
            qPrintable(first + u": which Kubernetes answers so?"_s));
    }
}

/// Those of the blocks that have an original: a row's name begins with the labels that it shows.
void TestAnswerRows::statementsHaveRows()
{
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression statement(u"^- ([A-PR-S]\\d+) "_s, QRegularExpression::MultilineOption);
    static const QRegularExpression label(u"^([A-Z]\\d+) "_s);
    QSet<QString> shown;
    for (QString name : m_names) {
        for (auto match = label.match(name); match.hasMatch(); match = label.match(name)) {
            shown.insert(match.captured(1));
            name.remove(0, match.capturedEnd());
        }
    }
    QStringList missing;
    const QString text = QString::fromUtf8(file.readAll());
    for (auto match = statement.globalMatch(text); match.hasNext();) {
        const QString found = match.next().captured(1);
        if (shown.contains(found) == m_known.uncompared.contains(found))
            missing.append(found);
    }
    QVERIFY2(missing.isEmpty(),
        qPrintable(u"neither a row nor a reason for none, or both: "_s + missing.join(u", "_s)));
}

void TestAnswerRows::pageIsUpToDate()
{
    const QString expected = withPart(m_known);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const QString present = QString::fromUtf8(file.readAll());
    if (qEnvironmentVariableIsSet("HOLLOWLAB_WRITE_DOCS")) {
        file.resize(0);
        file.write(expected.toUtf8());
        return;
    }
    QVERIFY2(present == expected,
        "docs/api-semantics.md is not what the marks say: HOLLOWLAB_WRITE_DOCS=1 tst_answerrows writes it");
}

void TestAnswerRows::maskedAnswers_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("expected");
    QTest::newRow("uid") << u"\"uid\": \"6f1d7b1e-3c0a-4a55-9b0e-1f2a3b4c5d6e\","_s
                         << u"\"uid\": \"<uid>\""_s;
    QTest::newRow("version") << u"resourceVersion: \"123\""_s << u"resourceVersion: \"<version>\""_s;
    QTest::newRow("an empty version stays")
        << u"\"resourceVersion\": \"\""_s << u"\"resourceVersion\": \"\""_s;
    QTest::newRow("version 0 stays") << u"\"resourceVersion\": \"0\""_s << u"\"resourceVersion\": \"0\""_s;
    QTest::newRow("age") << u"pod-0   0/1   Pending   0   12s"_s << u"pod-0  0/1  Pending  0  <age>"_s;
    QTest::newRow("time") << u"at 2026-11-25T10:00:00.123456Z"_s << u"at <time>"_s;
    QTest::newRow("indentation stays") << u"    a:   b"_s << u"    a:  b"_s;
    QTest::newRow("null time") << u"{\n  \"creationTimestamp\": null,\n}"_s << u"{\n}"_s;
    QTest::newRow("node port") << u"80:31234/TCP"_s << u"80:<port>/TCP"_s;
}

void TestAnswerRows::maskedAnswers()
{
    QFETCH(QString, answer);
    QTEST(masked(answer), "expected");
}

void TestAnswerRows::differences_data()
{
    QTest::addColumn<QString>("there");
    QTest::addColumn<QString>("here");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << u"a\nb\n"_s << u"a\nb\n"_s << QString();
    QTest::newRow("another line") << u"a\nb\n"_s << u"a\nc\n"_s << u"- b\n+ c\n"_s;
    QTest::newRow("twice") << u"a\na\n"_s << u"a\n"_s << u"- a\n"_s;
    QTest::newRow("order") << u"a\nb\n"_s << u"b\na\n"_s << u"the order of the lines\n"_s;
}

void TestAnswerRows::differences()
{
    QFETCH(QString, there);
    QFETCH(QString, here);
    QTEST(differenceOf(there, here), "expected");
    QVERIFY(differenceOf(QString(100, u'\n').replace(u"\n"_s, u"x\n"_s), {}).contains(u" more, "_s));
}

void TestAnswerRows::marksFollowWhatWasFound()
{
    const std::vector<Mark> before {{u"deliberate"_s, u"so"_s, {{u"a"_s, u"- 1\n"_s}, {u"b"_s, u"- 2\n"_s}}}};
    const auto after = marksFor(before, {{u"a"_s, u"- 3\n"_s}, {u"c"_s, u"+ 4\n"_s}});
    QCOMPARE(after.size(), std::size_t(2));
    QCOMPARE(after[0].rows, (QMap<QString, QString> {{u"a"_s, u"- 3\n"_s}}));
    QCOMPARE(after[0].why, u"so"_s);
    QCOMPARE(after[1].is, u"wrong"_s);
    QVERIFY(after[1].why.isEmpty());
    QCOMPARE(after[1].rows.firstKey(), u"c"_s);
}

QTEST_GUILESS_MAIN(TestAnswerRows)
#include "tst_answerrows.moc"
