// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/setrules.h"

#include "core/api/selector.h"

#include <algorithm>

namespace core::rollout {

std::size_t creationBatch(std::size_t existing, std::size_t missing)
{
    return std::min({existing + 1, missing, mostPerPass});
}

std::string withoutNewNames(std::string message, const std::string &owner)
{
    const std::string prefix = owner + "-";
    const auto isOfSuffix = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    for (auto at = message.find(prefix); at != std::string::npos; at = message.find(prefix, at)) {
        const bool isInside = at > 0 && (isOfSuffix(message[at - 1]) || message[at - 1] == '-');
        at += prefix.size();
        if (isInside) // of another word: "--max-machines" and a set "x"
            continue;
        const auto suffix = message.begin() + static_cast<std::ptrdiff_t>(at);
        message.replace(suffix, std::find_if_not(suffix, message.end(), isOfSuffix), "…");
    }
    return message;
}

SpecProblem selectorProblem(
    const api::LabelSelector &selector, const api::Labels &templateLabels, std::string_view members)
{
    if (selector.isEmpty())
        return {"spec.selector is empty and would match every " + std::string(members), "SelectingAll"};
    if (const auto valid = api::validate(selector); !valid)
        return {"spec.selector: " + valid.error().message};
    if (!api::matches(selector, templateLabels))
        return {"spec.selector does not match the labels of spec.template"};
    return {};
}

} // namespace core::rollout
