// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/credentials.h"

#include "core/access/released.h"
#include "core/api/troubles.h"
#include "core/api/yaml.h"
#include "core/base/privatefile.h"

#include <QByteArray>

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

namespace core::lab::front {

namespace fs = std::filesystem;

namespace {

using Key = std::unique_ptr<EVP_PKEY, access::Released<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, access::Released<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, access::Released<X509_EXTENSION_free>>;
using Memory = std::unique_ptr<BIO, access::Released<BIO_free>>;

constexpr fs::perms forOthers = fs::perms::group_all | fs::perms::others_all;
constexpr int lifeDays = 730;
constexpr int renewalDays = 30;
constexpr long secondsPerDay = 24L * 60 * 60;

template<std::size_t size>
std::array<unsigned char, size> randomBytes()
{
    std::array<unsigned char, size> bytes {};
    if (RAND_priv_bytes(bytes.data(), static_cast<int>(size)) != 1)
        return {};
    return bytes;
}

std::string randomToken()
{
    const auto bytes = randomBytes<32>();
    if (bytes == decltype(bytes) {})
        return {};
    return QByteArray::fromRawData(reinterpret_cast<const char *>(bytes.data()), bytes.size())
        .toHex()
        .toStdString();
}

template<typename Write>
std::string pemOf(Write write)
{
    const Memory memory(BIO_new(BIO_s_mem()));
    char *data = nullptr;
    if (!memory || write(memory.get()) != 1)
        return {};
    const long size = BIO_get_mem_data(memory.get(), &data);
    return {data, static_cast<std::size_t>(size)};
}

std::string pemOf(X509 *certificate)
{
    return pemOf([certificate](BIO *out) { return PEM_write_bio_X509(out, certificate); });
}

std::string pemOf(EVP_PKEY *key)
{
    return pemOf([key](BIO *out) {
        return PEM_write_bio_PKCS8PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
}

bool extend(X509 *certificate, X509 *issuer, int id, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, id, value));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

/// Everything but the extensions and the signature. No issuer: signed by itself.
Certificate blankCertificate(const char *name, EVP_PKEY *key, X509 *issuer)
{
    Certificate certificate(X509_new());
    auto serial = randomBytes<16>();
    serial.front() &= 0x7fU; // a positive number
    const std::unique_ptr<BIGNUM, access::Released<BN_free>> number(
        BN_bin2bn(serial.data(), serial.size(), nullptr));
    X509_NAME *subject = certificate ? X509_get_subject_name(certificate.get()) : nullptr;
    const auto *text = reinterpret_cast<const unsigned char *>(name);
    const bool made = subject && number && X509_set_version(certificate.get(), 2) == 1
        && BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate.get()))
        && X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -secondsPerDay)
        && X509_gmtime_adj(X509_getm_notAfter(certificate.get()), lifeDays * secondsPerDay)
        && X509_set_pubkey(certificate.get(), key) == 1
        && X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, text, -1, -1, 0) == 1
        && X509_set_issuer_name(certificate.get(), issuer ? X509_get_subject_name(issuer) : subject) == 1;
    return made ? std::move(certificate) : nullptr;
}

Certificate makeAuthority(const char *name, EVP_PKEY *key)
{
    Certificate authority = blankCertificate(name, key, nullptr);
    X509 *it = authority.get();
    const bool made = it && extend(it, it, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        && extend(it, it, NID_key_usage, "critical,keyCertSign,cRLSign")
        && extend(it, it, NID_subject_key_identifier, "hash") && X509_sign(it, key, EVP_sha256()) > 0;
    return made ? std::move(authority) : nullptr;
}

Certificate makeServerCertificate(EVP_PKEY *key, X509 *authority, EVP_PKEY *authorityKey)
{
    Certificate certificate = blankCertificate("hollowlab", key, authority);
    X509 *it = certificate.get();
    const bool made = it && extend(it, authority, NID_basic_constraints, "critical,CA:FALSE")
        && extend(it, authority, NID_key_usage, "critical,digitalSignature")
        && extend(it, authority, NID_ext_key_usage, "serverAuth")
        && extend(it, authority, NID_subject_alt_name, "IP:127.0.0.1,IP:::1,DNS:localhost")
        && extend(it, authority, NID_authority_key_identifier, "keyid")
        && X509_sign(it, authorityKey, EVP_sha256()) > 0;
    return made ? std::move(certificate) : nullptr;
}

base::Result<Credentials> makeCredentials()
{
    const Key authorityKey(EVP_EC_gen("P-256"));
    const Key key(EVP_EC_gen("P-256"));
    const Certificate authority = authorityKey ? makeAuthority("hollowlab-ca", authorityKey.get()) : nullptr;
    const Certificate certificate =
        authority && key ? makeServerCertificate(key.get(), authority.get(), authorityKey.get()) : nullptr;
    Credentials made;
    if (certificate)
        made = {.caPem = pemOf(authority.get()),
            .certificatePem = pemOf(certificate.get()),
            .keyPem = pemOf(key.get()),
            .token = randomToken()};
    if (made.caPem.empty() || made.certificatePem.empty() || made.keyPem.empty() || made.token.empty())
        return base::fail(base::ErrorKind::Transient, "the lab's certificates could not be made");
    return made;
}

/// Who could sign clients' certificates can't prove to be the lab: another authority does that.
bool makeClientAuthority(Credentials &credentials)
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate authority = key ? makeAuthority("hollowlab-client-ca", key.get()) : nullptr;
    if (!authority)
        return false;
    credentials.clientCaPem = pemOf(authority.get());
    credentials.clientCaKeyPem = pemOf(key.get());
    return !credentials.clientCaPem.empty() && !credentials.clientCaKeyPem.empty();
}

