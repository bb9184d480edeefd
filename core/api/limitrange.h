// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LimitRange of v1: what single containers, pods and claims of a namespace may ask for.

#include "core/api/codec.h"
#include "core/api/node.h"

namespace core::api {

struct LimitRangeItem {
    std::string type; ///< Container, Pod, PersistentVolumeClaim
    ResourceList max;
    ResourceList min;
    ResourceList default_; ///< the limits of a container that has none
    ResourceList defaultRequest;
    ResourceList maxLimitRequestRatio;

    bool operator==(const LimitRangeItem &) const = default;
};
BOOST_DESCRIBE_STRUCT(LimitRangeItem, (), (type, max, min, default_, defaultRequest, maxLimitRequestRatio))

struct LimitRangeSpec {
    std::vector<LimitRangeItem> limits;

    bool operator==(const LimitRangeSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(LimitRangeSpec, (), (limits))

struct LimitRange {
    ObjectMeta metadata;
    LimitRangeSpec spec;

    bool operator==(const LimitRange &) const = default;
};
BOOST_DESCRIBE_STRUCT(LimitRange, (), (metadata, spec))

} // namespace core::api
