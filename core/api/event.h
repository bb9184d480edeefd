// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core/v1 Event, and the Namespace that it lies in.

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

struct EventSource {
    std::string component;
    std::string host;

    bool operator==(const EventSource &) const = default;
};
BOOST_DESCRIBE_STRUCT(EventSource, (), (component, host))

/// The core/v1 Event: what a controller says about an object to a person.
struct Event {
    ObjectMeta metadata;
    ObjectReference involvedObject;
    std::string type; ///< Normal or Warning
    std::string reason;
    std::string message;
    EventSource source;
    std::optional<Time> firstTimestamp;
    std::optional<Time> lastTimestamp;
    std::optional<int> count;
    std::string reportingComponent;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Event &) const = default;
};
BOOST_DESCRIBE_STRUCT(Event, (),
    (metadata, involvedObject, type, reason, message, source, firstTimestamp, lastTimestamp, count,
        reportingComponent))

struct Namespace {
    ObjectMeta metadata;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Namespace &) const = default;
};
BOOST_DESCRIBE_STRUCT(Namespace, (), (metadata))

} // namespace core::api
