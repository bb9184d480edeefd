// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineclass/machineclass.h"

#include "core/controllers/conditions.h"
#include "core/controllers/mcm/driver.h"
#include "core/controllers/mcm/machineclass/machineclassreasons.h"

#include <algorithm>
#include <array>

namespace core::controllers::mcm {

namespace {

constexpr std::size_t mostNamed = 3;

std::string listed(const References &references)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(mostNamed, references.size()); ++i)
        text += (i == 0 ? "" : ", ") + references[i];
    return references.size() > mostNamed ? text + " …" : text;
}

/// Holds the object while something refers to it.
template<typename T>
runtime::Plan planHold(const T &object, const References &references)
{
    const bool isHeld = object.metadata.hasFinalizer(api::mcm::keys::finalizer);
    const bool isWanted = !references.empty();
    const std::string names = listed(references);
    runtime::Plan plan;
    if (isWanted == isHeld || (isWanted && object.metadata.isDeleting())) {
        plan.reasons = {
            isWanted ? machineClassReason("Referenced", names) : machineClassReason("Unreferenced")};
        return plan;
    }
    T after = object;
    if (isWanted)
        after.metadata.finalizers.emplace_back(api::mcm::keys::finalizer);
    else
        std::erase(after.metadata.finalizers, api::mcm::keys::finalizer);
    append(plan.effects, api::patchEffect(object, after));
    plan.reasons = {
        isWanted ? machineClassReason("AddingFinalizer", names) : machineClassReason("RemovingFinalizer")};
    return plan;
}

std::string templateProblem(const api::mcm::ClassNodeTemplate &nodeTemplate)
{
    for (const std::string_view resource : {"cpu", "gpu", "memory"}) {
        if (!nodeTemplate.capacity.contains(resource))
            return "nodeTemplate.capacity." + std::string(resource) + " is missing";
    }
    const std::array<std::pair<std::string_view, const std::string &>, 3> texts {
        {{"instanceType", nodeTemplate.instanceType}, {"region", nodeTemplate.region},
            {"zone", nodeTemplate.zone}}};
    for (const auto &[field, text] : texts) {
        if (text.empty())
            return "nodeTemplate." + std::string(field) + " is missing";
    }
    return {};
}

class MachineClassReconciler : public runtime::Reconciler
{
public:
    explicit MachineClassReconciler(const Stores &stores) : m_stores(stores) { }

    std::string_view name() const override { return "mcm-machineclass"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const ClassPointer machineClass = m_stores.classes.find(key);
        if (!machineClass)
            return {{}, {machineClassReason("Gone", "class")}, {}};
        return planMachineClass(*machineClass, referencesTo(*machineClass, m_stores));
    }

private:
    const Stores m_stores;
};

class SecretReconciler : public runtime::Reconciler
{
public:
    explicit SecretReconciler(const Stores &stores) : m_stores(stores) { }

    std::string_view name() const override { return "mcm-secret"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto secret = m_stores.secrets->find(key);
        if (!secret)
            return {{}, {machineClassReason("Gone", "secret")}, {}};
        return planSecret(*secret, referencesTo(*secret, m_stores));
    }

private:
    const Stores m_stores;
};

} // namespace

std::string classProblem(const api::mcm::MachineClass &machineClass)
{
    if (!machineClass.provider.empty() && machineClass.provider != providerName)
        return "provider is \"" + machineClass.provider + "\", and not " + std::string(providerName);
    if (machineClass.providerSpec.is_null())
        return "providerSpec is missing";
    return machineClass.nodeTemplate ? templateProblem(*machineClass.nodeTemplate) : std::string();
}

runtime::Plan planMachineClass(const api::mcm::MachineClass &machineClass, const References &references)
{
    return planHold(machineClass, references);
}

runtime::Plan planRefusal(const api::mcm::MachineClass &machineClass, const std::string &problem, base::Time)
{
    return {{warningEvent(machineClass, "FailedValidate", problem)},
        {machineClassReason("FailedValidate", problem)}, {}};
}

runtime::Plan planSecret(const api::Secret &secret, const References &references)
{
    return planHold(secret, references);
}

References referencesTo(const api::mcm::MachineClass &machineClass, const Stores &stores)
{
    References references;
    const std::string key = machineClass.key().text();
    for (const MachinePointer &machine : stores.machines.listBy(indexNames::machinesByClass, key))
        references.push_back("Machine " + machine->key().text());
    const auto addTemplates = [&](const auto &store, const std::string &kind) {
        for (const auto &owner : store.list()) {
            if (classKeyText(owner->metadata, owner->spec.template_.spec.class_) == key)
                references.push_back(kind + " " + owner->key().text());
        }
    };
    addTemplates(stores.machineSets, "MachineSet");
    addTemplates(stores.machineDeployments, "MachineDeployment");
    return references;
}

References referencesTo(const api::Secret &secret, const Stores &stores)
{
    References references;
    for (const ClassPointer &machineClass :
        stores.classes.listBy(indexNames::classesBySecret, secret.key().text()))
        references.push_back("MachineClass " + machineClass->key().text());
    return references;
}

std::unique_ptr<runtime::Reconciler> makeMachineClassReconciler(const Stores &stores)
{
    return std::make_unique<MachineClassReconciler>(stores);
}

std::unique_ptr<runtime::Reconciler> makeSecretReconciler(const Stores &stores)
{
    return std::make_unique<SecretReconciler>(stores);
}

} // namespace core::controllers::mcm
