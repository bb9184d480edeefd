// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/ownedkind.h"

namespace core::controlplane {

std::vector<std::string> ownerUids(const api::ObjectMeta &meta)
{
    std::vector<std::string> uids;
    for (const api::OwnerReference &reference : meta.ownerReferences)
        uids.push_back(reference.uid);
    return uids;
}

} // namespace core::controlplane
