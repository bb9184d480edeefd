// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The templates that a StatefulSet or a DaemonSet has had, each as a ControllerRevision: what `kubectl
// rollout history` and `undo` read (docs/machines.md §3.12). A template that comes back has the revision
// that it had, under a new number.

#include "core/api/controllerrevision.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

using RevisionPointer = std::shared_ptr<const api::ControllerRevision>;

struct RevisionView {
    std::vector<RevisionPointer> own; ///< controlled by the workload
    std::function<bool(const std::string &name)> nameTaken; ///< by any revision of the namespace
    std::vector<RevisionPointer> orphans; ///< of the namespace, that nobody controls
};

/// What the store holds of the workload's revisions, found by byControllerName, and of uncontrolled ones.
RevisionView revisionsOf(const runtime::Store<api::ControllerRevision> &revisions, std::string_view kind,
    const api::ObjectMeta &workload);

class RevisionHistory
{
public:
    /// hashLabel: of the revision, with the letters that its template gives it.
    template<typename Workload>
    RevisionHistory(const Workload &workload, std::string_view hashLabel, const RevisionView &seen)
        : RevisionHistory(workload.metadata, workload.spec.template_, seen)
    {
        if (m_there)
            return;
        label(workload.status.collisionCount, hashLabel);
        m_present.metadata.ownerReferences = {api::controllerReference(workload)};
        m_collides = seen.nameTaken(m_present.metadata.name);
    }

    /// The name that the present template's revision would have is another's: as long as it is, there is
    /// none, and another collisionCount leads to another name.
    bool collides() const { return m_collides; }
    /// The name of the revision that holds the present template.
    const std::string &name() const { return m_present.metadata.name; }
    /// The letters of the present template.
    std::string_view hash() const { return hashOf(m_present); }

    /// Makes the present template's revision, or gives it the highest number; nothing when it has that.
    std::optional<api::Effect> bringUpToDate() const;
    /// The template of the revision of that name; nothing when there is none.
    std::optional<api::PodTemplate> templateOf(std::string_view name) const;
    /// Deletes the oldest revisions beyond the limit, but for the present one and those whose name or hash is
    /// in use.
    void forget(std::vector<api::Effect> &effects, std::optional<std::int64_t> limit,
        const std::vector<std::string> &inUse) const;

private:
    RevisionHistory(
        const api::ObjectMeta &workload, const api::PodTemplate &podTemplate, const RevisionView &seen);
    void label(const std::optional<std::int64_t> &collisions, std::string_view hashLabel);
    static std::string_view hashOf(const api::ControllerRevision &revision);

    const api::PodTemplate &m_template;
    std::vector<RevisionPointer> m_revisions; ///< the oldest first
    RevisionPointer m_there; ///< of the present template; null before it is made
    api::ControllerRevision m_present;
    bool m_collides = false;
};

} // namespace core::controlplane
