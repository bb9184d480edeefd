// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/contention.h"

#include "core/base/overloaded.h"
#include "core/runtime/informer.h"

#include <algorithm>

namespace core::runtime {

namespace {

bool looksLikeTime(std::string_view text)
{
    return text.size() >= 20 && text[4] == '-' && text[10] == 'T' && text.back() == 'Z';
}

/// A hash of all that a write sets, but for times and preconditions; 0 when nothing is left.
std::size_t printOf(const api::Json &json, std::size_t seed = 0)
{
    const auto mix = [&seed](std::size_t value) { seed = (seed ^ value) * 0x100000001b3 + 1; };
    if (const auto *object = json.if_object()) {
        for (const auto &member : *object) {
            if (member.key() == "resourceVersion" || member.key() == "uid")
                continue;
            if (const std::size_t print = printOf(member.value())) {
                mix(std::hash<std::string_view>()(api::text(member.key())));
                mix(print);
            }
        }
    } else if (const auto *array = json.if_array()) {
        for (const api::Json &item : *array)
            mix(printOf(item));
        mix(1);
    } else if (const auto *text = json.if_string()) {
        if (!looksLikeTime(api::text(*text)))
            mix(std::hash<std::string_view>()(api::text(*text)));
    } else {
        mix(std::hash<std::string>()(api::writeJson(json)));
    }
    return seed;
}

std::optional<Contention::Write> writeIn(const api::Effect &effect)
{
    using Write = std::optional<Contention::Write>;
    return std::visit(
        base::Overloaded {
            [](const api::PatchObject &patch) -> Write {
                const std::size_t print = patch.isHeartbeat ? 0 : printOf(patch.patch);
                if (print == 0)
                    return std::nullopt;
                return {{patch.target, std::string(api::textAt(patch.patch, {"metadata", "uid"})), print}};
            },
            [](const api::CreateObject &create) -> Write {
                return {{{create.resource, keyOf(create.object)}, {}, 1}};
            },
            [](const api::DeleteObject &gone) -> Write {
                return {{gone.target, gone.uid, std::hash<std::string>()(gone.uid)}};
            },
            // asked again by design (PodDisruptionBudget), or harmless
            [](const api::EvictPod &) -> Write { return {}; },
            [](const api::BindPod &) -> Write { return {}; },
            [](const api::EmitEvent &) -> Write { return {}; },
        },
        effect);
}

bool isWrite(const api::Effect &effect)
{
    return std::visit(base::Overloaded {
                          [](const api::PatchObject &patch) { return !patch.isHeartbeat; },
                          [](const api::CreateObject &) { return true; },
                          [](const api::DeleteObject &) { return true; },
                          [](const api::EvictPod &) { return false; },
                          [](const api::BindPod &) { return false; },
                          [](const api::EmitEvent &) { return false; },
                      },
        effect);
}

} // namespace

std::vector<Contention::Write> Contention::suspicious(
    const api::ObjectKey &key, const std::vector<api::Effect> &effects)
{
    std::vector<Write> writes;
    if (std::ranges::none_of(effects, isWrite))
        return writes;
    moveOn();
    if (++m_plans[std::hash<api::ObjectKey>()(key)] <= usualPlans && !m_suspects.contains(key))
        return writes;
    for (const api::Effect &effect : effects) {
        if (auto write = writeIn(effect))
            writes.push_back(*std::move(write));
    }
    return writes;
}

std::optional<Contention::Verdict> Contention::judge(
    const api::ObjectKey &key, const std::vector<Write> &writes)
{
    if (writes.empty())
        return std::nullopt;
    Suspect &suspect = m_suspects[key];
    const Write *undone = nullptr;
    for (const Write &write : writes) {
        Repeated &repeated = suspect.writes[api::objectPath(write.target)];
        if (repeated.print != write.print)
            repeated = {write.print, 0};
        else if (++repeated.times >= usualRepetitions)
            undone = &write;
        if (repeated.times > 0)
            suspect.last = m_clock.now();
    }
    if (!undone)
        return std::nullopt;
    const bool isNew = suspect.wait == base::Duration::zero();
    suspect.wait = isNew ? firstWait : std::min(suspect.wait * 2, longestWait);
    suspect.object = undone->target;
    return Verdict {suspect.wait, *undone, isNew};
}

std::optional<api::ResourceRef> Contention::contested(const api::ObjectKey &key) const
{
    const auto found = m_suspects.find(key);
    const bool waits = found != m_suspects.end() && found->second.wait > base::Duration::zero();
    return waits ? std::optional(found->second.object) : std::nullopt;
}

void Contention::clear()
{
    m_plans.clear();
    m_suspects.clear();
}

/// A new window begins; who wrote nothing for the second time during a whole one is above suspicion again.
void Contention::moveOn()
{
    const base::Time now = m_clock.now();
    if (now < m_windowBegan + window)
        return;
    m_windowBegan = now;
    m_plans = {}; // gives its memory back
    std::erase_if(m_suspects,
        [&](const auto &suspect) { return suspect.second.last + suspect.second.wait + window <= now; });
}

} // namespace core::runtime
