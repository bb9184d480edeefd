// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"

#include "core/api/names.h"
#include "core/base/number.h"

#include <algorithm>
#include <array>

namespace core::api {

namespace {

// Of an object's selector; each is looked for in thousands of objects.
constexpr std::size_t mostRequirements = 100;
constexpr std::size_t mostValues = 1000; // of all requirements together
constexpr std::size_t mostAskedFor = 1000; // requirements of a query, whose length bounds the values

bool matches(const LabelSelectorRequirement &requirement, const Labels &labels)
{
    const auto found = labels.find(requirement.key);
    const bool exists = found != labels.end();
    const bool listed =
        exists && std::ranges::find(requirement.values, found->second) != requirement.values.end();
    if (requirement.operator_ == "In")
        return listed;
    if (requirement.operator_ == "NotIn")
        return !listed;
    if (requirement.operator_ == "Exists")
        return exists;
    if (isComparison(requirement))
        return exists && isBeyond(requirement, found->second);
    return requirement.operator_ == "DoesNotExist" && !exists;
}

std::string joined(std::vector<std::string> values)
{
    std::ranges::sort(values);
    values.erase(std::ranges::unique(values).begin(), values.end());
    std::string out;
    for (const std::string &value : values)
        out += value + ",";
    out.pop_back();
    return out;
}

std::string toText(const LabelSelectorRequirement &requirement)
{
    if (requirement.operator_ == "Exists")
        return requirement.key;
    if (requirement.operator_ == "DoesNotExist")
        return "!" + requirement.key;
    if (isComparison(requirement))
        return requirement.key + (requirement.operator_ == "Gt" ? ">" : "<")
            + (requirement.values.empty() ? std::string() : requirement.values.front());
    if (std::ranges::all_of(requirement.values, &std::string::empty))
        return requirement.key + (requirement.operator_ == "In" ? "=" : "!=");
    const std::string word = requirement.operator_ == "In" ? " in (" : " notin (";
    return requirement.key + word + joined(requirement.values) + ")";
}

enum class SelectorToken { End, Word, In, NotIn, Not, Equals, NotEquals, Greater, Less, Open, Close, Comma };

struct SelectorItem {
    SelectorToken token = SelectorToken::End;
    std::string_view text;
};

SelectorItem firstItemOf(std::string_view text)
{
    using enum SelectorToken;
    constexpr std::array<std::pair<std::string_view, SelectorToken>, 9> symbols {
        {{"==", Equals}, {"!=", NotEquals}, {"=", Equals}, {"!", Not}, {">", Greater}, {"<", Less},
            {"(", Open}, {")", Close}, {",", Comma}}};
    for (const auto &[symbol, token] : symbols) {
        if (text.starts_with(symbol))
            return {token, text.substr(0, symbol.size())};
    }
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n=!<>(),"));
    return {word == "in" ? In : word == "notin" ? NotIn : Word, word};
}

std::vector<SelectorItem> itemsOf(std::string_view text)
{
    std::vector<SelectorItem> items;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos;) {
        items.push_back(firstItemOf(text.substr(at)));
        at += items.back().text.size();
    }
    return items;
}

/// The words of the grammar may be keys and values.
bool isKeyOrValue(const SelectorItem &item)
{
    using enum SelectorToken;
    return item.token == Word || item.token == In || item.token == NotIn;
}

base::Failure surprise(const SelectorItem &item, std::string_view expected)
{
    return base::fail(
        base::ErrorKind::Invalid, "found '" + std::string(item.text) + "'" + std::string(expected));
}

/// Refuses in the original's words.
class SelectorParser
{
public:
    explicit SelectorParser(std::string_view text) : m_items(itemsOf(text)) { }

    base::Result<std::vector<LabelSelectorRequirement>> parse();

private:
    using Values = base::Result<std::vector<std::string>>;

