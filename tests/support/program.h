// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Programs that a test runs. Each ends with its object, and, by the kernel, with the test should that die.

#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>

#include <chrono>
#include <functional>
#include <optional>

namespace tests {

class Program
{
public:
    Program() = default;
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
    /// Ends it: SIGTERM, and SIGKILL after five seconds.
    ~Program();

    /// Variables are added to the environment of the test.
    void start(
        const QString &program, const QStringList &arguments, const QMap<QString, QString> &variables = {});
    /// Waits for a line on standard output that matches; no match when the program ends or the time is over.
    QRegularExpressionMatch waitForLine(const QRegularExpression &pattern, std::chrono::milliseconds limit);
    /// The exit code; -1 for a crash or a kill; nothing when it still runs.
    std::optional<int> waitForEnd(std::chrono::milliseconds limit);
    void signal(int number) const;
    void terminate() const;
    void kill() const;
    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    qint64 processId() const { return m_process.processId(); }
    const QByteArray &output();
    const QByteArray &errors();

private:
    void read();

    QProcess m_process;
    QByteArray m_output;
    QByteArray m_errors;
};

/// hollowlab --headless.
class Headless
{
public:
    /// Waits for the ready line; false when there is none within 30 s.
    bool start(const QStringList &arguments, const QMap<QString, QString> &variables = {});
    const QString &server() const { return m_server; }
    const QString &kubeconfig() const { return m_kubeconfig; }
    Program &program() { return m_program; }

private:
    Program m_program;
    QString m_server;
    QString m_kubeconfig;
};

/// Asks again and again until the condition holds; false when the limit is over. Unlike QTRY_VERIFY it counts
/// the time that asking takes.
bool eventually(
    const std::function<bool()> &condition, std::chrono::milliseconds limit = std::chrono::seconds(30));

struct Finished {
    int code = -1;
    QByteArray output;
    QByteArray errors;
};

/// The message of a failure has the exit code, and what the program said.
QByteArray everything(const Finished &finished);

/// A line of arguments at its spaces.
QStringList words(const char *line);

/// A command line that may do to files what their modes say and no more, also where root tests.
QStringList heldToModes(const QStringList &commandLine);

/// Runs a program to its end, at most a minute.
Finished run(const QString &program, const QStringList &arguments, const QByteArray &input = {},
    const QMap<QString, QString> &variables = {});

/// The kubectl that $HOLLOWLAB_KUBECTL names, else the one in PATH, with a home of its own.
class Kubectl
{
public:
    Kubectl(QString kubeconfig, QString home);

    Finished operator()(const QStringList &arguments, const QByteArray &input = {}) const;
    /// Starts the command and leaves it running.
    void start(Program &program, const QStringList &arguments) const;
    void setEditor(const QString &command) { m_variables[QStringLiteral("EDITOR")] = command; }

private:
    QString m_program;
    QMap<QString, QString> m_variables;
};

/// What kubectl sees of machines: "3 wanted, 3 of 3 Running, 3 of 3 Ready" counts the replicas of all sets,
/// the machines, and their nodes. What went wrong, when it sees nothing.
QString fleetSeenBy(const Kubectl &kubectl);
/// What fleetSeenBy() answers when so many machines are wanted and all is well.
QString wellFleet(int machines);

} // namespace tests
