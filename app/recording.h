// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries a scenario out and keeps what it leaves: a picture of the window after each step that shows
// something new, and the report. Lives on the main thread.

#include "app/options.h"
#include "app/scenariorun.h"
#include "core/base/worker.h"

#include <QImage>

namespace app {

class Recording : public QObject
{
public:
    using Grab = std::function<QImage()>;
    /// ok: all that the scenario claims held, and the report could be written.
    using Finished = std::function<void(bool ok)>;

    /// No pictures are taken without a grab.
    Recording(const Options &options, Core &core, core::base::Worker &worker, Grab grab);

    void start(core::scenario::Scenario script, Finished finished);

private:
    void drawStep(qulonglong index);
    void finish(const core::scenario::ScenarioReport &report);
    bool writeReport(const core::scenario::ScenarioReport &report);

    const Options &m_options;
    Core &m_core;
    core::base::Worker &m_worker;
    Grab m_grab;
    Finished m_finished;
    std::vector<std::string> m_images;
};

} // namespace app
