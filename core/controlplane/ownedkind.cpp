// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/ownedkind.h"

namespace core::controlplane {

runtime::IndexValues ownerUids(const api::ObjectMeta &meta)
{
    runtime::IndexValues uids;
    for (const api::OwnerReference &reference : meta.ownerReferences)
        uids.push_back(reference.uid);
    return uids;
}

} // namespace core::controlplane
