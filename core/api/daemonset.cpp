// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/daemonset.h"

#include "core/api/codec_impl.h"

using core::api::DaemonSet;
HOLLOWLAB_KIND(DaemonSet, "apps", "v1", "daemonsets", true)
HOLLOWLAB_CODEC(core::api::DaemonSetSpec)
HOLLOWLAB_CODEC(core::api::DaemonSetStatus)
