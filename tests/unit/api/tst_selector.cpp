// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/codec.h"
#include "core/api/pod.h"
#include "core/api/selector.h"
#include "core/api/workload.h"
#include "tests/unit/printing.h"

using namespace core::api;

namespace {

LabelSelector withLabels(Labels labels)
{
    return {std::move(labels), {}};
}

LabelSelector withExpression(std::string key, std::string op, std::vector<std::string> values)
{
    return {{}, {{std::move(key), std::move(op), std::move(values)}}};
}

} // namespace

class TestSelector : public QObject
{
    Q_OBJECT

private slots:
    /// docs/api-semantics.md C12
    void queriesMatch_data()
    {
        QTest::addColumn<std::string>("query");
        QTest::addColumn<bool>("matchesBlue"); // {color: blue, size: ""}
        QTest::addColumn<bool>("matchesRed"); // {color: red, example.com/tier: gold}
        QTest::addColumn<bool>("matchesNone"); // {}
        const auto row = [](const char *name, const std::string &query, bool blue, bool red, bool none) {
            QTest::newRow(name) << query << blue << red << none;
        };
        row("the empty selector matches everything", "", true, true, true);
        row("blanks alone are an empty selector", " \t ", true, true, true);
        row("=", "color=blue", true, false, false);
        row("==", "color==blue", true, false, false);
        row("!= also matches without the key", "color!=blue", false, true, true);
        row("in", "color in (blue,green)", true, false, false);
        row("in with both", "color in (blue,red)", true, true, false);
        row("notin also matches without the key", "color notin (blue)", false, true, true);
        row("exists", "color", true, true, false);
        row("does not exist", "!color", false, false, true);
        row("does not exist, with a blank", "! color", false, false, true);
        row("and", "color,size", true, false, false);
        row("and, of all kinds", "color in (blue,red),color!=red,!example.com/tier", true, false, false);
        row("an empty value", "size=", true, false, false);
        row("an empty set has the empty value", "size in ()", true, false, false);
        row("an empty value, twice", "size in (,,)", true, false, false);
        row("an empty value in a set", "size in (,big)", true, false, false);
        row("a key with a prefix", "example.com/tier=gold", false, true, false);
        row("blanks everywhere", "  color  =  blue ,  size  in  ( , x ) ", true, false, false);
        row("no blank before the parenthesis", "color in(blue)", true, false, false);
        row("tabs and line ends are blanks", "color\tin\n(blue)", true, false, false);
        row("words of the grammar may be keys and values", "in notin (notin)", true, true, true);
    }
    void queriesMatch()
    {
        QFETCH(std::string, query);
        const auto selector = parseLabelSelector(query);
        QVERIFY_RESULT(selector);
        QTEST(matches(*selector, {{"color", "blue"}, {"size", ""}}), "matchesBlue");
        QTEST(matches(*selector, {{"color", "red"}, {"example.com/tier", "gold"}}), "matchesRed");
        QTEST(matches(*selector, {}), "matchesNone");
        QVERIFY_RESULT(validate(*selector));
        const auto again = parseLabelSelector(toText(*selector)); // the canonical text means the same
        QVERIFY_RESULT(again);
        QCOMPARE(toText(*again), toText(*selector));
        QTEST(matches(*again, {{"color", "blue"}, {"size", ""}}), "matchesBlue");
    }

    void queriesThatAreNone_data()
    {
        QTest::addColumn<std::string>("query");
        const auto row = [](const char *name, const std::string &query) { QTest::newRow(name) << query; };
        row("a comma at the end", "a=b,");
        row("a comma at the beginning", ",a=b");
        row("a comma alone", ",");
        row("no key", "=b");
        row("no key to exclude", "!");
        row("excluded and compared", "!a=b");
        row("three equal signs", "a===b");
        row("a set that is not closed", "a in (b");
        row("a set that is not opened", "a in b)");
        row("something after a set", "a in (b) c");
        row("a set without a word", "a (b)");
        row("a set without a key", "in (b)");
        row("an unknown word", "a among (b)");
        row("two keys", "a b");
        row("greater than a text", "a>b");
        row("greater than nothing", "a>");
        row("less than a fraction", "a<1.5");
        row("less than less than nothing", "a<-1");
        row("more than 64 bits hold", "a>9999999999999999999");
        row("greater than or equal", "a>=1");
        row("nothing is less", "<1");
        row("less than two", "a<1<2");
        row("a value with a slash", "a=b/c");
        row("a value with a blank inside", "a=b c");
        row("a value that begins with a dash", "a=-b");
        row("a value that ends with a dot", "a=b.");
        row("a value of 64 characters", "a=" + std::string(64, 'x'));
        row("a key of 64 characters", std::string(64, 'x') + "=a");
        row("a key with two slashes", "a/b/c=d");
        row("a key with an empty prefix", "/b=d");
        row("a key with an empty name", "a/=d");
        row("a key with capitals in the prefix", "A.com/b=d");
        row("a key with an empty label in the prefix", "a..b/c=d");
        row("a key with an unlawful character", "a$=b");
        row("characters beyond ASCII", "ä=b");
    }
    void queriesThatAreNone()
    {
        QFETCH(std::string, query);
        const auto selector = parseLabelSelector(query);
        QVERIFY(!selector);
        QVERIFY(selector.error().kind == core::base::ErrorKind::Invalid);
        const std::string &message = selector.error().message;
        QVERIFY(message.starts_with("unable to parse requirement: ") || message.starts_with("found '"));
    }

