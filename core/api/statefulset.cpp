// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/statefulset.h"

#include "core/api/codec_impl.h"

using core::api::StatefulSet;
HOLLOWLAB_KIND(StatefulSet, "apps", "v1", "statefulsets", true)
HOLLOWLAB_CODEC(core::api::StatefulSetSpec)
HOLLOWLAB_CODEC(core::api::StatefulSetStatus)
