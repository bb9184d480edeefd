// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Questions that are posted like objects and answered, not stored (docs/api-semantics.md M5, R6).

#include "core/lab/access.h"

namespace core::lab {

/// A question, and who asks.
struct Review {
    const api::Json &question; ///< an object
    const ResourceType &type;
    const std::string &ns;
    const Access &access;
    const access::User &user;
};

/// What was sent, with the status that the type's definition finds; the type is a review.
api::Response answerReview(const api::Request &request, const ResourceType &type, const std::string &ns,
    const Access &access, const access::User *user);

} // namespace core::lab
