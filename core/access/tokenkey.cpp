// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/tokenkey.h"

#include "core/access/released.h"
#include "core/access/rules.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <algorithm>
#include <array>

namespace core::access {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

using KeyHandle = std::unique_ptr<EVP_PKEY, Released<EVP_PKEY_free>>;
using Digest = std::unique_ptr<EVP_MD_CTX, Released<EVP_MD_CTX_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Released<ECDSA_SIG_free>>;
using Number = std::unique_ptr<BIGNUM, Released<BN_free>>;
using Bio = std::unique_ptr<BIO, Released<BIO_free>>;

constexpr int halfSize = 32; // of a signature: r and s
constexpr std::string_view ours = "kubernetes.io"; // the claim with what Kubernetes says
constexpr auto withoutPadding = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

const unsigned char *bytesOf(std::string_view text)
{
    return reinterpret_cast<const unsigned char *>(text.data());
}

std::string encoded(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))
        .toBase64(withoutPadding)
        .toStdString();
}

std::optional<std::string> decoded(std::string_view text)
{
    const auto result =
        QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
            withoutPadding | QByteArray::AbortOnBase64DecodingErrors);
    auto bytes = result ? std::optional((*result).toStdString()) : std::nullopt;
    if (bytes && encoded(*bytes) != text) // bits to spare in its last character
        return std::nullopt;
    return bytes;
}

std::optional<Json> decodedJson(std::string_view text)
{
    const auto bytes = decoded(text);
    auto json = bytes ? api::parseJson(*bytes) : base::Result<Json>(base::fail({}, {}));
    if (!json || !json->is_object())
        return std::nullopt;
    return std::move(*json);
}

/// r and s in 32 bytes each, where OpenSSL has ASN.1.
std::string rawSignature(const std::string &asn1)
{
    const unsigned char *at = bytesOf(asn1);
    const Signature signature(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(asn1.size())));
    std::array<unsigned char, 2 * halfSize> raw {};
    if (!signature || BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), raw.data(), halfSize) != halfSize
        || BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), raw.data() + halfSize, halfSize) != halfSize)
        return {};
    return {raw.begin(), raw.end()};
}

std::string asn1Signature(std::string_view raw)
{
    const Signature signature(ECDSA_SIG_new());
    BIGNUM *r = BN_bin2bn(bytesOf(raw), halfSize, nullptr);
    BIGNUM *s = BN_bin2bn(bytesOf(raw) + halfSize, halfSize, nullptr);
    if (!signature || !r || !s || ECDSA_SIG_set0(signature.get(), r, s) != 1)
        return {};
    unsigned char *out = nullptr;
    const int size = i2d_ECDSA_SIG(signature.get(), &out);
    const std::unique_ptr<unsigned char, decltype([](unsigned char *p) { OPENSSL_free(p); })> held(out);
    return size > 0 ? std::string(reinterpret_cast<char *>(out), static_cast<std::size_t>(size))
                    : std::string();
}

std::string coordinateOf(const EVP_PKEY *key, const char *name)
{
    BIGNUM *value = nullptr;
    EVP_PKEY_get_bn_param(key, name, &value);
    const Number held(value);
    std::string bytes(halfSize, '\0');
    if (!held || BN_bn2binpad(value, reinterpret_cast<unsigned char *>(bytes.data()), halfSize) != halfSize)
        return {};
    return encoded(bytes);
}

std::int64_t secondsOf(base::Time time)
{
    return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::optional<base::Time> timeAt(const Json &json, std::string_view claim)
{
    constexpr std::int64_t latest = 253'402'300'799; // the year 9999
    const auto seconds = api::integerAt(json, {claim});
    if (!seconds || *seconds < 0 || *seconds > latest)
        return std::nullopt;
    return base::Time(std::chrono::seconds(*seconds));
}

JsonObject named(const std::string &name, const std::string &uid)
{
    return {{"name", name}, {"uid", uid}};
}

Json toJson(const TokenClaims &claims)
{
    JsonObject about {
        {"namespace", claims.account.ns}, {"serviceaccount", named(claims.account.name, claims.accountUid)}};
    if (claims.bound)
        about.emplace(
            claims.bound->kind == "Pod" ? "pod" : "secret", named(claims.bound->name, claims.bound->uid));
    return JsonObject {{"aud", JsonArray(claims.audiences.begin(), claims.audiences.end())},
        {"exp", secondsOf(claims.expires)}, {"iat", secondsOf(claims.issued)}, {"iss", tokenIssuer},
        {"jti", claims.id}, {ours, std::move(about)}, {"nbf", secondsOf(claims.issued)},
        {"sub", userName(claims.account)}};
}

std::optional<BoundObject> boundIn(const Json &json)
{
    for (const auto &[member, kind] : {std::pair("pod", "Pod"), std::pair("secret", "Secret")}) {
        if (api::find(json, {ours, member}))
            return BoundObject {kind, std::string(api::textAt(json, {ours, member, "name"})),
                std::string(api::textAt(json, {ours, member, "uid"}))};
    }
    return std::nullopt;
}

std::optional<TokenClaims> readClaims(const Json &json)
{
    const auto issued = timeAt(json, "iat");
    const auto expires = timeAt(json, "exp");
    TokenClaims claims {{std::string(api::textAt(json, {ours, "namespace"})),
                            std::string(api::textAt(json, {ours, "serviceaccount", "name"}))},
        std::string(api::textAt(json, {ours, "serviceaccount", "uid"})), textsAt(json, "aud"),
        std::string(api::textAt(json, {"jti"})), issued.value_or(base::Time()),
        expires.value_or(base::Time()), boundIn(json)};
    const bool isOurs = api::textAt(json, {"iss"}) == tokenIssuer
        && api::textAt(json, {"sub"}) == userName(claims.account) && issued && expires
        && !claims.account.ns.empty() && !claims.account.name.empty() && !claims.accountUid.empty();
    return isOurs ? std::optional(std::move(claims)) : std::nullopt;
}

} // namespace

