// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/providerfaults.h"

#include "core/actuator/kubemarkstatus.h"

#include <algorithm>

namespace core::actuator {

using namespace std::chrono_literals;
using api::ProviderErrorKind;

namespace {

std::string_view nameOf(ProviderOperation operation)
{
    return operation == ProviderOperation::Create ? "create" : "delete";
}

std::string_view excuse(ProviderErrorKind kind)
{
    switch (kind) {
    case ProviderErrorKind::Quota:
        return "the quota is used up";
    case ProviderErrorKind::Forbidden:
        return "the provider forbids it";
    case ProviderErrorKind::Unavailable:
        return "the provider is unavailable";
    case ProviderErrorKind::Timeout:
        return "the provider did not answer in time";
    case ProviderErrorKind::Invalid:
        break;
    }
    return "the provider finds the request invalid";
}

bool fails(const api::OperationErrors &errors, const api::Machine &machine, ProviderOperation operation,
    std::int64_t attempt, const base::Chance &chance)
{
    if (errors.times > 0)
        return attempt < errors.times;
    const std::string purpose = std::string(nameOf(operation)) + "-error";
    return chance.unit(machine.metadata.uid, purpose, static_cast<std::uint64_t>(attempt)) * 100
        < errors.percent;
}

Refusal refusal(api::ProviderFailure record, bool isNew, base::Time now)
{
    const auto kind = api::providerErrorKindOf(record.kind);
    Refusal made;
    made.error.kind = kind.value_or(ProviderErrorKind::Unavailable);
    made.error.message = "attempt " + std::to_string(record.attempts) + " to " + record.operation
        + " the instance failed: " + std::string(excuse(made.error.kind));
    made.nextAttempt = std::max(now, record.lastAttempt.value_or(now) + providerBackOff(record.attempts));
    made.record = std::move(record);
    made.isNew = isNew;
    return made;
}

} // namespace

base::Duration providerBackOff(std::int64_t attempts)
{
    return std::min<base::Duration>(1s * (std::int64_t(1) << std::min<std::int64_t>(attempts - 1, 6)), 1min);
}

api::ProviderErrors providerErrorsOf(const api::KubemarkProviderConfig &config)
{
    const std::string_view text = config.metadata.annotation(api::keys::providerErrors);
    if (text.empty())
        return {};
    return api::parseProviderErrors(text).value_or(api::ProviderErrors {});
}

std::optional<Refusal> refusalOf(const api::Machine &machine, const api::KubemarkProviderConfig &config,
    ProviderOperation operation, std::size_t siblingsAhead, const base::Chance &chance, base::Time now)
{
    const api::ProviderErrors errors = providerErrorsOf(config);
    const bool creating = operation == ProviderOperation::Create;
    const std::optional<api::OperationErrors> &rule = creating ? errors.create : errors.remove;
    const std::optional<std::size_t> quota = creating ? errors.quota : std::nullopt;
    if (!rule && !quota)
        return std::nullopt;
    api::ProviderFailure record = providerStatusOf(machine).failure.value_or(api::ProviderFailure {});
    if (record.operation != nameOf(operation))
        record = {std::string(nameOf(operation)), {}, 0, {}};
    if (record.attempts > 0 && record.lastAttempt
        && now < *record.lastAttempt + providerBackOff(record.attempts))
        return refusal(std::move(record), false, now);
    if (quota && siblingsAhead >= *quota)
        record.kind = api::nameOf(ProviderErrorKind::Quota);
    else if (rule && fails(*rule, machine, operation, record.attempts, chance))
        record.kind = api::nameOf(rule->kind);
    else
        return std::nullopt;
    ++record.attempts;
    record.lastAttempt = api::truncatedToSeconds(now);
    return refusal(std::move(record), true, now);
}

} // namespace core::actuator
