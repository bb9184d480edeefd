// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/validationrules.h"

#include "core/api/bounds.h"
#include "core/cel/formatting.h"
#include "core/lab/celtypes.h"
#include "core/lab/definitionstatus.h"
#include "core/lab/objects.h"
#include "core/lab/rulepath.h"
#include "core/lab/schemareader.h"

#include <algorithm>
#include <limits>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using cel::TypePtr;

std::string withoutBlanks(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == text.npos)
        return {};
    return std::string(text.substr(begin, text.find_last_not_of(blanks) - begin + 1));
}

bool hasLineBreaks(std::string_view text)
{
    return text.find_first_of("\r\n") != text.npos;
}

std::optional<std::string> messageMadeBy(const cel::Value &made)
{
    constexpr std::size_t longest = 5 * 1024;
    std::string text = made.as<cel::Text>() ? withoutBlanks(made.text()) : std::string();
    if (text.empty() || text.size() > longest || text.find('\n') != text.npos)
        return std::nullopt;
    return text;
}

std::string inOneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        const bool isSpace = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!isSpace || !line.ends_with(' '))
            line += isSpace ? ' ' : c;
    }
    return clipped(std::move(line));
}

namespace {

/// The rule as the original's errors show it, which print the value in memory.
std::string shownRule(const Json &rule)
{
    const auto inQuotes = [&](std::string_view field) { return cel::quotedText(api::textAt(rule, {field})); };
    const bool hasReason = api::find(rule, {"reason"});
    const bool hasOptional = api::find(rule, {"optionalOldSelf"});
    return clipped("apiextensions.ValidationRule{Rule:" + inQuotes("rule")
        + ", Message:" + inQuotes("message") + ", MessageExpression:" + inQuotes("messageExpression")
        + ", Reason:(*apiextensions.FieldValueErrorReason)(" + (hasReason ? inQuotes("reason") : "nil")
        + "), FieldPath:" + inQuotes("fieldPath") + ", OptionalOldSelf:(*bool)("
        + (hasOptional ? (flagAt(rule, {"optionalOldSelf"}) ? "true" : "false") : "nil") + ")}");
}

std::uint64_t saturatedProduct(std::uint64_t a, std::uint64_t b)
{
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > largest / b ? largest : a * b;
}

/// Where a schema stands in its definition.
struct SchemaPlace {
    std::string path;
    std::string uncorrelatable; ///< the list outermost whose items can't be told apart; empty: there is none
    std::optional<std::uint64_t> most = 1; ///< values at that place in an object; nothing: as many as fit
    bool isCounted = true; ///< among the costs of the definition, which rules of an allOf are not
};

/// How many values there may be where that many lists or maps are.
std::optional<std::uint64_t> mostWithin(std::optional<std::uint64_t> lists, std::optional<std::size_t> limit)
{
    if (!lists || !limit)
        return std::nullopt;
    return saturatedProduct(*lists, *limit);
}

class RuleReader
{
public:
    RuleReader(FieldErrors &errors, CompiledRules &compiled)
        : m_errors(errors)
        , m_unevaluated(compiled.unevaluated)
        , m_costs(compiled.costs)
    {
    }

    /// The result is null when there are no rules in it. The schema is that of the value; the JSON may be a
    /// part of its allOf.
    std::unique_ptr<RuleNode> read(
        const Json &json, const Schema &schema, const TypePtr &type, const SchemaPlace &place);

private:
    void readRules(const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place);
    ValidationRule readRule(
        const Json &rule, const Schema &schema, const RuleNode &node, const SchemaPlace &place);
    bool checkFields(const Json &rule, const Schema &schema, const std::string &place);
    void compile(
        const Json &from, ValidationRule &rule, const cel::Variables &variables, const std::string &place);
    void compileMessage(
        const Json &from, ValidationRule &rule, const cel::Variables &variables, const std::string &place);
    void checkOldSelf(
        const Json &from, const ValidationRule &rule, const SchemaPlace &place, const std::string &path);
    void readProperties(const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place);
    void readParts(const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place);
    void estimate(const ValidationRule &rule, const cel::TypePtr &type, const SchemaPlace &place);
    void leaveOut(const Json &json, const std::string &path, std::string_view why);
    void report(std::string field, const Json &rule, std::string_view detail);

