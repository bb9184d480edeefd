// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/service.h"

#include "core/api/codec_impl.h"

using core::api::Endpoints;
using core::api::EndpointSlice;
using core::api::Service;
HOLLOWLAB_KIND(Service, "", "v1", "services", true)
HOLLOWLAB_KIND(Endpoints, "", "v1", "endpoints", true)
HOLLOWLAB_KIND(EndpointSlice, "discovery.k8s.io", "v1", "endpointslices", true)
