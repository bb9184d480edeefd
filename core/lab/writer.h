// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Create, update and delete with the rules that every kind shares: who sets which metadata, preconditions, generation,
// finalizers and grace (api-server.md B, D, G).

#include "core/lab/cluster.h"
#include "core/lab/route.h"

#include <boost/json/monotonic_resource.hpp>

#include <array>

namespace core::lab {

/// Short-lived memory for the object that a request is changing.
class Scratch
{
public:
    boost::json::storage_ptr storage() { return &m_resource; }

private:
    std::array<unsigned char, 24U * 1024> m_buffer;
    boost::json::monotonic_resource m_resource {m_buffer.data(), m_buffer.size()};
};

/// One resource in one of its versions, and the object's key; the name may be empty for create.
struct Target {
    ResourceType *type = nullptr;
    const ServedVersion *version = nullptr;
    api::ObjectKey key;

    About about() const { return type->about(key.name); }
    About aboutKind() const { return type->aboutKind(key.name); }
};

/// What of an object a request may change.
enum class Part { Main, Status };

struct DeleteOptions {
    std::optional<std::int64_t> gracePeriodSeconds;
    std::string uid; ///< precondition
    std::string resourceVersion; ///< precondition
    std::string propagation; ///< Background, Foreground, Orphan; empty: the default
    bool dryRun = false;
};

struct Written {
    api::JsonPtr object;
    Revision revision = 0; ///< 0: nothing changed
    bool gone = false; ///< the object was removed
};

class Writer
{
public:
    explicit Writer(Cluster &cluster) : m_cluster(cluster) { }

    Answer<Written> create(Target target, api::Json &draft, bool dryRun);
    /// Makes the draft, which began as a copy of the object or came whole from the client, the new version.
    Answer<Written> update(const Target &target, api::Json &draft, Part part, bool dryRun);
    Answer<Written> remove(const Target &target, const DeleteOptions &options);

private:
    Answer<> nameFor(Target &target, api::JsonObject &metadata);
    Written put(const Target &target, api::Json &draft, bool dryRun);
    Answer<Written> finishDeletion(const Target &target, api::Json &draft, bool dryRun);

    Cluster &m_cluster;
};

} // namespace core::lab
