// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an episode has to tell people, in words: how it ended or what it waits for, what happened when, what
// took the time and what would change it. Times and lengths come from the episode (docs/window.md W9–W11).

#include "core/timeline/episodetracker.h"

#include <QColor>
#include <QString>
#include <QStringList>

namespace ui {

class ClusterView;

struct StoryMark {
    QString glyph;
    QString word; ///< "delete asked"
    core::api::Time at;
    QString since; ///< "+15.0 s the rule waits 15 s"; empty for the first one
    QString caption; ///< what happens then, in one sentence
    QString source; ///< what of which object shows it: "Machine · metadata.deletionTimestamp"
};

struct RecoveryStory {
    QString title; ///< "Recovery 7"
    QString place; ///< its set, and whose timing it is
    QString figure; ///< "19.3 s"
    QString caption; ///< what the figure is
    QString outcome; ///< one sentence
    QString forecast; ///< what was to be expected, beside what happened; empty: nothing could be foreseen
    std::vector<StoryMark> marks; ///< earliest first
    QString advice; ///< what took the time, and what would change it; empty while it goes on
    bool isOfTimeout = false; ///< the advice: another timeout of the rule would change most
};

RecoveryStory storyOf(const core::timeline::Episode &episode, const ClusterView &cluster);
/// Ends with the moment that is shown: what came later had not happened.
RecoveryStory knownStoryOf(const core::timeline::Episode &episode, const ClusterView &cluster);
/// All that happens in a replay, earliest first: the story's marks, and the new machine's node that joins.
std::vector<StoryMark> replayMarksOf(const core::timeline::Episode &episode, const ClusterView &cluster);
/// Why it does not take its usual course, as its health checks, set and deletion have it: "held back"; empty
/// where nothing hinders it, and of one that is over.
QString hindranceWordOf(const core::timeline::Episode &episode, const ClusterView &cluster);
/// "NotReady", "node gone"
QString conditionText(const core::timeline::Episode &episode);
/// "NotReady (fault: not-ready for 10 s)"
QString causeText(const core::timeline::Episode &episode);
/// Of one that came back: its fault, which does not end by itself, was taken away.
bool isHealedByHand(const core::timeline::Episode &episode);
/// Who failed: the machine, or a node without one.
QString failedNameOf(const core::timeline::Episode &episode);

/// A line for each mark: what, when, how long after the one before.
QString marksHtml(const RecoveryStory &story, const QColor &quiet);
/// "14:03:09.1", in local time.
QString tenthsClockText(core::api::Time time);
QString wordOf(core::timeline::Stage::Kind kind);
/// "7 recoveries · median 19.3 s · p95 24.0 s", the median emphasised; how many failed when none recovered.
QString statisticsText(const core::timeline::RecoveryStatistics &statistics, std::size_t failures);

} // namespace ui
