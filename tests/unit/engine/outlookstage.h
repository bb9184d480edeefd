// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lab of which a window is told what happens next to its machines.

#include "core/engine/pastoutlook.h"
#include "tests/unit/engine/defaultlab.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace outlooktest {

using namespace core;
using namespace std::chrono_literals;
using engine::Outlook;

/// Our controllers do all that is foretold.
constexpr engine::CarriedOut ours {.healthChecks = true, .rollouts = true};

/// The default lab with that many machines, and a window that takes in every ChangeSet.
class Stage : public DefaultLab
{
public:
    explicit Stage(std::int64_t machines = 3, const std::set<std::string> &off = {}) : DefaultLab(off)
    {
        QObject::connect(
            m_engine.get(), &engine::Engine::changed, [this](const engine::ChangeSetPtr &changes) {
                if (changes->outlooks)
                    outlooks = *changes->outlooks;
                for (const auto &machine : changes->of<api::mcm::Machine>().upserts)
                    mcmMachines[machine->key()] = machine;
                for (const api::ObjectKey &key : changes->of<api::mcm::Machine>().removed)
                    mcmMachines.erase(key);
                if (changes->inspection) {
                    silence = changes->inspection->silence;
                    ++inspections;
                }
                m_engine->acknowledge();
            });
        start();
        if (machines != 3)
            scale(machines);
        m_clock.advance(30s);
    }

    void submit(const engine::Command &command) { m_engine->submit(++m_commands, command); }
    void breakNode(const std::string &node, const std::string &fault = "not-ready")
    {
        submit(engine::BreakNodes {{node}, fault});
        m_clock.advance(1s);
    }
    void breakNodes(const std::vector<std::string> &nodes, const std::string &fault)
    {
        submit(engine::BreakNodes {nodes, fault});
        m_clock.advance(1s);
    }
    void setMaxUnhealthy(const api::Json &value)
    {
        const api::JsonObject spec {{"maxUnhealthy", value}};
        submit(engine::EditObject {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}},
            api::JsonObject {{"spec", spec}}});
        m_clock.advance(1s);
    }
    /// Of the machines that are made from now on.
    void setBoot(const std::string &boot)
    {
        api::Json patch = api::JsonObject {{std::string(api::keys::boot), boot}};
        for (const char *field :
            {"annotations", "metadata", "value", "providerSpec", "spec", "template", "spec"})
            patch = api::JsonObject {{field, std::move(patch)}};
        submit(engine::EditObject {m_workers, std::move(patch)});
        m_clock.advance(1s);
    }
    /// The health check is one of the first generation, which keeps to a MachineDisruptionBudget.
    void guardBy(int maxUnavailable)
    {
        submit(engine::DeleteThing {{&api::resourceOf<api::MachineHealthCheck>(), {"default", "workers"}}});
        submit(engine::ApplyYaml {firstGenerationYaml(maxUnavailable)});
        m_clock.advance(1s);
    }
    /// What is foretold now has been told, whatever was on its way before.
    void takeNews()
    {
        for (int look = 0; look < 3; ++look) {
            m_clock.advance(600ms);
            QCoreApplication::processEvents();
        }
    }
    void scale(std::int64_t machines) { submit(engine::Scale {m_workers, machines}); }
    api::Time now() const { return m_clock.now(); }

    const scenario::ScenarioView &view() const { return m_engine->scenarioView(); }
    std::vector<std::shared_ptr<const api::Machine>> machines() const { return view().machines.list(); }
    std::shared_ptr<const api::Machine> machine(const std::string &name) const
    {
        return m_engine->scenarioView().machines.find({"default", name});
    }
    engine::Moment moment() const
    {
        engine::Moment moment {.at = now()};
        moment.objects.of<api::Machine>() = machines();
        moment.objects.of<api::Node>() = view().nodes.list();
        moment.objects.of<api::MachineSet>() = view().machineSets.list();
        moment.objects.of<api::MachineHealthCheck>() = view().healthChecks.list();
        moment.objects.of<api::MachineDeployment>() = view().machineDeployments.list();
        return moment;
    }
    const Outlook *outlook(const std::string &machine) const
    {
        const auto found = std::ranges::find(
            outlooks, machine, [](const Outlook &outlook) { return outlook.machine.key.name; });
        return found == outlooks.end() ? nullptr : &*found;
    }
    std::string text(const std::string &machine) const
    {
        const Outlook *found = outlook(machine);
        return found ? found->says.text : std::string();
    }

    /// What was told of these machines is what follows from the objects as they are now. Of one that leaves
    /// its controller says more than they do.
    bool isUpToDate(const std::vector<std::string> &machines) const
    {
        const auto foretold = engine::outlookAt(moment(), ours);
        return std::ranges::all_of(machines, [&](const std::string &name) {
            const auto found = std::ranges::find(
                foretold->outlooks(), name, [](const Outlook &each) { return each.machine.key.name; });
            const Outlook *told = outlook(name);
            if (found == foretold->outlooks().end() || !told)
                return found == foretold->outlooks().end() && !told;
            const bool leaves = told->course == Outlook::Course::Leaves;
            return leaves ? found->course == Outlook::Course::Leaves : *told == *found;
        });
    }

    std::vector<Outlook> outlooks;
    std::map<api::ObjectKey, std::shared_ptr<const api::mcm::Machine>> mcmMachines;
    std::optional<engine::Silence> silence; ///< of what is inspected
    int inspections = 0; ///< told so far

private:
    const api::ResourceRef m_workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
    std::uint64_t m_commands = 0;
};

inline const std::string replaced = "replaced {when} by health check workers";
inline const std::string replacedLater = "replaced once others have come up";
inline const std::string replacedNow = "replaced now by health check workers";
inline const std::string replacedInTurn = "replaced {when} at the earliest, others come first";

inline std::vector<std::string> nodesOf(const std::vector<std::shared_ptr<const api::Machine>> &machines)
{
    std::vector<std::string> nodes;
    for (const auto &machine : machines)
        nodes.push_back(machine->status.nodeRef->name);
    return nodes;
}

} // namespace outlooktest