    FieldErrors &m_errors;
    std::vector<UnevaluatedRule> &m_unevaluated;
    std::vector<RuleCost> &m_costs;
};

void RuleReader::report(std::string field, const Json &rule, std::string_view detail)
{
    m_errors.push_back({"FieldValueInvalid", std::move(field),
        "Invalid value: " + shownRule(rule) + ": " + std::string(detail)});
}

std::string rulePath(const std::string &path, std::size_t index)
{
    return path + "." + std::string(validationRules) + "[" + std::to_string(index) + "]";
}

bool isEmpty(const RuleNode &node)
{
    return node.rules.empty() && node.properties.empty() && !node.items && !node.additional
        && node.allOf.empty();
}

std::unique_ptr<RuleNode> RuleReader::read(
    const Json &json, const Schema &schema, const TypePtr &type, const SchemaPlace &place)
{
    if (!json.is_object())
        return nullptr;
    auto node = std::make_unique<RuleNode>();
    node->type = type;
    node->typeName = typeName(schema.type);
    node->listType = schema.listType;
    node->mapKeys = schema.mapKeys;
    if (!type) {
        leaveOut(json, place.path, "nothing is known of the value's type");
        return nullptr;
    }
    readRules(json, schema, *node, place);
    readProperties(json, schema, *node, place);
    readParts(json, schema, *node, place);
    return isEmpty(*node) ? nullptr : std::move(node);
}

void RuleReader::readProperties(
    const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place)
{
    const Json *properties = api::find(json, {"properties"});
    if (!properties || !properties->is_object())
        return;
    for (const auto &member : properties->get_object()) {
        const std::string name(member.key());
        const SchemaPlace inner {place.path + ".properties[" + clipped(name) + "]", place.uncorrelatable,
            place.most, place.isCounted};
        const auto known = schema.properties.find(name);
        if (known == schema.properties.end()) {
            leaveOut(member.value(), inner.path, "the property stands in no schema of the value itself");
            continue;
        }
        const auto field = node.type->fields.find(cel::escapedName(name));
        const TypePtr type = field != node.type->fields.end()
            ? field->second.type
            : celTypeOf(*known->second, known->second->embeddedResource);
        if (auto read = this->read(member.value(), *known->second, type, inner))
            node.properties.emplace(name, std::move(read));
    }
}

void RuleReader::readParts(const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place)
{
    const Json *items = api::find(json, {"items"});
    if (items && schema.items) {
        const bool forgets = schema.listType != Schema::ListType::Map && place.uncorrelatable.empty();
        node.items = read(*items, *schema.items, cel::parameterOf(*node.type, 0),
            {place.path + ".items", forgets ? place.path : place.uncorrelatable,
                mostWithin(place.most, schema.maxItems), place.isCounted});
    }
    const Json *additional = api::find(json, {"additionalProperties"});
    if (additional && schema.additional)
        node.additional = read(*additional, *schema.additional, cel::parameterOf(*node.type, 1),
            {place.path + ".additionalProperties", place.uncorrelatable,
                mostWithin(place.most, schema.maxProperties), place.isCounted});
    const JsonArray &parts = listAt(json, {"allOf"});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (auto part = read(parts[i], schema, node.type,
                {place.path + ".allOf[" + std::to_string(i) + "]", place.uncorrelatable, place.most, false}))
            node.allOf.push_back(std::move(part));
    }
    constexpr std::string_view why = "rules within anyOf, oneOf and not have no effect";
    for (const std::string_view name : {"anyOf", "oneOf"}) {
        const JsonArray &choices = listAt(json, {name});
        for (std::size_t i = 0; i < choices.size(); ++i)
            leaveOut(choices[i], place.path + "." + std::string(name) + "[" + std::to_string(i) + "]", why);
    }
    if (const Json *inner = api::find(json, {"not"}))
        leaveOut(*inner, place.path + ".not", why);
}

/// Names the rules in the schema, which goes as deep as objects are.
void RuleReader::leaveOut(const Json &json, const std::string &path, std::string_view why)
{
    const JsonArray &own = listAt(json, {validationRules});
    for (std::size_t i = 0; i < own.size(); ++i)
        m_unevaluated.push_back(
            {rulePath(path, i) + ".rule", std::string(api::textAt(own[i], {"rule"})), std::string(why)});
    if (const Json *properties = api::find(json, {"properties"}); properties && properties->is_object()) {
        for (const auto &member : properties->get_object())
            leaveOut(member.value(), path + ".properties[" + clipped(std::string(member.key())) + "]", why);
    }
    for (const std::string_view part : {"items", "additionalProperties", "not"}) {
        if (const Json *inner = api::find(json, {part}); inner && inner->is_object())
            leaveOut(*inner, path + "." + std::string(part), why);
    }
    for (const std::string_view part : {"allOf", "anyOf", "oneOf"}) {
        const JsonArray &inner = listAt(json, {part});
        for (std::size_t i = 0; i < inner.size(); ++i)
            leaveOut(inner[i], path + "." + std::string(part) + "[" + std::to_string(i) + "]", why);
    }
}

