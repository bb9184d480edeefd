// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries the runs of an experiment out in processes of this program, one for each core and none of them in
// the window's way: what goes wrong in one ends that one.

#include "ui/experiments/runs.h"

#include <QProcess>

#include <memory>
#include <vector>

namespace app {

class ExperimentProcesses : public ui::ExperimentRuns
{
    Q_OBJECT

public:
    using ui::ExperimentRuns::ExperimentRuns;
    ~ExperimentProcesses() override;

    void start(const std::string &document) override;
    void stop() override;
    void report(
        const std::string &document, const core::experiment::Run &run, const QString &directory) override;

private:
    void giveUp(QProcess &process);
    void read(QProcess &process);
    void end(QProcess &process);

    std::vector<std::unique_ptr<QProcess>> m_processes; ///< of the runs that are under way
    std::unique_ptr<QProcess> m_reporting;
    QString m_trouble;
};

} // namespace app
