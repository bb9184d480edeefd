// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs that never were: the more patient a variant is (the later it comes), the slower it heals, and the
// fewer machines it replaces. The same each time.

#include "core/base/chance.h"
#include "core/experiment/parse.h"
#include "ui/experiments/runs.h"

namespace fake {

class SampleRuns : public ui::ExperimentRuns
{
    Q_OBJECT

public:
    /// So many runs come at once, the others never.
    explicit SampleRuns(std::size_t most = 50) : m_most(most) { }

    void start(const std::string &document) override
    {
        documents.push_back(document);
        const auto experiment = core::experiment::parseExperiment(document);
        for (std::size_t i = 0; experiment && i < std::min(m_most, experiment->runs()); ++i)
            emit ran(sample(i % experiment->variants(), 1 + i / experiment->variants()));
        if (experiment && experiment->runs() <= m_most)
            emit ended({});
    }
    void stop() override { ++stops; }
    void report(const std::string &, const core::experiment::Run &run, const QString &directory) override
    {
        reportedRun = run;
        emit reported(directory, trouble);
    }

    static core::experiment::Run sample(std::size_t variant, std::uint64_t seed)
    {
        using namespace std::chrono_literals;
        const core::base::Chance chance(seed);
        core::experiment::Run run;
        run.variant = variant;
        run.seed = seed;
        const std::string name = std::to_string(variant);
        for (std::uint64_t i = 0; i < 20; ++i) {
            const double part = chance.unit(name, "recovery", i);
            run.recoveries.push_back(
                5s * (variant + 1) + std::chrono::milliseconds(static_cast<int>(part * part * 30'000)));
        }
        run.slowest = core::experiment::SlowestRecovery {
            *std::ranges::max_element(run.recoveries), core::timeline::Stage::Kind::Booting, 4s};
        run.ready = 0.99 - 0.002 * static_cast<double>(variant);
        run.replaced = 40 - 2 * static_cast<std::int64_t>(variant);
        run.replacedNeedlessly = 18 - 2 * static_cast<std::int64_t>(variant);
        run.length = 2h;
        return run;
    }

    std::vector<std::string> documents; ///< that were started
    int stops = 0;
    std::optional<core::experiment::Run> reportedRun;
    QString trouble; ///< of the next report

private:
    std::size_t m_most;
};

} // namespace fake
