// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

/// The core/v1 ServiceAccount; nobody here looks at its secrets.
struct ServiceAccount {
    ObjectMeta metadata;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const ServiceAccount &) const = default;
};
BOOST_DESCRIBE_STRUCT(ServiceAccount, (), (metadata))

} // namespace core::api
