// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an experiment measures and finds, in words.

#include "core/experiment/summary.h"

#include <QString>

namespace ui {

/// "recovery time", "machine-hours Ready".
QString titleOf(core::experiment::Measure measure);
/// "19.3 s", "≥ 2m0s", "98.53 %", "4.2"; a dash for nothing.
QString figureText(
    const std::optional<core::experiment::Estimate> &figure, core::experiment::Measure measure);
/// "15 s · 40 %": the values of a variant as people read them.
QString variantText(const core::experiment::Experiment &experiment, std::size_t variant);
/// One of its values: "15 s".
QString valueOfVariant(const core::api::Json &value);
/// How quickly runs come: "14.0 a second", "1.8 a minute".
QString rateText(double aSecond);
/// What speaks for the variant beside the others, in HTML; empty while there is nothing to compare.
QString standingText(const core::experiment::Experiment &experiment,
    const std::vector<core::experiment::Summary> &summaries, std::size_t variant);
/// Its slowest recovery, and in how many runs the scenario did not hold; HTML.
QString extremesText(const core::experiment::Summary &summary);

} // namespace ui
