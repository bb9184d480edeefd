// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/stores.h"

#include <algorithm>

namespace core::controllers::mcm {

namespace {

using Values = runtime::IndexValues;
using runtime::indexValue;

} // namespace

std::string classKeyText(const api::ObjectMeta &of, const api::mcm::ClassSpec &reference)
{
    return api::ObjectKey {of.ns, reference.name}.text();
}

std::vector<api::ObjectKey> secretsOf(const api::mcm::MachineClass &machineClass)
{
    std::vector<api::ObjectKey> keys;
    for (const auto *reference : {&machineClass.secretRef, &machineClass.credentialsSecretRef}) {
        if (!*reference || (*reference)->name.empty())
            continue;
        api::ObjectKey key = (*reference)->key();
        if (key.ns.empty())
            key.ns = machineClass.metadata.ns;
        if (std::ranges::find(keys, key) == keys.end())
            keys.push_back(std::move(key));
    }
    return keys;
}

std::vector<Index<api::mcm::Machine>> machineIndexes()
{
    using namespace indexNames;
    return {
        {machinesByNode,
            [](const api::mcm::Machine &m) {
                return indexValue(m.metadata.label(api::mcm::keys::nodeLabel));
            }},
        {machinesByClass,
            [](const api::mcm::Machine &m) { return indexValue(classKeyText(m.metadata, m.spec.class_)); }},
        {machinesByDeployment,
            [](const api::mcm::Machine &m) {
                const std::string_view name = m.metadata.label(api::mcm::keys::nameLabel);
                return name.empty() ? Values()
                                    : indexValue(api::ObjectKey {m.metadata.ns, std::string(name)}.text());
            }},
    };
}

std::vector<Index<api::mcm::MachineClass>> classIndexes()
{
    return {{indexNames::classesBySecret, [](const api::mcm::MachineClass &machineClass) {
                 Values secrets;
                 for (const api::ObjectKey &key : secretsOf(machineClass))
                     secrets.push_back(key.text());
                 return secrets;
             }}};
}

} // namespace core::controllers::mcm
