// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes what a new lab begins with, a MachineSet, its health check, the default StorageClass, and their
// namespace, unless it was made before; a lab of a program that knew no StorageClass gets that. The lab
// remembers (core/api/firstobjects.h): a start that was cut off is gone on with, and what the user deletes is
// not made again.

#include "core/base/scope.h"
#include "core/client/client.h"
#include "core/engine/timing.h"
#include "core/engine/values.h"

namespace core::engine {

class FirstObjects
{
public:
    FirstObjects(client::Client &client, std::string ns, const Timing &timing)
        : m_client(client)
        , m_namespace(std::move(ns))
        , m_timing(timing)
    {
    }

    void make();

private:
    void create(std::vector<std::pair<const api::Resource *, api::Json>> objects);
    void forget();

    client::Client &m_client;
    std::string m_namespace;
    const Timing &m_timing;
    base::Scope m_scope;
};

} // namespace core::engine
