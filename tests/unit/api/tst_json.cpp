// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/bounds.h"
#include "tests/unit/printing.h"
#include "tests/unit/randomjson.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace core::api;

namespace {

/// The document keeps its content, with its members in another order.
Json shuffled(Dice &dice, const Json &value)
{
    if (value.is_array()) {
        JsonArray items;
        for (const Json &item : value.get_array())
            items.push_back(shuffled(dice, item));
        return items;
    }
    if (!value.is_object())
        return value;
    JsonObject members;
    JsonObject later;
    for (const auto &member : value.get_object())
        (dice.oneIn(2) ? later : members).emplace(member.key(), shuffled(dice, member.value()));
    for (const auto &member : later)
        members.emplace(member.key(), member.value());
    return members;
}

} // namespace

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void lookingDownAPath()
    {
        const Json object = json("{'a':{'b':{'text':'x','number':7,'half':0.5,'whole':3.0}},'l':[1]}");
        QCOMPARE(*find(object, {"a", "b", "number"}), Json(7));
        QCOMPARE(find(object, {}), &object);
        QVERIFY(!find(object, {"a", "c"}));
        QVERIFY(!find(object, {"a", "b", "text", "deeper"}));
        QVERIFY(!find(object, {"l", "0"}));
        QVERIFY(textAt(object, {"a", "b", "text"}) == "x");
        QVERIFY(textAt(object, {"a", "b", "number"}).empty());
        QVERIFY(integerAt(object, {"a", "b", "number"}) == 7);
        QVERIFY(integerAt(object, {"a", "b", "whole"}) == 3);
        QVERIFY(!integerAt(object, {"a", "b", "half"}));
        QVERIFY(!integerAt(object, {"a", "b", "text"}));
    }

    void membersThatStandTwice_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, const std::string &text, const std::string &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("none", R"({"a":1,"b":{"a":2}})", "");
        row("one", R"({"a":1,"a":2})", "a ");
        row("three times", R"({"a":1,"a":2,"a":3})", "a a ");
        row("within", R"({"a":{"b":1,"c":2,"b":3}})", "a.b ");
        row("in a list", R"({"l":[{"x":1},{"x":1,"x":2}]})", "l[1].x ");
        row("in a list of lists", R"({"l":[[],[1,{"x":1,"x":2}]]})", "l[1][1].x ");
        row("written in two ways", R"({"a":1,"\u0061":2})", "a ");
        row("after an inner object", R"({"a":{"x":1},"b":1,"a":{"x":2}})", "a ");
        row("nothing of what is no JSON", R"([1,)", "");
    }
    void membersThatStandTwice()
    {
        QFETCH(const std::string, text);
        QFETCH(const std::string, expected);
        std::string found;
        for (const std::string &path : duplicateMembers(text))
            found += path + " ";
        QCOMPARE(found, expected);
    }

    void textsThatAreNoJson_data()
    {
        QTest::addColumn<std::string>("text");
        const auto row = [](const char *name, const std::string &text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("cut off", "{\"a\":");
        row("cut off inside a string", "{\"a\":\"b");
        row("cut off inside a character", "\"\xc3");
        row("something after it", "{} {}");
        row("a comma too many", "[1,]");
        row("a comment", "// no\n{}");
        row("no UTF-8", "\"\xff\"");
        row("a control character", "\"\x01\"");
        row("101 levels", std::string(101, '[') + std::string(101, ']'));
        row("a number beyond a double", "[1e400]");
        row("a number beyond a double, alone", "-1e309");
        row("a very long number", std::string(400, '9'));
        row("Infinity", "[Infinity]");
        row("NaN", "[NaN]");
        row("endless nesting", std::string(1'000'000, '['));
    }
    void textsThatAreNoJson()
    {
        QFETCH(std::string, text);
        const auto json = parseJson(text);
        QVERIFY(!json);
        QVERIFY(json.error().kind == core::base::ErrorKind::Invalid);
        QVERIFY(json.error().message.starts_with("not valid JSON at byte "));
    }

    void textsThatAreJson()
    {
        QCOMPARE(parseJson(" {\"a\" : [ 1 , true , null ] } \n").value(),
            Json(JsonObject {{"a", JsonArray {1, true, nullptr}}}));
        QVERIFY(parseJson(std::string(100, '[') + std::string(100, ']')));
        QVERIFY(parseJson("18446744073709551615").value().is_uint64());
        QVERIFY(parseJson("1e-400").value() == Json(0.0));
        QVERIFY(parseJson("1.7976931348623157e308").value() == Json(1.7976931348623157e308));
    }

    void doublesReadBackAsTheyWere()
    {
        Dice dice;
        for (int i = 0; i < 20'000; ++i) {
            const auto number = std::bit_cast<double>(dice.draw());
            if (!std::isfinite(number))
                continue;
            const auto back = parseJson(writeJson(JsonArray {number}));
            QVERIFY2(back && back->at(0).to_number<double>() == number, dice.seedText());
        }
    }

    void extents()
    {
        Dice dice;
        for (int i = 0; i < 2'000; ++i) {
            const Json one = randomJson(dice, 4);
            QVERIFY2(extentOf(one).misfit.empty(), dice.seedText());
            QVERIFY2(extentOf(one).bytes == writeJson(one).size(), dice.seedText());
        }
        std::string all;
        for (int c = 0; c < 128; ++c)
            all += static_cast<char>(c);
        const Json escapes = JsonObject {{all, all}, {"\u00e4\u20ac", nullptr}};
        QCOMPARE(extentOf(escapes).bytes, writeJson(escapes).size());
        const auto misfit = [](const Json &json) {
            const Extent extent = extentOf(json);
            return extent.path + ": " + extent.misfit;
        };
        QVERIFY(misfit(JsonObject {{"a", JsonArray {1, std::numeric_limits<double>::infinity()}}})
            == "a[1]: must be a number that JSON can write");
        QVERIFY(misfit(JsonArray {std::nan("")}) == "[0]: must be a number that JSON can write");
        QVERIFY(misfit(JsonObject {{"a", "\xff"}}) == "a: must be UTF-8");
        QVERIFY(misfit(JsonObject {{"\xed\xa0\x80", 1}}).ends_with(": must be UTF-8"));
        Json deep = 1;
        for (std::size_t i = 0; i < deepestObject; ++i)
            deep = JsonArray {std::move(deep)};
        QVERIFY(extentOf(deep).misfit.empty() && !isDeeperThan(deep, deepestObject));
        QVERIFY(parseJson(writeJson(JsonArray {JsonObject {{"object", deep}}})));
        deep = JsonArray {std::move(deep)};
        QVERIFY(misfit(deep).ends_with("[0]: must not be nested that deep"));
        QVERIFY(isDeeperThan(deep, deepestObject));
    }

    void canonicalTextIsEqualForEqualDocuments()
    {
        const Json one = json("{'b':[1,{'d':1,'c':'\\n'}],'a':null,'e':{},'f':[]}");
        const Json two = json("{'f':[],'e':{}, 'a':null,'b':[1,{'c':'\\n','d':1}]}");
        QCOMPARE(writeCanonicalJson(one), jsonText("{'a':null,'b':[1,{'c':'\\n','d':1}],'e':{},'f':[]}"));
        QCOMPARE(writeCanonicalJson(two), writeCanonicalJson(one));
        QCOMPARE(parseJson(writeJson(one)).value(), one);
    }

    void equalityIsThatOfValues()
    {
        QVERIFY(equal(json("{'a':{'b':1,'c':[{}]},'d':null}"), json("{'d':null,'a':{'c':[{}],'b':1}}")));
        QVERIFY(!equal(json("{'a':1}"), json("{'a':1,'b':2}")));
        QVERIFY(!equal(json("{'a':1,'b':2}"), json("{'a':1,'c':2}")));
        QVERIFY(!equal(json("[1,2]"), json("[2,1]")));
        QVERIFY(!equal(json("{}"), json("[]")) && !equal(json("[]"), json("{}"))
            && !equal(json("{}"), json("null")));
        QVERIFY(equal(json("1e19"), parseJson(writeJson(json("1e19"))).value())); // as it is written
        QVERIFY(equal(Json(3), Json(3U)) && equal(Json(3), Json(3.0)) && !equal(Json(3), Json(3.5)));
        Dice dice;
        for (int i = 0; i < 5'000; ++i) {
            const Json one = randomJson(dice, 3);
            const Json two = dice.oneIn(2) ? shuffled(dice, one) : randomJson(dice, 2);
            QVERIFY2(equal(one, two) == (one == two), dice.seedText());
        }
    }

    void fractionsAreWrittenAsGoDoes_data() // docs/api-semantics.md A17
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<std::string>("text");
        const auto row = [](double number, const char *text) {
            QTest::newRow(text) << number << std::string(text);
        };
        row(0.7, "0.7");
        row(-0.0, "0");
        row(-0.5, "-0.5");
        row(1.5, "1.5");
        row(100.25, "100.25");
        row(1234567.891, "1234567.891");
        row(3.0, "3");
        row(1e20, "100000000000000000000");
        row(123456789012345680000.0, "123456789012345680000");
        row(1e21, "1e+21");
        row(-1.5e300, "-1.5e+300");
        row(0.000001, "0.000001");
        row(0.00000999, "0.00000999");
        row(9.99e-7, "9.99e-7");
        row(1e-10, "1e-10");
        row(5e-324, "5e-324");
    }
    void fractionsAreWrittenAsGoDoes()
    {
        QFETCH(double, number);
        QTEST(writeJson(number), "text");
        QTEST(writeCanonicalJson(number), "text");
        QCOMPARE(writeJson(JsonObject {{"a", number}}), "{\"a\":" + writeJson(number) + "}");
    }

    void textsWithFractionsStayAsTheyAre()
    {
        const auto same = [](const std::string &text) { QCOMPARE(writeJson(parseJson(text).value()), text); };
        same(R"({"7E-1":"7E-1"})");
        same(R"("5E1")");
        same("{\"a\":0.7,\"7E-1\":[\"7E-1,\",\"\\\\\",\":5E1]\",\"\\\":5E1,\""
             ",0.1,-0.25],\"b\":{\"c\":1e-7,\"d\":\"E\"},\"e\":[]}");
        same("[0.5,1e+21,\"x\",12]");
    }

    void numbersAreWrittenAsPeopleDo_data()
    {
        QTest::addColumn<Json>("number");
        QTest::addColumn<std::string>("text");
        QTest::newRow("integer") << Json(-3) << std::string("-3");
        QTest::newRow("large integer") << Json(18446744073709551615U) << std::string("18446744073709551615");
        QTest::newRow("half") << Json(0.5) << std::string("0.5");
        QTest::newRow("a double that is whole") << Json(3.0) << std::string("3.0");
        QTest::newRow("large double") << Json(1e21) << std::string("1e+21");
        QTest::newRow("small double") << Json(0.000001) << std::string("0.000001");
    }
    void numbersAreWrittenAsPeopleDo()
    {
        QFETCH(Json, number);
        QTEST(numberText(number), "text");
        QCOMPARE(parseJson(numberText(number)).value(), number);
    }

    void whatJsonCanNotWriteIsNamed()
    {
        QCOMPARE(numberText(std::nan("")), std::string("nan"));
        QCOMPARE(numberText(-std::numeric_limits<double>::infinity()), std::string("-inf"));
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
