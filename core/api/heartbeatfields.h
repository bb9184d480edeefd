// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the objects of a kind carry their heartbeats: the one place that says so, read by the codec, the
// informers, the lab and the kubelets. Each kind that has heartbeats specializes the trait beside its type.

#include <string_view>

namespace core::api {

/// What an informer does with a heartbeat.
enum class HeartbeatUse {
    TakenIn, ///< changes the object that is held, and tells of it
    PassedOn, ///< tells of it and keeps nothing
};

/// Says of a kind with heartbeats that `part` is the member of the object that holds the times, and `time`
/// the name of each of them there; `use` and `Told` say what informers make of a heartbeat.
template<typename T>
struct HeartbeatFields {
    using Told = T;
};

template<typename T>
concept HasHeartbeats = requires
{
    HeartbeatFields<T>::use;
};

} // namespace core::api
