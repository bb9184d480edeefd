// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L9: what an expression may cost at worst.
#include "core/cel/program.h"
#include "tests/unit/printing.h"

#include <QElapsedTimer>
#include <QTest>

#include <span>

using namespace core::cel;

namespace {

TypePtr atMost(std::uint64_t elements, const TypePtr &type)
{
    auto sized = std::make_shared<Type>(*type);
    sized->mostElements = elements;
    return sized;
}

TypePtr texts(std::uint64_t characters)
{
    return atMost(characters, simpleType(Kind::String));
}

const TypePtr &thing()
{
    static const TypePtr all = [] {
        auto type = std::make_shared<Type>();
        type->kind = Kind::Object;
        type->name = "thing";
        type->fields["number"] = {"number", simpleType(Kind::Int)};
        type->fields["labels"] = {"labels", mapOf(simpleType(Kind::String), simpleType(Kind::String))};
        return type;
    }();
    return all;
}

/// Sizes are known of some.
const Variables &variables()
{
    static const TypePtr text = simpleType(Kind::String);
    static const TypePtr integer = simpleType(Kind::Int);
    static const Variables all {{"thing", thing()}, {"things", atMost(100, listOf(thing()))},
        {"rows", atMost(50, listOf(atMost(10, listOf(thing()))))}, {"text", texts(500)},
        {"other", texts(500)}, {"raw", atMost(500, simpleType(Kind::Bytes))}, {"few", texts(10)},
        {"some", texts(10)}, {"a", simpleType(Kind::Bool)}, {"b", simpleType(Kind::Bool)},
        {"c", simpleType(Kind::Bool)}, {"x", integer}, {"y", integer}, {"first", atMost(1, listOf(thing()))},
        {"second", atMost(1, listOf(thing()))}, {"named", atMost(10, mapOf(text, thing()))},
        {"nested", atMost(5, mapOf(text, atMost(10, mapOf(text, thing()))))},
        {"keyed", atMost(5, mapOf(texts(10), thing()))},
        {"shadowed", atMost(2, mapOf(texts(5), atMost(2, mapOf(text, thing()))))},
        {"ten", atMost(10, listOf(integer))}, {"twenty", atMost(20, listOf(integer))},
        {"words", atMost(10, listOf(texts(64)))}, {"longWords", atMost(20, listOf(texts(128)))},
        {"short", atMost(5, listOf(texts(10)))}, {"when", simpleType(Kind::Timestamp)},
        {"then", simpleType(Kind::Timestamp)}, {"wait", simpleType(Kind::Duration)},
        {"share", simpleType(Kind::Dyn)}, {"plain", text}};
    return all;
}

struct Row {
    std::string_view expression;
    CostEstimate cost;
};

constexpr std::uint64_t nobodyKnows = 1844674407370955264; // a tenth of the largest number

// As the original's coster counts them (checker/cost_test.go).
constexpr Row rows[] = {
    {"'any text'", {0, 0}},
    {"things", {1, 1}},
    {"named['key']", {2, 2}},
    {"thing.number", {2, 2}},
    {"has(thing.number)", {1, 1}},
    {"has(thing.labels.deep)", {2, 2}},
    {"[4, 5, 6]", {10, 10}},
    {"{'a': 1, 'b': 2}", {30, 30}},
    {"things.all(each, true)", {2, 302}},
    {"rows.all(row, row.all(each, true))", {2, 1752}},
    {"[4, 5, 6].all(each, true)", {20, 20}},
    {"text.matches('[a-z]')", {3, 103}},
    {"matches(text, '[a-z]')", {2, 2}},
    {"'abc'.matches('[a-z]')", {2, 2}},
    {"true || false", {0, 0}},
    {"a || b || c || a", {1, 4}},
    {"a && b && c && a", {1, 4}},
    {"3 <= 4", {1, 1}},
    {"3 == 4", {1, 1}},
    {"2 in [4, 5, 6]", {13, 13}},
    {"2 + 2", {1, 1}},
    {"true ? 4 : 5", {0, 0}},
    {"size('abc')", {1, 1}},
    {"string(raw)", {1, 51}},
    {"string(raw) == string(raw)", {3, 152}},
    {"bytes(text)", {1, 51}},
    {"bytes(text) == bytes(text)", {3, 302}},
    {"string(4)", {1, 1}},
    {"text.contains(other)", {2, 2502}},
    {"plain.startsWith(other)", {2, 52}},
    {"plain.endsWith(other)", {2, 52}},
    {"plain.size()", {2, 2}},
    {"(x > 2 ? first : second).all(each, true)", {4, 7}},
    {"named.all(key, named[key].number > 3)", {2, 82}},
    {"nested.all(key, nested[key].all(each, true))", {2, 187}},
    {"keyed.all(key, key.contains(key))", {2, 32}},
    {"shadowed.all(key, shadowed[key].all(key, true) && key.contains(key))", {2, 34}},
    {"(ten + ten).all(each, true)", {4, 64}},
    {"'abcdefg'.contains(few + some)", {2, 6}},
    {"ten.size() == twenty.size()", {5, 5}},
    {"x > y ? ten.size() : twenty.size()", {5, 5}},
    {"([x, y] + ten + twenty).size()", {17, 17}},
    {"[words, longWords].exists(list, list.exists(word, word.startsWith('hi')))", {21, 265}},
    {"((5 != 6) == (1 == 2)) == ((3 <= 4) == (9 != 9))", {7, 7}},
    {"string(when) == string(then)", {5, nobodyKnows + 4}},
    {"when == then", {3, 3}},
    {"wait != wait", {3, 3}},
    {"[4, 5, 6, 7, 8].filter(n, n % 2 == 0)", {41, 101}},
    {"[4, 5, 6, 7, 8].map(n, n)", {86, 86}},
    {"[4, 5, 6, 7, 8].map(n, n).filter(n, n % 2 == 0)", {117, 177}},
    {"[4, 5, 6, 7, 8].map(n, n).exists(n, n == 5) == true", {108, 118}},
    {"[4, 5, 6, 7, 8].map(n, n).map(n, n)", {162, 162}},
    {"[4, 5, 6, 7, 8].map(n, n)[4]", {87, 87}},
    {"[[4, 5], [4, 5], [4, 5], [4, 5], [4, 5]][4]", {61, 61}},
    {"{'a': [4, 5], 'b': [4, 5], 'c': [4, 5], 'd': [4, 5], 'e': [4, 5]}.b", {81, 81}},
    {"[[4, 4], [5, 5], [6, 6], [7, 7], [8, 8]].all(n, n.all(n, n == 4))", {76, 136}},
    {"[4, 5, 6, 7, 8].map(n, [n, n]).all(m, m.all(m, m == 4))", {157, 217}},
    {"short.map(n, [n, n]).all(m, m.all(m, m.startsWith('a')))", {13, 208}},
    {"[4, 5, 6, 7, 8].map(n, n).map(n, n) + [4]", {173, 173}},
    {"[4, 5, 6].all(i, i in [4, 5, 6].map(j, j + j))", {20, 230}},
    {"dyn([4, 5, 6]).all(i, i in dyn([4, 5, 6]).map(j, j + j))", {21, 234}},
    {"{'a': 'hi'}['a'] != {'b': 'bye'}['b']", {63, 63}},
    {"['hello', 'hi'][0] != ['hello', 'bye'][1]", {23, 23}},
    {"type(1)", {1, 1}},
    {"type(1) == int", {3, nobodyKnows + 2}},
    {"when == timestamp('2011-08-18T00:00:00.000+01:00') + duration('19h3m37s10ms')", {5, 5}},
    {"a != true", {2, 2}},
};

// What follows from its source, and no test of its own says.
constexpr Row further[] = {
    {"[4, 5].exists_one(n, n == 4)", {18, 20}}, // 10, twice 2 and 1 to 2, 2
    {"ten.existsOne(n, n == 4)", {3, 43}},
    {"[4, 5].map(n, n > 4, n)", {27, 51}},
    {"[4, 5].all(i, n, i == n)", {17, 23}},
    {"[4, 5].exists(i, n, i == n)", {19, 25}},
    {"[4, 5].transformList(i, n, n)", {47, 47}},
    {"{'a': 1}.transformMap(k, v, v)", {65, 65}},
    {"{'a': 1}.transformMap(k, v, v > 1, v)", {64, 67}},
    {"{'a': 1}.transformMapEntry(k, v, {v: k})", {95, 95}},
    {"ten.sortBy(n, -n)", {35, 375}},
    {"short.sortBy(s, s)", {35, 153}},
    {"thing.?number", {2, 2}},
    {"thing.?number.orValue(4)", {3, 3}},
    {"thing.?number.optMap(n, n + 1)", {4, 19}},
    {"thing.?number.optFlatMap(n, optional.of(n))", {4, 18}},
    {"named[?'a'].hasValue()", {3, 3}},
    {"share == 4", {2, 2}},
    {"share + share", {2, nobodyKnows + 2}},
    {"share.text", {1, 1}},
    {"ten.slice(2, 5)", {15, 15}},
    {"ten.reverse()", {12, 22}},
    {"ten.distinct()", {12, 212}},
    {"ten.sort()", {12, 212}},
    {"short.sort()", {12, 65}},
    {"rows.flatten()", {12, 62}},
    {"lists.range(5)", {16, 16}},
    {"sets.contains(ten, [1, 2])", {12, 32}},
    {"sets.equivalent(ten, [1, 2])", {12, 52}},
    {"ten.sum()", {1, 11}},
    {"short.isSorted()", {1, 11}},
    {"text.indexOf('a')", {1, 51}},
    {"text.trim().upperAscii()", {1, 101}},
    {"text.split(',')", {1, 101}},
    {"text.split(',', 2).all(t, true)", {2, 108}},
    {"short.join(', ')", {1, 7}},
    {"text.find('[a-z]')", {3, 103}},
    {"text.replace('ab', 'c') == ''", {1, 101}},
    {"text.charAt(4) == 'a'", {3, 3}},
    {"'%s'.format([text])", {12, 12}},
    {"ip(text).family()", {2, 52}},
    {"isIP(text)", {1, 51}},
    {"ip.isCanonical(text)", {1, 101}},
    {"cidr(text).ip() == ip(text)", {4, 104}},
    {"cidr('10.0.0.0/8').containsIP(text)", {3, 56}},
    {"cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))", {6, 10}},
    {"url(text).getHost()", {2, 52}},
    {"url(text) == url(text)", {3, 152}},
    {"isURL(text)", {2, 2}},
    {"quantity(text).isGreaterThan(quantity(text))", {3, 103}},
    {"quantity(text) == quantity(text)", {3, 103}},
    {"quantity(text) != quantity(text)", {3, nobodyKnows + 102}},
    {"semver(few).major() == 1", {3, 4}},
    {"format.dns1123Label().validate(few).hasValue()", {3, 35}},
};

void addRows(std::span<const Row> table)
{
    for (const Row &row : table)
        QTest::newRow(std::string(row.expression).c_str()) << std::string(row.expression) << row.cost;
}

std::string textOf(const CostEstimate &cost)
{
    return std::to_string(cost.least) + " to " + std::to_string(cost.most);
}

} // namespace

