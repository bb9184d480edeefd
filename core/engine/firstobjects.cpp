// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/firstobjects.h"

#include "core/api/event.h"
#include "core/api/firstobjects.h"
#include "core/api/volume.h"
#include "core/base/log.h"
#include "core/engine/commander.h"

namespace core::engine {

HOLLOWLAB_LOG(firstObjectsLog, "hollowlab.core.engine.firstobjects")

namespace {

constexpr const char *namespacePath = "/api/v1/namespaces/default";
constexpr const char *usualNamespace = "default";
constexpr const char *firstSet = "workers";
constexpr std::int64_t firstMachines = 3;

api::StorageClass usualClass()
{
    api::StorageClass usual;
    usual.metadata.name = "standard";
    usual.metadata.annotations.emplace(api::keys::defaultStorageClass, "true");
    usual.provisioner = api::hollowProvisioner;
    usual.reclaimPolicy = "Delete";
    usual.volumeBindingMode = "WaitForFirstConsumer";
    return usual;
}

api::Namespace namespaceNamed(const std::string &name)
{
    api::Namespace made;
    made.metadata.name = name;
    return made;
}

} // namespace

void FirstObjects::make()
{
    api::Request look;
    look.path = namespacePath;
    m_client.send(std::move(look), m_scope.bind([this](const base::Result<api::Response> &found) {
        const std::string_view pending = found && found->body
            ? api::textAt(*found->body, {"metadata", "annotations", api::keys::firstObjects})
            : std::string_view();
        if (pending == api::storageClassPending)
            return create({{&api::resourceOf<api::StorageClass>(), api::encodeObject(usualClass())}});
        if (pending != api::firstObjectsPending)
            return;
        const api::ObjectKey key {m_namespace, firstSet};
        std::vector<std::pair<const api::Resource *, api::Json>> objects {
            {&api::resourceOf<api::StorageClass>(), api::encodeObject(usualClass())},
            {&api::resourceOf<api::MachineHealthCheck>(), api::encodeObject(newHealthCheck(key, m_timing))},
            {&api::resourceOf<api::MachineSet>(),
                api::encodeObject(newMachineSet(key, firstMachines, defaultProviderConfig()))}};
        if (m_namespace != usualNamespace)
            objects.emplace_back(
                &api::resourceOf<api::Namespace>(), api::encodeObject(namespaceNamed(m_namespace)));
        create(std::move(objects));
    }));
}

/// The last one first; what is there already is left as it is.
void FirstObjects::create(std::vector<std::pair<const api::Resource *, api::Json>> objects)
{
    if (objects.empty())
        return forget();
    auto [resource, object] = std::move(objects.back());
    objects.pop_back();
    m_client.create(*resource, std::move(object),
        m_scope.bind([this, rest = std::move(objects)](const base::Result<api::JsonPtr> &created) {
            if (!created && created.error().kind != base::ErrorKind::AlreadyExists) {
                qCWarning(firstObjectsLog) << "made at the next start:" << base::str(created.error().message);
                return;
            }
            create(rest);
        }));
}

void FirstObjects::forget()
{
    api::Request patch;
    patch.method = api::Method::Patch;
    patch.path = namespacePath;
    patch.contentType = api::contentTypes::mergePatch;
    api::JsonObject annotations;
    annotations[api::keys::firstObjects] = nullptr;
    patch.body =
        api::share(api::JsonObject {{"metadata", api::JsonObject {{"annotations", std::move(annotations)}}}});
    m_client.send(std::move(patch), m_scope.bind([](const base::Result<api::Response> &) {}));
}

} // namespace core::engine
