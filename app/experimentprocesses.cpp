// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experimentprocesses.h"

#include "core/api/json.h"

#include <QCoreApplication>
#include <QThread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string_view>

namespace app {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int politeness = 10; // niceness: the window and its lab come first
constexpr int mostProcesses = 8;
constexpr std::string_view firstToEnd = "1000"; // of -1000 to 1000

/// It ends with the window, however that ends, and before it where memory runs out.
void beSubordinate()
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpriority(PRIO_PROCESS, 0, politeness);
    const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score < 0)
        return;
    [[maybe_unused]] const auto written = write(score, firstToEnd.data(), firstToEnd.size());
    close(score);
}

QString troubleOf(QProcess &process)
{
    const QString said = QString::fromUtf8(process.readAllStandardError()).trimmed();
    return said.isEmpty() ? process.errorString() : said.simplified();
}

std::unique_ptr<QProcess> begun(const std::string &document, const QStringList &arguments)
{
    auto process = std::make_unique<QProcess>();
    process->setProgram(QCoreApplication::applicationFilePath());
    process->setArguments(QStringList {u"experiment"_s, u"-"_s, u"-o"_s, u"json"_s} + arguments);
    process->setChildProcessModifier(beSubordinate);
    process->start();
    process->write(document.data(), static_cast<qint64>(document.size()));
    process->closeWriteChannel();
    return process;
}

bool isWell(const QProcess &process)
{
    return process.error() == QProcess::UnknownError && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

} // namespace

ExperimentProcesses::~ExperimentProcesses()
{
    stop();
    if (m_reporting)
        giveUp(*m_reporting);
}

void ExperimentProcesses::start(const std::string &document)
{
    stop();
    m_trouble.clear();
    const int shares = std::clamp(QThread::idealThreadCount(), 1, mostProcesses);
    for (int share = 1; share <= shares; ++share) {
        m_processes.push_back(begun(document, {u"--share"_s, u"%1/%2"_s.arg(share).arg(shares)}));
        QProcess *process = m_processes.back().get();
        connect(process, &QProcess::readyReadStandardOutput, this, [this, process] { read(*process); });
        connect(process, &QProcess::finished, this, [this, process] { end(*process); });
        connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart)
                end(*process);
        });
    }
}

void ExperimentProcesses::stop()
{
    for (auto &process : m_processes)
        giveUp(*process);
    m_processes.clear();
}

/// It says nothing any more: who would hear it may be half gone.
void ExperimentProcesses::giveUp(QProcess &process)
{
    process.disconnect(this);
    process.kill();
    process.waitForFinished();
}

void ExperimentProcesses::report(
    const std::string &document, const core::experiment::Run &run, const QString &directory)
{
    if (m_reporting)
        giveUp(*m_reporting);
    m_reporting = begun(document,
        {u"--report"_s, directory, u"--variant"_s, QString::number(run.variant + 1), u"--seed"_s,
            QString::number(run.seed)});
    const auto tell = [this, directory] {
        emit reported(directory, isWell(*m_reporting) ? QString() : troubleOf(*m_reporting));
    };
    connect(m_reporting.get(), &QProcess::finished, this, tell);
    connect(m_reporting.get(), &QProcess::errorOccurred, this, [tell](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            tell();
    });
}

void ExperimentProcesses::read(QProcess &process)
{
    while (process.canReadLine()) {
        const QByteArray line = process.readLine();
        const auto json = core::api::parseJson({line.data(), static_cast<std::size_t>(line.size())});
        if (const auto run = json ? core::experiment::runOf(*json) : tl::unexpected(json.error()))
            emit ran(*run);
    }
}

void ExperimentProcesses::end(QProcess &process)
{
    read(process);
    if (!isWell(process) && m_trouble.isEmpty())
        m_trouble = troubleOf(process);
    const auto place = std::ranges::find(m_processes, &process, &std::unique_ptr<QProcess>::get);
    if (place != m_processes.end()) {
        place->release()->deleteLater(); // it is speaking
        m_processes.erase(place);
    }
    if (m_processes.empty())
        emit ended(m_trouble);
}

} // namespace app

#include "moc_experimentprocesses.cpp"
