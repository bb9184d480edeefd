// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rolloutrevisions.h"

#include "core/api/machinedeployment.h"
#include "core/base/number.h"

#include <algorithm>
#include <array>

namespace core::rollout {

namespace {

std::uint32_t fnv1a(std::string_view text)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

} // namespace

void put(api::Labels &labels, std::string_view key, std::string value)
{
    labels.insert_or_assign(std::string(key), std::move(value));
}

std::optional<std::int64_t> notedNumber(const api::ObjectMeta &meta, std::string_view key)
{
    return base::parseNumber<std::int64_t>(meta.annotation(key));
}

std::int64_t revisionOf(const api::ObjectMeta &meta, const RolloutKeys &keys)
{
    return notedNumber(meta, keys.revision).value_or(0);
}

void noteRevision(api::ObjectMeta &meta, std::int64_t revision, const RolloutKeys &keys)
{
    if (const std::int64_t before = revisionOf(meta, keys); before > 0) {
        const std::string earlier(meta.annotation(keys.revisionHistory));
        put(meta.annotations, keys.revisionHistory,
            (earlier.empty() ? "" : earlier + ",") + std::to_string(before));
    }
    put(meta.annotations, keys.revision, std::to_string(revision));
}

bool isCopiedToSets(std::string_view annotation, const RolloutKeys &keys)
{
    const std::array notCopied {
        keys.revision, keys.revisionHistory, keys.desiredReplicas, keys.maxReplicas, api::keys::lastApplied};
    return std::ranges::find(notCopied, annotation) == notCopied.end();
}

void copyAnnotations(const api::Labels &from, api::Labels &to, const RolloutKeys &keys)
{
    for (const auto &[key, value] : from) {
        if (isCopiedToSets(key, keys))
            put(to, key, value);
    }
}

std::string hashOf(const api::Json &comparableTemplate, const std::optional<std::int64_t> &collisionCount)
{
    std::string text = api::writeCanonicalJson(comparableTemplate);
    if (collisionCount)
        text += std::to_string(*collisionCount);
    return std::to_string(fnv1a(text));
}

std::string lettersOf(std::string_view hash, std::size_t most)
{
    constexpr std::string_view alphabet = "bcdfghjklmnpqrstvwxz2456789";
    std::string letters;
    for (const char digit : hash.substr(0, most))
        letters += alphabet[static_cast<unsigned char>(digit) % alphabet.size()];
    return letters;
}

} // namespace core::rollout
