// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one way from a click to the core: everything that can be ordered.

#include "ui/changeorders.h"

#include <set>

namespace ui {

class CommandSender : public ChangeOrders
{
    Q_OBJECT

public:
    CommandSender(Session &session, const ClusterView &cluster, QObject *parent = nullptr)
        : ChangeOrders(session, cluster, parent)
    {
    }

    void rollBack(const ObjectRef &deployment, std::int64_t revision);
    /// The fault is a recipe as the annotation has it: "not-ready for 30s".
    /// outlook: what will follow, for the notice.
    void breakNodes(
        const std::vector<std::string> &nodes, const std::string &fault, const QString &outlook = {});
    /// Asks the core what would follow; then is called unless that can't be told, which is a notice.
    void foresee(const std::vector<std::string> &nodes, const std::string &fault, Forecast then);
    void healNodes(const std::vector<std::string> &nodes);
    void breakZone(const std::string &zone, const std::string &fault, const QString &outlook = {});
    void healZone(const std::string &zone);
    void remove(const ObjectRef &object) { remove(std::vector {object}); }
    /// What is done to several objects has one notice for all.
    void remove(const std::vector<ObjectRef> &objects);
    /// Returns the id of the command, 0 when it was refused.
    quint64 createMachineSet(const core::engine::CreateMachineSet &wanted);
    quint64 applyYaml(const std::string &yaml);
    void switchController(const std::string &name, bool on);
    /// Several that belong together, with one notice for all.
    void switchOn(const std::vector<std::string> &names);
    void installPrerequisites();
    std::vector<std::string> prerequisiteNames() const { return m_session.prerequisiteNames(); }
    void retryNow();
    void setPace(double pace);
    void stepTime();
    void runScenario(const QString &name, const std::string &yaml);
    void stopScenario();
    void pauseScenario();
    void continueScenario();
    void stepScenario();
    /// Asks that ChangeSets bring what controllers say of this object; changes nothing in the cluster.
    void inspect(const std::optional<ObjectRef> &object);

private:
    std::function<void()> breakingAgain(const std::vector<std::string> &nodes);
    std::vector<std::string> failingWith(const std::vector<std::string> &nodes);
    static Order deletion(const ObjectRef &object);

    std::set<std::string> m_failing; ///< nodes that the window has told to fail, and that may still do
};

} // namespace ui
