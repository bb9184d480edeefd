// SPDX-License-Identifier: GPL-3.0-or-later
// How many machines each set of a MachineDeployment may have (machine-api.md §6.4, §6.5).
#include "core/api/selector.h"
#include "core/controllers/machinedeploymentrules.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace core::controllers {

namespace {

using Sets = std::vector<MachineSetPointer>;

struct Amount {
    std::int64_t number = 0;
    bool isPercent = false;
};

/// A number, or a percentage, not negative; nothing for anything else.
std::optional<Amount> amountOf(const api::IntOrString &value)
{
    if (const auto *number = std::get_if<std::int64_t>(&value.value))
        return *number < 0 ? std::nullopt : std::optional(Amount {*number, false});
    std::string_view digits = std::get<std::string>(value.value);
    if (!digits.ends_with('%'))
        return std::nullopt;
    digits.remove_suffix(1);
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || number < 0)
        return std::nullopt;
    return Amount {number, true};
}

enum class Rounding { Down, Up };

std::int64_t scaled(
    const std::optional<api::IntOrString> &value, std::int64_t unset, std::int64_t total, Rounding rounding)
{
    const auto amount = value ? amountOf(*value) : std::optional(Amount {unset, false});
    if (!amount || !amount->isPercent)
        return amount ? amount->number : unset;
    return (amount->number * total + (rounding == Rounding::Up ? 99 : 0)) / 100;
}

std::int64_t annotatedNumber(const api::MachineSet &set, std::string_view key, std::int64_t missing)
{
    const std::string_view text = set.metadata.annotation(key);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : missing;
}

template<typename Count>
std::int64_t sumOf(const Sets &sets, Count count)
{
    std::int64_t sum = 0;
    for (const MachineSetPointer &set : sets)
        sum += count(*set);
    return sum;
}

std::int64_t wanted(const api::MachineSet &set)
{
    return set.wantedReplicas();
}

std::int64_t occupied(const api::MachineSet &set)
{
    return std::max(set.wantedReplicas(), set.status.replicas);
}

/// Available machines that stay so when the set has shrunk to its size, whichever it deletes.
std::int64_t surelyAvailable(const api::MachineSet &set)
{
    const std::int64_t going = std::max<std::int64_t>(set.status.replicas - set.wantedReplicas(), 0);
    return std::max<std::int64_t>(set.status.availableReplicas.value_or(0) - going, 0);
}

bool isOlder(const MachineSetPointer &left, const MachineSetPointer &right)
{
    const auto createdOf = [](const api::MachineSet &set) {
        return set.metadata.creationTimestamp.value_or(base::Time());
    };
    if (createdOf(*left) != createdOf(*right))
        return createdOf(*left) < createdOf(*right);
    if (revisionOf(left->metadata) != revisionOf(right->metadata)) // times are whole seconds
        return revisionOf(left->metadata) < revisionOf(right->metadata);
    return left->metadata.name < right->metadata.name;
}

/// No other set wants machines: this one, or the newest when none does. Null when several do.
MachineSetPointer onlyActive(const Rollout &rollout)
{
    const Sets active = rollout.active();
    if (active.size() > 1)
        return nullptr;
    if (!active.empty())
        return active.front();
    if (rollout.current || rollout.old.empty())
        return rollout.current;
    return rollout.old.back();
}

bool isSaturated(const MachineSetPointer &set, std::int64_t desired)
{
    return set && set->wantedReplicas() == desired && set->status.availableReplicas.value_or(0) == desired
        && annotatedNumber(*set, api::keys::desiredReplicas, -1) == desired;
}

/// How many machines the set would gain or lose if all kept their share.
std::int64_t fractionOf(
    const api::MachineSet &set, const api::MachineDeployment &deployment, const RolloutLimits &limits)
{
    const std::int64_t whole = annotatedNumber(set, api::keys::maxReplicas, deployment.status.replicas);
    if (limits.desired == 0 || whole <= 0)
        return -set.wantedReplicas();
    const double share = double(set.wantedReplicas()) * double(limits.maxTotal()) / double(whole);
    return std::llround(share) - set.wantedReplicas();
}

std::vector<Resize> grown(const Rollout &rollout, Sets active, std::int64_t by)
{
    const MachineSetPointer newest = rollout.current ? rollout.current : active.back();
    if (std::ranges::find(active, newest) == active.end())
        active.push_back(newest);
    std::vector<Resize> sizes;
    for (const MachineSetPointer &set : active)
        sizes.push_back({set, set->wantedReplicas() + (set == newest ? by : 0)});
    return sizes;
}

std::vector<Resize> shrunk(
    const api::MachineDeployment &deployment, const RolloutLimits &limits, Sets active, std::int64_t by)
{
    std::ranges::stable_sort(active, std::greater(), [](const auto &set) { return set->wantedReplicas(); });
    std::vector<Resize> sizes;
    std::int64_t left = by;
    for (const MachineSetPointer &set : active) {
        const std::int64_t share = std::clamp<std::int64_t>(-fractionOf(*set, deployment, limits), 0, left);
        left -= share;
        sizes.push_back({set, set->wantedReplicas() - share});
    }
    sizes.front().size = std::max<std::int64_t>(sizes.front().size - left, 0);
    return sizes;
}

} // namespace