Q_DECLARE_METATYPE(core::cel::CostEstimate)

class TestCostEstimate : public QObject
{
    Q_OBJECT

private slots:
    void estimates_data();
    void estimates();
    void whatNoVariableHolds();
    void hostileExpressions_data();
    void hostileExpressions();
};

void TestCostEstimate::estimates_data()
{
    QTest::addColumn<std::string>("expression");
    QTest::addColumn<CostEstimate>("cost");
    addRows(rows);
    addRows(further);
}

void TestCostEstimate::estimates()
{
    QFETCH(std::string, expression);
    QFETCH(CostEstimate, cost);
    const auto program = Program::compile(expression, variables());
    QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
    QCOMPARE(
        QString::fromStdString(textOf(program->estimate(variables()))), QString::fromStdString(textOf(cost)));
}

/// It is as large as "self".
void TestCostEstimate::whatNoVariableHolds()
{
    const Variables text {{"self", texts(1000)}};
    const auto costOf = [&](std::string_view expression) {
        return Program::compile(expression, text)->estimate(text).most;
    };
    QCOMPARE(costOf("type(self) == string"), 103U);
    QCOMPARE(costOf("[self].all(t, t == self)"), 117U);
    QCOMPARE(costOf("dyn('a').b == self"), 102U);
}

