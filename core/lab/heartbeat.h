// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Heartbeats: requests that put other times in the place of the times of one member and say nothing else that
// is new. Most writes to a large cluster are such; what was valid stays so and need not be checked again.

#include "core/lab/entry.h"
#include "core/lab/kindrules.h"

#include <boost/container/small_vector.hpp>

namespace core::lab {

/// A time of an object, and the text that is to take its place.
template<typename Value>
struct NewTime {
    Value *held = nullptr; ///< in the object
    std::string_view text; ///< as it was sent
};
template<typename Value>
using NewTimes = boost::container::small_vector<NewTime<Value>, 8>;

/// The body of a request that changes an object.
struct Sent {
    const api::Json &json;
    bool isWhole = false; ///< takes the object's place; else it is a merge patch
};

/// What a request does to the part of an object that the rule names when it is a heartbeat: overwrites
/// times, each in the form that is stored. Nothing when it does anything else, there or elsewhere, or changes
/// nothing. Value is Json, or const Json for a part that may not be changed.
template<typename Value>
NewTimes<Value> heartbeatIn(
    const Sent &sent, const api::Json &object, Value &part, const HeartbeatRule &rule);
extern template NewTimes<api::Json> heartbeatIn(
    const Sent &, const api::Json &, api::Json &, const HeartbeatRule &);
extern template NewTimes<const api::Json> heartbeatIn(
    const Sent &, const api::Json &, const api::Json &, const HeartbeatRule &);
void overwrite(const NewTimes<api::Json> &times);

/// The part where heartbeats write, if nobody else holds the newest version and one wrote there before; else
/// nullptr.
api::Json *ownHeartbeatPart(const Entry &entry);
/// The part is that of the newest version, which is copied first when somebody else holds it. The object has
/// it.
api::Json &writableHeartbeatPart(Entry &entry, std::string_view part);

} // namespace core::lab
