// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What others have changed comes into a text as a step that undo takes back: what is written then goes on
// from what it was based on before, so that the others' change is asked about again and not taken back too.

#include <optional>
#include <utility>
#include <vector>

namespace ui {

template<typename Base>
class Joins
{
public:
    /// The text took a change in, and has so many steps to undo; its base was this one until then.
    void add(int steps, Base before) { m_joins.emplace_back(steps, std::move(before)); }
    /// The base of a text that has so many steps left; nothing while it has all that it took in.
    std::optional<Base> takenBack(int steps)
    {
        std::optional<Base> base;
        while (!m_joins.empty() && steps < m_joins.back().first) {
            base = std::move(m_joins.back().second);
            m_joins.pop_back();
        }
        return base;
    }

private:
    std::vector<std::pair<int, Base>> m_joins;
};

} // namespace ui
