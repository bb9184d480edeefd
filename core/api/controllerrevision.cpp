// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/controllerrevision.h"

#include "core/api/codec_impl.h"

using core::api::ControllerRevision;
HOLLOWLAB_KIND(ControllerRevision, "apps", "v1", "controllerrevisions", true)
