// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects of a custom kind in another version of it, by the webhook that its definition names
// (docs/api-semantics.md L10, L11).

#include "core/base/scope.h"
#include "core/lab/apply/ownership.h"
#include "core/lab/webhooks/wait.h"
#include "core/lab/webhooks/webhooks.h"

namespace core::lab {

struct ConversionHook {
    HookTarget target;
    std::vector<std::string> reviewVersions;
    std::map<std::string, SchemaPtr, std::less<>> schemas; ///< of all versions, by apiVersion; null: unknown
};
using ConversionHookPtr = std::shared_ptr<const ConversionHook>;

/// Nothing where versions differ in nothing but their name. The schemas are still missing.
std::optional<ConversionHook> readConversion(const api::Json &definition);
/// What is wrong with a definition's spec.conversion.
void checkConversion(const api::Json &definition, FieldErrors &errors);

/// The objects are in the order of those that were to be converted; or a text says what went wrong, as a
/// kube-apiserver words it.
using Converted = tl::expected<std::vector<api::JsonPtr>, std::string>;
/// Asks the webhook, in as many calls as it takes, and tells in a later turn, or at once when nobody is
/// there. Objects that are in that version already are none of its business.
void convert(Webhooks &webhooks, const ConversionHook &hook, std::vector<api::JsonPtr> objects,
    const std::string &apiVersion, std::function<void(Converted)> then,
    std::optional<HookDeadline> deadline = {});

/// What one request has had converted. Whoever asks for what is not known yet is refused, and the wait is
/// open until it is.
class Conversions
{
public:
    Conversions(
        Webhooks &webhooks, Wait &wait, ConversionHookPtr hook, HookDeadline deadline, std::uint64_t number)
        : m_webhooks(webhooks)
        , m_wait(wait)
        , m_hook(std::move(hook))
        , m_deadline(deadline)
        , m_number(number)
    {
    }

    /// The objects in that version, with the same owners; those that are in it already as they are.
    Answer<std::vector<api::JsonPtr>> inVersion(
        const std::vector<api::JsonPtr> &objects, const std::string &apiVersion);
    Answer<api::JsonPtr> inVersion(const api::JsonPtr &object, const std::string &apiVersion);
    /// A draft: what was asked about it counts as long as nothing has changed but what the server itself
    /// writes into its metadata.
    Answer<api::Json> draftIn(const api::Json &draft, const std::string &apiVersion);
    /// What a change is in the versions of those who own fields of the object, but for the version it is
    /// made in.
    Answer<ChangesByVersion> changesForOwners(
        const api::JsonPtr &stored, const Ownership &ownership, const api::Json &draft);

    /// The schema of a version; null when there is no such version.
    const SchemaPtr *schemaOf(std::string_view apiVersion) const
    {
        const auto found = m_hook->schemas.find(apiVersion);
        return found == m_hook->schemas.end() ? nullptr : &found->second;
    }
    bool isOf(const ConversionHookPtr &hook) const { return m_hook == hook; }
    /// What a read has found when it came, which it shows: else one that changes often would never be shown.
    api::JsonPtr readObject;
    std::shared_ptr<const api::ListBody> readList;

    /// The number is unlike that of any other request: what is generated for it must be the same each time.
    std::uint64_t number() const { return m_number; }

private:
    struct Known {
        api::JsonPtr from; ///< kept, so that no other object gets its address
        api::JsonPtr to; ///< null: not known yet
    };
    struct Version {
        std::map<const api::Json *, Known> objects;
        std::map<std::string, api::JsonPtr, std::less<>> drafts; ///< by their texts
    };

    void ask(const std::vector<api::JsonPtr> &objects, const std::string &apiVersion);

    Webhooks &m_webhooks;
    Wait &m_wait;
    const ConversionHookPtr m_hook;
    const HookDeadline m_deadline;
    const std::uint64_t m_number;
    std::map<std::string, Version> m_versions; ///< by apiVersion
    std::string m_trouble; ///< a conversion that failed
    base::Scope m_scope;
};

} // namespace core::lab
