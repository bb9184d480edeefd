// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml.h"
#include "tests/unit/printing.h"
#include "tests/unit/randomjson.h"

using namespace core::api;

namespace {

std::string nested(int depth)
{
    return std::string(static_cast<std::size_t>(depth), '[')
        + std::string(static_cast<std::size_t>(depth), ']');
}

std::string repeated(std::string_view part, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += part;
    return text;
}

} // namespace

class TestYaml : public QObject
{
    Q_OBJECT

private slots:
    void anErrorNamesItsLine()
    {
        QCOMPARE(lineNamedIn(parseYaml("a: 1\nb: [\n").error().message), 3);
        QCOMPARE(lineNamedIn(parseYaml("").error().message), 0);
        QCOMPARE(lineNamedIn("line 3 of the poem"), 0);
    }

    void plainScalarsHaveTypes_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<Json>("value");
        const auto row = [](const char *name, const std::string &yaml, const Json &value) {
            QTest::newRow(name) << yaml << value;
        };
        row("null", "null", nullptr);
        row("tilde", "~", nullptr);
        row("nothing", "", nullptr);
        row("true", "true", true);
        row("True, which the node condition trap is about", "True", true);
        row("false", "FALSE", false);
        row("zero", "0", 0);
        row("negative", "-12", -12);
        row("the largest integer", "9223372036854775807", 9223372036854775807);
        row("larger than signed", "18446744073709551615", 18446744073709551615U);
        row("larger than 64 bits", "18446744073709551616", 18446744073709551616.0);
        row("decimal, like a version that wanted quotes", "1.10", 1.1);
        row("exponent", "1e3", 1000.0);
        row("signed exponent", "-1.5E-1", -0.15);
        row("leading zeros are octal", "0644", 420);
        row("no octal number", "089", "089");
        row("octal", "-0o17", -15);
        row("hexadecimal", "0x1f", 31);
        row("no hexadecimal number", "0x-1", "0x-1");
        row("no zero", "0x-0", "0x-0");
        row("no other zero", "-0b-0", "-0b-0");
        row("a hexadecimal number that is too large", "0x8000000000000000", "0x8000000000000000");
        row("binary", "0b101", 5);
        row("a plus sign is text", "+1", "+1");
        row("a bare fraction is text", ".5", ".5");
        row("a bare point is text", "1.", "1.");
        row("infinity is text", "-inf", "-inf");
        row("not a number is text", "nan", "nan");
        row("too small for a double", "1e-999", 0.0);
        row("yes is text", "yes", "yes");
        row("off is text", "off", "off");
        row("a date is text", "2026-11-20", "2026-11-20");
        row("a clock time is text", "12:30", "12:30");
        row("a dash alone is text", "'-'", "-");
        row("double quotes make text", "\"1\"", "1");
        row("single quotes make text", "'true'", "true");
        row("what is escaped is UTF-8", "\"a\\N\\_\\L\\P\xc3\xa9\\_\"",
            "a\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9\xc3\xa9\xc2\xa0");
        row("the end of a document", "a\n...\n", "a");
        row("lines that are kept", "|+\n  a\n\n", "a\n\n\n"); // and the line's own end
        row("a tag makes text", "!!str 1", "1");
        row("a literal block is text", "|\n  1", "1\n");
        row("an escape", "\"\\u00e4\\n\"", "\u00e4\n");
    }
    void plainScalarsHaveTypes()
    {
        QFETCH(std::string, yaml);
        const auto parsed = parseYaml("key: " + yaml + "\n");
        QVERIFY_RESULT(parsed);
        QTEST(parsed->at("key"), "value");
    }

    void keysAreTexts()
    {
        const auto parsed = parseYaml("1: a\ntrue: b\n\"q\": d\n? e\n: f\n");
        QVERIFY_RESULT(parsed);
        QCOMPARE(*parsed, Json(JsonObject {{"1", "a"}, {"true", "b"}, {"q", "d"}, {"e", "f"}}));
        for (const char *last : {"b:", "b:\n", "b: \n", "b: # nothing\n", "b: ~", "? b", "? b\n", "? b\n:"})
            QCOMPARE(parseYaml(std::string("a: 1\n") + last).value_or(nullptr),
                Json(JsonObject {{"a", 1}, {"b", nullptr}}));
        QCOMPARE(parseYaml("c: {a: 1, b}").value_or(nullptr),
            Json(JsonObject {{"c", JsonObject {{"a", 1}, {"b", nullptr}}}}));
    }

    void documents()
    {
        const auto parsed =
            parseYamlDocuments("---\na: 1\n---\n---\n# only a remark\n---\n- 2\n...\n---\nb: 3\n");
        QVERIFY_RESULT(parsed);
        QCOMPARE(Json(JsonArray(parsed->begin(), parsed->end())),
            Json(JsonArray {JsonObject {{"a", 1}}, JsonArray {2}, JsonObject {{"b", 3}}}));
        QVERIFY(parseYamlDocuments("")->empty());
        QVERIFY(parseYamlDocuments("# nothing\n")->empty());
        QVERIFY(parseYaml("a: 1\n---\nb: 2\n").error().message == "expected one YAML document, found 2");
        QVERIFY(parseYaml("").error().message == "expected one YAML document, found 0");
    }

    void jsonIsYaml()
    {
        const std::string text = jsonText("{'a': [1, 2.5, null, true, {'b': 'c: \\'d\\'\\n'}], 'e': {}}");
        QCOMPARE(parseYaml(text).value(), parseJson(text).value());
    }

    void duplicatesMayBeTold()
    {
        std::vector<DuplicateKey> duplicates;
        const auto read = parseYaml("a: 1\nb:\n  - c: 1\n    c:\n      d: 2\na: 3\na: 4\n", duplicates);
        QVERIFY_RESULT(read);
        QCOMPARE(*read, parseJson(jsonText("{'a': 4, 'b': [{'c': {'d': 2}}]}")).value());
        std::string told;
        for (const auto &[line, key] : duplicates)
            told += std::to_string(line) + " " + key + ", ";
        QVERIFY2(told == "5 c, 6 a, 7 a, ", told.c_str());
        duplicates.clear();
        QVERIFY_RESULT(parseYaml("{x: {" + repeated("y: 1, ", 200) + "}}", duplicates));
        QCOMPARE(duplicates.size(), std::size_t(100));
        QVERIFY(!parseYaml("a: &x 1\n", duplicates));
    }

    /// docs/faults-and-threats.md T6
    void whatIsRefused_data()
    {
        QTest::addColumn<std::string>("yaml");
        QTest::addColumn<std::string>("why");
        const auto row = [](const char *name, const std::string &yaml, const std::string &why) {
            QTest::newRow(name) << yaml << why;
        };
        std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
        for (char c = 'b'; c <= 'z'; ++c)
            bomb += std::string(1, c) + ": &" + c + " [*" + static_cast<char>(c - 1)
                + repeated(std::string(",*") + static_cast<char>(c - 1), 8) + "]\n";
        row("an alias bomb", bomb, "line 1, column 4: anchors and aliases are not supported");
        row("a reference to itself", "a: &a [*a]", "anchors and aliases are not supported");
        row("an anchor that nobody uses", "a: &x 1", "anchors and aliases are not supported");
        row("an anchor on a map", "&x {a: 1}", "anchors and aliases are not supported");
        row("an anchor on a key", "&x a: 1", "anchors and aliases are not supported");
        row("an anchor on nothing", "a: &x\nb: 1", "anchors and aliases are not supported");
        row("an unknown alias", "a: *b", "line 1, column 4: ");
        row("a key twice", "a: 1\nb: 2\na: 3\n", "line 3, column 1: the key \"a\" is given twice");
        row("a key twice, quoted", "{a: 1, \"a\": 2}", "the key \"a\" is given twice");
        row("a key twice, deep inside", "x:\n  - y: 1\n    y: 2\n",
            "line 3, column 5: the key \"y\" is given twice");
        row("a map as a key", "{a: 1}: b", "a key must be a plain text");
        row("a list as a key", "? [a]\n: b", "a key must be a plain text");
        row("null as a key", "null: b", "a key must be a plain text");
        row("no key", ": b", "a key must be a plain text");
        row("101 levels", nested(101), "more than 100 levels deep");
        row("101 levels in blocks", repeated("- ", 101) + "x", "more than 100 levels deep");
        row("levels without end", std::string(1'000'000, '['), "more than 100 levels deep");
        row("maps without end", repeated("{a: ", 100'000), "more than 100 levels deep");
        row("levels without end, in blocks", repeated("- ", 100'000), "more than 100 levels deep");
        row("too many values", "[" + repeated("1,", 100'001) + "]", "more than 100,000 values");
        row("too many values over all documents", repeated("---\n[1,2,3]\n", 25'001),
            "more than 100,000 values");
        row("too large", "a: " + std::string(3U * 1024 * 1024, 'x'), "larger than 3 MiB");
        row("a list that is not closed", "a: [1, 2", "not valid YAML at line 1");
        row("a quote that is not closed", "a: \"b", "not valid YAML at line 1");
        row("a quote that is not closed on its line", "a: \"b\n",
            "not valid YAML at line 2, column 1: illegal EOF");
        row("a single quote that is not closed", "a:\n- 'b\n\n", "illegal EOF");
        row("wrong indentation", "a: 1\n  b: 2\n", "not valid YAML at line 2");
        row("a tab for indentation", "a:\n\tb: 1\n", "not valid YAML at line 2");
        row("words after a map", "a: 1\njunk\n", "line 2, column 1: a colon is missing after junk");
        row("words after a map, without an end of line", "a:\n  b: 2\n  some junk # why: so",
            "line 3, column 3: a colon is missing after some junk");
        row("words after a map of the first document", "a: 1\njunk\n---\nb: 2\n",
            "line 2, column 1: a colon is missing after junk");
        row("a list item after a map", "a: 1\n- b\n", "not valid YAML at line 2");
        row("no UTF-8", "a: \xff\n", "the text is not UTF-8");
        row("a surrogate half", "a: \xed\xa0\x80\n", "the text is not UTF-8");
        row("UTF-16",
            std::string("\xff\xfe"
                        "a\0:\0 \0b\0",
                10),
            "the text is not UTF-8");
        row("infinity", "a: .inf", "line 1, column 4: the number .inf is out of range");
        row("minus infinity", "a: [1, -.Inf]", "line 1, column 8: the number -.Inf is out of range");
        row("no number", "{a: .NaN}", "the number .NaN is out of range");
        row("a number beyond a double", "a: 1e400", "the number 1e400 is out of range");
        row("a very long number", "a: 1" + std::string(1'000'000, '0'), "is out of range");
        row("a NUL", std::string("a: 1\nb: \0", 9), "line 2, column 4: control characters are not allowed");
        row("an end-of-transmission character, where yaml-cpp would stop reading", "a: 1\n\x04\nb: 2\n",
            "line 2, column 1: control characters are not allowed");
    }
    void whatIsRefused()
    {
        QFETCH(std::string, yaml);
        QFETCH(std::string, why);
        const auto parsed = parseYaml(yaml);
        QVERIFY(!parsed);
        QVERIFY(parsed.error().kind == core::base::ErrorKind::Invalid);
        QVERIFY2(parsed.error().message.find(why) != std::string::npos, parsed.error().message.c_str());
    }

    // T6
    void whatIsRefusedIsRefusedSoon()
    {
        QElapsedTimer timer;
        const auto refusedSoon = [&](const std::string &yaml) {
            timer.start();
            const bool refused = !parseYaml(yaml);
            constexpr qint64 soon = 100; // ms
            return refused && timer.elapsed() < soon * 3; // an unoptimised build on a busy machine
        };
        std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
        for (char c = 'b'; c <= 'z'; ++c)
            bomb += std::string(1, c) + ": &" + c + " [*" + static_cast<char>(c - 1)
                + repeated(std::string(",*") + static_cast<char>(c - 1), 8) + "]\n";
        QVERIFY(refusedSoon(bomb));
        QVERIFY(refusedSoon("a: &a [*a]"));
        QVERIFY(refusedSoon(std::string(3'000'000, '[')));
        QVERIFY(refusedSoon(repeated("{a: ", 700'000)));
        QVERIFY(refusedSoon(repeated("- ", 1'000'000)));
        QVERIFY(refusedSoon("? " + repeated("? ", 1'000'000)));
        QVERIFY(refusedSoon("a: 1\na: " + std::string(10, 'x')));
    }

    void theLimitsThemselvesAreAllowed()
    {
        QVERIFY_RESULT(parseYaml(nested(100)));
        QVERIFY_RESULT(parseYaml("[" + repeated("1,", 99'999) + "]"));
        QVERIFY_RESULT(parseYaml("a: " + std::string(3U * 1024 * 1024 - 3, 'x')));
    }

    void aDeepObjectStaysAboutAsLargeAsItsJson()
    {
        JsonArray ones;
        for (int i = 0; i < 500'000; ++i)
            ones.emplace_back(i % 10);
        Json deep = std::move(ones);
        for (int level = 0; level < 90; ++level)
            deep = level % 2 ? Json(JsonArray {std::move(deep)}) : Json(JsonObject {{"a", std::move(deep)}});
        const std::string yaml = writeYaml(deep);
        QVERIFY(yaml.size() < 8 * writeJson(deep).size() + 2'000'000);
        std::string small = writeYaml(Json(JsonArray {JsonObject {{"x", JsonArray {1, 2}}}}));
        QVERIFY(small == "- x:\n    - 1\n    - 2\n");
    }

    void largeObjectsReadBack()
    {
        JsonArray items;
        for (int i = 0; i < 3'000; ++i)
            items.push_back(JsonObject {
                {"key: " + std::string(static_cast<std::size_t>(i % 300), 'k') + std::to_string(i), "1"},
                {"b", JsonArray {true, nullptr, 1.0, ".inf", JsonObject()}}});
        Json deep = std::move(items);
        for (int level = 0; level < 80; ++level)
            deep = JsonArray {std::move(deep)};
        const std::string yaml = writeYaml(deep);
        QVERIFY(yaml.find("? \"key") != std::string::npos && yaml.find("{\"key") != std::string::npos);
        const auto read = parseYaml(yaml);
        QVERIFY_RESULT(read);
        QVERIFY(equal(*read, deep));
    }

    void whatIsWritten_data()
    {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::string>("yaml");
        const auto row = [](const char *name, std::string json, const std::string &yaml) {
            QTest::newRow(name) << jsonText(std::move(json)) << yaml;
        };
        row("members in their order", "{'b':1,'a':{'d':true,'c':null}}", "b: 1\na:\n  d: true\n  c: null\n");
        row("lists", "{'a':[1,'x',[2,3],{'b':4,'c':[5]}]}",
            "a:\n  - 1\n  - x\n  - - 2\n    - 3\n  - b: 4\n    c:\n      - 5\n");
        row("empty ones", "{'a':{},'b':[],'c':'','d':[{},[]]}",
            "a: {}\nb: []\nc: \"\"\nd:\n  - {}\n  - []\n");
        row("a scalar alone", "'x'", "x\n");
        row("an empty object alone", "{}", "{}\n");
        row("numbers", "[1,-2,0.5,3.0,1e21]", "- 1\n- -2\n- 0.5\n- 3.0\n- 1e+21\n");
        row("texts that look like something else are quoted",
            "['yes','True','1.10','0x1f','null','~','2026-11-20','12:30',' a','a ','a: b','# x',"
            "'-','@a']",
            "- \"yes\"\n- \"True\"\n- \"1.10\"\n- \"0x1f\"\n- \"null\"\n- \"~\"\n- \"2026-11-20\"\n- "
            "\"12:30\"\n"
            "- \" a\"\n- \"a \"\n- \"a: b\"\n- \"# x\"\n- \"-\"\n- \"@a\"\n");
        row("texts of every day are not",
            "['docker.io/gofed/kubemark:v1.14.3-beta.0-2','a b (c) x=1, 5%','/bin/sh']",
            "- docker.io/gofed/kubemark:v1.14.3-beta.0-2\n- a b (c) x=1, 5%\n- /bin/sh\n");
        row("keys that look like something else are quoted", "{'on':1,'a b':2,'3':4,'x.y/z':5}",
            "\"on\": 1\na b: 2\n\"3\": 4\nx.y/z: 5\n");
        row("several lines", "{'a':'one\\n  two\\n\\nthree\\n','b':'one\\ntwo','c':'one\\n\\n\\n'}",
            "a: |\n  one\n    two\n\n  three\nb: |-\n  one\n  two\nc: |+\n  one\n\n\n");
        row("lines that a block can't show", "[' one\\ntwo','one \\ntwo','\\none','a\\tb\\nc']",
            "- \" one\\ntwo\"\n- \"one \\ntwo\"\n- \"\\none\"\n- \"a\\tb\\nc\"\n");
        row("unprintable characters", "['\\u0001\\u007f\\u0085\\u2028\\ufeff']",
            "- \"\\u0001\\x7f\\x85\\u2028\\ufeff\"\n");
        row("what is printable stays", "['\\u00e4\\u20ac\\ud83d\\ude00 \\'q\\' \\\\']",
            "- \"ä€😀 \\\"q\\\" \\\\\"\n");
    }
    void whatIsWritten()
    {
        QFETCH(std::string, json);
        QFETCH(std::string, yaml);
        const Json value = parseJson(json).value();
        QCOMPARE(writeYaml(value), yaml);
        const auto again = parseYaml(yaml);
        QVERIFY_RESULT(again);
        QCOMPARE(*again, value);
    }

    void longKeysSurvive()
    {
        const Json value =
            JsonObject {{std::string(5'000, 'k'), JsonArray {1, JsonObject {{"a", 2}}}}, {"z", 3}};
        const auto again = parseYaml(writeYaml(value));
        QVERIFY_RESULT(again);
        QCOMPARE(*again, value);
    }

    void everythingSurvivesTheRoundTrip()
    {
        Dice dice;
        for (int i = 0; i < 3'000; ++i) {
            const Json value = JsonArray {randomJson(dice, 5)};
            const std::string yaml = writeYaml(value);
            const auto again = parseYaml(yaml);
            QVERIFY2(
                again, dice.seedText() + "\n" + yaml.c_str() + (again ? "" : again.error().message.c_str()));
            QVERIFY2(*again == value,
                dice.seedText() + "\n" + writeJson(value).c_str() + "\n" + writeJson(*again).c_str());
        }
    }

    void damagedTextNeverCrashes()
    {
        const std::string good =
            writeYaml(json("{'apiVersion':'v1','kind':'List','items':[{'a':'one\\ntwo\\n','b':[1,2.5,null],"
                           "'c':{'d':'e: f','g':'ä'}}]}"));
        static constexpr std::string_view parts[] = {"&a ", "*a", "[", "]", "{", "}", ": ", "- ", "? ", "|",
            ">", "!!", "%", "\"", "'", "\n", "\n  ", "---\n", "...\n", "#", "\t", "<<", ","};
        Dice dice;
        for (int i = 0; i < 20'000; ++i) {
            std::string text = good;
            for (std::size_t n = dice.below(6) + 1; n > 0; --n) {
                const std::size_t at = dice.below(text.size());
                if (dice.oneIn(3))
                    text.erase(at, dice.below(8));
                else
                    text.insert(at, parts[dice.below(std::size(parts))]);
                if (text.empty())
                    text = "a";
            }
            const auto parsed = parseYaml(text);
            if (parsed)
                QVERIFY2(parseYaml(writeYaml(*parsed)) == parsed, dice.seedText());
            else
                QVERIFY(!parsed.error().message.empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestYaml)
#include "tst_yaml.moc"
