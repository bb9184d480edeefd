// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names, revisions and bookkeeping annotations of the sets of a rollout (docs/machines.md §6.2), for every
// family of deployments.

#include "core/api/meta.h"

namespace core::rollout {

/// The annotations and the label in which a family keeps its books (§6.2).
struct RolloutKeys {
    std::string_view revision;
    std::string_view revisionHistory; ///< earlier revisions of the same template, separated by commas
    std::string_view desiredReplicas; ///< the deployment's size when the set was last sized
    std::string_view maxReplicas; ///< that size with the surge
    std::string_view templateHash; ///< a label
};

/// How the hash of a template is written.
struct HashStyle {
    std::size_t lettersInName = 10; ///< at most; 10 is all of them
    bool labelHasLetters = false; ///< the label bears the letters of the name, not the number
};

/// The number in the annotation; nothing when it is missing or no number.
std::optional<std::int64_t> notedNumber(const api::ObjectMeta &meta, std::string_view key);
/// The revision is 0 when none is noted.
std::int64_t revisionOf(const api::ObjectMeta &meta, const RolloutKeys &keys);
/// Notes the revision; the one before goes to the history.
void noteRevision(api::ObjectMeta &meta, std::int64_t revision, const RolloutKeys &keys);

/// Neither the books nor what kubectl last applied.
bool isCopiedToSets(std::string_view annotation, const RolloutKeys &keys);
void copyAnnotations(const api::Labels &from, api::Labels &to, const RolloutKeys &keys);
void put(api::Labels &labels, std::string_view key, std::string value);

/// The template without a label of its metadata.
template<typename Template>
Template withoutLabel(Template of, std::string_view label)
{
    std::erase_if(of.metadata.labels, [label](const auto &each) { return each.first == label; });
    return of;
}

/// 32-bit FNV-1a in decimal, of the canonical JSON of a template and of the collision count.
std::string hashOf(const api::Json &comparableTemplate, const std::optional<std::int64_t> &collisionCount);
/// The digits of the hash as letters, at most so many of them: without vowels, so that no word comes of it.
std::string lettersOf(std::string_view hash, std::size_t most);

} // namespace core::rollout