    SelectorItem peek() const { return m_next < m_items.size() ? m_items[m_next] : SelectorItem {}; }
    SelectorItem take()
    {
        const SelectorItem item = peek();
        ++m_next;
        return item;
    }
    base::Result<LabelSelectorRequirement> parseRequirement();
    Values parseSet();
    Values parseValue();

    const std::vector<SelectorItem> m_items;
    std::size_t m_next = 0;
};

base::Result<std::vector<LabelSelectorRequirement>> SelectorParser::parse()
{
    using enum SelectorToken;
    const auto begins = [this] { return isKeyOrValue(peek()) || peek().token == Not; };
    std::vector<LabelSelectorRequirement> requirements;
    while (peek().token != End) {
        if (!begins())
            return surprise(peek(), ", expected: !, identifier, or 'end of string'");
        auto requirement = parseRequirement();
        if (!requirement)
            return base::fail(
                base::ErrorKind::Invalid, "unable to parse requirement: " + requirement.error().message);
        requirements.push_back(std::move(*requirement));
        const SelectorItem behind = take();
        if (behind.token == End)
            break;
        if (behind.token != Comma)
            return surprise(behind, ", expected: ',' or 'end of string'");
        if (!begins())
            return surprise(peek(), ", expected: identifier after ','");
    }
    return requirements;
}

/// Nothing for what compares with no value.
std::string_view operatorNamed(SelectorToken token)
{
    using enum SelectorToken;
    switch (token) {
    case In:
    case Equals:
        return "In";
    case NotIn:
    case NotEquals:
        return "NotIn";
    case Greater:
        return "Gt";
    case Less:
        return "Lt";
    default:
        return {};
    }
}

base::Result<> checkValues(const LabelSelectorRequirement &requirement)
{
    for (const std::string &value : requirement.values) {
        if (isComparison(requirement) && !base::parseNumber<std::int64_t>(value))
            return base::fail(
                base::ErrorKind::Invalid, "for 'Gt', 'Lt' operators, the value must be an integer");
        if (!isLabelValue(value))
            return base::fail(base::ErrorKind::Invalid,
                "invalid label value: \"" + value + "\": at key: \"" + requirement.key + "\"");
    }
    return {};
}

base::Result<LabelSelectorRequirement> SelectorParser::parseRequirement()
{
    using enum SelectorToken;
    const bool isExcluded = peek().token == Not;
    if (isExcluded)
        take();
    const SelectorItem key = take();
    if (!isKeyOrValue(key))
        return surprise(key, ", expected: identifier");
    if (!isQualifiedName(key.text))
        return base::fail(base::ErrorKind::Invalid, "invalid label key \"" + std::string(key.text) + "\"");
    LabelSelectorRequirement requirement {std::string(key.text), "DoesNotExist", {}};
    if (isExcluded)
        return requirement;
    if (peek().token == End || peek().token == Comma) {
        requirement.operator_ = "Exists";
        return requirement;
    }
    const SelectorItem comparison = take();
    requirement.operator_ = operatorNamed(comparison.token);
    if (requirement.operator_.empty())
        return surprise(comparison, ", expected: '=', '!=', '==', 'in', notin'");
    const bool isSet = comparison.token == In || comparison.token == NotIn;
    Values values = isSet ? parseSet() : parseValue();
    if (!values)
        return tl::unexpected(values.error());
    requirement.values = std::move(*values);
    if (auto checked = checkValues(requirement); !checked)
        return tl::unexpected(checked.error());
    return requirement;
}

SelectorParser::Values SelectorParser::parseSet()
{
    using enum SelectorToken;
    if (const SelectorItem open = take(); open.token != Open)
        return surprise(open, " expected: '('");
    std::vector<std::string> values;
    while (true) {
        values.emplace_back(isKeyOrValue(peek()) ? take().text : std::string_view());
        const SelectorItem behind = take();
        if (behind.token == Close)
            return values;
        if (behind.token != Comma)
            return surprise(behind, ", expected: ',' or ')'");
    }
}

SelectorParser::Values SelectorParser::parseValue()
{
    using enum SelectorToken;
    if (peek().token == End || peek().token == Comma)
        return std::vector<std::string> {std::string()};
    const SelectorItem value = take();
    if (!isKeyOrValue(value))
        return surprise(value, ", expected: identifier");
    return std::vector<std::string> {std::string(value.text)};
}

base::Result<> checkSize(const std::vector<LabelSelectorRequirement> &requirements)
{
    std::size_t values = 0;
    for (const LabelSelectorRequirement &requirement : requirements)
        values += requirement.values.size();
    if (requirements.size() > mostRequirements || values > mostValues)
        return base::fail(base::ErrorKind::Invalid,
            "the label selector has more than " + std::to_string(mostRequirements) + " requirements or "
                + std::to_string(mostValues) + " values");
    return {};
}

} // namespace

