// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/usage.h"

#include "core/base/number.h"

namespace core::api {

namespace {

constexpr std::int64_t mostPercent = 100'000;
constexpr double mostUsed = 9e18; // what a sum can hold
constexpr std::int64_t leastCpu = 1; // thousandths: of a container that requests none
constexpr std::int64_t leastMemory = 4LL * 1024 * 1024 * 1000;

/// What the annotation makes of a request, for one of so many containers.
std::optional<std::int64_t> annotated(
    const Pod &pod, std::string_view annotation, std::int64_t request, std::int64_t containers)
{
    const auto found = pod.metadata.annotations.find(annotation);
    if (found == pod.metadata.annotations.end())
        return {};
    const std::string_view text = found->second;
    if (text.ends_with('%')) {
        const auto percent = base::parseNumber<std::int64_t>(text.substr(0, text.size() - 1));
        if (!percent || *percent < 0 || *percent > mostPercent)
            return {};
        const double share = static_cast<double>(request) * static_cast<double>(*percent) / 100;
        return share < mostUsed ? static_cast<std::int64_t>(share) : static_cast<std::int64_t>(mostUsed);
    }
    const auto quantity = parseQuantityMilli(text);
    return quantity && *quantity >= 0 ? std::optional(*quantity / containers) : std::nullopt;
}

} // namespace

std::vector<Amounts> usageOf(const Pod &pod)
{
    std::vector<Amounts> usage;
    const auto count = static_cast<std::int64_t>(pod.spec.containers.size());
    for (const Container &container : pod.spec.containers) {
        const Amounts requests = requestsOf(container);
        const auto used = [&](std::string_view name, std::string_view annotation, std::int64_t least) {
            const std::int64_t request = amountOf(requests, name);
            const std::int64_t usual = request > 0 ? request / 2 : least;
            return annotated(pod, annotation, request, count).value_or(usual);
        };
        usage.push_back({{"cpu", used("cpu", keys::cpuUsage, leastCpu)},
            {"memory", used("memory", keys::memoryUsage, leastMemory)}});
    }
    return usage;
}

Amounts totalUsageOf(const Pod &pod)
{
    Amounts total;
    for (const Amounts &of : usageOf(pod))
        add(total, of);
    return total;
}

} // namespace core::api
