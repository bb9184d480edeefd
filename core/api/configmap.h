// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

/// The core/v1 ConfigMap, without its binary half.
struct ConfigMap {
    ObjectMeta metadata;
    Labels data;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const ConfigMap &) const = default;
};
BOOST_DESCRIBE_STRUCT(ConfigMap, (), (metadata, data))

} // namespace core::api
