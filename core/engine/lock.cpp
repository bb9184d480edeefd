// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/lock.h"

#include "core/engine/sayings.h"

namespace core::engine {

namespace {

template<typename T, typename... Others>
constexpr bool isOneOf = (std::is_same_v<T, Others> || ...);

} // namespace

bool changesCluster(const Command &command)
{
    return std::visit(
        []<typename T>(const T &asked) {
            if constexpr (std::is_same_v<T, SwitchController>)
                return asked.on; // to stop one is always allowed
            else // no scenario of the window outlives the lock: steering one writes nothing
                return !isOneOf<T, SetLocked, Inspect, ForeseeFault, SetPace, StepTime, StopScenario,
                    PauseScenario, ContinueScenario, StepScenario, SeekMoment, ReadObject, RetryNow,
                    ForeseeScale, DropTrial>;
        },
        command);
}

bool isTrial(const Command &command)
{
    const auto *edit = std::get_if<EditObject>(&command);
    return (edit && edit->onTrial) || std::holds_alternative<TryWrite>(command);
}

Lock::Lock(Options options)
    : m_options(std::move(options))
    , m_locked(m_options.readOnly || m_options.mode != Mode::Lab)
{
}

api::Saying Lock::whyReadOnly() const
{
    return refusalSaying("ReadOnly", m_options.cluster);
}

std::optional<api::Saying> Lock::whyLocked() const
{
    if (m_options.readOnly)
        return whyReadOnly();
    return m_locked ? std::optional(refusalSaying("Locked", m_options.cluster)) : std::nullopt;
}

CommandResult<void> Lock::admit(const Command &command)
{
    if (!changesCluster(command))
        return {};
    if (const auto why = whyLocked())
        return refuse(base::ErrorKind::Forbidden, *why);
    if (!isTrial(command))
        deferRelock();
    return {};
}

CommandResult<> Lock::set(bool locked)
{
    if (m_options.readOnly && !locked)
        return refuse(base::ErrorKind::Forbidden, whyReadOnly());
    m_locked = locked;
    deferRelock();
    m_options.changed();
    return locked ? outcomeSaying("Locked", m_options.cluster) : outcomeSaying("Unlocked", m_options.cluster);
}

void Lock::deferRelock()
{
    m_until.reset();
    m_relock.cancel();
    if (m_locked || m_options.mode == Mode::Lab)
        return;
    m_until = m_options.clock.now() + m_options.relockAfter;
    m_relock = m_options.clock.guardAt(*m_until, [this] { (void)set(true); });
    m_options.changed();
}

} // namespace core::engine
