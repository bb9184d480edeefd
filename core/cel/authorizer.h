// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What expressions know as `authorizer`, where they may ask what somebody may do (docs/api-semantics.md U2).

#include "core/cel/value.h"

#include <functional>

namespace core::cel {

struct AccessQuestion {
    std::string verb = {};
    std::string path = {}; ///< empty: about a resource
    std::string group = {};
    std::string resource = {};
    std::string subresource = {};
    std::string ns = {};
    std::string name = {};

    /// The account is asked about instead of whoever sends the request.
    struct ServiceAccount {
        std::string ns;
        std::string name;
    };
    std::optional<ServiceAccount> account = std::nullopt;
};

struct AccessAnswer {
    bool allowed = false;
    std::string reason = {}; ///< for people; may be empty
};

/// Who decides. Values that come of it hold it.
using AskAccess = std::function<AccessAnswer(const AccessQuestion &)>;

TypePtr authorizerType();
TypePtr resourceCheckType();
Value authorizer(AskAccess ask);
/// A question about a resource that lacks only its verb.
Value resourceCheck(AskAccess ask, AccessQuestion question);

} // namespace core::cel
