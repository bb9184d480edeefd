// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/timeline.h"

#include <algorithm>

namespace core::timeline {

namespace {

constexpr std::size_t mostFacts = 50'000;

template<typename T>
std::vector<api::ObjectKey> knownKeys(const Observer &observer)
{
    if constexpr (std::is_same_v<T, api::Node>)
        return observer.knownNodes();
    else if constexpr (std::is_same_v<T, api::Machine>)
        return observer.knownMachines();
    else if constexpr (std::is_same_v<T, api::mcm::Machine>)
        return observer.knownMcmMachines();
    else if constexpr (std::is_same_v<T, api::MachineSet>)
        return observer.knownMachineSets();
    else
        return observer.knownMcmMachineSets();
}

} // namespace

Timeline::Timeline(History kept)
{
    m_episodes.keep(kept.episodes);
    for (Fact &fact : kept.facts) {
        m_observer.learn(fact);
        m_lastIndex = std::max(m_lastIndex, fact.index);
        take(std::move(fact));
    }
    m_episodes.takeChanged(); // known to whoever kept them
}

template<>
void Timeline::appendGone<api::Node>(const api::ObjectKey &key, api::Time arrival)
{
    append(m_observer.nodeGone(key, arrival));
}

template<>
void Timeline::appendGone<api::Machine>(const api::ObjectKey &key, api::Time arrival)
{
    append(m_observer.machineGone(key, arrival));
}

template<>
void Timeline::appendGone<api::mcm::Machine>(const api::ObjectKey &key, api::Time arrival)
{
    append(m_observer.mcmMachineGone(key, arrival));
}

template<>
void Timeline::appendGone<api::MachineSet>(const api::ObjectKey &key, api::Time arrival)
{
    append(m_observer.machineSetGone(key, arrival));
}

template<>
void Timeline::appendGone<api::mcm::MachineSet>(const api::ObjectKey &key, api::Time arrival)
{
    append(m_observer.mcmMachineSetGone(key, arrival));
}

void Timeline::decided(const std::string &controller, const api::ObjectKey &object,
    const std::vector<api::Reason> &reasons, api::Time arrival)
{
    std::vector<std::string_view> codes;
    std::string joined;
    for (const api::Reason &reason : reasons) {
        if (std::ranges::find(codes, reason.code) != codes.end())
            continue;
        codes.emplace_back(reason.code);
        joined.append(joined.empty() ? "" : ", ").append(reason.code);
    }
    if (!reasons.empty())
        append(m_observer.decided(controller, object, joined, reasons.front(), arrival));
}

template<typename T>
void Timeline::listed(const std::vector<std::shared_ptr<const T>> &present, api::Time arrival)
{
    std::vector<api::ObjectKey> keys;
    keys.reserve(present.size());
    for (const auto &object : present)
        keys.push_back(object->key());
    std::ranges::sort(keys);
    for (const api::ObjectKey &key : knownKeys<T>(m_observer)) {
        if (!std::ranges::binary_search(keys, key))
            appendGone<T>(key, arrival);
    }
}

template void Timeline::listed(const std::vector<std::shared_ptr<const api::Node>> &, api::Time);
template void Timeline::listed(const std::vector<std::shared_ptr<const api::Machine>> &, api::Time);
template void Timeline::listed(const std::vector<std::shared_ptr<const api::mcm::Machine>> &, api::Time);
template void Timeline::listed(const std::vector<std::shared_ptr<const api::MachineSet>> &, api::Time);
template void Timeline::listed(const std::vector<std::shared_ptr<const api::mcm::MachineSet>> &, api::Time);

void Timeline::append(std::vector<Fact> facts)
{
    for (Fact &fact : facts) {
        fact.index = ++m_lastIndex;
        m_news.push_back(fact);
        take(std::move(fact));
    }
}

void Timeline::take(Fact fact)
{
    m_latest = std::max(m_latest.value_or(fact.arrivalTime), fact.arrivalTime);
    m_episodes.add(fact);
    m_counter.add(fact);
    m_facts.push_back(std::move(fact));
    if (m_facts.size() > mostFacts)
        m_facts.pop_front();
}

std::vector<Episode> Timeline::episodes() const
{
    std::vector<Episode> all;
    all.reserve(m_episodes.episodes().size());
    for (const auto &[id, episode] : m_episodes.episodes())
        all.push_back(episode);
    return all;
}

History Timeline::takeNews()
{
    return {std::exchange(m_news, {}), m_episodes.takeChanged()};
}

} // namespace core::timeline
