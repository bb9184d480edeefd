// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/realcluster/side.h"

#include "core/client/kubeconfig.h"
#include "tests/unit/lab_front/tlsclient.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUrl>

#include <csignal>
#include <sys/prctl.h>

namespace tests::comparison {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray headerOf(const HttpAnswer &answer, const QByteArray &name)
{
    for (const QByteArray &line : answer.head.split('\n')) {
        if (line.toLower().startsWith(name.toLower() + ':'))
            return line.mid(name.size() + 1).trimmed();
    }
    return {};
}

QByteArray dechunked(QByteArray rest)
{
    QByteArray body;
    while (true) {
        const qsizetype end = rest.indexOf("\r\n");
        const qsizetype size = end < 0 ? 0 : rest.left(end).toLongLong(nullptr, 16);
        if (size <= 0)
            return body;
        body += rest.mid(end + 2, size);
        rest.remove(0, end + 2 + size + 2);
    }
}

QJsonValue withoutOwners(const QJsonValue &value)
{
    if (value.isArray()) {
        QJsonArray array;
        for (const auto &item : value.toArray())
            array.append(withoutOwners(item));
        return array;
    }
    if (!value.isObject())
        return value;
    QJsonObject object = value.toObject();
    object.remove(u"managedFields"_s);
    for (auto member = object.begin(); member != object.end(); ++member)
        member.value() = withoutOwners(member.value());
    return object;
}

/// A member goes with what is indented below it or with a list at its side.
QString withoutOwners(const QString &yaml)
{
    static const QRegularExpression owners(
        u"^( *)managedFields:\\n(?:\\1 .*\\n|\\1- .*\\n)*"_s, QRegularExpression::MultilineOption);
    return QString(yaml).remove(owners);
}

/// JSON with sorted members, a line each; of a stream a line for each object; anything else as it is.
QString readable(const QByteArray &body, bool withOwners)
{
    const auto format = [withOwners](const QByteArray &json, QJsonDocument::JsonFormat how) {
        QJsonParseError error;
        QJsonDocument document = QJsonDocument::fromJson(json, &error);
        if (document.isObject() && !withOwners)
            document.setObject(withoutOwners(QJsonValue(document.object())).toObject());
        return error.error == QJsonParseError::NoError ? document.toJson(how) : QByteArray();
    };
    if (const QByteArray whole = format(body, QJsonDocument::Indented); !whole.isEmpty())
        return QString::fromUtf8(whole);
    QByteArray lines;
    for (const QByteArray &line : body.split('\n')) {
        const QByteArray one = format(line, QJsonDocument::Compact);
        lines += (one.isEmpty() ? line : one) + '\n';
    }
    const QString text = QString::fromUtf8(lines);
    return withOwners ? text : withoutOwners(text);
}

} // namespace

Side::Side(const QString &kubeconfig, QString programs) : m_programs(std::move(programs))
{
    const auto read = core::client::Kubeconfig::load(
        {.explicitPath = kubeconfig.toStdString(), .environment = {}, .home = {}});
    const auto access = read ? read->access() : tl::unexpected(read.error());
    if (!access)
        qFatal("%s: %s", qPrintable(kubeconfig), access.error().message.c_str());
    m_access = *access;
}

void Side::enter(const QString &ns)
{
    m_kept = {{u"ns"_s, ns}};
    const auto text = [](const std::string &value) { return QString::fromStdString(value); };
    const auto pem = [](const std::string &value) {
        return QString::fromLatin1(QByteArray::fromStdString(value).toBase64());
    };
    const QJsonObject user = m_access.token.empty()
        ? QJsonObject {{u"client-certificate-data"_s, pem(m_access.certificatePem)},
            {u"client-key-data"_s, pem(m_access.keyPem)}}
        : QJsonObject {{u"token"_s, text(m_access.token)}};
    const QJsonObject cluster {
        {u"server"_s, text(m_access.server)}, {u"certificate-authority-data"_s, pem(m_access.caPem)}};
    const QJsonObject context {{u"cluster"_s, u"c"_s}, {u"user"_s, u"u"_s}, {u"namespace"_s, ns}};
    const auto named = [](const QString &name, const QString &key, const QJsonObject &value) {
        return QJsonArray {QJsonObject {{u"name"_s, name}, {key, value}}};
    };
    const QJsonObject config {{u"apiVersion"_s, u"v1"_s}, {u"kind"_s, u"Config"_s},
        {u"current-context"_s, u"x"_s}, {u"clusters"_s, named(u"c"_s, u"cluster"_s, cluster)},
        {u"users"_s, named(u"u"_s, u"user"_s, user)}, {u"contexts"_s, named(u"x"_s, u"context"_s, context)}};
    QFile file(m_home.filePath(u"kubeconfig"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(config).toJson()) < 0)
        qFatal("%s can't be written", qPrintable(file.fileName()));
}

void Side::start(const Row &row)
{
    m_row = row;
    if (row.isRequest())
        sendRequest(row);
    else
        startCommand(row);
}

