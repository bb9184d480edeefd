// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Calls webhooks on this machine over TLS, for a lab that has no sockets of its own. On a thread of its own,
// which starts with the first call (docs/api-semantics.md U6).

#include "core/api/hookcall.h"
#include "core/lab/front/httpsfront.h"

namespace core::lab::front {

/// Made, used and destroyed on the core thread. Destroying it cuts off the calls under way, which then tell
/// nothing.
class WebhookClient
{
public:
    explicit WebhookClient(RunOnCore runOnCore);
    WebhookClient(const WebhookClient &) = delete;
    WebhookClient &operator=(const WebhookClient &) = delete;
    ~WebhookClient();

    /// At most 32 calls at a time go to the same port, others wait their turn; all of it within the time-out
    /// of the call. A connection carries later calls too, until nobody has used it for half a minute. An
    /// answer may have 8 MiB.
    void call(api::HookCall call, std::function<void(api::HookResult)> then);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace core::lab::front
