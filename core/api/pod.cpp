// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/pod.h"

#include "core/api/codec_impl.h"

namespace core::api {

bool Toleration::tolerates(const Taint &taint) const
{
    if (!effect.empty() && effect != taint.effect)
        return false;
    if (key.empty())
        return operator_ == "Exists";
    return key == taint.key && (operator_ == "Exists" || value == taint.value);
}

} // namespace core::api

using core::api::Pod;
HOLLOWLAB_KIND(Pod, "", "v1", "pods", true)
