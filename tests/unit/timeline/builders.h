// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Facts and objects for tests, in the words of the domain.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/timeline/fact.h"

#include <memory>
#include <vector>

namespace test {

using namespace core;
using namespace std::chrono_literals;

/// The time is so many milliseconds after noon.
inline api::Time at(std::int64_t milliseconds)
{
    return api::parseTime("2026-11-20T12:00:00Z").value() + std::chrono::milliseconds(milliseconds);
}

inline api::ObjectKey inDefault(const std::string &name)
{
    return {"default", name};
}

/// Writes facts one after the other, as an Observer would, at the moment that is set.
class Story
{
public:
    std::vector<timeline::Fact> facts;

    Story &at(std::int64_t milliseconds)
    {
        m_now = test::at(milliseconds);
        return *this;
    }
    Story &node(const std::string &name, const std::string &from, const std::string &to,
        const std::string &machine = {})
    {
        timeline::Fact &fact = add(timeline::FactKind::NodeHealth, {"", name}, from, to);
        if (!machine.empty())
            fact.owner = inDefault(machine);
        return *this;
    }
    Story &fault(const std::string &name, const std::string &from, const std::string &to)
    {
        add(timeline::FactKind::Fault, {"", name}, from, to);
        return *this;
    }
    Story &decision(const std::string &controller, const std::string &machine, const std::string &code)
    {
        add(timeline::FactKind::Decision, inDefault(machine), "", code).controller = controller;
        return *this;
    }
    Story &created(const std::string &machine, const std::string &set = "workers")
    {
        add(timeline::FactKind::MachineCreated, inDefault(machine), "", "").owner = ownerOf(set);
        return *this;
    }
    Story &running(const std::string &machine, const std::string &node, const std::string &set = "workers")
    {
        timeline::Fact &fact =
            add(timeline::FactKind::MachinePhase, inDefault(machine), "Provisioned", "Running");
        fact.owner = ownerOf(set);
        fact.node = node;
        return *this;
    }
    Story &failed(const std::string &machine, const std::string &from)
    {
        add(timeline::FactKind::MachinePhase, inDefault(machine), from, "Failed");
        return *this;
    }
    Story &deleting(const std::string &machine)
    {
        add(timeline::FactKind::MachineDeleting, inDefault(machine), "", "");
        return *this;
    }
    Story &gone(const std::string &machine)
    {
        add(timeline::FactKind::MachinePhase, inDefault(machine), "Deleting", "");
        return *this;
    }
    Story &replicas(const std::string &from, const std::string &to, const std::string &set = "workers")
    {
        add(timeline::FactKind::SetReplicas, inDefault(set), from, to);
        return *this;
    }
    Story &ready(const std::string &from, const std::string &to, const std::string &set = "workers")
    {
        add(timeline::FactKind::SetReady, inDefault(set), from, to);
        return *this;
    }
    /// A machine of the set workers that has its node, Ready; the node is called like the machine with an n
    /// before.
    Story &healthyMachine(const std::string &machine)
    {
        return created(machine).node("n" + machine, "", "Ready").running(machine, "n" + machine);
    }

    timeline::Fact &add(
        timeline::FactKind kind, const api::ObjectKey &object, const std::string &from, const std::string &to)
    {
        timeline::Fact fact;
        fact.index = facts.size() + 1;
        fact.kind = kind;
        fact.object = object;
        fact.uid = "uid-" + object.name;
        fact.from = from;
        fact.to = to;
        fact.serverTime = api::truncatedToSeconds(m_now);
        fact.arrivalTime = m_now;
        fact.revision = fact.index;
        return facts.emplace_back(fact);
    }

private:
    static api::ObjectKey ownerOf(const std::string &set)
    {
        return set.empty() ? api::ObjectKey() : inDefault(set);
    }

    api::Time m_now = test::at(0);
};

/// status: True, False, Unknown; empty leaves the condition out.
inline api::Node node(const std::string &name, const std::string &status, const std::string &machine = {})
{
    api::Node node;
    node.metadata.name = name;
    node.metadata.uid = "uid-" + name;
    node.metadata.resourceVersion = "7";
    node.metadata.creationTimestamp = at(-60'000);
    if (!machine.empty())
        node.metadata.annotations[std::string(api::keys::nodeMachine)] = "default/" + machine;
    if (!status.empty())
        node.status.conditions = {{"Ready", status, at(0), at(-1000), "KubeletReady", "text"}};
    return node;
}

inline api::Machine machine(
    const std::string &name, const std::string &phase, const std::string &nodeName = {})
{
    api::Machine machine;
    machine.metadata.ns = "default";
    machine.metadata.name = name;
    machine.metadata.uid = "uid-" + name;
    machine.metadata.resourceVersion = "8";
    machine.metadata.creationTimestamp = at(-30'000);
    machine.metadata.ownerReferences = {
        {"machine.openshift.io/v1beta1", "MachineSet", "workers", "uid-workers", true, true}};
    machine.status.phase = phase;
    if (!nodeName.empty())
        machine.status.nodeRef = api::ObjectReference {.kind = "Node", .name = nodeName};
    return machine;
}

inline api::MachineSet machineSet(
    std::int64_t replicas, std::int64_t ready, const std::string &name = "workers")
{
    api::MachineSet set;
    set.metadata.ns = "default";
    set.metadata.name = name;
    set.metadata.uid = "uid-" + name;
    set.metadata.resourceVersion = "9";
    set.metadata.creationTimestamp = at(-90'000);
    set.spec.replicas = replicas;
    set.status.readyReplicas = ready;
    return set;
}

template<typename T>
std::shared_ptr<const T> shared(T object)
{
    return std::make_shared<const T>(std::move(object));
}

} // namespace test
