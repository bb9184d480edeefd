// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/clientauthority.h"

#include "core/access/released.h"

#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>

namespace core::access {

namespace {

using PrivateKey = std::unique_ptr<EVP_PKEY, Released<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Released<X509_free>>;
using SigningRequest = std::unique_ptr<X509_REQ, Released<X509_REQ_free>>;
using PemText = std::unique_ptr<BIO, Released<BIO_free>>;

constexpr long leewaySeconds = 5 * 60; // for clocks that are behind

PemText reading(const std::string &pem)
{
    return PemText(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

/// The request is null when its signature is not that of its own key.
SigningRequest readRequest(const std::string &pem)
{
    SigningRequest request(PEM_read_bio_X509_REQ(reading(pem).get(), nullptr, nullptr, nullptr));
    EVP_PKEY *key = request ? X509_REQ_get0_pubkey(request.get()) : nullptr;
    return key && X509_REQ_verify(request.get(), key) == 1 ? std::move(request) : nullptr;
}

std::vector<std::string> valuesOf(const X509_NAME *name, int id)
{
    std::vector<std::string> values;
    for (int at = X509_NAME_get_index_by_NID(name, id, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(name, id, at)) {
        unsigned char *utf8 = nullptr;
        const int size = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)));
        values.emplace_back(reinterpret_cast<char *>(utf8), static_cast<std::size_t>(std::max(size, 0)));
        OPENSSL_free(utf8);
    }
    return values;
}

auto notARequest()
{
    return base::fail(base::ErrorKind::Invalid, "not a certificate request in PEM, signed with its own key");
}

bool addExtension(X509 *certificate, X509 *issuer, int id, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Released<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, &context, id, value));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

bool setSerial(X509 *certificate)
{
    std::array<unsigned char, 16> serial {};
    if (RAND_bytes(serial.data(), static_cast<int>(serial.size())) != 1)
        return false;
    serial.front() &= 0x7fU; // a positive number
    const std::unique_ptr<BIGNUM, Released<BN_free>> number(
        BN_bin2bn(serial.data(), static_cast<int>(serial.size()), nullptr));
    return number && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate));
}

Certificate certificateFor(X509_REQ *request, X509 *authority, std::chrono::seconds life)
{
    Certificate certificate(X509_new());
    X509 *it = certificate.get();
    const bool made = it && X509_set_version(it, 2) == 1 && setSerial(it)
        && X509_set_issuer_name(it, X509_get_subject_name(authority)) == 1
        && X509_set_subject_name(it, X509_REQ_get_subject_name(request)) == 1
        && X509_set_pubkey(it, X509_REQ_get0_pubkey(request)) == 1
        && X509_gmtime_adj(X509_getm_notBefore(it), -leewaySeconds)
        && X509_gmtime_adj(X509_getm_notAfter(it), static_cast<long>(life.count()))
        && addExtension(it, authority, NID_basic_constraints, "critical,CA:FALSE")
        && addExtension(it, authority, NID_key_usage, "critical,digitalSignature,keyEncipherment")
        && addExtension(it, authority, NID_ext_key_usage, "clientAuth")
        && addExtension(it, authority, NID_authority_key_identifier, "keyid");
    return made ? std::move(certificate) : nullptr;
}

} // namespace

base::Result<CertificateSubject> readCertificateRequest(const std::string &pem)
{
    const SigningRequest request = readRequest(pem);
    if (!request)
        return notARequest();
    const X509_NAME *subject = X509_REQ_get_subject_name(request.get());
    const auto names = valuesOf(subject, NID_commonName);
    return CertificateSubject {
        names.size() == 1 ? names.front() : std::string(), valuesOf(subject, NID_organizationName)};
}

namespace {

struct PemBlock {
    std::string name;
    std::string headers;
    std::vector<unsigned char> bytes;
};

std::optional<PemBlock> nextBlock(BIO *text)
{
    char *name = nullptr;
    char *headers = nullptr;
    unsigned char *bytes = nullptr;
    long size = 0;
    if (PEM_read_bio(text, &name, &headers, &bytes, &size) != 1)
        return std::nullopt;
    PemBlock block {name, headers, {bytes, bytes + size}};
    OPENSSL_free(name);
    OPENSSL_free(headers);
    OPENSSL_free(bytes);
    return block;
}

bool isCertificate(const PemBlock &block)
{
    const unsigned char *begin = block.bytes.data();
    const Certificate certificate(d2i_X509(nullptr, &begin, static_cast<long>(block.bytes.size())));
    return certificate && begin == block.bytes.data() + block.bytes.size();
}

} // namespace

std::string certificatesProblem(const std::string &pem)
{
    const PemText text = reading(pem);
    bool hasOne = false;
    while (const auto block = nextBlock(text.get())) {
        if (block->name != PEM_STRING_X509)
            return "only CERTIFICATE PEM blocks are allowed, found " + inQuotes(block->name);
        if (!block->headers.empty())
            return "no PEM block headers are permitted";
        if (!isCertificate(*block))
            return "found a CERTIFICATE PEM block that is no certificate";
        hasOne = true;
    }
    return hasOne ? std::string() : "must contain at least one CERTIFICATE PEM block";
}

struct ClientAuthority::KeyPair {
    Certificate certificate;
    PrivateKey key;
};

base::Result<ClientAuthority> ClientAuthority::read(
    const std::string &certificatePem, const std::string &keyPem)
{
    auto pair = std::make_shared<KeyPair>();
    pair->certificate.reset(PEM_read_bio_X509(reading(certificatePem).get(), nullptr, nullptr, nullptr));
    pair->key.reset(PEM_read_bio_PrivateKey(reading(keyPem).get(), nullptr, nullptr, nullptr));
    if (!pair->certificate || !pair->key
        || X509_check_private_key(pair->certificate.get(), pair->key.get()) != 1)
        return base::fail(base::ErrorKind::Invalid, "the authority for clients cannot be read");
    return ClientAuthority(std::move(pair));
}

base::Result<std::string> ClientAuthority::sign(
    const std::string &requestPem, std::chrono::seconds life) const
{
    const SigningRequest request = readRequest(requestPem);
    if (!request)
        return notARequest();
    const Certificate certificate = certificateFor(request.get(), m_pair->certificate.get(), life);
    const PemText out(BIO_new(BIO_s_mem()));
    if (!certificate || X509_sign(certificate.get(), m_pair->key.get(), EVP_sha256()) <= 0
        || PEM_write_bio_X509(out.get(), certificate.get()) != 1)
        return base::fail(base::ErrorKind::Transient, "the certificate could not be signed");
    char *data = nullptr;
    const long size = BIO_get_mem_data(out.get(), &data);
    return std::string(data, static_cast<std::size_t>(size));
}

} // namespace core::access
