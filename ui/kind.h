// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which object the user means: its kind and its key.

#include "core/engine/kinds.h"

#include <QString>

namespace ui {

/// The kinds are in the order of the tabs, which is that of core::engine::Kinds.
enum class Kind {
    Machine,
    MachineSet,
    MachineDeployment,
    McmMachine,
    McmMachineSet,
    McmMachineDeployment,
    McmMachineClass,
    Node,
    HealthCheck,
    HealthCheckV1alpha1,
    Event,
};
inline constexpr int kindCount = core::engine::Kinds::size;

template<typename T>
constexpr Kind kindOf()
{
    return Kind(core::engine::Kinds::indexOf<T>());
}
static_assert(kindOf<core::api::Machine>() == Kind::Machine);
static_assert(kindOf<core::api::MachineSet>() == Kind::MachineSet);
static_assert(kindOf<core::api::MachineDeployment>() == Kind::MachineDeployment);
static_assert(kindOf<core::api::mcm::Machine>() == Kind::McmMachine);
static_assert(kindOf<core::api::mcm::MachineSet>() == Kind::McmMachineSet);
static_assert(kindOf<core::api::mcm::MachineDeployment>() == Kind::McmMachineDeployment);
static_assert(kindOf<core::api::mcm::MachineClass>() == Kind::McmMachineClass);
static_assert(kindOf<core::api::Node>() == Kind::Node);
static_assert(kindOf<core::api::MachineHealthCheck>() == Kind::HealthCheck);
static_assert(kindOf<core::api::HealthCheckV1alpha1>() == Kind::HealthCheckV1alpha1);
static_assert(kindOf<core::api::Event>() == Kind::Event);

/// The machine systems, whose kinds share names: that of machine.openshift.io and that of
/// machine.sapcloud.io.
enum class Family { MachineApi, Mcm };
/// Nothing for a kind that belongs to both.
std::optional<Family> familyOf(Kind kind);
constexpr bool isMachine(Kind kind)
{
    return kind == Kind::Machine || kind == Kind::McmMachine;
}
constexpr bool isSet(Kind kind)
{
    return kind == Kind::MachineSet || kind == Kind::McmMachineSet;
}
constexpr bool isDeployment(Kind kind)
{
    return kind == Kind::MachineDeployment || kind == Kind::McmMachineDeployment;
}

struct ObjectRef {
    Kind kind = Kind::Machine;
    core::api::ObjectKey key;
    bool operator==(const ObjectRef &) const = default;
};

const core::api::Resource &resourceOf(Kind kind);
inline core::api::ResourceRef resourceRef(const ObjectRef &object)
{
    return {&resourceOf(object.kind), object.key};
}
/// The kind of that API group, whatever its version; an empty apiVersion leaves the group open. Nothing when
/// it is not shown.
std::optional<Kind> kindOf(std::string_view apiVersion, std::string_view kind);

/// "MachineSet", "Node" …: as the API writes it.
QString apiName(Kind kind);
/// "Machine workers-x7k2p", for sentences.
QString nameOf(const ObjectRef &object);
/// "machines.machine.openshift.io", as kubectl understands it without doubt.
QString kubectlName(Kind kind);
/// The address of an object in a link of ours: "machines.machine.openshift.io/default/workers-x7k2p".
QString linkTo(const ObjectRef &object);
ObjectRef fromLink(const QString &link);

} // namespace ui

template<>
struct std::hash<ui::ObjectRef> {
    std::size_t operator()(const ui::ObjectRef &object) const
    {
        return std::hash<core::api::ObjectKey> {}(object.key) * 31 + static_cast<std::size_t>(object.kind);
    }
};
