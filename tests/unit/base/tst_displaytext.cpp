// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaytext.h"

#include "../dice.h"

#include <QJsonDocument>
#include <QTest>

using namespace core::base;

namespace {

QString qt(const std::string &text)
{
    return QString::fromStdString(text);
}

} // namespace

class TestDisplayText : public QObject
{
    Q_OBJECT

private slots:
    // T12
    void lines_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("line");
        QTest::newRow("plain") << QByteArray("workers-x7k2p") << QStringLiteral("workers-x7k2p");
        QTest::newRow("letters of others")
            << QByteArray("für ×4 日本 🙂") << QStringLiteral("für ×4 日本 🙂");
        QTest::newRow("a terminal escape") << QByteArray("a\x1b[31mb\x1b]0;title\x07")
                                           << QStringLiteral("a\\u001b[31mb\\u001b]0;title\\u0007");
        QTest::newRow("the same in eight bits") << QByteArray("a\xc2\x9b"
                                                              "31mb")
                                                << QStringLiteral("a\\u009b31mb");
        QTest::newRow("line breaks") << QByteArray("ok\r\nready: https://evil")
                                     << QStringLiteral("ok\\r\\nready: https://evil");
        QTest::newRow("NUL and DEL") << QByteArray("a\0b\x7f", 4) << QStringLiteral("a\\u0000b\\u007f");
        QTest::newRow("right to left") << QByteArray("a\xe2\x80\xae"
                                                     "b")
                                       << QStringLiteral("a\\u202eb");
        QTest::newRow("an isolate") << QByteArray("a\xe2\x81\xa7"
                                                  "b")
                                    << QStringLiteral("a\\u2067b");
        QTest::newRow("a tag") << QByteArray("a\xf3\xa0\x81\x81") << QStringLiteral("a\\udb40\\udc41");
        QTest::newRow("not UTF-8") << QByteArray("a\x9b\xff") << QStringLiteral("a\ufffd\ufffd");
    }
    void lines()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, line);
        QCOMPARE(qt(printableLine(text.toStdString())), line);
    }

    void severalLinesStay()
    {
        QCOMPARE(printableText("a\n\tb\x1b[0m\r"), std::string("a\n\tb\\u001b[0m\\r"));
    }

    void jsonMeansTheSame()
    {
        const QByteArray json = "{\"a\":\"\xe2\x80\xae\xc2\x9b\x7f\xf3\xa0\x81\x81 \\u001b\\n\"}\n";
        const std::string shown = printableJson(json.toStdString());
        QVERIFY(std::ranges::all_of(shown, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
        const QJsonDocument same = QJsonDocument::fromJson(QByteArray::fromStdString(shown));
        QVERIFY(!same.isNull());
        QCOMPARE(same, QJsonDocument::fromJson(json));
    }

    void cells_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("cell");
        const auto row = [](const char *text, const char *cell) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(cell);
        };
        row("a b", "a b");
        row("a,b", "\"a,b\"");
        row("say \"no\"", "\"say \"\"no\"\"\"");
        row("a\nb", "\"a\nb\"");
        row("a\rb", "a\\rb");
        row("=HYPERLINK(\"http://evil\")", "\"'=HYPERLINK(\"\"http://evil\"\")\"");
        row("+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0");
        row("-2+3", "'-2+3");
        row("@SUM(A1)", "'@SUM(A1)");
        row("\t=1", "'\\t=1");
        row("\r=1", "'\\r=1");
        row("  =1", "'  =1");
        row("＝1", "'＝1");
        row("-12.5", "-12.5");
        row("+3", "+3");
        row("-", "'-");
        row("", "");
        row("\x1b[2J", "\\u001b[2J");
    }
    void cells()
    {
        QFETCH(QString, text);
        QFETCH(QString, cell);
        QCOMPARE(qt(csvCell(text.toStdString())), cell);
    }

    void html()
    {
        QCOMPARE(htmlText("<img src='x' onerror=\"a&b\">\x1b\n"),
            std::string("&lt;img src=&#39;x&#39; onerror=&quot;a&amp;b&quot;&gt;\\u001b\n"));
    }

    // T12
    void nothingThatSteersGetsThrough()
    {
        Dice dice;
        for (int round = 0; round < 2000; ++round) {
            std::string text;
            for (int i = 0; i < 40; ++i)
                text += static_cast<char>(dice.below(256));
            const QString line = qt(printableLine(text));
            for (const QChar c : line)
                QVERIFY2(c.unicode() >= 0x20 && (c.unicode() < 0x7F || c.unicode() > 0x9F), qPrintable(line));
            const QString page = qt(htmlText(text));
            QVERIFY(!page.contains(u'<') && !page.contains(u'"') && !page.contains(u'\''));
        }
    }
};

QTEST_GUILESS_MAIN(TestDisplayText)
#include "tst_displaytext.moc"
