// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/event.h"

#include "core/api/codec_impl.h"

using core::api::Event;
using core::api::Namespace;
HOLLOWLAB_KIND(Event, "", "v1", "events", true)
HOLLOWLAB_KIND(Namespace, "", "v1", "namespaces", false)
