// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/cluster.h"

#include "core/api/codec_impl.h"

using core::api::Cluster;
HOLLOWLAB_KIND(Cluster, "cluster.k8s.io", "v1alpha1", "clusters", true)
