// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/providererrors.h"

#include "core/api/words.h"

#include <array>

namespace core::api {

using base::Result;

namespace {

struct KindRow {
    ProviderErrorKind kind;
    std::string_view name;
    int code;
};

constexpr std::array rows {KindRow {ProviderErrorKind::Quota, "quota", 8},
    KindRow {ProviderErrorKind::Forbidden, "forbidden", 7},
    KindRow {ProviderErrorKind::Unavailable, "unavailable", 14},
    KindRow {ProviderErrorKind::Timeout, "timeout", 4}, KindRow {ProviderErrorKind::Invalid, "invalid", 3}};

const KindRow &rowOf(ProviderErrorKind kind)
{
    return *std::ranges::find(rows, kind, &KindRow::kind);
}

Result<> readRate(Words &words, OperationErrors &errors)
{
    if (words.takeIf("always")) {
        errors.percent = 100;
        return {};
    }
    const std::string_view rate = words.take();
    if (const auto percent = wholeNumber(rate, "%"); percent && *percent >= 1 && *percent <= 100) {
        errors.percent = static_cast<int>(*percent);
        return {};
    }
    const auto times = wholeNumber(rate);
    if (!times || *times < 1)
        return wrong(inQuotes(rate) + " is no rate: 1% to 100%, \"<n> times\" or \"always\"");
    errors.times = *times;
    return words.expect("times");
}

Result<> readOperation(Words &words, std::optional<OperationErrors> &out)
{
    if (out)
        return wrong("the operation has a rule already");
    OperationErrors errors;
    if (Result<> rate = readRate(words, errors); !rate)
        return rate;
    if (!words.atEnd()) {
        const std::string_view name = words.take();
        const auto kind = providerErrorKindOf(name);
        if (!kind)
            return wrong(inQuotes(name)
                + " is no kind of error; known are quota, forbidden, unavailable, timeout, invalid");
        errors.kind = *kind;
    }
    out = errors;
    return {};
}

Result<> readQuota(Words &words, std::optional<std::size_t> &out)
{
    if (out)
        return wrong("there is a quota already");
    const std::string_view written = words.take();
    const auto number = wholeNumber(written);
    if (!number || *number < 0)
        return wrong(inQuotes(written) + " is no number of instances");
    out = static_cast<std::size_t>(*number);
    return {};
}

Result<> readRule(Words &words, ProviderErrors &errors)
{
    const std::string_view subject = words.take();
    const Result<> read = subject == "create" ? readOperation(words, errors.create)
        : subject == "delete"                 ? readOperation(words, errors.remove)
        : subject == "quota"                  ? readQuota(words, errors.quota)
                                              : wrong("it has to begin with create, delete or quota");
    if (read && !words.atEnd())
        return wrong(inQuotes(words.peek()) + " is one word too many");
    return read;
}

} // namespace

int driverCode(ProviderErrorKind kind)
{
    return rowOf(kind).code;
}

std::string_view nameOf(ProviderErrorKind kind)
{
    return rowOf(kind).name;
}

std::optional<ProviderErrorKind> providerErrorKindOf(std::string_view name)
{
    const auto *found = std::ranges::find(rows, name, &KindRow::name);
    return found == rows.end() ? std::nullopt : std::optional(found->kind);
}

base::Result<ProviderErrors> parseProviderErrors(std::string_view text)
{
    ProviderErrors errors;
    for (std::string_view rest = text;;) {
        const auto end = std::min(rest.find(';'), rest.size());
        const std::string_view rule = rest.substr(0, end);
        Words words(rule);
        if (const Result<> read = readRule(words, errors); !read)
            return wrong(inQuotes(rule) + ": " + read.error().message);
        if (end == rest.size())
            return errors;
        rest.remove_prefix(end + 1);
    }
}

} // namespace core::api
