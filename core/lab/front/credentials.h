// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What proves the lab to its clients and its clients to the lab: a certificate authority made for this lab
// alone, its server certificate, random tokens, an authority for the certificates of clients, and the key
// that signs the tokens of ServiceAccounts. All of it comes from the system's random source, never from
// base::Chance.

#include "core/access/authenticator.h"
#include "core/access/clientauthority.h"
#include "core/api/saying.h"

#include <cstdint>
#include <string>

namespace core::lab::front {

struct Credentials {
    std::string caPem; ///< its private key is forgotten at once
    std::string certificatePem; ///< for 127.0.0.1, ::1 and localhost only
    std::string keyPem; ///< EC P-256
    std::string token; ///< 256 bits in hexadecimal digits
    std::string viewerToken; ///< alike, for those who only look
    std::string clientCaPem; ///< of the authority that signs clients' certificates
    std::string clientCaKeyPem;
    std::string tokenKeyPem; ///< signs the tokens of ServiceAccounts
    api::Saying loss; ///< why earlier ones count no more, in sentences for people; empty: there were none
};

/// The credentials kept in the directory; new ones, valid for two years and kept there (mode 0600), when
/// there are none, they cannot be used, or less than 30 days are left: then the old ones are set aside. What
/// a program before this one did not know is added to them.
base::Result<Credentials> loadOrMakeCredentials(const std::string &directory);

/// Knows those who show the tokens, and those whose tokens the key has signed.
std::shared_ptr<const access::Authenticator> authenticatorOf(const Credentials &credentials);

/// Signs the certificates of clients.
std::optional<access::ClientAuthority> clientAuthorityOf(const Credentials &credentials);

enum class Bearer { Owner, Viewer };

/// A kubeconfig with the one context "hollowlab-<lab>", namespace default, for the lab on this port of
/// 127.0.0.1. Mode 0600, written in one step, in a directory that only the user can write to.
base::Result<> writeKubeconfig(const std::string &path, const std::string &lab, std::uint16_t port,
    const Credentials &credentials, Bearer bearer = Bearer::Owner);

} // namespace core::lab::front
