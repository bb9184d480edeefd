// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/execplugin.h"

#include "core/api/time.h"
#include "core/api/troubles.h"
#include "core/base/displaytext.h"
#include "core/base/log.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace core::client {

using base::str;

namespace {

constexpr std::string_view v1 = "client.authentication.k8s.io/v1";
constexpr std::string_view v1beta1 = "client.authentication.k8s.io/v1beta1";
constexpr qsizetype longestComplaint = 1000; // of what the command says on standard error

base::Failure invalid(api::Saying why)
{
    return api::failWith(base::ErrorKind::Invalid, std::move(why));
}

std::string resolvedCommand(const std::string &command, const std::string &directory)
{
    const QString name = str(command);
    if (!name.contains(u'/'))
        return QStandardPaths::findExecutable(name).toStdString();
    const QString path = QDir::cleanPath(QDir(str(directory)).absoluteFilePath(name));
    return QFileInfo(path).isExecutable() ? path.toStdString() : std::string();
}

base::Result<std::vector<std::string>> textsAt(const api::Json &exec, std::string_view member)
{
    std::vector<std::string> texts;
    const api::Json *list = api::find(exec, {member});
    if (!list || list->is_null())
        return texts;
    if (!list->is_array()
        || !std::ranges::all_of(list->get_array(), [](const api::Json &one) { return one.is_string(); }))
        return invalid(api::troubleSaying("ExecTexts", member));
    for (const api::Json &one : list->get_array())
        texts.push_back(api::text(one.get_string()));
    return texts;
}

} // namespace

base::Result<ExecPlugin> readExecPlugin(const api::Json &exec, const std::string &directory)
{
    ExecPlugin plugin;
    plugin.apiVersion = api::textAt(exec, {"apiVersion"});
    if (plugin.apiVersion != v1 && plugin.apiVersion != v1beta1)
        return invalid(api::troubleSaying("ExecVersion", plugin.apiVersion, v1, v1beta1));
    plugin.command = api::textAt(exec, {"command"});
    if (plugin.command.empty())
        return invalid(api::troubleSaying("ExecCommand"));
    const std::string_view mode = api::textAt(exec, {"interactiveMode"});
    if (mode == "Always")
        return api::failWith(
            base::ErrorKind::Unsupported, api::troubleSaying("ExecTerminal", plugin.command));
    const bool isKnown = mode == "Never" || mode == "IfAvailable";
    if (!isKnown && !(mode.empty() && plugin.apiVersion == v1beta1))
        return invalid(api::troubleSaying("ExecMode"));
    auto arguments = textsAt(exec, "args");
    if (!arguments)
        return tl::unexpected(arguments.error());
    plugin.arguments = std::move(*arguments);
    if (const api::Json *env = api::find(exec, {"env"}); env && env->is_array()) {
        for (const api::Json &one : env->get_array())
            plugin.environment.emplace_back(api::textAt(one, {"name"}), api::textAt(one, {"value"}));
    }
    plugin.installHint = api::textAt(exec, {"installHint"});
    const api::Json *wantsCluster = api::find(exec, {"provideClusterInfo"});
    plugin.wantsCluster = wantsCluster && wantsCluster->is_bool() && wantsCluster->get_bool();
    plugin.path = resolvedCommand(plugin.command, directory);
    return plugin;
}

std::string identityOf(const ExecPlugin &plugin)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const std::string &text) {
        hash.addData(
            QByteArray::number(static_cast<qulonglong>(text.size())) + ':' + QByteArray::fromStdString(text));
    };
    QFile program(str(plugin.path));
    if (program.open(QIODevice::ReadOnly))
        hash.addData(&program);
    add(plugin.path);
    for (const std::string &argument : plugin.arguments)
        add(argument);
    for (const auto &[name, value] : plugin.environment)
        add(name + "=" + value);
    return "exec sha256:" + hash.result().toHex().toStdString();
}

std::string describe(const ExecPlugin &plugin)
{
    std::string text;
    for (const auto &[name, value] : plugin.environment)
        text += base::printableLine(name) + "=… ";
    text += "\"" + base::printableLine(plugin.command) + "\" (" + base::printableLine(plugin.path) + ")";
    for (const std::string &argument : plugin.arguments)
        text += " \"" + base::printableLine(argument) + "\"";
    return text;
}