void RuleReader::readRules(const Json &json, const Schema &schema, RuleNode &node, const SchemaPlace &place)
{
    const Json *rules = api::find(json, {validationRules});
    if (!rules)
        return;
    if (!rules->is_array())
        return m_errors.push_back(
            invalid(place.path + "." + std::string(validationRules), *rules, "must be a list"));
    const JsonArray &list = rules->get_array();
    bool areWhole = true;
    for (std::size_t i = 0; i < list.size(); ++i)
        areWhole = checkFields(list[i], schema, rulePath(place.path, i)) && areWhole;
    for (std::size_t i = 0; i < list.size() && areWhole; ++i) {
        const SchemaPlace at {rulePath(place.path, i), place.uncorrelatable, place.most, place.isCounted};
        node.rules.push_back(readRule(list[i], schema, node, at));
    }
}

/// What is wrong with a rule before anybody looks at its expressions.
bool RuleReader::checkFields(const Json &rule, const Schema &schema, const std::string &place)
{
    const std::size_t before = m_errors.size();
    const auto textOf = [&](std::string_view field) { return std::string(api::textAt(rule, {field})); };
    const std::string text = withoutBlanks(textOf("rule"));
    const std::string message = withoutBlanks(textOf("message"));
    if (text.empty())
        m_errors.push_back(required(place + ".rule", "rule is not specified"));
    else if (!textOf("message").empty() && message.empty())
        m_errors.push_back(invalid(place + ".message", textOf("message"), "must be non-empty if specified"));
    else if (hasLineBreaks(message))
        m_errors.push_back(invalid(place + ".message", textOf("message"), "must not contain line breaks"));
    else if (hasLineBreaks(text) && message.empty())
        m_errors.push_back(
            required(place + ".message", "message must be specified if rule contains line breaks"));
    if (!textOf("messageExpression").empty() && withoutBlanks(textOf("messageExpression")).empty())
        m_errors.push_back(
            required(place + ".messageExpression", "messageExpression must be non-empty if specified"));
    const std::vector<std::string> reasons {
        "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"};
    if (api::find(rule, {"reason"}) && std::ranges::find(reasons, textOf("reason")) == reasons.end())
        m_errors.push_back(notSupported(place + ".reason", textOf("reason"), reasons));
    const std::string fieldPath = textOf("fieldPath");
    if (!fieldPath.empty() && withoutBlanks(fieldPath).empty())
        m_errors.push_back(invalid(place + ".fieldPath", fieldPath, "must be non-empty if specified"));
    if (hasLineBreaks(fieldPath))
        m_errors.push_back(invalid(place + ".fieldPath", fieldPath, "must not contain line breaks"));
    if (!fieldPath.empty() && !normalizedFieldPath(fieldPath, schema))
        m_errors.push_back(invalid(place + ".fieldPath", fieldPath, "must be a valid path"));
    return m_errors.size() == before;
}

ValidationRule RuleReader::readRule(
    const Json &from, const Schema &schema, const RuleNode &node, const SchemaPlace &place)
{
    ValidationRule rule;
    rule.text = withoutBlanks(api::textAt(from, {"rule"}));
    rule.message = withoutBlanks(api::textAt(from, {"message"}));
    rule.reason = api::textAt(from, {"reason"});
    rule.optionalOldSelf = flagAt(from, {"optionalOldSelf"});
    if (const std::string_view path = api::textAt(from, {"fieldPath"}); !path.empty())
        rule.fieldPath = normalizedFieldPath(path, schema).value_or(std::string());
    const cel::Variables variables {
        {"self", node.type}, {"oldSelf", rule.optionalOldSelf ? cel::optionalOf(node.type) : node.type}};
    compile(from, rule, variables, place.path);
    compileMessage(from, rule, variables, place.path);
    if (place.isCounted)
        estimate(rule, node.type, place);
    if (rule.program)
        checkOldSelf(from, rule, place, place.path);
    return rule;
}

void RuleReader::compile(
    const Json &from, ValidationRule &rule, const cel::Variables &variables, const std::string &place)
{
    auto program = cel::Program::compile(rule.text, variables);
    if (program && program->type().kind == cel::Kind::Bool) {
        rule.program = std::move(*program);
        return;
    }
    if (!program && !program.error().unknownFunctions.empty()) {
        m_unevaluated.push_back({place + ".rule", rule.text,
            "undeclared reference to '" + program.error().unknownFunctions.front() + "'"});
        return;
    }
    rule.error =
        program ? "cel expression must evaluate to a bool" : "compilation failed: " + program.error().message;
    report(place + ".rule", from, rule.error);
}

