// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/process.h"

#include "core/api/yaml.h"
#include "tests/bench/bench.h"

#include <QFile>
#include <QRegularExpression>

#include <unistd.h>

#include <fstream>

namespace bench {

using core::base::ErrorKind;
using core::base::fail;

LabProcess::~LabProcess()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.terminate();
    if (!m_process.waitForFinished(5000)) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

core::base::Result<> LabProcess::start(const QStringList &arguments)
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral(HOLLOWLAB_BINARY), arguments);
    QByteArray output;
    while (!output.contains('\n')) {
        if (!m_process.waitForReadyRead(30'000))
            return fail(ErrorKind::Transient, "hollowlab printed no ready line: " + output.toStdString());
        output += m_process.readAllStandardOutput();
    }
    static const QRegularExpression ready(QStringLiteral("ready: (https://\\S+) kubeconfig=(.+)"));
    const auto match = ready.match(QString::fromUtf8(output));
    if (!match.hasMatch())
        return fail(ErrorKind::Transient, "hollowlab printed no ready line: " + output.toStdString());
    m_server = match.captured(1);
    m_kubeconfig = match.captured(2).trimmed();
    return {};
}

core::base::Result<Access> readAccess(const QString &kubeconfig)
{
    QFile file(kubeconfig);
    if (!file.open(QIODevice::ReadOnly))
        return fail(ErrorKind::NotFound, "can't read " + kubeconfig.toStdString());
    const auto config = core::api::parseYaml(file.readAll().toStdString());
    if (!config)
        return tl::unexpected(config.error());
    const auto first = [&](const char *list) -> const core::api::Json & { return config->at(list).at(0); };
    const auto textIn = [](const core::api::Json &json, std::string_view part, std::string_view name) {
        const auto text = core::api::textAt(json, {part, name});
        return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    return Access {QUrl(QString::fromUtf8(textIn(first("clusters"), "cluster", "server"))),
        QString::fromUtf8(textIn(first("users"), "user", "token")),
        QByteArray::fromBase64(textIn(first("clusters"), "cluster", "certificate-authority-data"))};
}

std::uint64_t residentBytes(std::int64_t processId)
{
    std::ifstream statm(
        processId == 0 ? std::string("/proc/self/statm") : "/proc/" + std::to_string(processId) + "/statm");
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    statm >> total >> resident;
    return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

} // namespace bench