base::Result<ExecCredential> readExecCredential(std::string_view output, const ExecPlugin &plugin)
{
    const auto bad = [&plugin](const api::Saying &why) {
        return invalid(api::troubleSaying("NoCredential", plugin.command, why));
    };
    const auto json = api::parseJson(output);
    if (!json)
        return bad(json.error().message);
    if (api::textAt(*json, {"kind"}) != "ExecCredential")
        return bad(api::troubleSaying("NotACredential"));
    if (api::textAt(*json, {"apiVersion"}) != plugin.apiVersion)
        return bad(api::troubleSaying("OtherVersion", plugin.apiVersion));
    ExecCredential credential;
    credential.token = api::textAt(*json, {"status", "token"});
    credential.certificatePem = api::textAt(*json, {"status", "clientCertificateData"});
    credential.keyPem = api::textAt(*json, {"status", "clientKeyData"});
    if (credential.certificatePem.empty() != credential.keyPem.empty())
        return bad(api::troubleSaying("HalfAPair"));
    if (credential.token.empty() && credential.keyPem.empty())
        return bad(api::troubleSaying("EmptyCredential"));
    if (!std::ranges::all_of(credential.token, [](char c) { return c > ' ' && c <= '~'; }))
        return bad(api::troubleSaying("StrangeToken"));
    if (const std::string_view time = api::textAt(*json, {"status", "expirationTimestamp"}); !time.empty()) {
        const auto expiresAt = api::parseTime(time);
        if (!expiresAt)
            return bad(api::troubleSaying("StrangeExpiry"));
        credential.expiresAt = *expiresAt;
    }
    return credential;
}

std::string execInfo(const ExecPlugin &plugin, const api::Json &cluster)
{
    api::JsonObject spec {{"interactive", false}};
    if (plugin.wantsCluster)
        spec.emplace("cluster", cluster);
    return api::writeJson(api::JsonObject {
        {"apiVersion", plugin.apiVersion}, {"kind", "ExecCredential"}, {"spec", std::move(spec)}});
}

class ExecRun::Private
{
public:
    Private(ExecPlugin entry, const api::Json &cluster, Done callback, ExecLimits bounds)
        : m_plugin(std::move(entry))
        , m_done(std::move(callback))
        , m_limits(bounds)
    {
        m_deadline.setSingleShot(true);
        m_deadline.callOnTimeout(
            &m_process, [this] { end(failure(api::troubleSaying("CommandLate", m_plugin.command))); });
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const auto &[name, value] : m_plugin.environment)
            environment.insert(str(name), str(value));
        environment.insert(QStringLiteral("KUBERNETES_EXEC_INFO"), str(execInfo(m_plugin, cluster)));
        m_process.setProcessEnvironment(environment);
        m_process.setStandardInputFile(QProcess::nullDevice());
        m_process.setChildProcessModifier([] {
            ::setpgid(0, 0); // what it starts ends with it
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        });
        QObject::connect(&m_process, &QProcess::started, &m_process,
            [this] { m_group = static_cast<pid_t>(m_process.processId()); });
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process, [this] { read(); });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process, [this] { read(); });
        QObject::connect(&m_process, &QProcess::finished, &m_process, [this] { finished(); });
        QObject::connect(
            &m_process, &QProcess::errorOccurred, &m_process, [this](QProcess::ProcessError error) {
                if (error == QProcess::FailedToStart)
                    later(failure(api::troubleSaying(
                        "CommandNotStarted", m_plugin.command, m_process.errorString().toStdString())));
            });
        QStringList arguments;
        for (const std::string &argument : m_plugin.arguments)
            arguments << str(argument);
        m_deadline.start(m_limits.time);
        m_process.start(str(m_plugin.path), arguments);
    }

    ~Private()
    {
        m_done = {};
        killAll();
        m_process.waitForFinished(1000);
    }

private:
    static base::Failure failure(api::Saying why)
    {
        return api::failWith(base::ErrorKind::Unauthorized, std::move(why));
    }

    void read()
    {
        m_output += m_process.readAllStandardOutput();
        m_complaint = (m_complaint + m_process.readAllStandardError()).left(longestComplaint);
        if (static_cast<std::size_t>(m_output.size()) > m_limits.outputBytes)
            end(failure(api::troubleSaying("CommandTalkative", m_plugin.command, m_limits.outputBytes)));
    }

    void finished()
    {
        read();
        if (m_process.exitStatus() != QProcess::NormalExit || m_process.exitCode() != 0)
            return end(failure(m_complaint.isEmpty() ? api::troubleSaying("CommandFailed", m_plugin.command)
                                                     : api::troubleSaying("CommandFailed", m_plugin.command,
                                                         m_complaint.trimmed().toStdString())));
        end(readExecCredential({m_output.constData(), static_cast<std::size_t>(m_output.size())}, m_plugin));
    }

    void later(base::Result<ExecCredential> result)
    {
        QTimer::singleShot(0, &m_process, [this, result = std::move(result)] { end(result); });
    }

    void end(base::Result<ExecCredential> result)
    {
        if (!m_done)
            return;
        m_deadline.stop();
        killAll();
        std::exchange(m_done, {})(std::move(result)); // which may destroy us
    }

    void killAll()
    {
        if (const pid_t started = std::exchange(m_group, 0); started > 0)
            ::kill(-started, SIGKILL);
    }

    ExecPlugin m_plugin;
    Done m_done;
    ExecLimits m_limits;
    QByteArray m_output;
    QByteArray m_complaint;
    pid_t m_group = 0; ///< of the command and all that it starts
    QTimer m_deadline;
    QProcess m_process;
};

ExecRun::ExecRun(const ExecPlugin &plugin, const api::Json &cluster, Done done, ExecLimits limits)
    : d(std::make_unique<Private>(plugin, cluster, std::move(done), limits))
{
}

ExecRun::~ExecRun() = default;

} // namespace core::client
