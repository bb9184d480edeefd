// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/httpwire.h"

#include "core/api/troubles.h"
#include "core/base/log.h"

#include <QHostAddress>
#include <QSslKey>
#include <QUrl>

#include <algorithm>

namespace core::client {

using base::str;

namespace {

constexpr std::size_t shortestSecret = 8; // less is a part of other words, and hardly a secret
constexpr std::chrono::seconds tokenLife {50}; // one minute with ten seconds of leeway

QByteArray bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// The header says of some keys which algorithm they are for; the others are tried.
QSslKey readKey(const QByteArray &pem)
{
    for (const auto algorithm : {QSsl::Ec, QSsl::Rsa, QSsl::Dsa}) {
        QSslKey key(pem, algorithm, QSsl::Pem);
        if (!key.isNull())
            return key;
    }
    return {};
}

base::Result<> addIdentity(QSslConfiguration &tls, const ClusterAccess &access)
{
    const auto chain = QSslCertificate::fromData(bytes(access.certificatePem), QSsl::Pem);
    if (chain.isEmpty())
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("CertificateUnreadable"));
    if (access.keyPem.find("ENCRYPTED") != std::string::npos)
        return api::failWith(base::ErrorKind::Unsupported, api::troubleSaying("KeyEncrypted"));
    const QSslKey key = readKey(bytes(access.keyPem));
    if (key.isNull())
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("KeyUnreadable"));
    tls.setLocalCertificateChain(chain);
    tls.setPrivateKey(key);
    return {};
}

bool isLoopback(const QUrl &url)
{
    return url.host() == QStringLiteral("localhost") || QHostAddress(url.host()).isLoopback();
}

QUrl urlOf(const ClusterAccess &access, const api::Request &request)
{
    QByteArray text = bytes(access.server) + bytes(request.path);
    char separator = '?';
    for (const auto &[name, value] : request.query) {
        text += separator + QUrl::toPercentEncoding(str(name)) + '=' + QUrl::toPercentEncoding(str(value));
        separator = '&';
    }
    return QUrl::fromEncoded(text, QUrl::StrictMode);
}

void addCredentials(QNetworkRequest &out, const ClusterAccess &access, const std::string &token)
{
    if (!token.empty())
        out.setRawHeader("Authorization", "Bearer " + bytes(token));
    else if (!access.username.empty())
        out.setRawHeader(
            "Authorization", "Basic " + bytes(access.username + ':' + access.password).toBase64());
    const Impersonation &as = access.impersonation;
    if (as.user.empty())
        return;
    out.setRawHeader("Impersonate-User", bytes(as.user));
    if (!as.uid.empty())
        out.setRawHeader("Impersonate-Uid", bytes(as.uid));
    for (const std::string &group : as.groups)
        out.setRawHeader("Impersonate-Group", bytes(group));
    for (const auto &[key, values] : as.extra) {
        for (const std::string &value : values)
            out.setRawHeader("Impersonate-Extra-" + QUrl::toPercentEncoding(str(key)), bytes(value));
    }
}

bool saysJson(const QNetworkReply &reply)
{
    return reply.header(QNetworkRequest::ContentTypeHeader)
        .toString()
        .contains(QStringLiteral("json"), Qt::CaseInsensitive);
}

} // namespace

base::Result<QSslConfiguration> tlsFor(const ClusterAccess &access)
{
    auto tls = QSslConfiguration::defaultConfiguration();
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    tls.setPeerVerifyMode(access.insecureSkipTlsVerify ? QSslSocket::VerifyNone : QSslSocket::VerifyPeer);
    const auto authorities = access.caPem.empty() ? QSslConfiguration::systemCaCertificates()
                                                  : QSslCertificate::fromData(bytes(access.caPem), QSsl::Pem);
    if (authorities.isEmpty() && !access.caPem.empty())
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("AuthorityUnreadable"));
    tls.setCaCertificates(authorities); // also forbids Qt to load the system's on demand
    if (!access.certificatePem.empty()) {
        if (auto added = addIdentity(tls, access); !added)
            return tl::unexpected(added.error());
    }
    return tls;
}

