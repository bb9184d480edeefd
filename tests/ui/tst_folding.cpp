// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a YAML text that fold away (docs/window.md W47), and lines that are begun in it.
#include "ui/theme.h"
#include "ui/widgets/yamledit.h"
#include "ui/widgets/yamlfolding.h"

#include <QSignalBlocker>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

namespace {

const QString node = u"metadata:\n"
                     "  name: a\n"
                     "  labels:\n"
                     "    x: y\n"
                     "\n"
                     "    # why\n"
                     "    z: |\n"
                     "      text: more\n"
                     "status:\n"
                     "  conditions:\n"
                     "  - type: Ready\n"
                     "    status: 'True'\n"
                     "  - type: Other\n"
                     "    status: 'False'\n"
                     "  phase: Running\n"_s;

class FoldingTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_edit = std::make_unique<ui::YamlEdit>(m_theme);
        m_edit->setYaml(node);
        m_edit->show();
    }
    void cleanup() { m_edit.reset(); }

    void theCursorStaysInItsLineWhileOthersChange_data()
    {
        QTest::addColumn<QString>("text"); // the cursor is at |
        QTest::addColumn<QString>("then");
        QTest::newRow("above and below") << u"a: 1\nb: |2\nc: 3\n"_s << u"a: 9\nb: |2\nc: 7\n"_s;
        QTest::newRow("more above, less below") << u"a: 1\nb: 2|\nc: 3\n"_s << u"a: 1\nx: y\nb: 2|\n"_s;
        QTest::newRow("at the first line") << u"|b: 2\nc: 3\n"_s << u"a: 1\n|b: 2\nc: 7\n"_s;
        QTest::newRow("the second of two that are the same")
            << u"a:\n  n: 1\nb:\n  n: |1\nc: 3\n"_s << u"a:\n  n: 1\n  m: 2\nb:\n  n: |1\nc: 7\n"_s;
        QTest::newRow("an empty line") << u"a: 1\n|\nc: 3\n"_s << u"a: 9\n|\nc: 7\n"_s;
    }

    void theCursorStaysInItsLineWhileOthersChange()
    {
        QFETCH(QString, text);
        QFETCH(QString, then);
        const QString before = QString(text).remove(u'|');
        m_edit->setPlainText(before);
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(static_cast<int>(text.indexOf(u'|')));
        m_edit->setTextCursor(cursor);
        m_edit->setYaml(QString(then).remove(u'|'));
        QCOMPARE(m_edit->written().insert(m_edit->textCursor().position(), u'|'), then);
        m_edit->undo(); // in one step
        QCOMPARE(m_edit->written(), before);
    }

    /// Also where whoever sets the text does not want to hear of it.
    void theNumbersOfLinesHaveRoom()
    {
        const int before = m_edit->viewport()->x();
        const QSignalBlocker quiet(m_edit.get());
        m_edit->setYaml(u"a: 1\n"_s.repeated(100));
        QVERIFY(m_edit->viewport()->x() > before);
    }

    void aLineBeginsBelowTheOneBefore_data()
    {
        QTest::addColumn<QString>("text"); // the cursor is at |
        QTest::addColumn<QString>("then");
        QTest::newRow("nothing before") << u"|a: b"_s << u"\n|a: b"_s;
        QTest::newRow("a field") << u"a:\n  b: c|\nd: e"_s << u"a:\n  b: c\n  |\nd: e"_s;
        QTest::newRow("a map") << u"a:\n  b:|"_s << u"a:\n  b:\n    |"_s;
        QTest::newRow("a map with a comment that ends like one")
            << u"  # as follows:|"_s << u"  # as follows:\n  |"_s;
        QTest::newRow("an item") << u"- a: b|"_s << u"- a: b\n  |"_s;
        QTest::newRow("a map that is an item") << u"- a:|"_s << u"- a:\n    |"_s;
        QTest::newRow("within a line") << u"  a: b|c"_s << u"  a: b\n  |c"_s;
    }

    void aLineBeginsBelowTheOneBefore()
    {
        QFETCH(QString, text);
        const QString before = QString(text).remove(u'|');
        m_edit->setPlainText(before);
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(static_cast<int>(text.indexOf(u'|')));
        m_edit->setTextCursor(cursor);
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QTEST(m_edit->written().insert(m_edit->textCursor().position(), u'|'), "then");
        QTest::keyClick(m_edit.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_edit->written(), before);
        m_edit->setReadOnly(true);
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QCOMPARE(m_edit->written(), before);
    }

    void lettersForButtonsAreNotWritten()
    {
        m_edit->moveCursor(QTextCursor::Start);
        QTest::keyClick(m_edit.get(), Qt::Key_A, Qt::AltModifier);
        QCOMPARE(m_edit->written(), node);
        QTest::keyClick(m_edit.get(), Qt::Key_A);
        QCOMPARE(m_edit->written(), u'a' + node);
    }

    void whatCanFold()
    {
        QByteArray lines;
        for (QTextBlock line = m_edit->document()->begin(); line.isValid(); line = line.next())
            lines += ui::YamlFolding::canFold(line) ? 'x' : '.';
        QCOMPARE(lines, QByteArray("x.x...x.xxx.x..."));
    }

    void whatIsHidden_data()
    {
        QTest::addColumn<QList<int>>("folded"); // lines, from 0
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("nothing") << QList<int> {} << QByteArray("xxxxxxxxxxxxxxxx");
        QTest::newRow("a map") << QList {2} << QByteArray("xxx.....xxxxxxxx");
        QTest::newRow("all of it") << QList {0} << QByteArray("x.......xxxxxxxx");
        QTest::newRow("a list") << QList {9} << QByteArray("xxxxxxxxxx....xx");
        QTest::newRow("an item") << QList {12} << QByteArray("xxxxxxxxxxxxx.xx");
        QTest::newRow("a text in lines") << QList {6} << QByteArray("xxxxxxx.xxxxxxxx");
        QTest::newRow("one in the other") << QList {2, 0} << QByteArray("x.......xxxxxxxx");
        QTest::newRow("what can't") << QList {1, 15} << QByteArray("xxxxxxxxxxxxxxxx");
    }

    void whatIsHidden()
    {
        QFETCH(const QList<int>, folded);
        for (const int line : folded)
            folding().setFolded(at(line), true);
        QTEST(shown(), "shown");
        QCOMPARE(m_edit->written(), node);
        folding().unfoldAll();
        QCOMPARE(shown(), QByteArray("xxxxxxxxxxxxxxxx"));
    }

    void itStaysFolded()
    {
        folding().setFolded(at(12), true); // the second condition
        m_edit->setYaml(QString(node)
                            .replace(u"  name: a\n"_s, u"  name: other\n  uid: u\n"_s)
                            .replace(u"'False'"_s, u"Unknown"_s));
        QCOMPARE(shown(), QByteArray("xxxxxxxxxxxxxx.xx"));
        m_edit->setYaml(u"kind: Other\n"_s);
        QCOMPARE(shown(), QByteArray("xx"));
        m_edit->setYaml(node);
        QCOMPARE(shown(), QByteArray("xxxxxxxxxxxxx.xx"));
    }

    void theCursorIsNeverHidden()
    {
        m_edit->setTextCursor(QTextCursor(at(11)));
        folding().setFolded(at(8), true);
        QCOMPARE(m_edit->textCursor().block().blockNumber(), 8);
        QTest::keyClick(m_edit.get(), Qt::Key_Down);
        QCOMPARE(m_edit->textCursor().block().blockNumber(), 15);
        QVERIFY(m_edit->find(u"Other"_s, QTextDocument::FindBackward));
        QCOMPARE(m_edit->textCursor().block().blockNumber(), 12);
        QCOMPARE(shown(), QByteArray("xxxxxxxxxxxxxxxx"));
    }

    void byKeys()
    {
        m_edit->setTextCursor(QTextCursor(at(14))); // phase, which stands in status
        QTest::keyClick(m_edit.get(), Qt::Key_BracketLeft, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown(), QByteArray("xxxxxxxxx......x"));
        QTest::keyClick(m_edit.get(), Qt::Key_BracketRight, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(shown(), QByteArray("xxxxxxxxxxxxxxxx"));
        QCOMPARE(m_edit->written(), node);
        folding().foldAll();
        QCOMPARE(shown(), QByteArray("x.......x......x"));
    }

    void whatIsTypedStaysWhereItWas()
    {
        folding().setFolded(at(2), true);
        m_edit->setTextCursor(QTextCursor(at(8)));
        QTest::keyClicks(m_edit.get(), u"extra: 1"_s);
        QTest::keyClick(m_edit.get(), Qt::Key_Return);
        QCOMPARE(shown(), QByteArray("xxx.....xxxxxxxxx"));
        m_edit->undo(); // the new line, then the words
        m_edit->undo();
        QCOMPARE(m_edit->written(), node);
    }

private:
    QTextBlock at(int line) const { return m_edit->document()->findBlockByNumber(line); }
    ui::YamlFolding &folding() { return m_edit->folding(); }
    QByteArray shown() const
    {
        QByteArray lines;
        for (QTextBlock line = m_edit->document()->begin(); line.isValid(); line = line.next())
            lines += line.isVisible() ? 'x' : '.';
        return lines;
    }

    ui::Theme m_theme {ui::Scheme::Light};
    std::unique_ptr<ui::YamlEdit> m_edit;
};

} // namespace

QTEST_MAIN(FoldingTest)
#include "tst_folding.moc"
