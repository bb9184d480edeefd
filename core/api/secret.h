// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core/v1 Secret, with its data as they are written.

#include "core/api/codec.h"
#include "core/api/meta.h"

namespace core::api {

struct Secret {
    ObjectMeta metadata;
    std::string type;
    Labels data; ///< the values in base64

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const Secret &) const = default;
};
BOOST_DESCRIBE_STRUCT(Secret, (), (metadata, type, data))

} // namespace core::api
