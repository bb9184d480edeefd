// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"

#include "core/api/names.h"

#include <algorithm>

namespace core::api {

namespace {

constexpr std::size_t mostRequirements = 100; // each is looked for in thousands of objects
constexpr std::size_t mostValues = 1000; // of all requirements together

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
    if (std::ranges::all_of(requirement.values, &std::string::empty))
        return requirement.key + (requirement.operator_ == "In" ? "=" : "!=");
    const std::string word = requirement.operator_ == "In" ? " in (" : " notin (";
    return requirement.key + word + joined(requirement.values) + ")";
}

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Splits at commas outside parentheses.
std::vector<std::string_view> splitRequirements(std::string_view text)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i == text.size() || (text[i] == ',' && depth == 0)) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        } else if (text[i] == '(') {
            ++depth;
        } else if (text[i] == ')') {
            --depth;
        }
    }
    return parts;
}

base::Failure badRequirement(std::string_view part)
{
    return base::fail(base::ErrorKind::Invalid, "unable to parse requirement: \"" + std::string(part) + "\"");
}

base::Result<LabelSelectorRequirement> parseSetRequirement(std::string_view part, std::size_t open)
{
    if (part.back() != ')')
        return badRequirement(part);
    std::string_view head = trimmed(part.substr(0, open));
    const std::size_t space = head.find_last_of(blanks);
    if (space == std::string_view::npos)
        return badRequirement(part);
    const std::string_view word = head.substr(space + 1);
    const std::string_view key = trimmed(head.substr(0, space));
    const std::string_view list = trimmed(part.substr(open + 1, part.size() - open - 2));
    if ((word != "in" && word != "notin") || !isQualifiedName(key))
        return badRequirement(part);
    LabelSelectorRequirement requirement {std::string(key), word == "in" ? "In" : "NotIn", {}};
    for (const std::string_view value : splitRequirements(list)) {
        if (!isLabelValue(value))
            return badRequirement(part);
        requirement.values.emplace_back(value);
    }
    return requirement;
}

base::Result<LabelSelectorRequirement> parseRequirement(std::string_view part)
{
    if (part.empty())
        return badRequirement(part);
    if (const std::size_t open = part.find('('); open != std::string_view::npos)
        return parseSetRequirement(part, open);
    const std::size_t equals = part.find('=');
    const bool negated = equals != std::string_view::npos && equals > 0 && part[equals - 1] == '!';
    if (equals == std::string_view::npos) {
        const bool absent = part.front() == '!';
        const std::string_view key = trimmed(absent ? part.substr(1) : part);
        if (!isQualifiedName(key))
            return badRequirement(part);
        return LabelSelectorRequirement {std::string(key), absent ? "DoesNotExist" : "Exists", {}};
    }
    const std::string_view key = trimmed(part.substr(0, negated ? equals - 1 : equals));
    std::string_view value = part.substr(equals + 1);
    if (!value.empty() && value.front() == '=' && !negated)
        value.remove_prefix(1);
    value = trimmed(value);
    if (!isQualifiedName(key) || !isLabelValue(value))
        return badRequirement(part);
    return LabelSelectorRequirement {std::string(key), negated ? "NotIn" : "In", {std::string(value)}};
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

bool matches(const LabelSelector &selector, const Labels &labels)
{
    // Labels are few: most differ from what is looked for in their length, which is sooner seen than found.
    const auto isThere = [&](const auto &label) { return std::ranges::find(labels, label) != labels.end(); };
    return std::ranges::all_of(selector.matchLabels, isThere)
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
    LabelSelector selector;
    if (trimmed(text).empty())
        return selector;
    for (const std::string_view part : splitRequirements(text)) {
        auto requirement = parseRequirement(part);
        if (!requirement)
            return tl::unexpected(requirement.error());
        selector.matchExpressions.push_back(std::move(*requirement));
    }
    if (auto sized = checkSize(selector.matchExpressions); !sized)
        return tl::unexpected(sized.error());
    return selector;
}

} // namespace core::api
