// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A TLS server for tests that answers every request with bytes that the test chose, however wrong they are.

#include <QFile>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTimer>

#include <functional>

inline QByteArray tlsFile(const char *name)
{
    QFile file(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/data/tls/") + QString::fromUtf8(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s is missing", name);
    return file.readAll();
}

struct ScriptedReply {
    QByteArray bytes;
    bool close = true; ///< after the bytes; else the connection stays silent
    QByteArray endlessly; ///< sent after the bytes, again and again
    QByteArray slowly; ///< sent after the bytes, one at a time
    bool isRude = false; ///< closes without a word in TLS
};

class ScriptedServer
{
public:
    /// Gets each request whole: head and body.
    std::function<ScriptedReply(const QByteArray &request)> reply = [](const QByteArray &) {
        return ScriptedReply {jsonReply("{}")};
    };
    QList<QByteArray> requests;
    QList<QSslCertificate> clients; ///< the certificates that clients showed
    int connections = 0;

    explicit ScriptedServer(const char *certificate = "server-good.pem", quint16 port = 0,
        QSsl::SslProtocol protocol = QSsl::TlsV1_2OrLater)
    {
        const QByteArray pem = tlsFile(certificate);
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setProtocol(protocol);
        tls.setLocalCertificate(QSslCertificate(pem, QSsl::Pem));
        tls.setPrivateKey(QSslKey(pem, QSsl::Ec, QSsl::Pem));
        tls.setCaCertificates(QSslCertificate::fromData(tlsFile("ca.pem")));
        tls.setPeerVerifyMode(QSslSocket::QueryPeer);
        m_server.setSslConfiguration(tls);
        QObject::connect(&m_server, &QTcpServer::pendingConnectionAvailable, &m_server, [this] { accept(); });
        if (!m_server.listen(QHostAddress::LocalHost, port))
            qFatal("the scripted server cannot listen");
    }

    quint16 port() const { return m_server.serverPort(); }
    std::string url() const { return "https://127.0.0.1:" + std::to_string(port()); }

    /// Closes every connection.
    void endAll()
    {
        for (QSslSocket *socket : m_server.findChildren<QSslSocket *>())
            socket->abort();
    }

    static QByteArray jsonReply(
        const QByteArray &json, const char *status = "200 OK", const QByteArray &fields = {})
    {
        return QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: application/json\r\n" + fields
            + "Content-Length: " + QByteArray::number(json.size()) + "\r\nConnection: close\r\n\r\n" + json;
    }

private:
    void accept()
    {
        auto *socket = qobject_cast<QSslSocket *>(m_server.nextPendingConnection());
        ++connections;
        clients << socket->peerCertificate();
        QObject::connect(socket, &QSslSocket::readyRead, socket, [this, socket] { read(socket); });
        QObject::connect(socket, &QSslSocket::disconnected, socket, &QObject::deleteLater);
        read(socket);
    }

    void read(QSslSocket *socket)
    {
        m_in[socket] += socket->readAll();
        const QByteArray in = m_in[socket];
        const qsizetype head = in.indexOf("\r\n\r\n");
        const qsizetype field = in.toLower().indexOf("\r\ncontent-length: ");
        const qsizetype body =
            field >= 0 && field < head ? in.mid(field + 18).split('\r').first().toLongLong() : 0;
        if (head < 0 || in.size() < head + 4 + body)
            return;
        m_in.remove(socket);
        requests << in;
        const ScriptedReply answer = reply(in);
        socket->write(answer.bytes);
        if (!answer.endlessly.isEmpty())
            flood(socket, answer.endlessly);
        else if (!answer.slowly.isEmpty())
            drip(socket, answer.slowly);
        else if (answer.isRude)
            endRudely(socket);
        else if (answer.close)
            socket->disconnectFromHost();
    }

    static void endRudely(QSslSocket *socket)
    {
        socket->flush();
        socket->abort();
    }

    static void drip(QSslSocket *socket, const QByteArray &bytes)
    {
        auto *timer = new QTimer(socket);
        timer->callOnTimeout(socket, [socket, bytes, i = 0]() mutable {
            if (i < bytes.size())
                socket->write(bytes.constData() + i++, 1);
        });
        timer->start(1);
    }

    static void flood(QSslSocket *socket, const QByteArray &bytes)
    {
        const auto more = [socket, bytes] {
            while (socket->bytesToWrite() + socket->encryptedBytesToWrite() < 1'000'000)
                socket->write(bytes);
        };
        QObject::connect(socket, &QSslSocket::encryptedBytesWritten, socket, more);
        more();
    }

    QSslServer m_server;
    QHash<QSslSocket *, QByteArray> m_in;
};
