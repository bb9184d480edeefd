// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A call to a webhook as a value: the lab decides whom to ask and what, somebody with sockets asks.

#include <tl/expected.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace core::api {

/// POST with a JSON body, over TLS, to this machine.
struct HookCall {
    std::string address; ///< numeric, of the loopback; empty: whatever localhost is
    std::uint16_t port = 443;
    std::string host; ///< with the port, as the request names it
    std::string serverName; ///< that the certificate has to be for
    std::string target; ///< path and query
    std::string authorities; ///< PEM, whose certificates are trusted; empty: those that the system trusts
    std::string body;
    std::chrono::milliseconds timeout {10'000}; ///< of real time, for all of it

    std::string url() const { return "https://" + host + target; }
};

struct HookReply {
    int code = 0;
    std::string contentType;
    std::string body;
};

/// The reply, whatever its code; or why there is none, as a kube-apiserver words it.
using HookResult = tl::expected<HookReply, std::string>;
/// Asks, and tells what came of it in a later turn of the core thread. Called on that thread.
using HookCaller = std::function<void(HookCall, std::function<void(HookResult)>)>;

} // namespace core::api
