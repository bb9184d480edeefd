// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window knows of the cluster: the newest version of each object as the watch brought it, and what
// follows from joining them; or the objects of a moment of the past in their place. Changed by ChangeSets
// alone; commands never touch it.

#include "core/engine/values.h"
#include "ui/coreclock.h"
#include "ui/kind.h"
#include "ui/timeline/healthrecord.h"

#include <array>
#include <numeric>
#include <unordered_map>

namespace ui {

template<typename T>
using Objects = std::unordered_map<core::api::ObjectKey, std::shared_ptr<const T>>;

/// The text is that of a set or a deployment of either family; empty when it has none, and 0 also when it is
/// no number.
std::string_view revisionText(const core::api::ObjectMeta &meta);
std::int64_t revisionOf(const core::api::ObjectMeta &meta);

/// The node that the machine says it has; empty when it has none.
std::string nodeNameOf(const core::api::Machine &machine);
std::string nodeNameOf(const core::api::mcm::Machine &machine);

/// How many machines of a set are in which state.
struct SetTally {
    std::array<int, stateCount> machines {};
    int of(State state) const { return machines[static_cast<std::size_t>(state)]; }
    int total() const { return std::accumulate(machines.begin(), machines.end(), 0); }
    bool operator==(const SetTally &) const = default;
};

template<typename>
using ObjectKeys = std::vector<core::api::ObjectKey>;
/// Objects whose rows look different although they did not change themselves.
using Touched = core::engine::PerKind<ObjectKeys>;

class ClusterView
{
public:
    /// Takes the changes in; a reset forgets everything first.
    Touched apply(const core::engine::ChangeSet &changes);

    /// The objects that the next ChangeSet brings are those of that moment; nothing: those of now. In a gap
    /// nothing was recorded: they are as they were before it.
    void setMoment(const std::optional<core::api::Time> &moment, bool isInGap);
    const std::optional<core::api::Time> &moment() const { return m_moment; }
    bool isPast() const { return m_moment.has_value(); }
    bool isInGap() const { return m_isInGap; }

    template<typename T>
    const Objects<T> &all() const
    {
        return m_objects.of<T>();
    }
    template<typename T>
    const T *find(const core::api::ObjectKey &key) const
    {
        const auto found = all<T>().find(key);
        return found == all<T>().end() ? nullptr : found->second.get();
    }
    /// Calls use(object) with the typed object, if it is there.
    template<typename Use>
    void withObject(const ObjectRef &object, Use use) const
    {
        m_objects.each([&]<typename T>(const Objects<T> &) {
            const T *found = kindOf<T>() == object.kind ? find<T>(object.key) : nullptr;
            if (found)
                use(*found);
        });
    }
    std::size_t count(Kind kind) const
    {
        std::size_t count = 0;
        m_objects.each([&]<typename T>(const Objects<T> &objects) {
            if (kindOf<T>() == kind)
                count = objects.size();
        });
        return count;
    }
    const core::api::Machine *machine(const core::api::ObjectKey &key) const;
    const core::api::Node *node(const std::string &name) const;

    template<typename M>
    const core::api::Node *nodeOf(const M &machine) const
    {
        return node(nodeNameOf(machine));
    }
    /// The machine of a node, of either family; nothing for a node that is none's.
    std::optional<ObjectRef> machineRefOf(const std::string &node) const;
    /// The machine is there if it is one of machine.openshift.io.
    const core::api::Machine *machineOf(const std::string &node) const;
    /// The set that controls the machine; nothing when none does.
    static std::optional<ObjectRef> setOf(const core::api::ObjectMeta &machine);
    /// The sets that a deployment controls, the newest revision first.
    std::vector<ObjectRef> setsOf(const ObjectRef &deployment) const;
    /// What the object hangs on: the set of a machine, the machine of a node, the subject of an event.
    std::optional<ObjectRef> ownerOf(const ObjectRef &object) const;
    /// The health checks whose selector matches the machine.
    std::vector<const core::api::MachineHealthCheck *> checksOf(const core::api::Machine &machine) const;
    SetTally tally(const ObjectRef &set) const;
    /// The tally is that of all machines of a family, also of those of no set.
    const SetTally &fleet(Family family) const { return m_fleet[static_cast<std::size_t>(family)]; }
    /// The state is that of a machine of either family; None when it is not there.
    State stateOf(const ObjectRef &machine) const;