base::Result<QNetworkProxy> proxyFor(const ClusterAccess &access)
{
    const QUrl server(str(access.server));
    if (isLoopback(server))
        return QNetworkProxy(QNetworkProxy::NoProxy);
    if (access.proxyUrl.empty())
        return QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(server))
            .value(0, QNetworkProxy(QNetworkProxy::NoProxy));
    const QUrl url(str(access.proxyUrl));
    if (url.scheme() == QStringLiteral("https"))
        return api::failWith(base::ErrorKind::Unsupported, api::troubleSaying("ProxyOverHttps"));
    const bool socks = url.scheme() == QStringLiteral("socks5");
    return QNetworkProxy(socks ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy, url.host(),
        static_cast<quint16>(url.port(socks ? 1080 : 80)), url.userName(), url.password());
}

TokenSource::TokenSource(const ClusterAccess &access) : m_file(access.tokenFile), m_token(access.token) { }

const std::string &TokenSource::token()
{
    const auto now = Steady::now();
    if (m_file.empty() || (m_readAt && now - *m_readAt < tokenLife))
        return m_token;
    m_readAt = now;
    if (auto read = readTokenFile(m_file))
        m_token = std::move(*read);
    return m_token;
}

base::Result<> checkImpersonation(const Impersonation &as)
{
    const bool several = as.groups.size() > 1
        || std::ranges::any_of(as.extra, [](const auto &one) { return one.second.size() > 1; });
    if (several)
        return api::failWith(base::ErrorKind::Unsupported, api::troubleSaying("SeveralGroups"));
    return {};
}

QNetworkRequest networkRequest(const ClusterAccess &access, const QSslConfiguration &tls,
    const std::string &token, const api::Request &request)
{
    QNetworkRequest out(urlOf(access, request));
    out.setSslConfiguration(tls);
    out.setPeerVerifyName(str(access.tlsServerName));
    out.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    out.setAttribute(QNetworkRequest::Http2AllowedAttribute, !access.insecureSkipTlsVerify);
    out.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    out.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    out.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    out.setRawHeader(
        "Accept", request.accept.empty() ? QByteArray("application/json") : bytes(request.accept));
    out.setRawHeader("Accept-Encoding", "identity");
    out.setRawHeader(
        "User-Agent", request.userAgent.empty() ? QByteArray("hollowlab") : bytes(request.userAgent));
    if (request.body)
        out.setRawHeader("Content-Type",
            bytes(request.contentType.empty() ? api::contentTypes::json : request.contentType));
    addCredentials(out, access, token);
    return out;
}

QByteArray verbOf(api::Method method)
{
    using enum api::Method;
    switch (method) {
    case Get:
        return "GET";
    case Post:
        return "POST";
    case Put:
        return "PUT";
    case Patch:
        return "PATCH";
    case Delete:
        return "DELETE";
    case Head:
        return "HEAD";
    case Options:
        break;
    }
    return "OPTIONS";
}

int statusOf(const QNetworkReply &reply)
{
    return reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
}

base::Error networkError(const QNetworkReply &reply)
{
    const bool timedOut = reply.error() == QNetworkReply::OperationCanceledError; // nobody else cancels
    return api::failWith(base::ErrorKind::Transient,
        timedOut ? api::troubleSaying("NoAnswer") : api::Saying(reply.errorString().toStdString()))
        .value();
}

base::Result<api::Response> responseOf(QNetworkReply &reply, QByteArray body, const std::string &secret)
{
    const int code = statusOf(reply);
    if (code >= 400 && secret.size() >= shortestSecret)
        body.replace(bytes(secret), "[redacted]");
    if (code >= 300 && code < 400)
        return api::failWith(base::ErrorKind::Unsupported,
            api::troubleSaying("Redirects",
                reply.attribute(QNetworkRequest::RedirectionTargetAttribute)
                    .toUrl()
                    .toDisplayString()
                    .toStdString()));
    const bool answered = code >= 400 || (code >= 200 && reply.error() == QNetworkReply::NoError);
    if (!answered)
        return tl::unexpected(networkError(reply));
    api::Response response;
    response.code = code;
    for (const auto &[name, value] : reply.rawHeaderPairs())
        response.headers.emplace_back(name.toStdString(), value.toStdString());
    if (!saysJson(reply)) {
        response.text = body.toStdString();
        return response;
    }
    auto json = api::parseJson({body.data(), static_cast<std::size_t>(body.size())});
    if (json)
        response.body = api::share(std::move(*json));
    else if (code < 400)
        return api::failWith(base::ErrorKind::Transient, // fact 4: Qt may call this success
            api::troubleSaying("DamagedAnswer", json.error().message));
    return response;
}

} // namespace core::client
