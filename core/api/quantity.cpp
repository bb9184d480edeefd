// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/quantity.h"

#include "core/base/number.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace core::api {

namespace {

constexpr std::array<std::pair<std::string_view, long double>, 16> suffixes {{
    {"", 1.0L},
    {"n", 1e-9L},
    {"u", 1e-6L},
    {"m", 1e-3L},
    {"k", 1e3L},
    {"M", 1e6L},
    {"G", 1e9L},
    {"T", 1e12L},
    {"P", 1e15L},
    {"E", 1e18L},
    {"Ki", 1024.0L},
    {"Mi", 1048576.0L},
    {"Gi", 1073741824.0L},
    {"Ti", 1099511627776.0L},
    {"Pi", 1125899906842624.0L},
    {"Ei", 1152921504606846976.0L},
}};

constexpr std::size_t longest = 100; // characters; nobody means more, and the arithmetic stays finite

base::Failure bad(std::string_view text)
{
    return base::fail(base::ErrorKind::Invalid,
        "\"" + std::string(text) + "\" is not a quantity (write 2, 500m, 4Gi, 10737418240)");
}

base::Result<long double> scaleOf(std::string_view suffix, std::string_view whole)
{
    for (const auto &[name, scale] : suffixes) {
        if (name == suffix)
            return scale;
    }
    if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E'))
        return bad(whole);
    suffix.remove_prefix(1);
    if (suffix.size() > 1 && suffix[0] == '+' && suffix[1] != '-')
        suffix.remove_prefix(1);
    const auto exponent = base::parseNumber<int>(suffix);
    if (!exponent || std::abs(*exponent) > 30)
        return bad(whole);
    return std::pow(10.0L, *exponent);
}

} // namespace

base::Result<std::int64_t> parseQuantityMilli(std::string_view text)
{
    if (text.size() > longest)
        return bad(text.substr(0, longest));
    std::size_t position = 0;
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        ++position;
    long double value = 0;
    long double fraction = 0;
    bool digits = false;
    bool point = false;
    for (; position < text.size(); ++position) {
        const char c = text[position];
        if (c == '.' && !point) {
            point = true;
            fraction = 1;
        } else if (c >= '0' && c <= '9') {
            digits = true;
            value = value * 10 + (c - '0');
            fraction *= 10;
        } else {
            break;
        }
    }
    if (!digits)
        return bad(text);
    const auto scale = scaleOf(text.substr(position), text);
    if (!scale)
        return tl::unexpected(scale.error());
    const long double milli = std::ceil(value * 1000 * *scale / (point ? fraction : 1) - 1e-9L);
    constexpr auto limit = static_cast<long double>(std::numeric_limits<std::int64_t>::max());
    const auto bounded =
        milli >= limit ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(milli);
    return negative ? -bounded : bounded;
}

} // namespace core::api
