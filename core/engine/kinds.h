// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The kinds of objects that the window is shown, as one list of types. Whoever keeps something for each of
// them keeps a PerKind of it, so that one more kind is one more line here.

#include "core/api/event.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machine.h"
#include "core/api/machinedeployment.h"
#include "core/api/mcm.h"
#include "core/api/node.h"

#include <tuple>

namespace core::engine {

/// One Of<T> for each T.
template<template<typename> class Of, typename... T>
class OneForEach
{
public:
    static constexpr std::size_t size = sizeof...(T);

    template<typename Wanted>
    static constexpr std::size_t indexOf()
    {
        static_assert((std::is_same_v<Wanted, T> || ...));
        std::size_t index = 0;
        static_cast<void>(((std::is_same_v<Wanted, T> || (++index, false)) || ...));
        return index;
    }

    template<typename Wanted>
    Of<Wanted> &of()
    {
        return std::get<indexOf<Wanted>()>(m_all);
    }
    template<typename Wanted>
    const Of<Wanted> &of() const
    {
        return std::get<indexOf<Wanted>()>(m_all);
    }

    /// Calls use.operator()<T>(of<T>()) for each T, in their order.
    template<typename Use>
    void each(Use use)
    {
        (use.template operator()<T>(of<T>()), ...);
    }
    template<typename Use>
    void each(Use use) const
    {
        (use.template operator()<T>(of<T>()), ...);
    }

private:
    std::tuple<Of<T>...> m_all;
};

/// The kinds are in the order of the window's tabs.
template<template<typename> class Of>
using PerKind = OneForEach<Of, api::Machine, api::MachineSet, api::MachineDeployment, api::mcm::Machine,
    api::mcm::MachineSet, api::mcm::MachineDeployment, api::mcm::MachineClass, api::Node,
    api::MachineHealthCheck, api::HealthCheckV1alpha1, api::Event>;

template<typename>
struct NoValue {
};
/// The types alone: Kinds().each([]<typename T>(auto) { … }).
using Kinds = PerKind<NoValue>;

} // namespace core::engine
