// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Decides whether what the user does may change the cluster: asked for each command, and once more for each
// request right before it leaves (core/client/writegate.h). A cluster of the user's is locked until the user
// unlocks it, and locks itself again when nothing was changed for a while; a lab is open unless the user
// locks it; what was opened read-only stays as it is. What the command line asked for (controllers, a
// scenario) is no command and needs no unlocking.

#include "core/base/clock.h"
#include "core/engine/values.h"

namespace core::engine {

class Lock
{
public:
    struct Options {
        base::Clock &clock;
        Mode mode = Mode::External; ///< locked, as long as nothing else is known
        bool readOnly = false;
        base::Duration relockAfter {};
        std::string cluster; ///< for sentences; somebody's with its server
        std::function<void()> changed;
    };

    explicit Lock(Options options);

    /// Refuses (Forbidden) what would change the cluster while that is locked. What is admitted puts the next
    /// locking off, unless it is a trial: editors ask again by themselves.
    CommandResult<void> admit(const Command &command);
    /// Forbidden for what was opened read-only.
    CommandResult<> set(bool locked);
    bool isLocked() const { return m_locked; }
    /// Why nothing may be changed now, in a sentence; nothing: it may.
    std::optional<api::Saying> whyLocked() const;
    /// The time is when it locks itself; nothing while it is locked, and in a lab.
    std::optional<base::Time> unlockedUntil() const { return m_until; }

private:
    api::Saying whyReadOnly() const;
    void deferRelock();

    const Options m_options;
    bool m_locked;
    std::optional<base::Time> m_until;
    base::Timer m_relock;
};

} // namespace core::engine