bool isComparison(const LabelSelectorRequirement &requirement)
{
    return requirement.operator_ == "Gt" || requirement.operator_ == "Lt";
}

bool isBeyond(const LabelSelectorRequirement &requirement, std::string_view value)
{
    if (requirement.values.size() != 1)
        return false;
    const auto number = base::parseNumber<std::int64_t>(value);
    const auto bound = base::parseNumber<std::int64_t>(requirement.values.front());
    return number && bound && (requirement.operator_ == "Lt" ? *number < *bound : *number > *bound);
}

bool matches(const Labels &selector, const Labels &labels)
{
    // Labels are few: most differ from what is looked for in their length, which is sooner seen than found.
    const auto isThere = [&](const auto &label) { return std::ranges::find(labels, label) != labels.end(); };
    return std::ranges::all_of(selector, isThere);
}

bool matches(const LabelSelector &selector, const Labels &labels)
{
    return matches(selector.matchLabels, labels)
        && std::ranges::all_of(selector.matchExpressions,
            [&](const LabelSelectorRequirement &requirement) { return matches(requirement, labels); });
}

base::Result<> validate(const LabelSelector &selector)
{
    if (auto sized = checkSize(selector.matchExpressions); !sized)
        return sized;
    for (const LabelSelectorRequirement &requirement : selector.matchExpressions) {
        const bool wantsValues = requirement.operator_ == "In" || requirement.operator_ == "NotIn";
        if (!wantsValues && requirement.operator_ != "Exists" && requirement.operator_ != "DoesNotExist")
            return base::fail(base::ErrorKind::Invalid,
                "matchExpressions for \"" + requirement.key + "\": \"" + requirement.operator_
                    + "\" is not a valid label selector operator");
        if (wantsValues == requirement.values.empty())
            return base::fail(base::ErrorKind::Invalid,
                "matchExpressions for \"" + requirement.key + "\": values "
                    + (wantsValues ? "must be given for " : "may not be given for ") + requirement.operator_);
    }
    return {};
}

std::string toText(const LabelSelector &selector)
{
    std::vector<std::pair<std::string, std::string>> parts;
    for (const auto &[key, value] : selector.matchLabels)
        parts.emplace_back(key, key + "=" + value);
    for (const LabelSelectorRequirement &requirement : selector.matchExpressions)
        parts.emplace_back(requirement.key, toText(requirement));
    std::ranges::stable_sort(parts, {}, &std::pair<std::string, std::string>::first);
    std::string out;
    for (const auto &[key, part] : parts)
        out += (out.empty() ? "" : ",") + part;
    return out;
}

base::Result<LabelSelector> parseLabelSelector(std::string_view text)
{
    auto requirements = SelectorParser(text).parse();
    if (!requirements)
        return tl::unexpected(requirements.error());
    if (requirements->size() > mostAskedFor)
        return base::fail(base::ErrorKind::Invalid,
            "the label selector has more than " + std::to_string(mostAskedFor) + " requirements");
    return LabelSelector {{}, std::move(*requirements)};
}

} // namespace core::api
