// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The authority that signs the certificates of clients (docs/api-semantics.md S6).

#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace core::access {

/// What a request for a certificate says of its subject.
struct CertificateSubject {
    std::string user; ///< common name
    std::vector<std::string> groups; ///< organizations
};

/// The error is Invalid when that is no PEM of one request that its own key has signed.
base::Result<CertificateSubject> readCertificateRequest(const std::string &pem);

/// Why that is no PEM of certificates alone, in the original's words; empty when it is.
std::string certificatesProblem(const std::string &pem);

/// May be copied and used on any thread.
class ClientAuthority
{
public:
    /// The error is Invalid when the key is not that of the certificate.
    static base::Result<ClientAuthority> read(const std::string &certificatePem, const std::string &keyPem);

    /// A certificate for clients alone, valid from now on for that long, as PEM. Invalid as above.
    base::Result<std::string> sign(const std::string &requestPem, std::chrono::seconds life) const;

private:
    struct KeyPair;
    explicit ClientAuthority(std::shared_ptr<const KeyPair> pair) : m_pair(std::move(pair)) { }

    std::shared_ptr<const KeyPair> m_pair;
};

} // namespace core::access
