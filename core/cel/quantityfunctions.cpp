// SPDX-License-Identifier: GPL-3.0-or-later
// Kubernetes' quantities and semantic versions. A quantity is counted exactly: in billionths, the finest that
// Kubernetes knows, up to 2^63 units.
#include "core/base/number.h"
#include "core/cel/library.h"
#include "core/cel/wide.h"

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

using Billionths = Wide;

constexpr Billionths perUnit = 1'000'000'000;
constexpr Billionths mostUnits = static_cast<Billionths>(INT64_MAX);
constexpr std::string_view quantityType = "kubernetes.Quantity";

class QuantityValue : public Opaque
{
public:
    explicit QuantityValue(Billionths amount) : m_amount(amount) { }
    std::string_view typeName() const override { return quantityType; }
    bool equals(const Opaque &other) const override
    {
        return static_cast<const QuantityValue &>(other).m_amount == m_amount;
    }
    Billionths amount() const { return m_amount; }

private:
    Billionths m_amount;
};

/// The suffix as a factor: 10^exponent or 2^exponent.
struct Scale {
    bool isBinary = false;
    int exponent = 0;
};

std::optional<Scale> scaleOf(std::string_view suffix)
{
    constexpr std::array<std::pair<std::string_view, Scale>, 16> suffixes {{{"", {false, 0}},
        {"n", {false, -9}}, {"u", {false, -6}}, {"m", {false, -3}}, {"k", {false, 3}}, {"M", {false, 6}},
        {"G", {false, 9}}, {"T", {false, 12}}, {"P", {false, 15}}, {"E", {false, 18}}, {"Ki", {true, 10}},
        {"Mi", {true, 20}}, {"Gi", {true, 30}}, {"Ti", {true, 40}}, {"Pi", {true, 50}}, {"Ei", {true, 60}}}};
    const auto found = std::ranges::find(suffixes, suffix, &std::pair<std::string_view, Scale>::first);
    if (found != suffixes.end())
        return found->second;
    if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E'))
        return std::nullopt;
    suffix.remove_prefix(suffix[1] == '+' ? 2 : 1);
    const auto exponent = base::parseNumber<int>(suffix);
    return exponent ? std::optional(Scale {false, std::clamp(*exponent, -1000, 1000)}) : std::nullopt;
}

/// Digits on both sides of the point; more than count are dropped.
struct Decimal {
    Billionths digits = 0;
    int exponent = 0; ///< of ten
    bool isCut = false; ///< digits other than 0 were dropped
};

Decimal decimalOf(std::string_view whole, std::string_view fraction)
{
    constexpr Billionths room = static_cast<Billionths>(1'000'000'000'000'000'000) * 10'000'000'000;
    Decimal decimal;
    const auto take = [&](char c, bool behindPoint) {
        if (decimal.digits < room) {
            decimal.digits = decimal.digits * 10 + (c - '0');
            decimal.exponent -= behindPoint ? 1 : 0;
        } else {
            decimal.isCut = decimal.isCut || c != '0';
            decimal.exponent += behindPoint ? 0 : 1;
        }
    };
    for (const char c : whole)
        take(c, false);
    for (const char c : fraction)
        take(c, true);
    return decimal;
}

/// The number is rounded away from zero to whole billionths, as Kubernetes does; what is too much becomes the
/// most.
Billionths scaled(Decimal decimal, const Scale &scale)
{
    constexpr Billionths most = mostUnits * perUnit;
    int exponent = decimal.exponent + (scale.isBinary ? 0 : scale.exponent) + 9;
    Billionths amount = decimal.digits;
    bool isCut = decimal.isCut;
    const auto divide = [&] {
        isCut = isCut || amount % 10 != 0;
        amount /= 10;
    };
    for (int i = 0; scale.isBinary && i < scale.exponent; ++i) {
        while (amount > most * 4 && exponent < 0) {
            divide();
            ++exponent;
        }
        if (amount > most * 4)
            return most;
        amount *= 2;
    }
    for (; exponent > 0 && amount != 0; --exponent) {
        if (amount > most)
            return most;
        amount *= 10;
    }
    for (; exponent < 0 && (amount != 0); ++exponent)
        divide();
    return std::min(most, amount + (isCut ? 1 : 0));
}

std::optional<Billionths> quantityIn(std::string_view text)
{
    constexpr std::string_view digits = "0123456789";
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    const auto takeDigits = [&] {
        const std::string_view taken = text.substr(0, std::min(text.find_first_not_of(digits), text.size()));
        text.remove_prefix(taken.size());
        return taken;
    };
    const std::string_view whole = takeDigits();
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits();
    }
    const auto scale = scaleOf(text);
    if (!scale || (whole.empty() && fraction.empty()))
        return std::nullopt;
    const Billionths amount = scaled(decimalOf(whole, fraction), *scale);
    return negative ? -amount : amount;
}

