// SPDX-License-Identifier: GPL-3.0-or-later
// Time from process start until the front answers "GET /api/v1/nodes", over TLS with the lab's CA and token.

#include "tests/bench/bench.h"
#include "tests/bench/process.h"

#include <QElapsedTimer>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QUrl>

#include <algorithm>

namespace bench {

using core::base::ErrorKind;
using core::base::fail;

namespace {

core::base::Result<> listNodes(const LabProcess &lab, const Access &access)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates(QSslCertificate::fromData(access.caPem));
    QSslSocket socket;
    socket.setSslConfiguration(tls);
    const QUrl url(lab.server());
    socket.connectToHostEncrypted(url.host(), static_cast<quint16>(url.port()));
    if (!socket.waitForEncrypted(5000))
        return fail(ErrorKind::Transient, socket.errorString().toStdString());
    socket.write("GET /api/v1/nodes HTTP/1.1\r\nHost: " + url.authority().toUtf8()
        + "\r\nAuthorization: Bearer " + access.token.toUtf8() + "\r\nConnection: close\r\n\r\n");
    QByteArray answer;
    while (socket.waitForReadyRead(5000))
        answer += socket.readAll();
    if (!answer.startsWith("HTTP/1.1 200") || !answer.contains("NodeList"))
        return fail(ErrorKind::Transient, "unexpected answer: " + answer.left(200).toStdString());
    return {};
}

} // namespace

core::base::Result<core::api::JsonObject> runStart()
{
    constexpr int rounds = 7;
    std::vector<double> seconds;
    std::vector<std::uint64_t> bytes;
    for (int round = 0; round < rounds; ++round) {
        LabProcess lab;
        QElapsedTimer timer;
        timer.start();
        if (const auto started = lab.start(
                {QStringLiteral("--lab"), QStringLiteral(":memory:"), QStringLiteral("--headless")});
            !started)
            return tl::unexpected(started.error());
        const auto access = readAccess(lab.kubeconfig());
        if (!access)
            return tl::unexpected(access.error());
        if (const auto listed = listNodes(lab, *access); !listed)
            return tl::unexpected(listed.error());
        seconds.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e9);
        bytes.push_back(residentBytes(lab.processId()));
    }
    std::ranges::sort(seconds);
    std::ranges::sort(bytes);
    return core::api::JsonObject {{"seconds", seconds[rounds / 2]}, {"bytes", bytes[rounds / 2]},
        {"rounds", rounds}, {"worst_seconds", seconds.back()}};
}

} // namespace bench
