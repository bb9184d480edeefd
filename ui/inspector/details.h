// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the inspector says about one object, as values: read from the cluster afresh whenever something
// changed.

#include "ui/clusterview.h"
#include "ui/kind.h"

namespace ui {

struct Details {
    struct Line {
        QString label;
        QString html; ///< text with links of ours; already escaped
    };
    struct ConditionLine {
        QString type;
        QString status;
        QString reason;
        QString message;
        std::optional<core::api::Time> since;
        State state = State::None;
    };

    State state = State::None;
    QString headline; ///< "NotReady for 9 s"
    std::optional<ObjectRef> node; ///< of a machine, told beside it
    std::vector<Line> summary;
    std::vector<ConditionLine> conditions;
};

/// Nothing when the object is gone.
std::optional<Details> detailsOf(const ClusterView &cluster, const ObjectRef &object);
/// The events about it, newest first.
std::vector<std::shared_ptr<const core::api::Event>> eventsAbout(
    const ClusterView &cluster, const ObjectRef &object);

} // namespace ui
