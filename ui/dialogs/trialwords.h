// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server, asked on trial, would make of what is written, in words.

#include "core/api/trial.h"
#include "core/engine/comparison.h"

#include <QStringList>

#include <functional>

class QWidget;

namespace ui {

class ClusterView;

/// "The server warns: …", each of the first warnings once; empty where it does not.
QString warningWords(const std::vector<std::string> &warnings);
/// The server has refused it; that it can't be tried now is no refusal.
bool isTrialRefused(const core::api::TriedObject &tried);
/// The fields that change, of a new one all that it has.
std::vector<core::engine::FieldDifference> triedChanges(const core::api::TriedObject &tried);
/// "MachineSet default/workers: created".
QString trialVerdict(const core::api::TriedObject &tried);

/// What is said of all of them in a line.
struct TrialSummary {
    QString words;
    bool isProblem = false;
};
TrialSummary trialSummary(const std::vector<core::api::TriedObject> &trials);
/// Asks whether they are to be written to somebody's cluster. It names that and its server, and tells of each
/// its verdict, the fields that change, or of a new one those that the server fills in, what it would leave
/// out and what it warns of, in at most 20 lines. Nobody is asked about a lab.
void askToWrite(QWidget *dialog, const ClusterView &cluster,
    const std::vector<core::api::TriedObject> &trials, const QString &accept, std::function<void()> accepted);

} // namespace ui
