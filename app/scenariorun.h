// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario carried out without a window: captions and the live table go to standard output as they change.
// Lives on the core thread.

#include "app/core.h"
#include "core/scenario/terminaltable.h"

#include <QTimer>

#include <memory>

namespace app {

class ScenarioRun : public QObject
{
    Q_OBJECT

public:
    ScenarioRun(Core &core, core::scenario::Scenario scenario);

    void start();

signals:
    /// The signal comes only for steps that show something new: what waits or asserts does so when something
    /// happened meanwhile.
    void newsAfterStep(qulonglong index);
    void finished(std::shared_ptr<const core::scenario::ScenarioReport> report);

private:
    bool hasNews(std::size_t index);
    void print(const std::vector<std::string> &lines) const;
    void printTable();

    Core &m_core;
    core::scenario::Scenario m_scenario;
    std::size_t m_steps;
    std::uint64_t m_lastFact = 0;
    core::scenario::TerminalTable m_table;
    QTimer m_tableTimer;
};

/// Reads and parses a scenario file; the error has a line for each mistake.
core::base::Result<core::scenario::Scenario> loadScenario(const std::string &path);

} // namespace app
