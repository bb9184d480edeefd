// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which object the user means: its kind and its key.

#include "core/api/resource.h"

#include <QString>

namespace ui {

/// In the order of the tabs.
enum class Kind { Machine, MachineSet, Node, HealthCheck, Event };
inline constexpr int kindCount = 5;

struct ObjectRef {
    Kind kind = Kind::Machine;
    core::api::ObjectKey key;
    bool operator==(const ObjectRef &) const = default;
};

/// "MachineSet", "Node" …: as the API writes it.
QString apiName(Kind kind);
/// "Machine workers-x7k2p", for sentences.
QString nameOf(const ObjectRef &object);
/// "machines.machine.openshift.io", as kubectl understands it without doubt.
QString kubectlName(Kind kind);
/// The address of an object in a link of ours: "Machine/default/workers-x7k2p".
QString linkTo(const ObjectRef &object);
ObjectRef fromLink(const QString &link);

} // namespace ui
