// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the status of a CustomResourceDefinition tells: its conditions, and which of its names it has
// (docs/api-semantics.md L2, L6, L15).

#include "core/base/clock.h"
#include "core/lab/store.h"

namespace core::lab {

struct DefinitionCondition {
    std::string_view type;
    std::string_view status;
    std::string_view reason;
    std::string message;
};

/// The time of its last transition changes with its status alone.
void setCondition(api::Json &definition, const DefinitionCondition &condition, base::Time now);
/// "True", "False"; empty when there is no such condition.
std::string_view conditionStatus(const api::Json &definition, std::string_view type);

/// Gives the definition those of its names that no other in its group has, and establishes it once it has all
/// of them.
void acceptNames(api::Json &definition, const Collection &definitions, base::Time now);
/// The names under which it is served.
const api::Json &servedNames(const api::Json &definition);

/// Tells for each version of a definition where errors place what it has under a member ("schema": in its
/// openAPIV3Schema).
class VersionPlaces
{
public:
    VersionPlaces(const api::Json &definition, std::string_view member);

    /// Tells the version's own place; where all versions have the same under the member, that of the first
    /// one is at spec, and those of the others are empty.
    std::string of(std::size_t version) const;

private:
    std::string m_member;
    bool m_isCommon = false;
};

} // namespace core::lab
