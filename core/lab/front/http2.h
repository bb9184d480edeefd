// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One client's TLS connection in HTTP/2 (docs/api-semantics.md O9): many requests and watches at a time, each
// in a stream of its own. Included only where Asio is paid for.

#include "core/lab/front/exchange.h"
#include "core/lab/front/tlsstream.h"

namespace core::lab::front {

/// Lets clients choose it while they shake hands.
void offerHttp2(SSL_CTX *context);
/// Whether this client has.
bool choseHttp2(const SSL *connection);

/// Takes over the connection after the handshake, and joins the hub's.
void goOnInHttp2(Hub &hub, TlsStream stream, bool hasCertificate, access::UserPtr certified);

} // namespace core::lab::front
