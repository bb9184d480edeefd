// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names, revisions and bookkeeping annotations of the sets of a rollout (docs/machines.md §6.2), for both
// families of machine deployments.

#include "core/api/machinedeployment.h"

namespace core::controllers {

/// The annotations in which a family keeps its books (§6.2).
struct RolloutKeys {
    std::string_view revision;
    std::string_view revisionHistory; ///< earlier revisions of the same template, separated by commas
    std::string_view desiredReplicas; ///< the deployment's size when the set was last sized
    std::string_view maxReplicas; ///< the same with the surge
};

/// The number in the annotation; nothing when it is missing or no number.
std::optional<std::int64_t> notedNumber(const api::ObjectMeta &meta, std::string_view key);
/// 0 when none is noted.
std::int64_t revisionOf(const api::ObjectMeta &meta, const RolloutKeys &keys);
/// Notes the revision; the one before goes to the history.
void noteRevision(api::ObjectMeta &meta, std::int64_t revision, const RolloutKeys &keys);

/// Neither the books nor what kubectl last applied.
bool isCopiedToSets(std::string_view annotation, const RolloutKeys &keys);
void copyAnnotations(const api::Labels &from, api::Labels &to, const RolloutKeys &keys);
void put(api::Labels &labels, std::string_view key, std::string value);

/// 32-bit FNV-1a in decimal, of the canonical JSON of a template and of the collision count.
std::string hashOf(const api::Json &comparableTemplate, const std::optional<std::int64_t> &collisionCount);
/// "<deployment>-<the hash in letters>", at most so many of them.
std::string setName(const std::string &deployment, const std::string &hash, std::size_t mostLetters);

} // namespace core::controllers
