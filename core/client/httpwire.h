// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Between our values and Qt Network's: how one cluster is reached and trusted, a request's bytes, a reply's
// meaning. Private to HttpTransport.

#include "core/api/exchange.h"
#include "core/client/clusteraccess.h"

#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QSslConfiguration>

#include <chrono>

namespace core::client {

/// Trust in the cluster's own authority alone when it names one, TLS 1.2 or later (docs/faults-and-threats.md
/// T10). Invalid when a certificate or key cannot be used.
base::Result<QSslConfiguration> tlsFor(const ClusterAccess &access);

/// Loopback never has one.
base::Result<QNetworkProxy> proxyFor(const ClusterAccess &access);

/// The bearer token in force: a token file is read again after a minute at most.
class TokenSource
{
public:
    explicit TokenSource(const ClusterAccess &access);

    const std::string &token();
    /// The one that was given last.
    const std::string &shown() const { return m_token; }
    /// The server did not know the token: read the file again at the next opportunity.
    void distrust() { m_readAt.reset(); }

private:
    using Steady = std::chrono::steady_clock;

    std::string m_file;
    std::string m_token;
    std::optional<Steady::time_point> m_readAt;
};

/// The error is Unsupported when the headers cannot be said through Qt.
base::Result<> checkImpersonation(const Impersonation &as);

QNetworkRequest networkRequest(const ClusterAccess &access, const QSslConfiguration &tls,
    const std::string &token, const api::Request &request);
QByteArray verbOf(api::Method method);

/// The status is 0 before there is one.
int statusOf(const QNetworkReply &reply);
/// What a finished reply says; an error when no complete answer arrived (X11, T9). A refusal does not repeat
/// the secret that was shown (T11).
base::Result<api::Response> responseOf(QNetworkReply &reply, QByteArray body, const std::string &secret);
base::Error networkError(const QNetworkReply &reply);

} // namespace core::client
