// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/rolloutsizes.h"

#include "core/base/number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace core::api {

namespace {

using Sets = std::vector<SetSize>;
using Sizes = std::vector<SizeOfSet>;

/// Kubernetes counts in 32 bits; sums of such counts don't overflow here.
constexpr std::int64_t largestCount = std::numeric_limits<std::int32_t>::max();

struct Amount {
    std::int64_t number = 0;
    bool isPercent = false;
};

/// A number, or a percentage, not negative; nothing for anything else.
std::optional<Amount> amountOf(const IntOrString &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value.value))
        return *number < 0 ? std::nullopt : std::optional(Amount {*number, false});
    std::string_view digits = std::get<std::string>(value.value);
    if (!digits.ends_with('%'))
        return std::nullopt;
    digits.remove_suffix(1);
    const auto number = base::parseNumber<std::int32_t>(digits);
    return number && *number >= 0 ? std::optional(Amount {*number, true}) : std::nullopt;
}

std::int64_t scaled(
    const std::optional<IntOrString> &value, std::int64_t unset, std::int64_t total, Rounding rounding)
{
    return value ? portionOf(*value, total, rounding).value_or(unset) : unset;
}

template<typename Count>
std::int64_t sumOf(const Sets &sets, Count count)
{
    return std::accumulate(sets.begin(), sets.end(), std::int64_t(0),
        [&](std::int64_t sum, const SetSize &set) { return sum + std::invoke(count, set); });
}

std::int64_t occupied(const SetSize &set)
{
    return std::max(set.wanted, set.present);
}

/// Available machines that stay so when the set has shrunk to its size, whichever it deletes.
std::int64_t surelyAvailable(const SetSize &set)
{
    const std::int64_t going = std::max<std::int64_t>(set.present - set.wanted, 0);
    return std::max<std::int64_t>(set.available - going, 0);
}

/// Places of the sets that want machines.
std::vector<std::size_t> activeIn(const RolloutSizes &rollout)
{
    std::vector<std::size_t> active;
    for (std::size_t place = 0; place < rollout.sets.size(); ++place) {
        if (rollout.sets[place].wanted > 0)
            active.push_back(place);
    }
    return active;
}

bool isSaturated(const RolloutSizes &rollout, std::int64_t desired)
{
    if (!rollout.hasCurrent)
        return false;
    const SetSize &set = rollout.sets.back();
    return set.wanted == desired && set.available == desired && set.notedDesired.value_or(-1) == desired;
}

/// How many machines the set would gain or lose if all kept their share.
std::int64_t fractionOf(const SetSize &set, std::int64_t present, const RolloutLimits &limits)
{
    const std::int64_t whole = set.notedMax.value_or(present);
    if (limits.desired == 0 || whole <= 0)
        return -set.wanted;
    const double share = double(set.wanted) * double(limits.maxTotal()) / double(whole);
    return std::llround(std::min(share, double(largestCount))) - set.wanted;
}

/// All of the growth goes to the newest set: the current one, or the youngest old one.
Sizes grown(const RolloutSizes &rollout, std::vector<std::size_t> active, std::int64_t by)
{
    const std::size_t newest = rollout.hasCurrent ? rollout.sets.size() - 1 : active.back();
    if (active.back() != newest)
        active.push_back(newest);
    Sizes sizes;
    for (const std::size_t place : active)
        sizes.push_back({place, rollout.sets[place].wanted + (place == newest ? by : 0)});
    return sizes;
}

/// Each set gains or loses its share, the largest first, of equal ones the newest that gains and the oldest
/// that loses; the first takes what is left.
Sizes shared(const RolloutLimits &limits, std::int64_t present, const RolloutSizes &rollout,
    std::vector<std::size_t> active, std::int64_t by)
{
    const auto wantedBy = [&](std::size_t place) { return rollout.sets[place].wanted; };
    if (by > 0)
        std::ranges::reverse(active);
    std::ranges::stable_sort(active, std::greater(), wantedBy);
    Sizes sizes;
    std::int64_t left = by;
    for (const std::size_t place : active) {
        const std::int64_t share = std::clamp(fractionOf(rollout.sets[place], present, limits),
            std::min<std::int64_t>(left, 0), std::max<std::int64_t>(left, 0));
        left -= share;
        sizes.push_back({place, wantedBy(place) + share});
    }
    sizes.front().size = std::max<std::int64_t>(sizes.front().size + left, 0);
    return sizes;
}

} // namespace

