// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/clusteraccess.h"

#include "core/api/troubles.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace core::client {

using api::troubleSaying;

namespace {

constexpr std::size_t largestToken = 64U * 1024;

base::Failure about(base::ErrorKind kind, const std::string &file, const api::Saying &problem)
{
    return api::failWith(kind, troubleSaying("OfFile", file, problem));
}

} // namespace

ClusterAccess withCredential(ClusterAccess access, const ExecCredential &credential)
{
    if (!credential.token.empty())
        access.token = credential.token;
    if (!credential.certificatePem.empty()) {
        access.certificatePem = credential.certificatePem;
        access.keyPem = credential.keyPem;
    }
    return access;
}

api::Json clusterInfoFor(const ClusterAccess &access)
{
    api::JsonObject info {{"server", access.server}};
    if (!access.tlsServerName.empty())
        info.emplace("tls-server-name", access.tlsServerName);
    if (access.insecureSkipTlsVerify)
        info.emplace("insecure-skip-tls-verify", true);
    if (!access.caPem.empty())
        info.emplace(
            "certificate-authority-data", QByteArray::fromStdString(access.caPem).toBase64().toStdString());
    if (!access.proxyUrl.empty())
        info.emplace("proxy-url", access.proxyUrl);
    if (const auto config = api::parseJson(access.execConfig))
        info.emplace("config", *config);
    return info;
}

base::Result<std::string> readRegularFile(const std::string &path, std::size_t mostBytes)
{
    using base::ErrorKind;
    const QFileInfo info(QString::fromStdString(path));
    if (!info.exists())
        return about(ErrorKind::NotFound, path, troubleSaying("NoSuchFile"));
    if (!info.isFile())
        return about(ErrorKind::Invalid, path, troubleSaying("NotRegular"));
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly))
        return about(ErrorKind::Invalid, path, file.errorString().toStdString());
    const QByteArray content = file.read(static_cast<qint64>(mostBytes) + 1);
    if (static_cast<std::size_t>(content.size()) > mostBytes)
        return about(ErrorKind::Invalid, path, troubleSaying("TooLarge", mostBytes));
    return content.toStdString();
}

base::Result<std::string> readTokenFile(const std::string &path)
{
    auto content = readRegularFile(path, largestToken - 1);
    if (!content)
        return content;
    constexpr std::string_view space = " \t\r\n";
    const auto begin = content->find_first_not_of(space);
    const auto end = content->find_last_not_of(space);
    const std::string token =
        begin == std::string::npos ? std::string() : content->substr(begin, end - begin + 1);
    const bool printable = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; });
    if (token.empty() || !printable)
        return about(base::ErrorKind::Invalid, path, troubleSaying("NotAToken"));
    return token;
}

} // namespace core::client
