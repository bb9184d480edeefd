// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"

#include <QTest>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace tests {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds answerTimeout = 30s;

int milliseconds(std::chrono::milliseconds duration)
{
    return static_cast<int>(duration.count());
}

void prepare(QProcess &process, const QMap<QString, QString> &variables)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGTERM); });
}

} // namespace

Program::~Program()
{
    if (!isRunning())
        return;
    signal(SIGCONT);
    terminate();
    if (!m_process.waitForFinished(5000)) {
        kill();
        m_process.waitForFinished(5000);
    }
}

void Program::start(
    const QString &program, const QStringList &arguments, const QMap<QString, QString> &variables)
{
    m_output.clear();
    m_errors.clear();
    prepare(m_process, variables);
    m_process.start(program, arguments);
}

void Program::read()
{
    m_output += m_process.readAllStandardOutput();
    m_errors += m_process.readAllStandardError();
}

QRegularExpressionMatch Program::waitForLine(
    const QRegularExpression &pattern, std::chrono::milliseconds limit)
{
    QRegularExpressionMatch match;
    const auto seen = [&] {
        read();
        const qsizetype end = m_output.lastIndexOf('\n') + 1;
        match = pattern.match(QString::fromUtf8(m_output.left(end)));
        return match.hasMatch() || !isRunning();
    };
    (void)QTest::qWaitFor(seen, milliseconds(limit));
    return match;
}

std::optional<int> Program::waitForEnd(std::chrono::milliseconds limit)
{
    if (!QTest::qWaitFor([this] { return !isRunning(); }, milliseconds(limit)))
        return std::nullopt;
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

void Program::signal(int number) const
{
    if (const auto id = static_cast<pid_t>(processId()); id > 0)
        ::kill(id, number);
}

void Program::terminate() const
{
    signal(SIGTERM);
}

void Program::kill() const
{
    signal(SIGKILL);
}

const QByteArray &Program::output()
{
    read();
    return m_output;
}

const QByteArray &Program::errors()
{
    read();
    return m_errors;
}

bool Headless::start(const QStringList &arguments, const QMap<QString, QString> &variables)
{
    static const QRegularExpression ready(
        QStringLiteral("^ready: (https://\\S+) kubeconfig=(.+)$"), QRegularExpression::MultilineOption);
    m_program.start(
        QStringLiteral(HOLLOWLAB_BINARY), QStringList {QStringLiteral("--headless")} + arguments, variables);
    const auto match = m_program.waitForLine(ready, answerTimeout);
    m_server = match.captured(1);
    m_kubeconfig = match.captured(2);
    return match.hasMatch();
}

bool eventually(const std::function<bool()> &condition, std::chrono::milliseconds limit)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.hasExpired(limit.count()))
            return false;
        QTest::qWait(20);
    }
    return true;
}

QByteArray everything(const Finished &finished)
{
    return "exit code " + QByteArray::number(finished.code) + "\n" + finished.output + finished.errors;
}

QStringList heldToModes(const QStringList &commandLine)
{
    if (::geteuid() != 0)
        return commandLine;
    return QStringList {QStringLiteral("setpriv"), QStringLiteral("--inh-caps=-all"),
               QStringLiteral("--bounding-set=-dac_override,-dac_read_search")}
    + commandLine;
}

QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

Finished run(const QString &program, const QStringList &arguments, const QByteArray &input,
    const QMap<QString, QString> &variables)
{
    QProcess process;
    prepare(process, variables);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(60'000)) {
        process.kill();
        process.waitForFinished();
    }
    const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return {code, process.readAllStandardOutput(), process.readAllStandardError()};
}

Kubectl::Kubectl(QString kubeconfig, QString home)
    : m_program(qEnvironmentVariable("HOLLOWLAB_KUBECTL", QStringLiteral("kubectl")))
    , m_variables {
          {QStringLiteral("KUBECONFIG"), std::move(kubeconfig)}, {QStringLiteral("HOME"), std::move(home)}}
{
}

Finished Kubectl::operator()(const QStringList &arguments, const QByteArray &input) const
{
    return run(m_program, arguments, input, m_variables);
}

void Kubectl::start(Program &program, const QStringList &arguments) const
{
    program.start(m_program, arguments, m_variables);
}

QString fleetSeenBy(const Kubectl &kubectl)
{
    const auto asked = [&kubectl](const char *line) { return kubectl(words(line)); };
    const Finished sets = asked("get machinesets -A -o jsonpath={.items[*].spec.replicas}");
    const Finished machines = asked("get machines -A -o jsonpath={.items[*].status.phase}");
    const Finished nodes = asked("get nodes --no-headers");
    for (const Finished *one : {&sets, &machines, &nodes}) {
        if (one->code != 0)
            return QString::fromUtf8(everything(*one));
    }
    int wanted = 0;
    for (const QString &replicas : words(sets.output.constData()))
        wanted += replicas.toInt();
    const QStringList phases = words(machines.output.constData());
    qsizetype all = 0;
    qsizetype ready = 0;
    for (const QByteArray &line : nodes.output.trimmed().split('\n')) {
        if (line.isEmpty() || line.startsWith("hollow-host-"))
            continue;
        ++all;
        ready += words(line.constData()).value(1) == QStringLiteral("Ready") ? 1 : 0;
    }
    return QStringLiteral("%1 wanted, %2 of %3 Running, %4 of %5 Ready")
        .arg(wanted)
        .arg(phases.count(QStringLiteral("Running")))
        .arg(phases.size())
        .arg(ready)
        .arg(all);
}

QString wellFleet(int machines)
{
    return QStringLiteral("%1 wanted, %1 of %1 Running, %1 of %1 Ready").arg(machines);
}

} // namespace tests
