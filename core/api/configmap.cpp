// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/configmap.h"

#include "core/api/codec_impl.h"

using core::api::ConfigMap;
HOLLOWLAB_KIND(ConfigMap, "", "v1", "configmaps", true)
