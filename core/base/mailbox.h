// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries values from one thread to another: the only place in core where a lock is taken. The wake function
// is called on the sender's thread once per batch, when the box turns from empty to not empty.

#include <algorithm>
#include <functional>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace core::base {

template<typename T>
class Mailbox
{
public:
    explicit Mailbox(std::function<void()> wake) : m_wake(std::move(wake)) { }

    void put(T value)
    {
        bool wasEmpty = false;
        {
            const std::lock_guard lock(m_mutex);
            wasEmpty = m_values.empty();
            m_values.push_back(std::move(value));
        }
        if (wasEmpty && m_wake)
            m_wake();
    }

    /// One batch: wakes at most once.
    void putAll(std::vector<T> values)
    {
        if (values.empty())
            return;
        bool wasEmpty = false;
        {
            const std::lock_guard lock(m_mutex);
            wasEmpty = m_values.empty();
            if (wasEmpty)
                m_values = std::move(values);
            else
                std::move(values.begin(), values.end(), std::back_inserter(m_values));
        }
        if (wasEmpty && m_wake)
            m_wake();
    }

    std::vector<T> takeAll()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_values, {});
    }

private:
    std::mutex m_mutex;
    std::vector<T> m_values;
    std::function<void()> m_wake;
};

} // namespace core::base
