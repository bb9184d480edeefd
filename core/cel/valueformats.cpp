// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of texts in schemas, as OpenAPI's library for Go knows them.
#include "core/base/number.h"
#include "core/cel/formats.h"
#include "core/cel/regex.h"

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <array>
#include <ranges>

#include <arpa/inet.h>

namespace core::cel {

namespace {

bool matchesWhole(std::string_view text, std::string_view pattern)
{
    return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *compiledPattern(pattern));
}

std::string withoutAny(std::string_view text, std::string_view pattern)
{
    std::string rest(text);
    re2::RE2::GlobalReplace(&rest, *compiledPattern(pattern), "");
    return rest;
}

bool isAddressOf(int family, std::string_view text)
{
    std::array<unsigned char, sizeof(in6_addr)> bytes {};
    return inet_pton(family, std::string(text).c_str(), bytes.data()) == 1
        && text.find('\0') == std::string_view::npos;
}

bool isNetwork(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return false;
    const std::string_view address = text.substr(0, slash);
    const auto bits = base::parseNumber<unsigned>(text.substr(slash + 1));
    constexpr unsigned bitsOf4 = 32;
    constexpr unsigned bitsOf6 = 128;
    return bits
        && ((isAddressOf(AF_INET, address) && *bits <= bitsOf4)
            || (isAddressOf(AF_INET6, address) && *bits <= bitsOf6));
}

/// "1h30m", "-1.5s", and as people write them: "2 weeks", "5 seconds".
bool isDuration(std::string_view text)
{
    constexpr std::string_view exact = "[+-]?(0|(([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)";
    constexpr std::string_view spoken = "(?i)(.*[^0-9])?[0-9]+\\s*(ns|nano[a-z]*|us|µs|micro[a-z]*|ms|"
                                        "milli[a-z]*|s|sec[a-z]*|m|min[a-z]*|h|hr|hour[a-z]*|d|day[a-z]*|w|"
                                        "week[a-z]*)([^a-zµ].*)?";
    return matchesWhole(text, exact) || matchesWhole(text, spoken);
}

unsigned digitOf(char c)
{
    return static_cast<unsigned>(c - '0');
}

bool isIsbn10(std::string_view text)
{
    const std::string number = withoutAny(text, "[\\s-]");
    if (!matchesWhole(number, "[0-9]{9}[0-9X]"))
        return false;
    unsigned sum = 0;
    unsigned weight = 0;
    for (const char c : number)
        sum += ++weight * (c == 'X' ? 10 : digitOf(c));
    return sum % 11 == 0;
}

bool isIsbn13(std::string_view text)
{
    const std::string number = withoutAny(text, "[\\s-]");
    if (!matchesWhole(number, "[0-9]{13}"))
        return false;
    unsigned sum = 0;
    for (std::size_t i = 0; i < number.size(); ++i)
        sum += digitOf(number[i]) * (i % 2 == 0 ? 1 : 3);
    return sum % 10 == 0;
}

bool isIsbn(std::string_view text)
{
    return isIsbn10(text) || isIsbn13(text);
}

/// Of an issuer that is known, with a digit that fits the others.
bool isCreditCard(std::string_view text)
{
    const std::string number = withoutAny(text, "[^0-9]");
    if (!matchesWhole(number,
            "4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|"
            "3(0[0-5]|[68][0-9])[0-9]{11}|(2131|1800|35[0-9]{3})[0-9]{11}"))
        return false;
    unsigned sum = 0;
    unsigned factor = 1;
    for (const char c : number | std::views::reverse) {
        const unsigned product = digitOf(c) * factor;
        sum += product % 10 + product / 10;
        factor = 3 - factor;
    }
    return sum % 10 == 0;
}

template<int family>
bool isOfFamily(std::string_view text)
{
    return isAddressOf(family, text);
}

bool isNamed(std::string_view format, std::string_view text)
{
    return formatComplaints(format, text).empty();
}

struct ByPattern {
    std::string_view name;
    std::string_view pattern;
};

constexpr std::array<ByPattern, 10> patterns {
    {{"email", "[^@<>]*<[^@\\s<>]+@[^@\\s<>]+>|[^@\\s<>]+@[^@\\s<>]+"},
        {"hostname",
            "([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}"
            "[a-zA-Z0-9])?)*"},
        {"mac",
            "(?i)([0-9a-f]{2}:){5}([0-9a-f]{2}:){0,2}[0-9a-f]{2}|([0-9a-f]{2}-){5}([0-9a-f]{2}-){0,2}"
            "[0-9a-f]{2}|([0-9a-f]{4}\\.){2,3}[0-9a-f]{4}"},
        {"uuid3", "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}"},
        {"uuid4", "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}"},
        {"uuid5", "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}"},
        {"bsonobjectid", "(?i)[0-9a-f]{24}"}, {"hexcolor", "#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"},
        {"rgbcolor",
            "rgb\\((\\s*([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\s*,){2}"
            "\\s*([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])\\s*\\)"},
        {"ssn", "[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}"}}};

struct ByCheck {
    std::string_view name;
    bool (*isFine)(std::string_view text);
};

constexpr std::array<ByCheck, 8> checks {{{"ipv4", isOfFamily<AF_INET>}, {"ipv6", isOfFamily<AF_INET6>},
    {"cidr", isNetwork}, {"duration", isDuration}, {"isbn", isIsbn}, {"isbn10", isIsbn10},
    {"isbn13", isIsbn13}, {"creditcard", isCreditCard}}};

} // namespace

bool isOfFormat(std::string_view format, std::string_view text)
{
    if (format == "uri" || format == "uuid" || format == "date" || format == "datetime")
        return isNamed(format, text);
    if (const auto found = std::ranges::find(checks, format, &ByCheck::name); found != checks.end())
        return found->isFine(text);
    const auto found = std::ranges::find(patterns, format, &ByPattern::name);
    return found == patterns.end() || matchesWhole(text, found->pattern);
}

} // namespace core::cel