Memory memoryWith(const std::string &pem)
{
    return Memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

/// Null when it is none.
Certificate certificateIn(const std::string &pem)
{
    return Certificate(PEM_read_bio_X509(memoryWith(pem).get(), nullptr, nullptr, nullptr));
}

bool isLongValid(const Certificate &certificate)
{
    std::unique_ptr<ASN1_TIME, access::Released<ASN1_TIME_free>> soon(
        X509_gmtime_adj(nullptr, renewalDays * secondsPerDay));
    return soon && X509_cmp_current_time(X509_get0_notBefore(certificate.get())) < 0
        && ASN1_TIME_compare(X509_get0_notAfter(certificate.get()), soon.get()) > 0;
}

bool belongTogether(const Credentials &credentials)
{
    const Certificate authority = certificateIn(credentials.caPem);
    const Certificate certificate = certificateIn(credentials.certificatePem);
    const Key key(PEM_read_bio_PrivateKey(memoryWith(credentials.keyPem).get(), nullptr, nullptr, nullptr));
    return authority && certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1
        && X509_verify(certificate.get(), X509_get0_pubkey(authority.get())) == 1;
}

bool hasTokenKey(const Credentials &credentials)
{
    return access::TokenKey::read(credentials.tokenKeyPem).has_value();
}

/// A part that a program before this one did not know is empty.
bool isUsable(const Credentials &credentials)
{
    const bool hasAuthority = !credentials.clientCaPem.empty() || !credentials.clientCaKeyPem.empty();
    return credentials.token.size() == 64 && belongTogether(credentials)
        && (!hasAuthority
            || access::ClientAuthority::read(credentials.clientCaPem, credentials.clientCaKeyPem))
        && (credentials.tokenKeyPem.empty() || hasTokenKey(credentials));
}

/// Invalid says what is wrong with them, NotFound that there are none, Forbidden that they can't be read.
base::Result<Credentials> readCredentials(const std::string &path)
{
    const auto unusable = [](const api::Saying &why) { return api::failWith(base::ErrorKind::Invalid, why); };
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (!fs::exists(status))
        return api::failWith(base::ErrorKind::NotFound, api::troubleSaying("AreMissing"));
    if (!fs::is_regular_file(status))
        return unusable(api::troubleSaying("AreNoFile"));
    if ((status.permissions() & forOthers) != fs::perms::none)
        return unusable(api::troubleSaying("AreReadable"));
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open())
        return api::failWith(
            base::ErrorKind::Forbidden, api::troubleSaying("CannotOpen", path, std::strerror(errno)));
    std::ostringstream content;
    content << file.rdbuf();
    const auto json = api::parseJson(content.str());
    if (!file || !json)
        return unusable(api::troubleSaying("AreDamaged"));
    const auto text = [&](std::string_view member) { return std::string(api::textAt(*json, {member})); };
    Credentials read {text("ca"), text("certificate"), text("key"), text("token"), text("viewerToken"),
        text("clientCa"), text("clientCaKey"), text("tokenKey")};
    if (const Certificate certificate = certificateIn(read.certificatePem);
        certificate && !isLongValid(certificate))
        return unusable(api::troubleSaying("HaveEnded"));
    return isUsable(read) ? base::Result<Credentials>(std::move(read))
                          : unusable(api::troubleSaying("AreDamaged"));
}

