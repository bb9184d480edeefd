// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/cronjob.h"

#include "core/api/codec_impl.h"

using core::api::CronJob;
HOLLOWLAB_KIND(CronJob, "batch", "v1", "cronjobs", true)
HOLLOWLAB_CODEC(core::api::CronJobSpec)
HOLLOWLAB_CODEC(core::api::CronJobStatus)