std::string validationProblem(const api::MachineDeployment &deployment)
{
    const api::MachineDeploymentSpec &spec = deployment.spec;
    if (deployment.wantedReplicas() < 0)
        return "spec.replicas must not be negative";
    if (spec.minReadySeconds < 0)
        return "spec.minReadySeconds must not be negative";
    if (spec.selector.isEmpty())
        return "spec.selector is empty and would match every machine set";
    if (const auto valid = api::validate(spec.selector); !valid)
        return "spec.selector: " + valid.error().message;
    if (!api::matches(spec.selector, spec.template_.metadata.labels))
        return "spec.selector does not match the labels of spec.template";
    const std::string &type = spec.strategy.type;
    if (!type.empty() && type != "RollingUpdate" && type != "Recreate")
        return "spec.strategy.type \"" + type + "\" is none of RollingUpdate, Recreate";
    const api::RollingUpdateSpec &rolling = spec.strategy.rollingUpdate;
    if (rolling.maxUnavailable && !amountOf(*rolling.maxUnavailable))
        return "spec.strategy.rollingUpdate.maxUnavailable \"" + rolling.maxUnavailable->text()
            + "\" is neither a number nor a percentage";
    if (rolling.maxSurge && !amountOf(*rolling.maxSurge))
        return "spec.strategy.rollingUpdate.maxSurge \"" + rolling.maxSurge->text()
            + "\" is neither a number nor a percentage";
    return {};
}

bool isRecreate(const api::MachineDeployment &deployment)
{
    return deployment.spec.strategy.type == "Recreate";
}

RolloutLimits limitsOf(const api::MachineDeployment &deployment)
{
    RolloutLimits limits;
    limits.desired = deployment.wantedReplicas();
    if (isRecreate(deployment))
        return limits;
    const api::RollingUpdateSpec &rolling = deployment.spec.strategy.rollingUpdate;
    limits.surge = scaled(rolling.maxSurge, 1, limits.desired, Rounding::Up);
    limits.unavailable = scaled(rolling.maxUnavailable, 0, limits.desired, Rounding::Down);
    if (limits.surge == 0 && limits.unavailable == 0)
        limits.unavailable = 1;
    limits.unavailable = std::min(limits.unavailable, limits.desired);
    return limits;
}

std::vector<MachineSetPointer> Rollout::all() const
{
    Sets sets = old;
    if (current)
        sets.push_back(current);
    return sets;
}

std::vector<MachineSetPointer> Rollout::active() const
{
    Sets sets = all();
    std::erase_if(sets, [](const MachineSetPointer &set) { return set->wantedReplicas() == 0; });
    return sets;
}

Rollout rolloutOf(const api::MachineDeployment &deployment, std::vector<MachineSetPointer> sets)
{
    std::ranges::sort(sets, isOlder);
    Rollout rollout;
    for (MachineSetPointer &set : sets) {
        if (!rollout.current && isSameTemplate(set->spec.template_, deployment.spec.template_))
            rollout.current = std::move(set);
        else
            rollout.old.push_back(std::move(set));
    }
    return rollout;
}

std::int64_t currentSetSize(const RolloutLimits &limits, const Rollout &rollout)
{
    const std::int64_t size = rollout.current ? rollout.current->wantedReplicas() : 0;
    if (size >= limits.desired)
        return limits.desired;
    const std::int64_t room = limits.maxTotal() - sumOf(rollout.all(), occupied);
    return size + std::clamp<std::int64_t>(room, 0, limits.desired - size);
}

std::vector<Resize> oldSetSizes(const RolloutLimits &limits, const Rollout &rollout)
{
    const std::int64_t missing =
        rollout.current ? rollout.current->wantedReplicas() - surelyAvailable(*rollout.current) : 0;
    std::int64_t budget = sumOf(rollout.all(), wanted) - limits.minAvailable() - missing;
    std::vector<Resize> sizes;
    for (const MachineSetPointer &set : rollout.old)
        sizes.push_back({set, set->wantedReplicas()});
    const auto shrink = [&budget](Resize &resize, std::int64_t by) {
        const std::int64_t less =
            std::clamp<std::int64_t>(std::min(by, resize.size), 0, std::max<std::int64_t>(budget, 0));
        resize.size -= less;
        budget -= less;
        return less;
    };
    for (Resize &resize : sizes)
        shrink(resize, resize.size - surelyAvailable(*resize.set));
    std::int64_t healthy = sumOf(rollout.all(), surelyAvailable) - limits.minAvailable();
    for (Resize &resize : sizes)
        healthy -= shrink(resize, healthy);
    std::erase_if(sizes, [](const Resize &resize) { return resize.size == resize.set->wantedReplicas(); });
    return sizes;
}

bool isScaling(const api::MachineDeployment &deployment, const Rollout &rollout)
{
    const std::int64_t desired = deployment.wantedReplicas();
    return std::ranges::any_of(rollout.active(), [&](const MachineSetPointer &set) {
        return annotatedNumber(*set, api::keys::desiredReplicas, desired) != desired;
    });
}

std::vector<Resize> proportionalSizes(const api::MachineDeployment &deployment, const Rollout &rollout)
{
    const RolloutLimits limits = limitsOf(deployment);
    Sets active = rollout.active();
    if (active.size() <= 1) {
        const MachineSetPointer only = onlyActive(rollout);
        return only ? std::vector<Resize> {{only, limits.desired}} : std::vector<Resize>();
    }
    if (isSaturated(rollout.current, limits.desired)) {
        std::vector<Resize> sizes;
        for (const MachineSetPointer &set : active)
            sizes.push_back({set, set == rollout.current ? limits.desired : 0});
        return sizes;
    }
    const std::int64_t allowed = limits.desired > 0 ? limits.maxTotal() : 0;
    const std::int64_t toAdd = allowed - sumOf(active, wanted);
    if (toAdd < 0)
        return shrunk(deployment, limits, std::move(active), -toAdd);
    return grown(rollout, std::move(active), toAdd);
}

} // namespace core::controllers
