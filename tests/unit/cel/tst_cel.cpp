// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L8, L9: expressions in CEL, their values, failures, types and costs.
#include "core/api/bounds.h"
#include "core/cel/authorizer.h"
#include "core/cel/jsonvalue.h"
#include "core/cel/parser.h"
#include "core/cel/program.h"
#include "tests/unit/printing.h"
#include "tests/unit/randomjson.h"

#include <QElapsedTimer>
#include <QTest>

#include <span>

using namespace core::cel;

namespace {

TypePtr objectOf(std::string name, const std::vector<std::pair<std::string, TypePtr>> &members)
{
    auto type = std::make_shared<Type>();
    type->kind = Kind::Object;
    type->name = std::move(name);
    for (const auto &[member, memberType] : members)
        type->fields[escapedName(member)] = {member, memberType};
    return type;
}

TypePtr listOfType(TypePtr element, Type::ListType listType, std::vector<std::string> keys = {})
{
    auto type = std::make_shared<Type>(*listOf(std::move(element)));
    type->listType = listType;
    type->mapKeys = std::move(keys);
    return type;
}

const TypePtr &stringType()
{
    static const TypePtr type = simpleType(Kind::String);
    return type;
}

/// A shape as CRDs have it.
const TypePtr &shape()
{
    static const TypePtr type = [] {
        const TypePtr integer = simpleType(Kind::Int);
        const TypePtr port = objectOf("port", {{"name", stringType()}, {"number", integer}});
        return objectOf("shape",
            {{"name", stringType()}, {"legs", integer}, {"weight", simpleType(Kind::Double)},
                {"flag", simpleType(Kind::Bool)}, {"share", simpleType(Kind::Dyn)},
                {"since", simpleType(Kind::Timestamp)}, {"pause", simpleType(Kind::Duration)},
                {"raw", simpleType(Kind::Bytes)}, {"tags", listOfType(stringType(), Type::ListType::Set)},
                {"otherTags", listOfType(stringType(), Type::ListType::Set)},
                {"ports", listOfType(port, Type::ListType::Map, {"name"})},
                {"otherPorts", listOfType(port, Type::ListType::Map, {"name"})}, {"steps", listOf(integer)},
                {"labels", mapOf(stringType(), stringType())}, {"a.b/c-d", stringType()},
                {"__x", stringType()}, {"namespace", stringType()}, {"nothing", stringType()},
                {"inner", objectOf("inner", {{"deep", stringType()}})}});
    }();
    return type;
}

const core::api::Json &example()
{
    static const core::api::Json object =
        json("{'name': 'wöm', 'legs': 4, 'weight': 2, 'flag': true, 'share': '25%', 'since': "
             "'2026-11-24T10:30:00Z',"
             "'pause': '1h30m', 'raw': 'aGk=', 'tags': ['a', 'b'], 'otherTags': ['b', 'c'],"
             "'ports': [{'name': 'http', 'number': 80}, {'name': 'tls', 'number': 443}],"
             "'otherPorts': [{'name': 'tls', 'number': 8443}, {'name': 'dns', 'number': 53}],"
             "'steps': [1, 2, 3], 'labels': {'x': '1', 'y': '2'}, 'a.b/c-d': 'escaped', '__x': 'u',"
             "'namespace': 'ns', 'nothing': null, 'unknown': 1, 'inner': {}}");
    return object;
}

const Variables &variables()
{
    static const Variables all {{"self", shape()}, {"dynSelf", simpleType(Kind::Dyn)},
        {"authorizer", authorizerType()}, {"authorizer.requestResource", resourceCheckType()}};
    return all;
}

/// Nobody may delete; the reason tells what was asked.
AccessAnswer decide(const AccessQuestion &asked)
{
    const std::string who = asked.account ? asked.account->ns + ":" + asked.account->name + " " : "";
    const std::string what = asked.path.empty()
        ? asked.group + "/" + asked.resource + "/" + asked.subresource + " " + asked.ns + "/" + asked.name
        : asked.path;
    return {asked.verb != "delete", who + asked.verb + " " + what};
}

Bindings bindings()
{
    return {{"self", valueOf(example(), shape())}, {"dynSelf", valueOf(example(), simpleType(Kind::Dyn))},
        {"authorizer", authorizer(decide)},
        {"authorizer.requestResource", resourceCheck(decide, {.resource = "pods", .name = "p"})}};
}

/// The value as errors show it, "error: …", or what the compiler says, by its first line.
std::string outcome(std::string_view expression, Meter &meter)
{
    const auto program = Program::compile(expression, variables());
    if (!program)
        return program.error().message.substr(0, program.error().message.find('\n'));
    const Value value = program->evaluate(bindings(), meter);
    return value.isFailure() ? "error: " + inQuotes(value) : inQuotes(value);
}

std::string outcome(std::string_view expression)
{
    Meter meter;
    return outcome(expression, meter);
}

std::string repeated(std::string_view part, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += part;
    return all;
}

} // namespace

class TestCel : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void libraries_data();
    void libraries();
    void kubernetesLibraries_data();
    void kubernetesLibraries();
    void authorization_data();
    void authorization();
    void typedObjects_data();
    void typedObjects();
    void compileErrors_data();
    void compileErrors();
    void whereAnErrorIs();
    void unknownFunctions();
    void whatIsUsed();
    void costs_data();
    void costs();
    void whatCostsTooMuch_data();
    void whatCostsTooMuch();
    void longTextsThatDiffer();
    void hostileInput_data();
    void hostileInput();
    void randomExpressions();
    void equalValuesHaveEqualHashes();
    void escapedNames();
};