void TestCostEstimate::hostileExpressions_data()
{
    QTest::addColumn<std::string>("expression");
    const auto repeated = [](std::string_view part, int times) {
        std::string all;
        for (int i = 0; i < times; ++i)
            all += part;
        return all;
    };
    QTest::newRow("loops within loops")
        << repeated("plain.split('').all(x, ", 20) + "true" + repeated(")", 20);
    QTest::newRow("sums of what nobody knows") << "(" + repeated("plain + ", 2000) + "plain).size() > 0";
    QTest::newRow("values of values") << "thing.?number" + repeated(".optMap(n, n)", 100) + ".hasValue()";
    QTest::newRow("lists of lists") << repeated("[", 100) + repeated("]", 100) + ".size() > 0";
    QTest::newRow("products of sizes") << "twenty" + repeated(".distinct()", 50) + ".size() > 0";
    QTest::newRow("replacing by ever more") << "text" + repeated(".replace('a', text)", 50) + ".size() > 0";
}

/// An estimate takes no longer than the expression is long, and ends at the largest number.
void TestCostEstimate::hostileExpressions()
{
    QFETCH(std::string, expression);
    QElapsedTimer timer;
    timer.start();
    const auto program = Program::compile(expression, variables());
    if (program)
        QVERIFY(program->estimate(variables()).most > 0);
    QVERIFY(timer.elapsed() < 2000);
}

QTEST_GUILESS_MAIN(TestCostEstimate)
#include "tst_costestimate.moc"
