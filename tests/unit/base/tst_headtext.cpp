// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/headtext.h"

#include <QTest>

using namespace core::base;

class TestHeadText : public QObject
{
    Q_OBJECT

private slots:
    void escapes_data();
    void escapes();
    void trims_data();
    void trims();
    void takesUntilTheSeparator();
    void ignoresCaseOfAsciiAlone();
    void ordersOffers_data();
    void ordersOffers();
};

void TestHeadText::escapes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("decoded"); // null: broken
    const auto row = [](const char *text, const QByteArray &decoded) {
        QTest::newRow(text) << QByteArray(text) << decoded;
    };
    row("", "");
    row("a/b", "a/b");
    row("a%2Fb", "a/b");
    row("a%2fb", "a/b");
    row("%25", "%");
    row("%2525", "%25"); // once is enough
    row("a+b", "a+b");
    row("%00", QByteArray(1, '\0'));
    row("%C3%A9", "\xC3\xA9");
    row("%ff", {}); // no UTF-8
    row("a%C3b", {});
    row("%", {});
    row("a%2", {});
    row("%2g", {});
    row("%g2", {});
    row("%+1", {});
    row("%-1", {});
    row("% 1", {});
    row("%0x", {});
    row("%%41", {});
    row("a%41%", {});
}

void TestHeadText::escapes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, decoded);
    const auto found = percentDecoded(text.toStdString());
    QCOMPARE(found.has_value(), !decoded.isNull());
    if (found)
        QCOMPARE(QByteArray::fromStdString(*found), decoded);
}

void TestHeadText::trims_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("trimmed");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("");
    QTest::newRow("nothing but spaces") << QByteArray(" \t ") << QByteArray("");
    QTest::newRow("at both ends") << QByteArray("\t a b  ") << QByteArray("a b");
    QTest::newRow("none") << QByteArray("ab") << QByteArray("ab");
    QTest::newRow("ends of lines stay") << QByteArray("a\r\n") << QByteArray("a\r\n");
}

void TestHeadText::trims()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, trimmed);
    const std::string held = text.toStdString();
    QCOMPARE(QByteArray::fromStdString(std::string(core::base::trimmed(held))), trimmed);
}

void TestHeadText::takesUntilTheSeparator()
{
    std::string_view text = "a,,b";
    QVERIFY(takeUntil(text, ',') == "a");
    QVERIFY(text == ",b");
    QVERIFY(takeUntil(text, ',').empty());
    QVERIFY(takeUntil(text, ',') == "b");
    QVERIFY(text.empty());
    QVERIFY(takeUntil(text, ',').empty());
}

void TestHeadText::ignoresCaseOfAsciiAlone()
{
    QVERIFY(equalIgnoringCase("Bearer", "bEARER"));
    QVERIFY(equalIgnoringCase("", ""));
    QVERIFY(!equalIgnoringCase("a", "ab"));
    QVERIFY(!equalIgnoringCase("a", "b"));
    QVERIFY(!equalIgnoringCase("@[", "`{"));
    QVERIFY(!equalIgnoringCase("\xC3\x84", "\xC3\xA4"));
}

void TestHeadText::ordersOffers_data()
{
    QTest::addColumn<QByteArray>("accept");
    QTest::addColumn<QByteArray>("offers");
    const auto row = [](const char *accept, const char *offers) {
        QTest::newRow(accept) << QByteArray(accept) << QByteArray(offers);
    };
    row("", "");
    row(" , ,", "");
    row("a/b, c/d", "a/b|c/d");
    row("a/b;q=0.5, c/d", "c/d|a/b;q=0.5");
    row("a/b;q=0,c/d; q=0.1", "c/d; q=0.1|a/b;q=0");
    row("a/b;v=v1;Q=.2,c/d;q=0.3", "c/d;q=0.3|a/b;v=v1;Q=.2");
    row("*/*,a/*,a/b", "a/b|a/*|*/*");
    row("*/*,a/b;q=0.9", "*/*|a/b;q=0.9");
    row("a/b;q=x,c/d;q=nan,e/f;q=7,g/h;q=-1,i/j;q=", "a/b;q=x|c/d;q=nan|e/f;q=7|g/h;q=-1|i/j;q=");
}

void TestHeadText::ordersOffers()
{
    QFETCH(QByteArray, accept);
    QFETCH(QByteArray, offers);
    const std::string text = accept.toStdString();
    QByteArrayList found;
    for (const std::string_view offer : offersIn(text))
        found += QByteArray(offer.data(), qsizetype(offer.size()));
    QCOMPARE(found.join('|'), offers);
}

QTEST_GUILESS_MAIN(TestHeadText)
#include "tst_headtext.moc"