void RuleReader::compileMessage(
    const Json &from, ValidationRule &rule, const cel::Variables &variables, const std::string &place)
{
    rule.messageText = api::textAt(from, {"messageExpression"});
    if (rule.messageText.empty() || !rule.program)
        return;
    const std::string path = place + ".messageExpression";
    auto program = cel::Program::compile(rule.messageText, variables);
    if (program && program->type().kind == cel::Kind::String)
        rule.messageExpression = std::move(*program);
    else if (program)
        report(path, from, "messageExpression must evaluate to a string");
    else if (!program.error().unknownFunctions.empty())
        m_unevaluated.push_back({path, rule.messageText,
            "undeclared reference to '" + program.error().unknownFunctions.front() + "'"});
    else
        report(path, from, "messageExpression compilation failed: " + program.error().message);
}

/// A value is at least as long as the shortest one, and a comma, where nothing else limits their number. An
/// optional oldSelf counts as the value in it.
void RuleReader::estimate(const ValidationRule &rule, const TypePtr &type, const SchemaPlace &place)
{
    const std::uint64_t times = place.most.value_or(api::largestObject / (type->leastBytes + 1));
    const cel::Variables variables {{"self", type}, {"oldSelf", type}};
    if (rule.program)
        m_costs.push_back(
            {place.path + ".rule", saturatedProduct(rule.program->estimate(variables).most, times)});
    if (rule.messageExpression)
        m_costs.push_back(
            {place.path + ".messageExpression", rule.messageExpression->estimate(variables).most, true});
}

void RuleReader::checkOldSelf(
    const Json &from, const ValidationRule &rule, const SchemaPlace &place, const std::string &path)
{
    if (rule.usesOldSelf() && !place.uncorrelatable.empty())
        m_errors.push_back(invalid(path + ".rule", std::string_view(rule.text),
            "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                + place.uncorrelatable));
    const Json *optional = api::find(from, {"optionalOldSelf"});
    if (!rule.usesOldSelf() && optional)
        m_errors.push_back(
            invalid(path + ".optionalOldSelf", *optional, "may not be set if oldSelf is not used in rule"));
}

/// Whether there may be rules anywhere, which costs less than to read the schema.
bool mentionsRules(const Json &json)
{
    if (const JsonArray *array = json.if_array())
        return std::ranges::any_of(*array, mentionsRules);
    const JsonObject *object = json.if_object();
    return object && std::ranges::any_of(*object, [](const auto &member) {
        return member.key() == validationRules || mentionsRules(member.value());
    });
}

} // namespace

CompiledRules compileRules(
    const Json &json, const Schema &schema, const std::string &path, FieldErrors &errors)
{
    CompiledRules compiled;
    if (!mentionsRules(json))
        return compiled;
    RuleReader reader(errors, compiled);
    compiled.rules = reader.read(json, schema, celTypeOf(schema, true), {path, {}});
    return compiled;
}

std::vector<UnevaluatedRule> unevaluatedRules(const Json &definition)
{
    std::vector<UnevaluatedRule> all;
    const JsonArray &versions = listAt(definition, {"spec", "versions"});
    const VersionPlaces places(definition, "schema");
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const Json *json = api::find(versions[i], {"schema", "openAPIV3Schema"});
        const std::string path = places.of(i);
        FieldErrors errors;
        const SchemaPtr schema =
            json && !path.empty() && mentionsRules(*json) ? readSchema(*json, path, errors) : nullptr;
        if (!schema)
            continue;
        CompiledRules compiled = compileRules(*json, *schema, path, errors);
        std::ranges::move(compiled.unevaluated, std::back_inserter(all));
    }
    return all;
}

std::vector<std::string> warningsAbout(const std::vector<UnevaluatedRule> &rules)
{
    constexpr std::size_t mostTold = 20; // there may be hundreds
    std::vector<std::string> warnings;
    for (const UnevaluatedRule &rule : rules) {
        if (warnings.size() == mostTold) {
            warnings.push_back(
                std::to_string(rules.size() - mostTold) + " further rules are kept and not evaluated");
            break;
        }
        warnings.push_back(
            rule.path + ": the rule is kept and not evaluated (" + rule.why + "): " + inOneLine(rule.text));
    }
    return warnings;
}

void refuseUnevaluated(const std::vector<UnevaluatedRule> &rules, FieldErrors &errors)
{
    for (const UnevaluatedRule &rule : rules)
        errors.push_back(forbidden(rule.path, "the rule can't be evaluated here: " + rule.why));
}

} // namespace core::lab