    /// docs/api-semantics.md C12
    void refusalsAreTheOriginals_data()
    {
        QTest::addColumn<std::string>("query");
        QTest::addColumn<std::string>("message");
        const auto row = [](const std::string &query, const std::string &message) {
            QTest::newRow(query.c_str()) << query << message;
        };
        const std::string requirement = "unable to parse requirement: ";
        row("x>a", requirement + "for 'Gt', 'Lt' operators, the value must be an integer");
        row("x>", requirement + "for 'Gt', 'Lt' operators, the value must be an integer");
        row(">1", "found '>', expected: !, identifier, or 'end of string'");
        row("x>1>2", "found '>', expected: ',' or 'end of string'");
        row("x>=1", requirement + "found '=', expected: identifier");
        row("x<5 6", "found '6', expected: ',' or 'end of string'");
        row("x in (1", requirement + "found '', expected: ',' or ')'");
        row("x notin 1", requirement + "found '1' expected: '('");
        row("x y", requirement + "found 'y', expected: '=', '!=', '==', 'in', notin'");
        row("x,,y", "found ',', expected: identifier after ','");
        row("x,", "found '', expected: identifier after ','");
        row("!", requirement + "found '', expected: identifier");
        row("!=a", "found '!=', expected: !, identifier, or 'end of string'");
        row("!x=1", "found '=', expected: ',' or 'end of string'");
    }
    void refusalsAreTheOriginals()
    {
        QFETCH(std::string, query);
        const auto selector = parseLabelSelector(query);
        QVERIFY(!selector);
        QTEST(selector.error().message, "message");
    }

    /// docs/api-semantics.md C12
    void numbersCompare_data()
    {
        QTest::addColumn<std::string>("query");
        QTest::addColumn<bool>("match"); // {n: "7", text: seven}
        QTest::addColumn<std::string>("text");
        QTest::newRow("greater") << std::string("n>6") << true << std::string("n>6");
        QTest::newRow("equal is not greater") << std::string("n>7") << false << std::string("n>7");
        QTest::newRow("less") << std::string("n < 10") << true << std::string("n<10");
        QTest::newRow("equal is not less") << std::string("n<7") << false << std::string("n<7");
        QTest::newRow("no number") << std::string("text>1") << false << std::string("text>1");
        QTest::newRow("not there") << std::string("other<1") << false << std::string("other<1");
        QTest::newRow("zeros before it") << std::string("n>06") << true << std::string("n>06");
        QTest::newRow("between") << std::string("n>6,n<8") << true << std::string("n>6,n<8");
    }
    void numbersCompare()
    {
        QFETCH(std::string, query);
        const auto selector = parseLabelSelector(query);
        QVERIFY_RESULT(selector);
        QTEST(matches(*selector, {{"n", "7"}, {"text", "seven"}}), "match");
        QTEST(toText(*selector), "text");
        QVERIFY(!validate(*selector)); // objects have no such operators
    }

    void theLongestNamesAreAccepted()
    {
        const std::string name(63, 'x');
        QVERIFY_RESULT(parseLabelSelector(name + "=" + name));
    }

    void selectorsAsObjectsMatch_data()
    {
        QTest::addColumn<LabelSelector>("selector");
        QTest::addColumn<bool>("match");
        QTest::newRow("empty matches") << LabelSelector {} << true;
        QTest::newRow("equal label") << withLabels({{"a", "1"}}) << true;
        QTest::newRow("other value") << withLabels({{"a", "2"}}) << false;
        QTest::newRow("all labels must be there") << withLabels({{"a", "1"}, {"c", "3"}}) << false;
        QTest::newRow("In") << withExpression("a", "In", {"0", "1"}) << true;
        QTest::newRow("In, absent key") << withExpression("c", "In", {""}) << false;
        QTest::newRow("NotIn") << withExpression("a", "NotIn", {"1"}) << false;
        QTest::newRow("NotIn, absent key") << withExpression("c", "NotIn", {"1"}) << true;
        QTest::newRow("Exists") << withExpression("b", "Exists", {}) << true;
        QTest::newRow("DoesNotExist") << withExpression("b", "DoesNotExist", {}) << false;
        QTest::newRow("an unknown operator matches nothing") << withExpression("b", "Near", {"2"}) << false;
        QTest::newRow("labels and expressions together")
            << LabelSelector {{{"a", "1"}}, {{"b", "In", {"3"}}}} << false;
    }
    void selectorsAsObjectsMatch()
    {
        QFETCH(LabelSelector, selector);
        QTEST(matches(selector, {{"a", "1"}, {"b", "2"}}), "match");
    }

