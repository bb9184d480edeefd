// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps classes as long as machines, sets or deployments refer to them, and secrets as long as classes do
// (docs/machines.md §9.1): by a finalizer, which goes when the last reference has gone.

#include "core/controllers/mcm/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

/// What is wrong with the class, naming the field; empty when nothing is.
std::string classProblem(const api::mcm::MachineClass &machineClass);

/// Who refers to it: "Machine default/m", at most a few of them.
using References = std::vector<std::string>;

runtime::Plan planMachineClass(const api::mcm::MachineClass &machineClass, const References &references);
/// A class that can't be read gets an event. It has no place where it could be kept that this was told.
runtime::Plan planRefusal(
    const api::mcm::MachineClass &machineClass, const std::string &problem, base::Time now);
runtime::Plan planSecret(const api::Secret &secret, const References &references);

References referencesTo(const api::mcm::MachineClass &machineClass, const Stores &stores);
References referencesTo(const api::Secret &secret, const Stores &stores);

std::unique_ptr<runtime::Reconciler> makeMachineClassReconciler(const Stores &stores);
/// It is made only where secrets are read.
std::unique_ptr<runtime::Reconciler> makeSecretReconciler(const Stores &stores);

} // namespace core::controllers::mcm
