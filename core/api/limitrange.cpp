// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/limitrange.h"

#include "core/api/codec_impl.h"

HOLLOWLAB_CODEC(core::api::LimitRange)
HOLLOWLAB_CODEC(core::api::LimitRangeItem)
