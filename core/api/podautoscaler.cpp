// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/podautoscaler.h"

#include "core/api/codec_impl.h"

using core::api::HorizontalPodAutoscaler;
HOLLOWLAB_KIND(HorizontalPodAutoscaler, "autoscaling", "v2", "horizontalpodautoscalers", true)
HOLLOWLAB_CODEC(core::api::HorizontalPodAutoscalerSpec)
HOLLOWLAB_CODEC(core::api::HorizontalPodAutoscalerStatus)
