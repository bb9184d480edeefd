// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A client for tests that says exactly the bytes it is told over TLS, and waits for what comes back.

#include <QElapsedTimer>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>

#include <optional>

struct HttpAnswer {
    int code = 0; ///< 0: none came
    QByteArray head;
    QByteArray body;
};

class TlsClient
{
public:
    struct Identity {
        QByteArray certificatePem;
        QByteArray keyPem;
    };

    TlsClient(quint16 port, const std::string &caPem, const std::optional<Identity> &identity = {})
    {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(caPem)));
        if (identity) {
            tls.setLocalCertificateChain(QSslCertificate::fromData(identity->certificatePem));
            tls.setPrivateKey(QSslKey(identity->keyPem, QSsl::Ec));
        }
        m_socket.setSslConfiguration(tls);
        m_socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), port);
        m_socket.waitForEncrypted(5'000);
    }

    QSslSocket &socket() { return m_socket; }

    void write(const QByteArray &bytes)
    {
        m_socket.write(bytes);
        m_socket.flush();
    }

    /// The next response, or code 0 when the connection ends or nothing comes for a while.
    HttpAnswer next(int timeout = 5'000)
    {
        HttpAnswer answer;
        const auto headEnd = waitFor("\r\n\r\n", timeout);
        if (!headEnd)
            return answer;
        answer.head = m_in.left(*headEnd + 4);
        m_in.remove(0, *headEnd + 4);
        answer.code = answer.head.mid(9, 3).toInt();
        const qsizetype field = answer.head.indexOf("Content-Length: ");
        const qsizetype size = field < 0 ? 0 : answer.head.mid(field + 16).split('\r').first().toLongLong();
        if (!answer.head.startsWith("HTTP/1.1 100") && !m_head)
            waitForSize(size, timeout);
        answer.body = m_in.left(m_head ? 0 : size);
        m_in.remove(0, answer.body.size());
        return answer;
    }

    HttpAnswer ask(const QByteArray &bytes)
    {
        m_head = bytes.startsWith("HEAD");
        write(bytes);
        return next();
    }

    /// The next line of a stream, without chunk marks; nothing when none comes.
    std::optional<QByteArray> nextLine(int timeout = 5'000)
    {
        while (true) {
            const auto end = waitFor("\n", timeout);
            if (!end)
                return std::nullopt;
            const QByteArray line = m_in.left(*end + 1);
            m_in.remove(0, *end + 1);
            if (line.startsWith('{'))
                return line.trimmed();
            if (line == "0\r\n")
                return "end";
        }
    }

    bool waitForEnd(int timeout = 5'000)
    {
        QElapsedTimer timer;
        timer.start();
        while (m_socket.state() == QAbstractSocket::ConnectedState && timer.elapsed() < timeout) {
            m_socket.waitForReadyRead(20);
            m_in += m_socket.readAll();
        }
        return m_socket.state() != QAbstractSocket::ConnectedState;
    }

    const QByteArray &unread() const { return m_in; }

private:
    std::optional<qsizetype> waitFor(const char *mark, int timeout)
    {
        QElapsedTimer timer;
        timer.start();
        while (m_in.indexOf(mark) < 0 && more(timer, timeout)) { }
        const qsizetype found = m_in.indexOf(mark);
        return found < 0 ? std::nullopt : std::optional(found);
    }

    void waitForSize(qsizetype size, int timeout)
    {
        QElapsedTimer timer;
        timer.start();
        while (m_in.size() < size && more(timer, timeout)) { }
    }

    bool more(const QElapsedTimer &timer, int timeout)
    {
        if (timer.elapsed() >= timeout)
            return false;
        const bool connected = m_socket.state() == QAbstractSocket::ConnectedState;
        if (connected)
            m_socket.waitForReadyRead(20);
        const QByteArray bytes = m_socket.readAll();
        m_in += bytes;
        return connected || !bytes.isEmpty();
    }

    QSslSocket m_socket;
    QByteArray m_in;
    bool m_head = false; ///< the answer to HEAD has no body
};
