// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/secret.h"

#include "core/api/codec_impl.h"

using core::api::Secret;
HOLLOWLAB_KIND(Secret, "", "v1", "secrets", true)
