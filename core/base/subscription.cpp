// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/subscription.h"

namespace core::base {

Subscription AnyListeners::bind(std::shared_ptr<Bound> one)
{
    if (m_depth == 0)
        std::erase_if(m_all, [](const auto &earlier) { return !earlier->isBound; });
    m_all.push_back(std::move(one));
    return Subscription(std::shared_ptr<bool>(m_all.back(), &m_all.back()->isBound));
}

} // namespace core::base
