// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/headtext.h"

#include "core/base/number.h"

#include <QByteArrayView>

#include <algorithm>
#include <charconv>
#include <utility>

namespace core::base {

namespace {

/// Two hexadecimal digits; nothing when these are none.
std::optional<char> escaped(std::string_view digits)
{
    unsigned char value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return digits.size() == 2 && error == std::errc() && end == digits.data() + digits.size()
        ? std::optional(static_cast<char>(value))
        : std::nullopt;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Of an offer in an Accept field; 1 where it is none from 0 to 1.
double weightOf(std::string_view offer)
{
    (void)takeUntil(offer, ';');
    while (!offer.empty()) {
        std::string_view parameter = takeUntil(offer, ';');
        if (!equalIgnoringCase(trimmed(takeUntil(parameter, '=')), "q"))
            continue;
        const double weight = parseNumber<double>(trimmed(parameter)).value_or(1);
        return weight >= 0 && weight <= 1 ? weight : 1;
    }
    return 1;
}

} // namespace

bool equalIgnoringCase(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string_view takeUntil(std::string_view &text, char separator)
{
    const auto end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

std::vector<std::string_view> offersIn(std::string_view accept)
{
    std::vector<std::string_view> offers;
    while (!accept.empty()) {
        if (const std::string_view offer = trimmed(takeUntil(accept, ',')); !offer.empty())
            offers.push_back(offer);
    }
    const auto rank = [](std::string_view offer) {
        return std::pair(-weightOf(offer), std::ranges::count(offer.substr(0, offer.find(';')), '*'));
    };
    std::ranges::stable_sort(offers, {}, rank);
    return offers;
}

std::optional<std::string> percentDecoded(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t plain = text.find('%');
        out += text.substr(0, plain);
        if (plain == std::string_view::npos)
            break;
        const auto letter = escaped(text.substr(plain + 1, 2));
        if (!letter)
            return std::nullopt;
        out += *letter;
        text.remove_prefix(plain + 3);
    }
    const bool isText = QByteArrayView(out.data(), static_cast<qsizetype>(out.size())).isValidUtf8();
    return isText ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace core::base
