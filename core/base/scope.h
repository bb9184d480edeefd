// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cancel means destroy: a callback bound to a Scope does nothing once the scope is gone. Every class that
// hands out callbacks holds a Scope as its LAST member, so that it dies first.

#include <memory>
#include <utility>

namespace core::base {

class Scope
{
public:
    Scope() = default;
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
    /// What was bound to it goes with it.
    Scope(Scope &&) = default;
    Scope &operator=(Scope &&) = default;

    template<typename Function>
    auto bind(Function function) const
    {
        return [alive = std::weak_ptr<const char>(m_token), function = std::move(function)](
                   auto &&...args) mutable {
            if (!alive.expired())
                function(std::forward<decltype(args)>(args)...);
        };
    }

    /// A question to keep: false once the scope is gone or was reset.
    auto alive() const
    {
        return [alive = std::weak_ptr<const char>(m_token)] { return !alive.expired(); };
    }

    /// Lets go of everything bound so far; later binds are live again.
    void reset() { m_token = std::make_shared<const char>('\0'); }

private:
    std::shared_ptr<const char> m_token = std::make_shared<const char>('\0');
};

} // namespace core::base
