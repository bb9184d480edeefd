// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/setrules.h"

#include "core/api/selector.h"

#include <algorithm>

namespace core::controllers {

std::size_t creationBatch(std::size_t existing, std::size_t missing)
{
    return std::min({existing + 1, missing, mostPerPass});
}

std::vector<std::string> newMachineNames(const api::ObjectMeta &set, std::size_t count,
    const base::Chance &chance, const std::function<bool(const std::string &)> &nameTaken)
{
    // The version moves with every change of the set's status, so no replacement inherits the name of a
    // machine that is gone; it does not move while a creation that failed is tried again.
    const std::string sequence = set.uid + "@" + set.resourceVersion;
    std::vector<std::string> names;
    for (std::uint64_t ordinal = 0; names.size() < count; ++ordinal) {
        std::string name = set.name + "-" + chance.suffix(sequence, "machine name", ordinal);
        if (!nameTaken(name) && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

std::string selectorProblem(
    const api::LabelSelector &selector, const api::Labels &templateLabels, std::string_view members)
{
    if (selector.isEmpty())
        return "spec.selector is empty and would match every " + std::string(members);
    if (const auto valid = api::validate(selector); !valid)
        return "spec.selector: " + valid.error().message;
    if (!api::matches(selector, templateLabels))
        return "spec.selector does not match the labels of spec.template";
    return {};
}

} // namespace core::controllers
