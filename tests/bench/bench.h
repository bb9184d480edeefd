// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every benchmark of hollowlab-bench offers: a name, one sentence, and a run that returns its figures.

#include "core/api/json.h"

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Benchmark {
    std::string name;
    std::string description;
    std::function<core::base::Result<core::api::JsonObject>()> run;
};

core::base::Result<core::api::JsonObject> runStart();
core::base::Result<core::api::JsonObject> runStartWindow();
core::base::Result<core::api::JsonObject> runScale(int machines);
core::base::Result<core::api::JsonObject> runMemory(int machines);
core::base::Result<core::api::JsonObject> runIdle(int machines);
core::base::Result<core::api::JsonObject> runIdleWindow();
core::base::Result<core::api::JsonObject> runDay(int machines);
core::base::Result<core::api::JsonObject> runHistorySeek(int machines);
core::base::Result<core::api::JsonObject> runTable(int rows);
core::base::Result<core::api::JsonObject> runWall(int machines);
core::base::Result<core::api::JsonObject> runTimeline(int machines);
core::base::Result<core::api::JsonObject> runLeasePutHttps();
core::base::Result<core::api::JsonObject> runApply(int objects);
core::base::Result<core::api::JsonObject> runList(int objects);
core::base::Result<core::api::JsonObject> runFanOut(int watches);
core::base::Result<core::api::JsonObject> runBeside();
core::base::Result<core::api::JsonObject> runSoak();

/// Resident memory of a process in bytes (0: this one), 0 when it can't be read.
std::uint64_t residentBytes(std::int64_t processId = 0);
/// Time of the processor that this process has used, all threads together.
double processorSeconds();

} // namespace bench
