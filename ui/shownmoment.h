// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which moment of the cluster the window shows: now, as ChangeSets bring it, or one of the past
// (docs/window.md W24). Of the past the ClusterView is given the objects in place of the present ones, which
// are kept beside it and go on changing; facts, episodes and the status are always those of now, and what is
// counted of them is what was known then (ClusterView::knownRecovery).

#include "ui/clusterview.h"

#include <QObject>

namespace ui {

class CommandSender;

class ShownMoment : public QObject
{
    Q_OBJECT

public:
    ShownMoment(ClusterView &cluster, CommandSender &commands, QObject *parent = nullptr);

    bool isPast() const { return m_cluster.isPast(); }
    /// Shows that second once the core has found it; of several wishes the last counts. A second that is not
    /// over yet is now, and one before all that is kept is the first one kept.
    void seek(core::api::Time at);
    /// The step is from what is shown, or asked for.
    void step(core::base::Duration by);
    void showPresent();
    /// Tells what was to happen next to the object, or of none, while a moment of the past is shown.
    void inspect(const std::optional<ObjectRef> &object);
    /// The part of a ChangeSet that is to be shown now; the rest is kept until the present is shown again.
    core::engine::ChangeSetPtr admit(const core::engine::ChangeSetPtr &changes);

signals:
    /// Another moment is shown, and its time is the ClusterView's: this is what is different.
    void moved(const core::engine::ChangeSetPtr &changes);
    /// More is told of the moment that is shown.
    void told(const core::engine::ChangeSetPtr &changes);

private:
    void ask(core::api::Time at);
    void show(const core::engine::MomentPtr &moment);
    void keepPresent();
    void addVerdicts(const ObjectRef &object, core::engine::ChangeSet &changes) const;

    ClusterView &m_cluster;
    CommandSender &m_commands;
    core::engine::PerKind<Objects> m_present; ///< while the past is shown
    std::vector<core::engine::Outlook> m_outlooks; ///< of the present
    std::shared_ptr<const core::engine::PastOutlook> m_pastOutlook; ///< of the past, where it can be told
    std::optional<core::api::Time> m_asked; ///< under way
    std::optional<core::api::Time> m_wanted; ///< after that
};

} // namespace ui