User userOf(const TokenClaims &claims)
{
    User user {userName(claims.account), claims.accountUid, serviceAccountGroups(claims.account.ns), {}};
    user.groups.emplace_back(groups::authenticated);
    if (!claims.id.empty())
        user.extra["authentication.kubernetes.io/credential-id"] = {"JTI=" + claims.id};
    if (claims.bound && claims.bound->kind == "Pod") {
        user.extra["authentication.kubernetes.io/pod-name"] = {claims.bound->name};
        user.extra["authentication.kubernetes.io/pod-uid"] = {claims.bound->uid};
    }
    return user;
}

struct TokenKey::Key {
    KeyHandle handle;
};

TokenKey::TokenKey(std::shared_ptr<const Key> key) : m_key(std::move(key))
{
    unsigned char *der = nullptr;
    const int size = i2d_PUBKEY(m_key->handle.get(), &der);
    const QByteArray bytes(reinterpret_cast<char *>(der), std::max(size, 0));
    OPENSSL_free(der);
    m_id = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toBase64(withoutPadding).toStdString();
}

std::string TokenKey::make()
{
    const KeyHandle key(EVP_EC_gen("P-256"));
    const Bio memory(BIO_new(BIO_s_mem()));
    if (!key || !memory
        || PEM_write_bio_PKCS8PrivateKey(memory.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return {};
    char *data = nullptr;
    const long size = BIO_get_mem_data(memory.get(), &data);
    return {data, static_cast<std::size_t>(size)};
}

base::Result<TokenKey> TokenKey::read(const std::string &pem)
{
    const Bio memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    KeyHandle key(PEM_read_bio_PrivateKey(memory.get(), nullptr, nullptr, nullptr));
    if (!key || EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_EC
        || EVP_PKEY_get_bits(key.get()) != 8 * halfSize)
        return base::fail(base::ErrorKind::Invalid, "the key that signs tokens cannot be read");
    return TokenKey(std::make_shared<const Key>(Key {std::move(key)}));
}

std::string TokenKey::sign(const TokenClaims &claims) const
{
    const Json header = JsonObject {{"alg", "ES256"}, {"kid", m_id}};
    const std::string content =
        encoded(api::writeJson(header)) + "." + encoded(api::writeJson(toJson(claims)));
    const Digest digest(EVP_MD_CTX_new());
    std::size_t size = 0;
    if (EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, m_key->handle.get()) != 1
        || EVP_DigestSign(digest.get(), nullptr, &size, bytesOf(content), content.size()) != 1)
        return {};
    std::string asn1(size, '\0');
    if (EVP_DigestSign(digest.get(), reinterpret_cast<unsigned char *>(asn1.data()), &size, bytesOf(content),
            content.size())
        != 1)
        return {};
    asn1.resize(size);
    return content + "." + encoded(rawSignature(asn1));
}

Json TokenKey::publicKey() const
{
    const EVP_PKEY *key = m_key->handle.get();
    return JsonObject {{"use", "sig"}, {"kty", "EC"}, {"kid", m_id}, {"crv", "P-256"}, {"alg", "ES256"},
        {"x", coordinateOf(key, OSSL_PKEY_PARAM_EC_PUB_X)},
        {"y", coordinateOf(key, OSSL_PKEY_PARAM_EC_PUB_Y)}};
}

std::optional<TokenClaims> TokenKey::verify(std::string_view token) const
{
    const std::size_t first = token.find('.');
    const std::size_t second = first == token.npos ? token.npos : token.find('.', first + 1);
    if (token.size() > longestToken || second == token.npos || token.find('.', second + 1) != token.npos)
        return std::nullopt;
    const auto signature = decoded(token.substr(second + 1));
    if (!signature || signature->size() != 2 * halfSize)
        return std::nullopt;
    const auto header = decodedJson(token.substr(0, first));
    if (!header || api::textAt(*header, {"alg"}) != "ES256" || api::textAt(*header, {"kid"}) != m_id)
        return std::nullopt;
    const std::string asn1 = asn1Signature(*signature);
    const std::string_view content = token.substr(0, second);
    const Digest digest(EVP_MD_CTX_new());
    if (asn1.empty()
        || EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, m_key->handle.get()) != 1
        || EVP_DigestVerify(digest.get(), bytesOf(asn1), asn1.size(), bytesOf(content), content.size()) != 1)
        return std::nullopt;
    const auto claims = decodedJson(token.substr(first + 1, second - first - 1));
    return claims ? readClaims(*claims) : std::nullopt;
}

} // namespace core::access
