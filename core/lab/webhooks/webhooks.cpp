// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/webhooks.h"

#include "core/lab/lablog.h"
#include "core/lab/webhooks/matching.h"

#include <algorithm>

namespace core::lab {

namespace {
constexpr std::string_view configurationGroup = "admissionregistration.k8s.io";
}

void Webhooks::load()
{
    const auto collectionOf = [this](std::string_view plural) {
        return m_cluster.registry.find(configurationGroup, plural)->collection;
    };
    m_mutating.collection = collectionOf("mutatingwebhookconfigurations");
    m_validating.collection = collectionOf("validatingwebhookconfigurations");
    read(m_mutating);
    read(m_validating);
}

void Webhooks::read(Kind &kind)
{
    kind.hooks.clear();
    for (const auto &[key, entry] : kind.collection->objects())
        std::ranges::move(readWebhooks(*entry.object), std::back_inserter(kind.hooks));
}

void Webhooks::notice(const Collection &collection)
{
    for (Kind *kind : {&m_mutating, &m_validating}) {
        if (kind->collection != &collection)
            continue;
        read(*kind);
        ++m_changes;
    }
}

/// Configurations are written without asking anybody: else a bad one could never be taken back.
bool Webhooks::concern(const ResourceType &type)
{
    if (!m_caller || (m_mutating.hooks.empty() && m_validating.hooks.empty())
        || type.group == configurationGroup)
        return false;
    return m_concerns.of(type.collection, generation(), [&] {
        const auto forms = formsOf(type, type.versions.front(), {}, m_cluster.registry);
        const auto isMeant = [&](const WebhookPtr &hook) {
            return std::ranges::any_of(forms, [&](const HookForm &form) { return mayConcern(*hook, form); });
        };
        return std::ranges::any_of(mutating(), isMeant) || std::ranges::any_of(validating(), isMeant);
    });
}

void Webhooks::call(const HookTarget &target, std::chrono::milliseconds timeout, const api::Json &body,
    std::function<void(api::HookResult)> then)
{
    auto call = callTo(target, timeout, m_cluster.registry);
    if (!call || !m_caller)
        return then(tl::unexpected(call ? std::string("nobody calls webhooks here") : call.error()));
    call->body = api::writeJson(body);
    m_caller(std::move(*call), m_scope.bind([then = std::move(then)](const api::HookResult &result) {
        try {
            then(result);
        } catch (const std::exception &exception) { // an answer that can't be dealt with is none
            qCCritical(labLog) << base::str(std::string("the answer of a webhook: ") + exception.what());
            then(tl::unexpected(std::string(exception.what())));
        }
    }));
}

std::string Webhooks::newUid()
{
    return m_cluster.chance.uuid("webhooks", "asked", m_asked++);
}

} // namespace core::lab
