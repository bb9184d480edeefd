// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Certificates that clients show: whom they name, when the lab's authority for clients has signed them
// (docs/api-semantics.md N3).

#include "core/access/user.h"

#include <openssl/ssl.h>

namespace core::lab::front {

struct FreesCertificate {
    void operator()(X509 *certificate) const { X509_free(certificate); }
};
using CertificatePtr = std::unique_ptr<X509, FreesCertificate>;

/// The result is null when the client has shown none.
CertificatePtr certificateShown(SSL *connection);

class ClientCertificates
{
public:
    /// Trusts nobody when the PEM is not that of an authority.
    explicit ClientCertificates(const std::string &authorityPem);

    /// Names the authority to clients, so that they choose the right certificate.
    void announce(SSL_CTX *context) const;
    /// The common name is the user, the organizations are the groups. Null for a certificate of another
    /// authority, one that is not valid now or not for clients, and one that names nobody.
    access::UserPtr userOf(X509 &certificate) const;

private:
    std::shared_ptr<X509_STORE> m_trusted;
    std::shared_ptr<X509> m_authority; ///< null: nobody
};

} // namespace core::lab::front
