// SPDX-License-Identifier: GPL-3.0-or-later
// Formats of texts in schemas, as OpenAPI's library for Go knows them.
#include "core/base/number.h"
#include "core/cel/formats.h"
#include "core/cel/regex.h"

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <algorithm>
#include <array>

#include <arpa/inet.h>

namespace core::cel {

namespace {

bool matchesWhole(std::string_view text, std::string_view pattern)
{
    return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), *compiledPattern(pattern));
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
        {"rgbcolor", "rgb\\(\\s*[0-9]{1,3}\\s*,\\s*[0-9]{1,3}\\s*,\\s*[0-9]{1,3}\\s*\\)"},
        {"ssn", "[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}"}}};

struct ByCheck {
    std::string_view name;
    bool (*isFine)(std::string_view text);
};

constexpr std::array<ByCheck, 4> checks {{{"ipv4", isOfFamily<AF_INET>}, {"ipv6", isOfFamily<AF_INET6>},
    {"cidr", isNetwork}, {"duration", isDuration}}};

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