std::optional<std::int64_t> portionOf(const IntOrString &value, std::int64_t total, Rounding rounding)
{
    const auto amount = amountOf(value);
    if (!amount)
        return std::nullopt;
    const std::int64_t portion = amount->isPercent
        ? (amount->number * total + (rounding == Rounding::Up ? 99 : 0)) / 100
        : amount->number;
    return std::min(portion, largestCount);
}

RolloutLimits rollingLimits(std::int64_t desired, const std::optional<IntOrString> &surge,
    const std::optional<IntOrString> &unavailable, std::int64_t surgeUnset, std::int64_t unavailableUnset)
{
    RolloutLimits limits {desired, scaled(surge, surgeUnset, desired, Rounding::Up),
        scaled(unavailable, unavailableUnset, desired, Rounding::Down)};
    if (limits.surge == 0 && limits.unavailable == 0)
        limits.unavailable = 1;
    limits.unavailable = std::min(limits.unavailable, desired);
    return limits;
}

std::string amountProblem(std::string_view field, const std::optional<IntOrString> &value)
{
    if (!value || amountOf(*value))
        return {};
    return std::string(field) + " \"" + value->text() + "\" is neither a number nor a percentage";
}

std::int64_t currentSetSize(const RolloutLimits &limits, const RolloutSizes &rollout)
{
    const std::int64_t size = rollout.hasCurrent ? rollout.sets.back().wanted : 0;
    if (size >= limits.desired)
        return limits.desired;
    const std::int64_t room = limits.maxTotal() - sumOf(rollout.sets, occupied);
    return size + std::clamp<std::int64_t>(room, 0, limits.desired - size);
}

Sizes oldSetSizes(const RolloutLimits &limits, const RolloutSizes &rollout)
{
    const Sets &sets = rollout.sets;
    const std::int64_t missing = rollout.hasCurrent ? sets.back().wanted - surelyAvailable(sets.back()) : 0;
    std::int64_t budget = sumOf(sets, &SetSize::wanted) - limits.minAvailable() - missing;
    Sizes sizes;
    for (std::size_t place = 0; place + (rollout.hasCurrent ? 1 : 0) < sets.size(); ++place)
        sizes.push_back({place, sets[place].wanted});
    const auto shrink = [&budget](SizeOfSet &old, std::int64_t by) {
        const std::int64_t less =
            std::clamp<std::int64_t>(std::min(by, old.size), 0, std::max<std::int64_t>(budget, 0));
        old.size -= less;
        budget -= less;
        return less;
    };
    for (SizeOfSet &old : sizes)
        shrink(old, old.size - surelyAvailable(sets[old.set]));
    std::int64_t healthy = sumOf(sets, surelyAvailable) - limits.minAvailable();
    for (SizeOfSet &old : sizes)
        healthy -= shrink(old, healthy);
    std::erase_if(sizes, [&](const SizeOfSet &old) { return old.size == sets[old.set].wanted; });
    return sizes;
}

bool isScaling(std::int64_t desired, const RolloutSizes &rollout)
{
    return std::ranges::any_of(rollout.sets, [desired](const SetSize &set) {
        return set.wanted > 0 && set.notedDesired.value_or(desired) != desired;
    });
}

Sizes proportionalSizes(
    const RolloutLimits &limits, std::int64_t present, const RolloutSizes &rollout, Growth growth)
{
    if (rollout.sets.empty())
        return {};
    const std::vector<std::size_t> active = activeIn(rollout);
    if (active.empty())
        return {{rollout.sets.size() - 1, limits.desired}};
    if (active.size() == 1)
        return {{active.front(), limits.desired}};
    if (isSaturated(rollout, limits.desired)) {
        Sizes sizes;
        for (const std::size_t place : active)
            sizes.push_back({place, place == rollout.sets.size() - 1 ? limits.desired : 0});
        return sizes;
    }
    const std::int64_t allowed = limits.desired > 0 ? limits.maxTotal() : 0;
    const std::int64_t toAdd = allowed - sumOf(rollout.sets, &SetSize::wanted);
    return toAdd > 0 && growth == Growth::OfNewest ? grown(rollout, active, toAdd)
                                                   : shared(limits, present, rollout, active, toAdd);
}

} // namespace core::api