/// Sets aside what there is. Without a kubeconfig nobody was ever told of any.
api::Saying lossOf(const std::string &directory, const std::string &path, const base::Error &why)
{
    std::error_code ignored;
    const bool isMissing = why.kind == base::ErrorKind::NotFound;
    if (isMissing && !fs::exists(directory + "/kubeconfig", ignored))
        return {};
    if (isMissing)
        return api::troubleSaying("NewCredentials", path, api::sayingOf(why));
    const std::string place = base::setAside(path);
    fs::permissions(place, forOthers, fs::perm_options::remove, ignored);
    return api::troubleSaying(
        "NewCredentials", path, api::sayingOf(why), fs::path(place).filename().string());
}

bool hasClientAuthority(const Credentials &credentials)
{
    const Certificate authority = certificateIn(credentials.clientCaPem);
    return !credentials.clientCaKeyPem.empty() && authority && isLongValid(authority);
}

bool isComplete(const Credentials &credentials)
{
    return !credentials.viewerToken.empty() && hasClientAuthority(credentials) && hasTokenKey(credentials);
}

/// The result is false when there is no randomness.
bool complete(Credentials &credentials)
{
    if (credentials.viewerToken.empty())
        credentials.viewerToken = randomToken();
    if (!hasClientAuthority(credentials) && !makeClientAuthority(credentials))
        return false;
    if (!hasTokenKey(credentials))
        credentials.tokenKeyPem = access::TokenKey::make();
    return isComplete(credentials);
}

} // namespace

base::Result<Credentials> loadOrMakeCredentials(const std::string &directory)
{
    const std::string path = directory + "/credentials.json";
    auto kept = readCredentials(path);
    const bool isKeptFromUs = !kept && kept.error().kind == base::ErrorKind::Forbidden;
    if (isKeptFromUs || (kept && isComplete(*kept)))
        return kept;
    auto made = kept ? kept : makeCredentials();
    if (!made)
        return made;
    if (!complete(*made))
        return base::fail(base::ErrorKind::Transient, "the lab's keys could not be made");
    if (!kept)
        made->loss = lossOf(directory, path, kept.error());
    const api::Json json =
        api::JsonObject {{"ca", made->caPem}, {"certificate", made->certificatePem}, {"key", made->keyPem},
            {"token", made->token}, {"viewerToken", made->viewerToken}, {"clientCa", made->clientCaPem},
            {"clientCaKey", made->clientCaKeyPem}, {"tokenKey", made->tokenKeyPem}};
    if (auto written = base::writePrivateFile(path, api::writeJson(json)); !written)
        return tl::unexpected(written.error());
    return made;
}

std::shared_ptr<const access::Authenticator> authenticatorOf(const Credentials &credentials)
{
    auto key = access::TokenKey::read(credentials.tokenKeyPem);
    return std::make_shared<const access::Authenticator>(access::Authenticator::Secrets {
        credentials.token, credentials.viewerToken, key ? std::optional(std::move(*key)) : std::nullopt});
}

std::optional<access::ClientAuthority> clientAuthorityOf(const Credentials &credentials)
{
    auto authority = access::ClientAuthority::read(credentials.clientCaPem, credentials.clientCaKeyPem);
    return authority ? std::optional(std::move(*authority)) : std::nullopt;
}

base::Result<> writeKubeconfig(const std::string &path, const std::string &lab, std::uint16_t port,
    const Credentials &credentials, Bearer bearer)
{
    using api::JsonArray;
    using api::JsonObject;
    const bool isOwner = bearer == Bearer::Owner;
    const std::string name = "hollowlab-" + lab + (isOwner ? "" : "-viewer");
    const std::string &token = isOwner ? credentials.token : credentials.viewerToken;
    const std::string server = "https://127.0.0.1:" + std::to_string(port);
    const std::string ca = QByteArray::fromStdString(credentials.caPem).toBase64().toStdString();
    const api::Json config = JsonObject {{"apiVersion", "v1"}, {"kind", "Config"},
        {"clusters",
            JsonArray {JsonObject {{"name", name},
                {"cluster", JsonObject {{"server", server}, {"certificate-authority-data", ca}}}}}},
        {"users", JsonArray {JsonObject {{"name", name}, {"user", JsonObject {{"token", token}}}}}},
        {"contexts",
            JsonArray {JsonObject {{"name", name},
                {"context", JsonObject {{"cluster", name}, {"user", name}, {"namespace", "default"}}}}}},
        {"current-context", name}};
    return base::writePrivateFile(path, api::writeYaml(config));
}

} // namespace core::lab::front
