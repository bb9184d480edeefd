// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A watch whose objects a webhook has to convert: in their order, in as many calls as there are batches
// (docs/api-semantics.md L10).

#include "core/lab/webhooks/conversion.h"

namespace core::lab {

/// Opens the watch with a sink between it and its reader. The view is of what was converted. What can't be
/// converted ends it with an ERROR.
std::unique_ptr<api::Watch> openConverted(Webhooks &webhooks, ConversionHookPtr hook, std::string apiVersion,
    View view, api::WatchSink sink, const std::function<std::unique_ptr<api::Watch>(api::WatchSink)> &open);

} // namespace core::lab
