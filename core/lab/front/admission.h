// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who may ask the lab, and in which form: the checks on a request's head, before its body is read, as pure
// functions (docs/api-semantics.md A8–A11, N2, T1, T2). No sockets here.

#include "core/access/authenticator.h"
#include "core/api/exchange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::lab::front {

enum class Format { Json, Yaml, Protobuf };

/// The head of a request as it came over the wire.
struct Head {
    std::optional<api::Method> method; ///< nothing: a method that no API server knows
    std::string target;
    std::string host;
    int hosts = 0; ///< how many Host fields there were
    int origins = 0;
    std::string origin;
    int authorizations = 0;
    std::string authorization;
    access::HeaderFields impersonation; ///< that ask to act as somebody else
    bool hasCertificate = false;
    access::UserPtr certified; ///< whom the certificate names; null: it is not from here
    std::string contentType;
    std::string accept;
    std::string acceptEncoding;
    std::string ifNoneMatch;
    std::string userAgent;
    bool hasBody = false;
};

/// Nothing for one that no API server knows.
std::optional<api::Method> methodNamed(std::string_view name);
std::string_view nameOf(api::Method method);

struct Gate {
    std::uint16_t port = 0;
    std::shared_ptr<const access::Authenticator> authenticator;
    bool letsStrangersAsk = false; ///< roles decide what they may
};

/// What the head settles about a request that may pass.
struct Admitted {
    std::string path; ///< still encoded, without /watch
    std::vector<std::pair<std::string, std::string>> query; ///< decoded
    Format bodyFormat = Format::Json;
    Format answerFormat = Format::Json;
    bool pretty = false; ///< JSON with line breaks
    bool gzip = false; ///< the answer may come so
    bool watch = false; ///< a GET of a collection with watch=1
    access::Login login;
    bool known = false; ///< credentials were shown, and are right
};

/// The unexpected is the answer that rejects the request.
tl::expected<Admitted, api::Response> admit(const Head &head, const Gate &gate);

/// Whether a Host field names this computer's loopback, with that port: other names may have been bound to it
/// by somebody else's DNS (T2).
bool isOurHost(std::string_view host, std::uint16_t port);

/// A failed response with a Status body.
api::Response refusal(int code, std::string_view reason, std::string_view message);
/// 429, to be tried again after a second (docs/api-semantics.md I6).
api::Response tooManyRequests();

} // namespace core::lab::front