void Side::startCommand(const Row &row)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto kept = m_kept.begin(); kept != m_kept.end(); ++kept)
        environment.insert(kept.key(), kept.value());
    environment.insert(u"HOME"_s, m_home.path());
    environment.insert(u"KUBECONFIG"_s, m_home.filePath(u"kubeconfig"_s));
    environment.insert(u"PATH"_s, m_programs + u':' + environment.value(u"PATH"_s));
    environment.insert(u"KUBECTL_EXTERNAL_DIFF"_s, u"diff -u"_s);
    m_process = std::make_unique<QProcess>();
    m_process->setProcessEnvironment(environment);
    m_process->setWorkingDirectory(m_home.path());
    m_process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process->start(u"sh"_s, {u"-c"_s, row.run});
    m_process->write(filledIn(QString::fromUtf8(row.body.value_or(QByteArray()))).toUtf8());
    m_process->closeWriteChannel();
}

void Side::sendRequest(const Row &row)
{
    const QUrl server(QString::fromStdString(m_access.server));
    std::optional<TlsClient::Identity> identity;
    QMap<QString, QString> headers {{u"Host"_s, server.authority()}, {u"Accept"_s, u"application/json"_s},
        {u"User-Agent"_s, u"rows/1"_s}, {u"Connection"_s, u"close"_s}};
    if (!m_access.token.empty())
        headers[u"Authorization"_s] = u"Bearer "_s + QString::fromStdString(m_access.token);
    else if (!row.headers.contains(u"Authorization"_s))
        identity = {
            QByteArray::fromStdString(m_access.certificatePem), QByteArray::fromStdString(m_access.keyPem)};
    const QByteArray body = filledIn(QString::fromUtf8(row.body.value_or(QByteArray()))).toUtf8();
    if (row.body) {
        headers[u"Content-Type"_s] = u"application/json"_s;
        headers[u"Content-Length"_s] = QString::number(body.size());
    }
    for (auto header = row.headers.begin(); header != row.headers.end(); ++header)
        headers[header.key()] = header.value();
    QByteArray bytes = filledIn(row.run).toUtf8() + " HTTP/1.1\r\n";
    for (auto header = headers.begin(); header != headers.end(); ++header) {
        if (!header.value().isEmpty())
            bytes += header.key().toUtf8() + ": " + filledIn(header.value()).toUtf8() + "\r\n";
    }
    TlsClient client(static_cast<quint16>(server.port()), m_access.caPem, identity);
    client.write(bytes + "\r\n" + body);
    client.waitForEnd(60'000);
    const qsizetype end = client.unread().indexOf("\r\n\r\n");
    HttpAnswer answer {
        client.unread().mid(9, 3).toInt(), client.unread().left(end + 2), client.unread().mid(end + 4)};
    if (headerOf(answer, "Transfer-Encoding") == "chunked")
        answer.body = dechunked(answer.body);
    keepFrom(answer.body);
    m_response = QString::number(answer.code) + u'\n';
    for (const QString &name : QStringList {u"Content-Type"_s, u"Warning"_s, u"Retry-After"_s} + row.show) {
        if (const QByteArray value = headerOf(answer, name.toUtf8()); !value.isEmpty())
            m_response += name + u": "_s + QString::fromUtf8(value) + u'\n';
    }
    m_response += readable(answer.body, row.isAboutOwners());
}

QString Side::answer()
{
    if (m_row.isRequest())
        return m_response;
    if (!m_process->waitForFinished(60'000)) {
        m_process->kill();
        m_process->waitForFinished();
    }
    const QByteArray output = m_process->readAllStandardOutput();
    keepFrom(output);
    QString answer =
        u"exit %1\n"_s.arg(m_process->exitStatus() == QProcess::NormalExit ? m_process->exitCode() : -1);
    answer += readable(output, m_row.isAboutOwners());
    for (const QByteArray &line : m_process->readAllStandardError().split('\n'))
        answer += line.isEmpty() ? QString() : u"! "_s + QString::fromUtf8(line) + u'\n';
    return answer;
}

QString Side::prepare(const Row &row)
{
    start(row);
    const QString got = answer();
    return got.startsWith(u"exit 0\n"_s) || got.startsWith(u'2') ? QString() : row.run + u": "_s + got;
}

QString Side::filledIn(QString text) const
{
    for (auto kept = m_kept.begin(); kept != m_kept.end(); ++kept)
        text.replace(u'$' + kept.key(), kept.value());
    return text;
}

void Side::keepFrom(const QByteArray &json)
{
    for (auto keep = m_row.keep.begin(); keep != m_row.keep.end(); ++keep) {
        QJsonValue value = QJsonDocument::fromJson(json).object();
        for (const QString &step : keep.value().split(u'.'))
            value = value.isArray() ? value.toArray().at(step.toInt()) : value.toObject().value(step);
        m_kept[keep.key()] = value.toVariant().toString();
    }
}

} // namespace tests::comparison
