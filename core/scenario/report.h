// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is left of a scenario: report.html (one file that needs no other), report.json, episodes.csv,
// facts.csv.

#include "core/scenario/reportvoice.h"
#include "core/scenario/runner.h"

#include <utility>

namespace core::scenario {

struct ReportContext {
    std::string cluster; ///< "lab default", the kubeconfig's context
    double pace = 1; ///< virtual seconds per real second
    std::vector<std::pair<std::string, std::string>> versions; ///< {"Hollow Lab", "0.1.0"} …
    std::vector<std::string> images; ///< names of PNG or SVG files in the directory, put into the HTML
};

/// Makes the directory of a report when it is missing. Fails when nothing can be written there.
base::Result<> prepareReport(const std::string &directory);
/// Writes the four files into the directory, which is made when it is missing. Fails with the name of the
/// file that can't be written, or of an image that can't be read. The same report gives the same bytes.
base::Result<> writeReport(
    const std::string &directory, const ScenarioReport &report, const ReportContext &context);

/// The HTML alone, in the voice; images are {file name, content}, and their heading is English. Without steps
/// it tells of a stretch of time in which no scenario was played.
std::string htmlOf(const ScenarioReport &report, const ReportContext &context,
    const std::vector<std::pair<std::string, std::string>> &images, const ReportVoice &voice = {});
std::string jsonOf(const ScenarioReport &report, const ReportContext &context);

} // namespace core::scenario
