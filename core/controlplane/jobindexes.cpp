// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/jobindexes.h"

#include "core/base/number.h"

#include <algorithm>

namespace core::controlplane {

JobIndexes::JobIndexes(std::string_view text, std::int64_t end)
{
    while (!text.empty()) {
        const std::string_view range = text.substr(0, text.find(','));
        text.remove_prefix(std::min(range.size() + 1, text.size()));
        const std::size_t dash = range.find('-');
        const auto first = base::parseNumber<std::int64_t>(range.substr(0, dash));
        const auto last =
            dash == range.npos ? first : base::parseNumber<std::int64_t>(range.substr(dash + 1));
        if (first && last && *first >= 0 && *first <= *last && *first < end)
            add(*first, std::min(*last, end - 1));
    }
}

void JobIndexes::add(std::int64_t first, std::int64_t last)
{
    auto after = m_lastOf.upper_bound(first);
    if (after != m_lastOf.begin() && std::prev(after)->second >= first - 1)
        --after;
    while (after != m_lastOf.end() && after->first <= last + 1) {
        first = std::min(first, after->first);
        last = std::max(last, after->second);
        after = m_lastOf.erase(after);
    }
    m_lastOf.emplace(first, last);
}

bool JobIndexes::contains(std::int64_t index) const
{
    const auto after = m_lastOf.upper_bound(index);
    return after != m_lastOf.begin() && std::prev(after)->second >= index;
}

std::int64_t JobIndexes::count() const
{
    std::int64_t count = 0;
    for (const auto &[first, last] : m_lastOf)
        count += last - first + 1;
    return count;
}

std::int64_t JobIndexes::countIn(const JobIndexes &others) const
{
    std::int64_t count = 0;
    for (const auto &[first, last] : m_lastOf) {
        for (const auto &[otherFirst, otherLast] : others.m_lastOf)
            count += std::max<std::int64_t>(std::min(last, otherLast) - std::max(first, otherFirst) + 1, 0);
    }
    return count;
}

std::string JobIndexes::text() const
{
    std::string text;
    for (const auto &[first, last] : m_lastOf) {
        text += (text.empty() ? "" : ",") + std::to_string(first);
        if (last > first)
            text += (last == first + 1 ? ',' : '-') + std::to_string(last);
    }
    return text;
}

} // namespace core::controlplane
