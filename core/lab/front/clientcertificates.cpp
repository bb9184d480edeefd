// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/clientcertificates.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>

namespace core::lab::front {

namespace {

struct FreesVerification {
    void operator()(X509_STORE_CTX *verification) const { X509_STORE_CTX_free(verification); }
};
struct FreesMemory {
    void operator()(BIO *memory) const { BIO_free(memory); }
};

/// The text is empty for a value that no user or group can have.
std::string textOf(const X509_NAME_ENTRY *entry)
{
    unsigned char *utf8 = nullptr;
    const int size = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry));
    if (size < 0)
        return {};
    std::string text(reinterpret_cast<const char *>(utf8), static_cast<std::size_t>(size));
    OPENSSL_free(utf8);
    const bool isTellable =
        std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; });
    return isTellable ? text : std::string();
}

/// Nothing when one of them cannot be told.
std::optional<std::vector<std::string>> textsIn(X509_NAME *name, int id)
{
    std::vector<std::string> texts;
    for (int at = X509_NAME_get_index_by_NID(name, id, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(name, id, at)) {
        texts.push_back(textOf(X509_NAME_get_entry(name, at)));
        if (texts.back().empty())
            return std::nullopt;
    }
    return texts;
}

} // namespace

CertificatePtr certificateShown(SSL *connection)
{
    return CertificatePtr(SSL_get1_peer_certificate(connection));
}

ClientCertificates::ClientCertificates(const std::string &authorityPem)
    : m_trusted(X509_STORE_new(), X509_STORE_free)
{
    const std::unique_ptr<BIO, FreesMemory> memory(
        BIO_new_mem_buf(authorityPem.data(), static_cast<int>(authorityPem.size())));
    m_authority = CertificatePtr(PEM_read_bio_X509(memory.get(), nullptr, nullptr, nullptr));
    if (m_authority)
        X509_STORE_add_cert(m_trusted.get(), m_authority.get());
}

void ClientCertificates::announce(SSL_CTX *context) const
{
    if (m_authority)
        SSL_CTX_add_client_CA(context, m_authority.get());
}

access::UserPtr ClientCertificates::userOf(X509 &certificate) const
{
    const std::unique_ptr<X509_STORE_CTX, FreesVerification> verification(X509_STORE_CTX_new());
    if (!verification || X509_STORE_CTX_init(verification.get(), m_trusted.get(), &certificate, nullptr) != 1
        || X509_STORE_CTX_set_purpose(verification.get(), X509_PURPOSE_SSL_CLIENT) != 1
        || X509_verify_cert(verification.get()) != 1)
        return nullptr;
    X509_NAME *subject = X509_get_subject_name(&certificate);
    const auto names = textsIn(subject, NID_commonName);
    auto organizations = textsIn(subject, NID_organizationName);
    if (!names || names->size() != 1 || !organizations)
        return nullptr;
    access::User user {names->front(), {}, std::move(*organizations), {}};
    if (!user.isIn(access::groups::authenticated))
        user.groups.emplace_back(access::groups::authenticated);
    return std::make_shared<const access::User>(std::move(user));
}

} // namespace core::lab::front