    /// What happens next to a machine; nothing when it is well, and as soon as it is.
    const core::engine::Outlook *outlook(const ObjectRef &machine) const;
    /// As they were told, those included that are over by now.
    std::vector<core::engine::Outlook> outlooks() const;
    /// The outlooks are those of the machines of these sets.
    std::vector<core::engine::Outlook> outlooksIn(const std::vector<ObjectRef> &sets) const;
    /// What controllers say about the object that is inspected; of a health check also its verdicts.
    const core::engine::Inspection &inspection() const { return m_inspection; }
    const core::engine::HealthCheckVerdicts &verdicts() const { return m_verdicts; }
    const HealthRecord &health() const { return m_health; }
    /// Whether the failure had begun at the time of what is shown.
    bool hadBegun(const core::timeline::Episode &episode) const;
    /// What was known of it at the time of what is shown: what came later had not happened.
    core::timeline::Episode asKnown(core::timeline::Episode episode) const;
    /// How long its recovery took; nothing while that was not known at the time of what is shown.
    std::optional<core::base::Duration> knownRecovery(const core::timeline::Episode &episode) const;
    const core::engine::ScenarioProgress &scenario() const { return m_scenario; }
    const core::engine::Status &status() const { return m_status; }
    /// The time of what is shown: it stands still while the past is, and while the connection is lost.
    core::api::Time now() const { return m_moment ? *m_moment : m_status.liveUntil.value_or(m_clock.now()); }
    core::api::Time present() const { return m_clock.now(); }
    /// The core has told its time; until then there is none to show.
    bool hasTime() const { return m_clock.isSet(); }
    bool isLost() const { return m_status.liveUntil.has_value(); }
    /// Nothing has been read, at all or so far: what is there is not known.
    bool isUnread() const;
    /// Nor how many of the kind there are; it may be this one alone that can't be read.
    bool isUnread(Kind kind) const;
    /// "kubectl --kubeconfig /path", with the context where the file may have several: reaches this cluster
    /// and no other.
    QString kubectl() const;

private:
    struct Seen {
        std::optional<ObjectRef> set;
        std::string node;
        State state = State::None;
    };

    template<typename M>
    void judge(const core::api::ObjectKey &machine, Touched &touched);
    template<typename M>
    void linkNodes(const core::engine::Changes<M> &changes);
    template<typename M>
    void judgeChanged(const core::engine::Changes<M> &changes, Touched &touched);
    void judgeMachineOf(const std::string &node, Touched &touched);
    void forget(const ObjectRef &machine, Touched &touched);
    void unlinkNode(const std::string &node, const ObjectRef &machine);
    void count(const ObjectRef &machine, const Seen &seen, int by, Touched &touched);
    bool isOver(const ObjectRef &machine, const core::engine::Outlook &outlook) const;
    void takeOutlooks(const std::vector<core::engine::Outlook> &outlooks, Touched &touched);
    void takeStatus(const core::engine::Status &status);

    core::engine::PerKind<Objects> m_objects;
    std::unordered_map<ObjectRef, Seen> m_seen; ///< what m_tallies counted of each machine
    std::unordered_map<std::string, ObjectRef> m_machineOfNode;
    std::unordered_map<ObjectRef, SetTally> m_tallies;
    std::array<SetTally, 2> m_fleet {}; ///< by family
    std::unordered_map<ObjectRef, core::engine::Outlook> m_outlooks;
    core::engine::Inspection m_inspection;
    core::engine::HealthCheckVerdicts m_verdicts;
    HealthRecord m_health;
    core::engine::ScenarioProgress m_scenario;
    core::engine::Status m_status;
    std::optional<core::api::Time> m_moment;
    bool m_isInGap = false;
    CoreClock m_clock;
};

inline constexpr int mostReplicas = 100'000; ///< that the window asks for, where no lab has a limit below
inline constexpr int mostTyped = 999'999'999; ///< that a box takes: what is too much is told, and not cut

/// How many machines a set or a deployment may be told to have: no more than fit into the lab.
int replicasLimit(const ClusterView &cluster);

/// How many machines a set or a deployment wants; nothing when it can't be scaled or is gone.
std::optional<std::int64_t> wantedReplicas(const ClusterView &cluster, const ObjectRef &object);
/// A deployment's sets, or the set itself.
std::vector<ObjectRef> setsBehind(const ClusterView &cluster, const ObjectRef &object);
/// Of a set, or of all sets of a deployment.
SetTally tallyOf(const ClusterView &cluster, const ObjectRef &object);
/// Nothing when it can't be paused or is gone.
std::optional<bool> isPaused(const ClusterView &cluster, const ObjectRef &deployment);

} // namespace ui