    void validationNamesTheFaultyRequirement_data()
    {
        QTest::addColumn<LabelSelector>("selector");
        QTest::addColumn<std::string>("message");
        QTest::newRow("unknown operator")
            << withExpression("a", "in", {"1"})
            << std::string("matchExpressions for \"a\": \"in\" is not a valid label selector operator");
        QTest::newRow("In needs values") << withExpression(
            "a", "In", {}) << std::string("matchExpressions for \"a\": values must be given for In");
        QTest::newRow("NotIn needs values") << withExpression(
            "a", "NotIn", {}) << std::string("matchExpressions for \"a\": values must be given for NotIn");
        QTest::newRow("Exists takes none") << withExpression("a", "Exists",
            {"1"}) << std::string("matchExpressions for \"a\": values may not be given for Exists");
        QTest::newRow("DoesNotExist takes none") << withExpression("a", "DoesNotExist",
            {"1"}) << std::string("matchExpressions for \"a\": values may not be given for DoesNotExist");
    }
    void validationNamesTheFaultyRequirement()
    {
        QFETCH(LabelSelector, selector);
        const auto validated = validate(selector);
        QVERIFY(!validated);
        QTEST(validated.error().message, "message");
    }

    void textIsCanonical_data()
    {
        QTest::addColumn<LabelSelector>("selector");
        QTest::addColumn<std::string>("text");
        QTest::newRow("empty") << LabelSelector {} << std::string();
        QTest::newRow("labels, sorted by key")
            << withLabels({{"b", "2"}, {"a", "1"}}) << std::string("a=1,b=2");
        QTest::newRow("values, sorted and once each")
            << withExpression("a", "In", {"c", "b", "c"}) << std::string("a in (b,c)");
        QTest::newRow("an empty value")
            << withExpression("a", "NotIn", {"b", ""}) << std::string("a notin (,b)");
        QTest::newRow("an empty value alone") << withExpression("a", "In", {""}) << std::string("a=");
        QTest::newRow("anything but an empty value")
            << withExpression("a", "NotIn", {""}) << std::string("a!=");
        QTest::newRow("all kinds, sorted by key") << LabelSelector {{{"k", "v"}},
            {{"z", "Exists", {}}, {"a", "DoesNotExist", {}}, {"m", "NotIn", {"1"}}}}
                                                  << std::string("!a,k=v,m notin (1),z");
    }
    void textIsCanonical()
    {
        QFETCH(LabelSelector, selector);
        QTEST(toText(selector), "text");
    }

    // T19
    void selectorsAreBounded()
    {
        std::string many;
        std::string values;
        for (int i = 0; i < 1001; ++i) {
            many += (i > 0 ? "," : "") + ("k" + std::to_string(i));
            values += (i > 0 ? "," : "") + ("v" + std::to_string(i));
        }
        QVERIFY(!parseLabelSelector(many));
        QVERIFY(parseLabelSelector(many.substr(0, many.rfind(','))));
        QVERIFY(parseLabelSelector("a in (" + values + ")"));
        LabelSelector selector;
        for (int i = 0; i < 101; ++i)
            selector.matchExpressions.push_back({"k", "Exists", {}});
        QVERIFY(!validate(selector));
    }

    void anEmptySelectorOfAnOlderBudgetSelectsNothing()
    {
        Pod pod;
        pod.metadata.ns = "apps";
        pod.metadata.labels = {{"app", "web"}};
        const auto covers = [&](const char *selector, bool isOlder) {
            const JsonPtr given = share(
                json(std::string("{'metadata':{'name':'b','namespace':'apps'},'spec':{") + selector + "}}"));
            const auto budget = decode<PodDisruptionBudget>(isOlder ? *renewedPodBudget(given) : *given);
            return coversPod(*budget, pod);
        };
        QVERIFY(covers("'selector':{}", false));
        QVERIFY(!covers("'selector':{}", true));
        QVERIFY(!covers("", false));
        QVERIFY(!covers("", true));
        QVERIFY(covers("'selector':{'matchLabels':{'app':'web'}}", true));
        QVERIFY(!covers("'selector':{'matchLabels':{'app':'db'}}", true));
    }
};

QTEST_GUILESS_MAIN(TestSelector)
#include "tst_selector.moc"
