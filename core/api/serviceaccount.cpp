// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/serviceaccount.h"

#include "core/api/codec_impl.h"

using core::api::ServiceAccount;
HOLLOWLAB_KIND(ServiceAccount, "", "v1", "serviceaccounts", true)
