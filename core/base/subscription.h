// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Listeners that unbind themselves: whoever binds one holds a Subscription, and is no longer called once that
// is gone. Listener and source may die in any order. All of it belongs to one thread.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace core::base {

/// Owns a listener's binding: destroying or resetting it unbinds the listener, be it while it runs.
class [[nodiscard]] Subscription
{
public:
    Subscription() = default;
    explicit Subscription(std::shared_ptr<bool> isBound) : m_isBound(std::move(isBound)) { }
    Subscription(Subscription &&) = default;
    Subscription &operator=(Subscription &&other) noexcept
    {
        reset();
        m_isBound = std::move(other.m_isBound);
        return *this;
    }
    ~Subscription() { reset(); }

    void reset()
    {
        if (const auto isBound = std::exchange(m_isBound, nullptr))
            *isBound = false;
    }

private:
    std::shared_ptr<bool> m_isBound;
};

using Subscriptions = std::vector<Subscription>;

/// What Listeners do whatever they are told.
class AnyListeners
{
public:
    AnyListeners() = default;
    AnyListeners(const AnyListeners &) = delete;
    AnyListeners &operator=(const AnyListeners &) = delete;

protected:
    struct Bound {
        bool isBound = true;
    };

    ~AnyListeners() = default;
    Subscription bind(std::shared_ptr<Bound> one);

    std::vector<std::shared_ptr<Bound>> m_all;
    mutable int m_depth = 0; ///< calls under way, one within another
};

/// Whom a source tells. A listener that is bound during a call is told from the next one on.
template<typename... Args>
class Listeners : public AnyListeners
{
public:
    using Listener = std::function<void(Args...)>;

    Subscription add(Listener listener)
    {
        return bind(std::make_shared<Listening>(Listening {{}, std::move(listener)}));
    }

    void operator()(Args... args) const
    {
        ++m_depth;
        for (std::size_t i = 0, count = m_all.size(); i < count; ++i) {
            const auto &one = static_cast<const Listening &>(*m_all[i]);
            if (one.isBound)
                one.call(args...);
        }
        --m_depth;
    }

private:
    struct Listening : Bound {
        Listener call;
    };
};

} // namespace core::base