namespace {

struct Row {
    std::string_view expression;
    std::string_view result;
};

void addRows(std::span<const Row> rows)
{
    QTest::addColumn<std::string>("expression");
    QTest::addColumn<std::string>("result");
    for (const Row &row : rows)
        QTest::newRow(std::string(row.expression).c_str())
            << std::string(row.expression) << std::string(row.result);
}

void verifyRow()
{
    QFETCH(std::string, expression);
    QFETCH(std::string, result);
    QCOMPARE(QString::fromStdString(outcome(expression)), QString::fromStdString(result));
}

constexpr Row language[] = {
    {"1 + 2 * 3 - 4 / 2 % 5", "5"},
    {"-(3) - -2", "-1"},
    {"7 / 2", "3"},
    {"-7 / 2", "-3"},
    {"-7 % 3", "-1"},
    {"7u + 2u", "9"},
    {"0x1F + 1", "32"},
    {"1.5e2 + .5", "150.5"},
    {"1e-400 == 0.0", "true"},
    {"'a' + \"b\" + r'\\n' + '\\n'.size().format == 1", "<input>"},
    {"9223372036854775807 + 1", "error: integer overflow"},
    {"-9223372036854775808", "-9223372036854775808"},
    {"-9223372036854775808 - 1", "error: integer overflow"},
    {"-(-9223372036854775808)", "error: integer overflow"},
    {"-9223372036854775808 / -1", "error: integer overflow"},
    {"-9223372036854775808 % -1", "error: integer overflow"},
    {"9223372036854775807 * 2", "error: integer overflow"},
    {"0u - 1u", "error: unsigned integer overflow"},
    {"18446744073709551615u + 1u", "error: unsigned integer overflow"},
    {"1 / 0", "error: division by zero"},
    {"1 % 0", "error: modulus by zero"},
    {"1.0 / 0.0 > 1e300", "true"},
    {"0.0 / 0.0 == 0.0 / 0.0", "false"},
    {"0.0 / 0.0 < 1.0", "false"},
    {"true && false || true", "true"},
    {"true || 1 / 0 > 1", "true"},
    {"1 / 0 > 1 || true", "true"},
    {"false && 1 / 0 > 1", "false"},
    {"1 / 0 > 1 && false", "false"},
    {"1 / 0 > 1 && true", "error: division by zero"},
    {"1 / 0 > 1 || false", "error: division by zero"},
    {"dyn('a') || true", "true"},
    {"dyn('a') || false", "error: no such overload"},
    {"!true", "false"},
    {"!!true", "true"},
    {"1 < 2 ? 'yes' : 'no'", "yes"},
    {"false ? 1 / 0 : 2", "2"},
    {"true ? (false ? 1 : 2) : false ? 3 : 4", "2"},
    {"1 == 1 && 1 != 2 && 'a' < 'b' && b'a' < b'b' && false < true", "true"},
    {"1 < 1.5 && 2u > 1 && 1.0 <= 1u", "true"},
    {"dyn(1) == dyn(1.0) && dyn(1u) == dyn(1)", "true"},
    {"dyn(1) == dyn('1')", "false"},
    {"9223372036854775807 < 9223372036854775808.0", "false"}, // as doubles they are the same
    {"9223372036854775807 < 1e19 && -1 < 0u", "true"},
    {"dyn(1) < dyn('a')", "error: no such overload"},
    {"[1, 2] + [3] == [1, 2, 3]", "true"},
    {"[[1], [2]] == [[1], [2, 3]]", "false"},
    {"{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "true"},
    {"{'a': 1}['a'] + {'b': 2}.b + {'if': 3}.if", "6"},
    {"{'a': 1}['b']", "error: no such key: b"},
    {"{1: 'a', 1: 'b'}", "error: Failed with repeated key"},
    {"{1: 'a'}[dyn(1.0)]", "a"},
    {"[1, 2, 3][1]", "2"},
    {"[1][1]", "error: index out of bounds: 1"},
    {"[1][-1]", "error: index out of bounds: -1"},
    {"2 in [1, 2] && 'a' in {'a': 1} && !('b' in {'a': 1})", "true"},
    {"[1, 2, 3].all(x, x > 0)", "true"},
    {"[].all(x, x > 0)", "true"},
    {"[1, 0].all(x, 2 / x > 5)", "false"},
    {"[0, 1].all(x, 2 / x > 1)", "error: division by zero"},
    {"[0, 2].exists(x, 2 / x == 1)", "true"},
    {"[0, 2].exists(x, 2 / x == 5)", "error: division by zero"},
    {"[1, 2, 2].exists_one(x, x == 1) && ![1, 2, 2].exists_one(x, x == 2)", "true"},
    {"[1, 2, 3].map(x, x * 2)", "[2, 4, 6]"},
    {"[1, 2, 3].map(x, x > 1, x * 2)", "[4, 6]"},
    {"[1, 2, 3].filter(x, x % 2 == 1)", "[1, 3]"},
    {"{'a': 1, 'b': 2}.map(k, k)", "[a, b]"},
    {"{'a': 1}.all(k, k == 'a')", "true"},
    {"[1, 2].map(x, [x].map(x, x + 1))", "[[2], [3]]"},
    {"[5, 6].all(i, v, v == i + 5)", "true"},
    {"{'a': 1}.exists(k, v, k == 'a' && v == 1)", "true"},
    {"['a', 'b'].existsOne(i, v, i == 1)", "true"},
    {"[5, 6].transformList(i, v, i + v)", "[5, 7]"},
    {"[5, 6].transformList(i, v, i > 0, v)", "[6]"},
    {"{'a': 1}.transformMap(k, v, v + 1) == {'a': 2}", "true"},
    {"['x', 'y'].transformMapEntry(i, v, {v: i}) == {'x': 0, 'y': 1}", "true"},
    {"['x', 'x'].transformMapEntry(i, v, {v: i})", "error: Failed with repeated key"},
    {"has({'a': 1}.a) && !has({'a': 1}.b)", "true"},
    {"type(1) == int && type('a') == string && type([1]) == list && type(null) == null_type", "true"},
    {"type(type(1)) == type", "true"},
    {"type(duration('1s')) == google.protobuf.Duration", "true"},
    {"'''two\nlines''' == \"two\\nlines\"", "true"},
    {"'\\x41\\u00e4\\U0001F600\\101'.size()", "4"},
    {"b'\\xff\\101' == bytes('a') || b'\\xff'.size() == 1", "true"},
    {"1 // a comment\n + 1", "2"},
    {"optional.of(1).hasValue() && !optional.none().hasValue()", "true"},
    {"optional.of(1).orValue(2) + optional.none().orValue(3)", "4"},
    {"optional.none().or(optional.of(5)).value()", "5"},
    {"optional.none().value()", "error: optional.none() dereference"},
    {"optional.of(1).orValue(1 / 0)", "1"},
    {"optional.ofNonZeroValue('').hasValue()", "false"},
    {"optional.of(2).optMap(x, x * 2).value()", "4"},
    {"optional.of(2).optFlatMap(x, optional.of(x + 1)).value()", "3"},
    {"{'a': {'b': 1}}.?a.b.orValue(0)", "1"},
    {"{'a': {'b': 1}}.?c.b.orValue(7)", "7"},
    {"{'a': 1}[?'b'].hasValue() || [1][?5].hasValue()", "false"},
    {"[?optional.of(1), ?optional.none(), 3]", "[1, 3]"},
    {"{?'a': optional.none(), 'b': 2}.size()", "1"},
    {"[optional.of(1), optional.none()].unwrapOpt()", "[1]"},
    {"[3, 4].first().value() + [3, 4].last().value()", "7"},
};

} // namespace

void TestCel::values_data()
{
    addRows(language);
}

void TestCel::values()
{
    QFETCH(std::string, result);
    QFETCH(std::string, expression);
    if (result == "<input>") {
        QVERIFY(outcome(expression).starts_with("ERROR: <input>"));
        return;
    }
    verifyRow();
}

namespace {

constexpr Row standard[] = {
    {"int('12') + int(3.9) + int(4u)", "19"},
    {"int('x')", "error: type conversion error from 'string' to 'int'"},
    {"int(1e19)", "error: integer overflow"},
    {"int(18446744073709551615u)", "error: integer overflow"},
    {"uint(-1)", "error: unsigned integer overflow"},
    {"uint('7') + uint(2.5)", "9"},
    {"double('1.5') + double(1)", "2.5"},
    {"double('nix')", "error: type conversion error from 'string' to 'double'"},
    {"string(1) + string(2u) + string(true) + string(b'x')", "12truex"},
    {"string(1.5) + ' ' + string(1000000.0) + ' ' + string(0.00001)", "1.5 1e+06 1e-05"},
    {"string(b'\\xff')", "error: invalid UTF-8 in bytes, cannot convert to string"},
    {"bool('true') && !bool('F')", "true"},
    {"bool('maybe')", "error: type conversion error from 'string' to 'bool'"},
    {"size('äö') + size(b'äö') + size([1]) + size({'a': 1})", "8"},
    {"'hello'.contains('ell') && 'hello'.startsWith('he') && 'hello'.endsWith('lo')", "true"},
    {"'abc'.matches('^a.c$') && matches('xabcx', 'b') && !'abc'.matches('^b')", "true"},
    {"'a'.matches(dyn('('))", "error: Illegal regex: error parsing regexp: missing ): (: `(`"},
    {"duration('1h30m') == duration('90m') && duration('-1.5s') < duration('0s')", "true"},
    {"string(duration('1h0.25s'))", "3600.25s"},
    {"duration(dyn('1x'))", "error: invalid duration value: \"1x\""},
    {"duration('1h').getMinutes() + duration('1s500ms').getMilliseconds()", "560"},
    {"timestamp('2026-11-24T10:30:00Z') + duration('1h') == timestamp('2026-11-24T12:30:00+01:00')", "true"},
    {"string(timestamp('2026-11-24T10:30:00.5+02:00'))", "2026-11-24T08:30:00.5Z"},
    {"timestamp('2026-11-24T10:30:00Z') - timestamp('2026-11-24T10:00:00Z') == duration('30m')", "true"},
    {"timestamp('9999-12-31T23:59:59Z') + duration('1s')", "error: timestamp overflow"},
    {"timestamp('2026-11-24T10:30:05Z').getFullYear()", "2026"},
    {"timestamp('2026-11-24T10:30:05Z').getMonth()", "10"},
    {"timestamp('2026-11-24T10:30:05Z').getDate()", "24"},
    {"timestamp('2026-11-24T10:30:05Z').getDayOfMonth()", "23"},
    {"timestamp('2026-11-24T10:30:05Z').getDayOfWeek()", "2"},
    {"timestamp('2026-11-24T10:30:05Z').getDayOfYear()", "327"},
    {"timestamp('2026-11-24T23:30:05Z').getHours('+01:30')", "1"},
    {"timestamp('2026-11-24T23:30:05Z').getDate('+01:00')", "25"},
    {"timestamp('2026-11-24T10:30:05Z').getHours('Nowhere/Land')", "error: unknown time zone Nowhere/Land"},
    {"int(timestamp('1970-01-01T00:01:00Z'))", "60"},
    {"timestamp(dyn('2026-02-30T00:00:00Z'))", "error: invalid timestamp value: \"2026-02-30T00:00:00Z\""},
    {"'añb'.charAt(1) + 'abc'.charAt(3)", "ñ"},
    {"'abc'.charAt(4)", "error: index out of range: 4"},
    {"'añbñ'.indexOf('ñ') + 'añbñ'.lastIndexOf('ñ') + 'a'.indexOf('z')", "3"},
    {"'aXbX'.indexOf('X', 2)", "3"},
    {"'ABC ä'.lowerAscii() + 'abc ä'.upperAscii()", "abc äABC ä"},
    {"'a-b-c'.replace('-', '+') + 'aaa'.replace('a', 'b', 2) + 'ab'.replace('', '_')", "a+b+cbba_a_b_"},
    {"'a,b,c'.split(',') + 'a,b,c'.split(',', 2) + 'äb'.split('')", "[a, b, c, a, b,c, ä, b]"},
    {"'añbc'.substring(1) + 'añbc'.substring(1, 2)", "ñbcñ"},
    {"'abc'.substring(2, 1)", "error: invalid substring range. start: 2, end: 1"},
    {"'abc'.substring(4)", "error: index out of range: 4"},
    {"' \\t a b \\n'.trim()", "a b"},
    {"['a', 'b'].join() + ['a', 'b'].join('--')", "aba--b"},
    {"'%s is %d, %.2f, %x, %b, %%'.format([dyn('a'), 5, 1.234, 255, 5])", "a is 5, 1.23, ff, 101, %"},
    {"'%s'.format([[dyn(1), 'a', {'k': true}]])", "[1, a, {k: true}]"},
    {"'%d'.format(['a'])", "error: error during formatting: could not format string as %d"},
    {"'%s'.format([])", "error: index 0 out of range"},
    {"'%q'.format(['a'])", "error: could not parse formatting clause: unrecognized formatting clause"},
    {"strings.quote('a\"b')", "\"a\\\"b\""},
    {"sets.contains([1, 2], [2]) && !sets.contains([1], [2]) && sets.equivalent([1, 1, 2], [2, 1])", "true"},
    {"sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [])", "true"},
    {"[3, 1, 2].sort() + [1, 1, 2].distinct() + [1, 2].reverse()", "[1, 2, 3, 1, 2, 2, 1]"},
    {"[1, 2, 3, 4].slice(1, 3) + lists.range(2)", "[2, 3, 0, 1]"},
    {"[[1], [2, 3]].flatten()", "[1, 2, 3]"},
    {"['bb', 'a'].sortBy(x, x.size())", "[a, bb]"},
};

} // namespace

void TestCel::libraries_data()
{
    addRows(standard);
}

void TestCel::libraries()
{
    verifyRow();
}

namespace {

constexpr Row kubernetes[] = {
    {"[1, 2, 2].isSorted() && !['b', 'a'].isSorted() && [].isSorted()", "true"},
    {"[1, 2].sum() + [3, 1].max() + [3, 1].min()", "7"},
    {"[1.5, 2.5].sum()", "4"},
    {"[duration('1m'), duration('30s')].sum() == duration('90s')", "true"},
    {"[].max()", "error: max called on empty list"},
    {"[1, 2, 1].indexOf(1) + [1, 2, 1].lastIndexOf(1) + [1].indexOf(5)", "1"},
    {"'abc 123 45'.find('[0-9]+') + 'x'.find('[0-9]')", "123"},
    {"'123 abc 456'.findAll('[0-9]+') + '123 abc 456'.findAll('[0-9]+', 1)", "[123, 456, 123]"},
    {"isURL('https://example.com:80/a?b=c') && isURL('/a') && !isURL('a b') && !isURL('../x')", "true"},
    {"url('https://user@example.com:8080/p%20q?k=v&k=w').getScheme()", "https"},
    {"url('https://user@example.com:8080/p%20q?k=v').getHost()", "example.com:8080"},
    {"url('https://[::1]:8080/').getHostname() + url('https://[::1]:8080/').getPort()", "::18080"},
    {"url('https://example.com/p%20q?k=v').getEscapedPath()", "/p%20q"},
    {"url('https://example.com?k=v&k=w&x').getQuery() == {'k': ['v', 'w'], 'x': ['']}", "true"},
    {"url('https://example.com').getPort()", ""},
    {"url('a b').getHost()",
        "error: URL parse error during conversion from string: parse \"a b\": invalid URI for request"},
    {"quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('500m').isLessThan(quantity('1'))", "true"},
    {"quantity('1.5Gi').asInteger()", "1610612736"},
    {"quantity('50k').add(quantity('20k')).compareTo(quantity('70k'))", "0"},
    {"quantity('50k').sub(20000).asInteger() + quantity('1').add(2).asInteger()", "30003"},
    {"quantity('100').sign() + quantity('-1').sign() + quantity('0').sign()", "0"},
    {"quantity('1.5').isInteger() || !quantity('2e3').isInteger()", "false"},
    {"quantity('1.5').asApproximateFloat()", "1.5"},
    {"quantity('1.5').asInteger()", "error: cannot convert value to integer"},
    {"isQuantity('1Mi') && isQuantity('.5') && !isQuantity('1 Mi') && !isQuantity('') && !isQuantity('1mi')",
        "true"},
    {"quantity('1000m') == quantity('1') && quantity('1024Ki') == quantity('1Mi')", "true"},
    {"quantity('0.0000000001').isGreaterThan(quantity('0'))", "true"},
    {"quantity('1e1000').asInteger()", "9223372036854775807"},
    {"semver('1.2.3').isLessThan(semver('1.10.0')) && isSemver('1.0.0-rc.1') && !isSemver('v1.0')", "true"},
    {"semver('1.0.0-rc.1').compareTo(semver('1.0.0')) + semver('v1.2', true).minor()", "1"},
    {"isIP('10.0.0.1') && isIP('::1') && !isIP('10.0.0.256') && !isIP('::ffff:1.2.3.4') && !isIP('01.2.3.4')",
        "true"},
    {"ip('10.0.0.1').family() + ip('fe80::1').family()", "10"},
    {"ip('127.0.0.1').isLoopback() && ip('fe80::1').isLinkLocalUnicast() && ip('8.8.8.8').isGlobalUnicast()",
        "true"},
    {"ip('224.0.0.1').isLinkLocalMulticast() && ip('0.0.0.0').isUnspecified()", "true"},
    {"ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::abcd')", "true"},
    {"string(ip('2001:0db8:0:0:0:0:0:1'))", "2001:db8::1"},
    {"ip('nix')", "error: IP Address \"nix\" parse error during conversion from string"},
    {"cidr('192.168.0.0/24').containsIP('192.168.0.7') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
        "true"},
    {"cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR('10.0.0.0/8')",
        "true"},
    {"string(cidr('10.1.2.3/8').masked()) + ' ' + string(cidr('::1/128').ip())", "10.0.0.0/8 ::1"},
    {"cidr('10.0.0.0/8').prefixLength() + (isCIDR('10.0.0.0/33') ? 100 : 0)", "8"},
    {"format.dns1123Label().validate('my-name').hasValue()", "false"},
    {"format.dns1123Label().validate('My_Name').value().size()", "1"},
    {"format.named('qualifiedName').value().validate('example.com/Name').hasValue()", "false"},
    {"format.named('nix').hasValue()", "false"},
    {"format.dns1123LabelPrefix().validate('my-').hasValue()", "false"},
    {"format.uuid().validate('f47ac10b-58cc-4372-a567-0e02b2c3d479').hasValue()", "false"},
    {"format.date().validate('2026-13-01').value()", "[invalid date]"},
    {"!format.datetime().validate('2026-11-24T10:00:00Z').hasValue() && "
     "format.byte().validate('a').hasValue()",
        "true"},
};

} // namespace

void TestCel::kubernetesLibraries_data()
{
    addRows(kubernetes);
}

void TestCel::kubernetesLibraries()
{
    verifyRow();
}

void TestCel::authorization_data()
{
    static constexpr Row rows[] = {
        {"authorizer.group('apps').resource('deployments').subresource('scale').namespace('n').name('d')"
         ".check('update').reason()",
            "update apps/deployments/scale n/d"},
        {"authorizer.group('').resource('pods').check('delete').allowed()", "false"},
        {"authorizer.group('').resource('pods').fieldSelector('a=b').labelSelector('c=d').check('list')"
         ".allowed()",
            "true"},
        {"authorizer.path('/healthz').check('get').reason()", "get /healthz"},
        {"authorizer.path('/healthz').check('get').errored()", "false"},
        {"authorizer.path('/healthz').check('get').error()", ""},
        {"authorizer.serviceAccount('ns', 'sa').path('/x').check('get').reason()", "ns:sa get /x"},
        {"authorizer.serviceAccount('ns', 'Sa').path('/x')", "error: Invalid service account name"},
        {"authorizer.serviceAccount('n.s', 'sa').path('/x')", "error: Invalid service account namespace"},
        {"authorizer.path(' ')", "error: path must not be empty"},
        {"authorizer.group('').resource('\t')", "error: resource must not be empty"},
        {"authorizer.requestResource.check('get').reason()", "get /pods/ /p"},
        {"authorizer.requestResource.name('').check('get').reason()", "get /pods/ /"},
        {"authorizer.requestResource == authorizer.requestResource", "true"},
        {"authorizer == authorizer.serviceAccount('ns', 'sa')", "false"},
        {"type(authorizer.path('/x')) == kubernetes.authorization.PathCheck", "true"},
        {"['x'].all(authorizer, authorizer.size() == 1)", "true"},
        {"authorizer.path('/x').allowed()",
            "ERROR: <input>:1:30: found no matching overload for 'allowed' applied to "
            "'kubernetes.authorization.PathCheck.()'"},
        {"authorizer.other",
            "ERROR: <input>:1:11: type 'kubernetes.authorization.Authorizer' does not support field "
            "selection"},
        {"[1, 2].all(i, authorizer.path('/x').check('get').allowed())", "true"},
        {"[1, 2, 3].all(i, authorizer.path('/x').check('get').allowed())",
            "error: operation cancelled: actual cost limit exceeded"},
    };
    addRows(rows);
}

void TestCel::authorization() // U2
{
    verifyRow();
}

namespace {

constexpr Row objects[] = {
    {"self.name.size() == 3 && self.legs == 4 && self.flag", "true"},
    {"self.weight == 2.0", "true"},
    {"self.a__dot__b__slash__c__dash__d + self.__namespace__ + self.__underscores__x", "escapednsu"},
    {"self.since.getHours() + self.pause.getMinutes()", "100"},
    {"self.raw == b'hi'", "true"},
    {"type(self.share) == string && self.share.endsWith('%')", "true"},
    {"self.tags == ['b', 'a'] && ['a', 'b'] == self.tags", "true"},
    {"self.tags == self.otherTags", "false"},
    {"self.tags + self.otherTags", "[a, b, c]"},
    {"(self.ports + self.otherPorts).map(p, p.number)", "[80, 8443, 53]"},
    {"self.steps + self.steps == [1, 2, 3, 1, 2, 3]", "true"},
    {"self.ports.exists_one(p, p.name == 'tls' && p.number == 443)", "true"},
    {"self.labels['x'] + self.labels.y", "12"},
    {"self.labels.all(k, self.labels[k].matches('^[0-9]$'))", "true"},
    {"has(self.labels) && has(self.labels.x) && !has(self.labels.z) && !has(self.inner.deep)", "true"},
    {"self.inner.deep", "error: no such key: deep"},
    {"self.?inner.?deep.orValue('default')", "default"},
    {"has(self.nothing)", "true"},
    {"dynSelf.unknown + dynSelf.legs", "5"},
    {"dynSelf.nowhere", "error: no such key: nowhere"},
    {"self.inner == self.inner && self.inner != null", "true"},
    {"self.steps.sum() == 6 && self.steps.isSorted()", "true"},
    {"[self.since, self.since, self.since + duration('1s')].distinct().size()", "2"},
};

} // namespace

void TestCel::typedObjects_data()
{
    addRows(objects);
}

void TestCel::typedObjects()
{
    verifyRow();
}

namespace {

constexpr Row mistakes[] = {
    {"", "ERROR: <input>:1:1: Syntax error: unexpected '<EOF>'"},
    {"1 +", "ERROR: <input>:1:4: Syntax error: unexpected '<EOF>'"},
    {"(1", "ERROR: <input>:1:3: Syntax error: unexpected '<EOF>'"},
    {"1 2", "ERROR: <input>:1:3: Syntax error: unexpected '2'"},
    {"self.foo", "ERROR: <input>:1:5: undefined field 'foo'"},
    {"slf.legs", "ERROR: <input>:1:1: undeclared reference to 'slf' (in container '')"},
    {"self.legs + 'a'",
        "ERROR: <input>:1:11: found no matching overload for '_+_' applied to '(int, string)'"},
    {"self.legs == '4'",
        "ERROR: <input>:1:11: found no matching overload for '_==_' applied to '(int, string)'"},
    {"self.name == null",
        "ERROR: <input>:1:11: found no matching overload for '_==_' applied to '(string, null)'"},
    {"self.name.size(1)",
        "ERROR: <input>:1:15: found no matching overload for 'size' applied to 'string.(int)'"},
    {"self.name.x", "ERROR: <input>:1:10: type 'string' does not support field selection"},
    {"self.legs.all(x, x > 1)",
        "ERROR: <input>:1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, "
        "or "
        "dynamic)"},
    {"[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'"},
    {"{'a': 1, 'b': 'c'}", "ERROR: <input>:1:15: expected type 'int' but found 'string'"},
    {"[1].all(x, x)", "ERROR: <input>:1:12: expected type 'bool' but found 'int'"},
    {"[1].all(x.y, true)", "ERROR: <input>:1:10: argument must be a simple name"},
    {"has(1)", "ERROR: <input>:1:5: invalid argument to has() macro"},
    {"1 ? 2 : 3", "ERROR: <input>:1:1: expected type 'bool' but found 'int'"},
    {"true ? 2 : 'a'",
        "ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, int, string)'"},
    {"'a'.matches('(')", "ERROR: <input>:1:13: invalid matches argument"},
    {"duration('1x')", "ERROR: <input>:1:10: invalid duration argument"},
    {"timestamp('today')", "ERROR: <input>:1:11: invalid timestamp argument"},
    {"9223372036854775808", "ERROR: <input>:1:1: invalid int literal"},
    {"18446744073709551616u", "ERROR: <input>:1:1: invalid uint literal"},
    {"1e400", "ERROR: <input>:1:1: invalid double literal"},
    {"'open", "ERROR: <input>:1:1: Syntax error: a text without its closing quote"},
    {"'\\q'", "ERROR: <input>:1:1: Syntax error: an escape sequence that CEL does not know"},
    {"'\\ud800'", "ERROR: <input>:1:1: Syntax error: an escape sequence that is no character"},
    {"if", "ERROR: <input>:1:1: Syntax error: reserved identifier: if"},
    {"self.namespace", "ERROR: <input>:1:5: undefined field 'namespace'"}, // it is __namespace__
    {"self.in", "ERROR: <input>:1:6: Syntax error: unexpected 'in'"},
    {"a @ b", "ERROR: <input>:1:3: Syntax error: a character that CEL does not know"},
};

} // namespace

void TestCel::compileErrors_data()
{
    addRows(mistakes);
}

void TestCel::compileErrors()
{
    verifyRow();
}

void TestCel::whereAnErrorIs()
{
    const auto program = Program::compile("self.legs > 1 &&\n  self.föö", variables());
    QVERIFY(!program);
    const auto other = Program::compile("self.legs > 1 &&\n  'ö' + self.foo == ''", variables());
    QVERIFY(!other);
    QCOMPARE(other.error().message,
        "ERROR: <input>:2:13: undefined field 'foo'\n |   'ö' + self.foo == ''\n | ............^");
}

void TestCel::unknownFunctions()
{
    const auto future = Program::compile("self.name.translate('de') == 'x'", variables());
    QVERIFY(!future);
    QCOMPARE(future.error().unknownFunctions, std::vector<std::string> {"translate"});
    const auto library = Program::compile("math.greatest(1, 2) == 2", variables());
    QVERIFY(!library);
    QCOMPARE(library.error().unknownFunctions, std::vector<std::string> {"math.greatest"});
    const auto misspelt = Program::compile("slf.contains('a')", variables());
    QVERIFY(!misspelt);
    QVERIFY(misspelt.error().unknownFunctions.empty());
    const auto both = Program::compile("self.name.translate('de') == self.foo", variables());
    QVERIFY(!both);
    QVERIFY(both.error().unknownFunctions.empty()); // wrong in any case
}

void TestCel::whatIsUsed()
{
    const auto program = Program::compile("self.steps.all(dynSelf, dynSelf > 0)", variables());
    QVERIFY(program);
    QVERIFY(program->uses("self"));
    QVERIFY(!program->uses("dynSelf")); // only a macro's variable of that name
    QVERIFY(program->type().kind == Kind::Bool);
}

void TestCel::costs_data()
{
    QTest::addColumn<std::string>("expression");
    QTest::addColumn<std::uint64_t>("cost");
    const auto row = [](std::string_view expression, std::uint64_t cost) {
        QTest::newRow(std::string(expression).c_str()) << std::string(expression) << cost;
    };
    row("true", 0);
    row("self.legs", 2);
    row("self.inner == self.inner", 4);
    row("self.steps == self.steps", 5);
    row("has(self.inner.deep)", 2);
    row("self.legs > 1 && true", 3);
    row("self.legs > 1 || self.legs < 5", 3);
    row("true ? 1 : 2 + 3", 0);
    row("1 + 2", 1);
    row("[1, 2]", 0);
    row("[self.legs]", 12);
    row("{'a': self.legs}", 32);
    row("'abcdefghijk'.startsWith('a')", 2);
    row("'abcdefghijk'.contains('a')", 2);
    row("'abcdefghijk'.matches('abcdef')", 4);
    row("2 in [1, 2, 3]", 3);
    row("size('abc') == 3", 2);
}

void TestCel::costs()
{
    QFETCH(std::string, expression);
    QFETCH(std::uint64_t, cost);
    Meter meter;
    outcome(expression, meter);
    QCOMPARE(meter.cost(), cost);
}

void TestCel::whatCostsTooMuch_data()
{
    QTest::addColumn<std::string>("expression");
    const auto row = [](const char *name, const std::string &expression) {
        QTest::newRow(name) << expression;
    };
    const std::string many = "lists.range(1000)";
    row("loops within loops", many + ".all(a, " + many + ".all(b, " + many + ".all(c, a + b + c >= 0)))");
    row("a failure that is absorbed all the same",
        many + ".all(a, " + many + ".all(b, " + many + ".all(c, a + b + c >= 0))) || true");
    row("a text that grows",
        many + ".map(a, " + many + ").map(l, l.map(x, string(x)).join('" + repeated("x", 500)
            + "')).join() == ''");
    row("replacing all by much",
        "'" + repeated("a", 9000) + "'.replace('a', '" + repeated("b", 20000) + "') == ''");
    row("adding a long text to itself",
        "lists.range(99000).map(x, '" + repeated("y", 20000) + "' + '" + repeated("z", 20000) + "') == []");
    row("a long range", "lists.range(1000000000000) == []");
    row("lists that are compared again and again",
        many + ".all(x, " + many + ".all(y, " + many + " == " + many + "))");
    row("a pattern on a long text",
        "lists.range(1000).all(x, '" + repeated("a", 50000) + "'.matches('(a?){50}b') || true)");
    row("the size of a long text, again and again",
        "lists.range(99000).all(x, '" + repeated("y", 90000) + "'.size() > x)");
    row("a pattern that looks on to the end at each match",
        "'" + repeated("c", 90000) + "'.findAll('(c.*d|c)').size() > 0");
}

void TestCel::whatCostsTooMuch()
{
    QFETCH(std::string, expression);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(QString::fromStdString(outcome(expression)),
        QStringLiteral("error: operation cancelled: actual cost limit exceeded"));
    QVERIFY2(timer.elapsed() < 20000, QByteArray::number(timer.elapsed()));
}

/// They are told apart at once, so that they may be compared often.
void TestCel::longTextsThatDiffer()
{
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(outcome("lists.range(90000).all(x, '" + repeated("y", 90000) + "' != 'a')"), "true");
    QVERIFY2(timer.elapsed() < 5000, QByteArray::number(timer.elapsed()));
}

void TestCel::hostileInput_data()
{
    QTest::addColumn<std::string>("expression");
    const auto row = [](const char *name, const std::string &expression) {
        QTest::newRow(name) << expression;
    };
    row("parentheses", repeated("(", 50000));
    row("closed parentheses", repeated("(", 5000) + "1" + repeated(")", 5000));
    row("lists in lists", repeated("[", 5000) + repeated("]", 5000));
    row("maps in maps", repeated("{1:", 5000) + "1" + repeated("}", 5000));
    row("not not", repeated("!", 50000) + "true");
    row("minus minus", repeated("-", 50000) + "1");
    row("a long sum", "1" + repeated("+1", 40000));
    row("sums in parentheses", repeated("(", 200) + "1" + repeated(repeated("+1", 200) + ")", 200));
    row("a long path", "self" + repeated(".a", 40000));
    row("indexes", "[1]" + repeated("[0]", 30000));
    row("calls", "'a'" + repeated(".trim()", 14000));
    row("conditions", repeated("true ? 1 : ", 9000) + "1");
    row("conditions in the middle", repeated("true ? ", 9000) + "1" + repeated(" : 1", 9000));
    row("macros in macros", repeated("[1].all(x, ", 5000) + "true" + repeated(")", 5000));
    row("too long", repeated("1 + ", 100000) + "1");
    row("NUL", std::string("'a' + \0 'b'", 11));
    row("no UTF-8", "'\xff\xfe' == 'a'");
    row("no UTF-8 outside of a text", "\xc3\x28");
    row("an overlong encoding", "'\xc0\x80'");
    row("a surrogate in UTF-8", "'\xed\xa0\x80'");
    row("a wrong pattern", "'a'.matches('" + repeated("(", 2000) + "')");
    row("a huge pattern", "'a'.matches('" + repeated("((a{100}){100}){100}", 1) + "')");
    row("a huge number", repeated("9", 5000));
    row("a huge exponent that means nothing", "int('" + repeated("9", 5000) + "') > 1");
    row("an open comment", "// " + repeated("x", 1000));
}

/// Each is refused or fails; none of it takes long, or too much of the stack.
void TestCel::hostileInput()
{
    QFETCH(std::string, expression);
    QElapsedTimer timer;
    timer.start();
    const std::string result = outcome(expression);
    QVERIFY2(result.starts_with("ERROR") || result.starts_with("error"), result.substr(0, 200).c_str());
    QVERIFY2(timer.elapsed() < 5000, QByteArray::number(timer.elapsed()));
}

namespace {

/// Expressions that are mostly right, of pieces of the tables above.
std::string randomExpression(Dice &dice)
{
    static const std::vector<std::string> pieces {"self", ".legs", ".name", ".ports", "[0]", "[?1]", ".?x",
        "(", ")", "[", "]", "{", "}", "1", "0", "-1", "2.5", "3u", "'a'", "'ö'", "b'x'", "true", "null",
        " + ", " - ", " * ", " / ", " % ", " == ", " < ", " in ", " && ", " || ", " ? ", " : ", ", ", "!",
        "-", ".all(x, ", ".map(x, ", ".filter(x, x", ".size()", ".sum()", ".matches('a+')", ".split('')",
        ".join(',')", "size(", "string(", "int(", "quantity('1')", ".add(1)", "ip('1.2.3.4')",
        "duration('1h')", "optional.of(", ".orValue(1)", ".value()", "x", "dyn(", "{'a': 1}", "[1, 2, 3]",
        "dynSelf", ".format([1])", "'%s'", "9223372036854775807", "\x01", "\xff", "'", "\"", "\\", "@", "0x",
        "1e", "//", "r'", "'''"};
    std::string expression;
    for (std::size_t i = 0, count = 1 + dice.below(14); i < count; ++i)
        expression += pieces.at(dice.below(pieces.size()));
    return expression;
}

std::string mutatedExpression(Dice &dice)
{
    const std::span<const Row> tables[] = {language, standard, kubernetes, objects};
    const auto &table = tables[dice.below(std::size(tables))];
    std::string expression(table[dice.below(table.size())].expression);
    for (std::size_t i = dice.below(4); i > 0 && !expression.empty(); --i) {
        const std::size_t at = dice.below(expression.size());
        if (dice.oneIn(2))
            expression.erase(at, 1 + dice.below(3));
        else
            expression.insert(at,
                dice.oneIn(2) ? randomExpression(dice) : std::string(1, static_cast<char>(dice.below(256))));
    }
    return expression;
}

} // namespace

/// No expression, on no object, does anything but give a value or a failure, the same each time.
void TestCel::randomExpressions()
{
    Dice dice;
    for (int i = 0; i < 20000; ++i) {
        const std::string expression = dice.oneIn(2) ? randomExpression(dice) : mutatedExpression(dice);
        const auto program = Program::compile(expression, variables());
        if (!program) {
            QVERIFY2(!program.error().message.empty(), dice.seedText());
            continue;
        }
        const core::api::Json object = randomJson(dice, 3);
        const Bindings bound {
            {"self", valueOf(object, shape())}, {"dynSelf", valueOf(object, simpleType(Kind::Dyn))}};
        Meter first(100000);
        Meter second(100000);
        const std::string once = inQuotes(program->evaluate(bound, first));
        QVERIFY2(
            once == inQuotes(program->evaluate(bound, second)), (expression + " ").c_str() + dice.seedText());
        QCOMPARE(first.cost(), second.cost());
    }
}

void TestCel::equalValuesHaveEqualHashes()
{
    Dice dice;
    Meter meter;
    for (int i = 0; i < 2000; ++i) {
        const core::api::Json object = randomJson(dice, 3);
        const core::api::Json copy = *core::api::parseJson(core::api::writeJson(object));
        const Value a = valueOf(object, simpleType(Kind::Dyn));
        const Value b = valueOf(copy, simpleType(Kind::Dyn));
        QVERIFY2(equal(a, b, meter), dice.seedText());
        QVERIFY2(hashOf(a, meter) == hashOf(b, meter), dice.seedText());
    }
    QCOMPARE(hashOf(std::int64_t(3), meter), hashOf(3.0, meter));
    QCOMPARE(hashOf(std::uint64_t(3), meter), hashOf(3.0, meter));
    QVERIFY(equal(std::uint64_t(3), 3.0, meter));
    QCOMPARE(hashOf(std::int64_t(9007199254740993), meter), hashOf(9007199254740992.0, meter)); // equal
}

void TestCel::escapedNames()
{
    QCOMPARE(escapedName("a.b"), "a__dot__b");
    QCOMPARE(escapedName("a-b/c"), "a__dash__b__slash__c");
    QCOMPARE(escapedName("a__b"), "a__underscores__b");
    QCOMPARE(escapedName("namespace"), "__namespace__");
    QCOMPARE(escapedName("plain_1"), "plain_1");
    for (const char *none : {"", "1a", "a b", "ä", "a$"})
        QCOMPARE(escapedName(none), "");
}

QTEST_GUILESS_MAIN(TestCel)
#include "tst_cel.moc"
