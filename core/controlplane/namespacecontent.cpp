// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/namespacecontent.h"

#include "core/api/serviceaccount.h"

namespace core::controlplane {

using api::ConfigMap;
using api::Namespace;
using api::ServiceAccount;
using runtime::Plan;

namespace {

constexpr const char *certificateKey = "ca.crt";

class NamespaceContent : public runtime::Reconciler
{
public:
    using PlanFor = std::function<Plan(const Namespace &ns)>;

    NamespaceContent(std::string_view name, const runtime::Store<Namespace> &namespaces, PlanFor planFor)
        : m_name(name)
        , m_namespaces(namespaces)
        , m_planFor(std::move(planFor))
    {
    }

    std::string_view name() const override { return m_name; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto ns = m_namespaces.find(key);
        return ns ? m_planFor(*ns) : Plan();
    }

private:
    const std::string_view m_name;
    const runtime::Store<Namespace> &m_namespaces;
    const PlanFor m_planFor;
};

/// A controller that keeps the object of that name in every namespace.
template<typename Content>
Controllers keeperOf(std::string_view content, std::string_view name,
    const runtime::ControllerContext &context, NamespaceContent::PlanFor planFor)
{
    auto &namespaces = context.informers.of<Namespace>();
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<NamespaceContent>(name, namespaces.store(), std::move(planFor)), context.clock,
        context.runner));
    made.back()->watchesOwn<Namespace>(namespaces);
    made.back()->watches<Content>(context.informers.of<Content>(), [content](const Content &object) {
        const bool isIt = object.metadata.name == content;
        return isIt ? std::vector {api::ObjectKey {{}, object.metadata.ns}} : std::vector<api::ObjectKey>();
    });
    return made;
}

} // namespace

Plan planServiceAccount(const Namespace &ns, bool isThere)
{
    if (ns.metadata.isDeleting())
        return {{}, {namespaceContentReason("Terminating")}, {}};
    const std::string name(defaultServiceAccount);
    if (isThere)
        return {{}, {namespaceContentReason("Present", name)}, {}};
    ServiceAccount account;
    account.metadata.name = name;
    account.metadata.ns = ns.metadata.name;
    return {{api::createEffect(account)}, {namespaceContentReason("Creating", name)}, {}};
}

Plan planRootCa(const Namespace &ns, const ConfigMap *held, const std::string &authority)
{
    if (ns.metadata.isDeleting())
        return {{}, {namespaceContentReason("Terminating")}, {}};
    if (authority.empty())
        return {{}, {namespaceContentReason("NoAuthority")}, {}};
    const std::string name(rootCaConfigMap);
    ConfigMap wanted = held ? *held : ConfigMap();
    wanted.metadata.name = name;
    wanted.metadata.ns = ns.metadata.name;
    wanted.data = {{certificateKey, authority}};
    if (!held)
        return {{api::createEffect(wanted)}, {namespaceContentReason("Creating", name)}, {}};
    if (*held == wanted)
        return {{}, {namespaceContentReason("Present", name)}, {}};
    Plan plan {{}, {namespaceContentReason("Restoring", name)}, {}};
    append(plan.effects, api::patchEffect(*held, wanted));
    return plan;
}

Controllers makeServiceAccounts(const runtime::ControllerContext &context)
{
    const auto &accounts = context.informers.of<ServiceAccount>().store();
    return keeperOf<
        ServiceAccount>(defaultServiceAccount, "serviceaccount", context, [&accounts](const Namespace &ns) {
        return planServiceAccount(ns, accounts.peek({ns.metadata.name, defaultServiceAccount}) != nullptr);
    });
}

Controllers makeRootCa(const runtime::ControllerContext &context, std::string authority)
{
    const auto &configMaps = context.informers.of<ConfigMap>().store();
    return keeperOf<ConfigMap>(rootCaConfigMap, "rootca", context,
        [&configMaps, authority = std::move(authority)](const Namespace &ns) {
            return planRootCa(ns, configMaps.peek({ns.metadata.name, rootCaConfigMap}), authority);
        });
}

} // namespace core::controlplane