Value quantityValue(Billionths amount)
{
    return OpaquePtr(std::make_shared<QuantityValue>(amount));
}

Billionths amountAt(Arguments arguments, std::size_t index)
{
    return static_cast<const QuantityValue &>(*arguments[index].get<OpaquePtr>()).amount();
}

Value quantity(Arguments arguments, Meter &meter)
{
    meter.work(arguments[0].text().size());
    const auto amount = quantityIn(arguments[0].text());
    return amount ? quantityValue(*amount)
                  : failure("quantities must match the regular expression "
                            "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

Value isQuantity(Arguments arguments, Meter &meter)
{
    meter.work(arguments[0].text().size());
    return quantityIn(arguments[0].text()).has_value();
}

std::int64_t signOf(Billionths amount)
{
    return amount < 0 ? -1 : amount > 0 ? 1 : 0;
}

Value sign(Arguments arguments, Meter & /*meter*/)
{
    return signOf(amountAt(arguments, 0));
}

bool isWhole(Billionths amount)
{
    return amount % perUnit == 0 && amount / perUnit <= mostUnits && amount / perUnit >= -mostUnits - 1;
}

Value isInteger(Arguments arguments, Meter & /*meter*/)
{
    return isWhole(amountAt(arguments, 0));
}

Value asInteger(Arguments arguments, Meter & /*meter*/)
{
    const Billionths amount = amountAt(arguments, 0);
    return isWhole(amount) ? Value(static_cast<std::int64_t>(amount / perUnit))
                           : failure("cannot convert value to integer");
}

Value asApproximateFloat(Arguments arguments, Meter & /*meter*/)
{
    return static_cast<double>(amountAt(arguments, 0)) / static_cast<double>(perUnit);
}

Value addQuantities(Arguments arguments, Meter & /*meter*/)
{
    return quantityValue(amountAt(arguments, 0) + amountAt(arguments, 1));
}

Value addUnits(Arguments arguments, Meter & /*meter*/)
{
    return quantityValue(amountAt(arguments, 0) + arguments[1].integer() * perUnit);
}

Value subtractQuantities(Arguments arguments, Meter & /*meter*/)
{
    return quantityValue(amountAt(arguments, 0) - amountAt(arguments, 1));
}

Value subtractUnits(Arguments arguments, Meter & /*meter*/)
{
    return quantityValue(amountAt(arguments, 0) - arguments[1].integer() * perUnit);
}

Value isGreater(Arguments arguments, Meter & /*meter*/)
{
    return amountAt(arguments, 0) > amountAt(arguments, 1);
}

Value isLess(Arguments arguments, Meter & /*meter*/)
{
    return amountAt(arguments, 0) < amountAt(arguments, 1);
}

Value compareTo(Arguments arguments, Meter & /*meter*/)
{
    return signOf(amountAt(arguments, 0) - amountAt(arguments, 1));
}

constexpr Declaration quantityFunctions[] = {
    {"quantity(string) -> kubernetes.Quantity", quantity, costOfFirst},
    {"isQuantity(string) -> bool", isQuantity, costOfFirst},
    {"sign(kubernetes.Quantity) -> int", sign},
    {"(kubernetes.Quantity).sign() -> int", sign},
    {"(kubernetes.Quantity).isInteger() -> bool", isInteger},
    {"(kubernetes.Quantity).asInteger() -> int", asInteger},
    {"(kubernetes.Quantity).asApproximateFloat() -> double", asApproximateFloat},
    {"(kubernetes.Quantity).add(kubernetes.Quantity) -> kubernetes.Quantity", addQuantities},
    {"(kubernetes.Quantity).add(int) -> kubernetes.Quantity", addUnits},
    {"(kubernetes.Quantity).sub(kubernetes.Quantity) -> kubernetes.Quantity", subtractQuantities},
    {"(kubernetes.Quantity).sub(int) -> kubernetes.Quantity", subtractUnits},
    {"(kubernetes.Quantity).isGreaterThan(kubernetes.Quantity) -> bool", isGreater},
    {"(kubernetes.Quantity).isLessThan(kubernetes.Quantity) -> bool", isLess},
    {"(kubernetes.Quantity).compareTo(kubernetes.Quantity) -> int", compareTo},
};

} // namespace

Declarations quantityLibrary()
{
    return quantityFunctions;
}

} // namespace core::cel
