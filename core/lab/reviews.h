// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Questions that a client asks about itself: they are posted like objects and answered, not stored. Whoever
// reaches the lab is its one user, who may do everything (docs/api-semantics.md M5).

#include "core/lab/registry.h"

namespace core::lab {

void addReviewTypes(Registry &registry, Store &store);
/// What was sent, with a status; the type is a review.
api::Response answerReview(const api::Request &request, const ResourceType &type);

} // namespace core::lab
