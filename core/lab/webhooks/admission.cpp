// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/admission.h"

#include "core/base/number.h"
#include "core/lab/objects.h"
#include "core/lab/packed.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Request;

namespace {

constexpr int mostBeginnings = 5;

std::string_view optionsKindOf(Operation operation)
{
    return operation == Operation::Create ? "CreateOptions"
        : operation == Operation::Update  ? "UpdateOptions"
                                          : "DeleteOptions";
}

access::UserPtr knownUser(access::UserPtr user)
{
    if (!user)
        return access::owner();
    return user;
}

Json asSeenOutside(const Json &draft, const Answer<Ownership> &owners)
{
    if (!owners || !owners->isTracked())
        return Json(draft, boost::json::storage_ptr()); // braces would make a list
    return Json(*withManagedFields(pack(draft, *owners).object), boost::json::storage_ptr());
}

} // namespace

Admission::Admission(const Asked &asked, Turns &turns, Wait &wait, const Request &request,
    access::UserPtr user, HookDeadline deadline)
    : m_webhooks(asked.webhooks)
    , m_policies(asked.policies)
    , m_asksWebhooks(asked.areWebhooks)
    , m_turns(turns)
    , m_wait(wait)
    , m_request(request)
    , m_user(knownUser(std::move(user)))
    , m_deadline(deadline)
    , m_number(turns.newNumber(asked.webhooks.cluster().store.revision()))
{
}

Admission::~Admission()
{
    m_turns.release(*this);
}

Answer<> Admission::mutate(const AdmittedWrite &write, Json &draft, const OwnersOf &owners)
{
    return pass(Phase::Mutate, write, &draft, owners);
}

Answer<> Admission::validate(const AdmittedWrite &write, Json &draft, const OwnersOf &owners)
{
    auto judged = judge(write, &draft, owners);
    return judged ? pass(Phase::Validate, write, &draft, owners) : judged;
}

Answer<> Admission::admit(const AdmittedWrite &write, Json &body)
{
    auto mutated = pass(Phase::Mutate, write, &body);
    return mutated ? validate(write, body, {}) : mutated;
}

Answer<> Admission::admitDeletion(const AdmittedWrite &write)
{
    auto admitted = pass(Phase::Mutate, write, nullptr);
    if (admitted)
        admitted = judge(write, nullptr);
    return admitted ? pass(Phase::Validate, write, nullptr) : admitted;
}

Answer<> Admission::judge(const AdmittedWrite &write, const Json *draft, const OwnersOf &owners)
{
    const auto matched = m_policies.matching(write, draft);
    if (!matched)
        return tl::unexpected(matched.error());
    if (matched->empty())
        return {};
    const auto object = seenOutside(draft, owners);
    if (!object)
        return tl::unexpected(object.error());
    PolicyFindings found = judgeByPolicies(*matched,
        {write, *m_user, m_policies.cluster(),
            [&](const HookForm &form) { return shownIn(form, *object, write.old); }});
    m_policyWarnings[nameOf(write)] = std::move(found.warnings);
    return std::move(found.verdict);
}

Answer<ShownObjects> Admission::shownIn(
    const HookForm &form, const std::optional<Json> &object, const api::JsonPtr &old) const
{
    ShownObjects shown;
    if (object && needsConversion(*object, form)) {
        auto converted = convertedDraft(*object, form);
        if (!converted)
            return tl::unexpected(converted.error());
        shown.object = std::move(*converted);
    } else if (object) {
        shown.object = inForm(*object, form);
    }
    if (old && m_conversions && needsConversion(*old, form)) {
        const auto converted = m_conversions->inVersion(old, apiVersionOf(form));
        if (!converted)
            return tl::unexpected(converted.error());
        shown.old = Json(**converted, boost::json::storage_ptr());
    } else if (old) {
        shown.old = inForm(*withManagedFields(old), form);
    }
    return shown;
}

/// Without the owners of its fields, whose times differ each time that the request is carried out.
Answer<Json> Admission::convertedDraft(const Json &object, const HookForm &form) const
{
    Json draft(object, boost::json::storage_ptr());
    if (!m_conversions)
        return draft;
    metadataOf(draft).erase("managedFields");
    return m_conversions->draftIn(draft, apiVersionOf(form));
}

Answer<std::optional<Json>> Admission::seenOutside(const Json *draft, const OwnersOf &owners) const
{
    if (!draft)
        return std::nullopt;
    const auto known = owners ? owners() : Answer<Ownership>();
    if (!known && m_wait.isOpen())
        return tl::unexpected(known.error());
    return asSeenOutside(*draft, known);
}

AdmittedWrite Admission::writeOf(const Target &target, Operation operation, const Entry *entry,
    const std::string &subresource, bool dryRun) const
{
    const bool isNamespace = target.type->group.empty() && target.type->plural == "namespaces";
    AdmittedWrite write;
    write.operation = operation;
    write.forms = formsOf(*target.type, *target.version, subresource, m_webhooks.cluster().registry);
    write.subresource = subresource;
    write.ns = isNamespace ? target.key.name : target.key.ns;
    write.name = target.key.name;
    write.isOneOfMany = !m_takesTurns;
    write.collection = target.type->collection->name();
    write.old = entry ? entry->object : nullptr;
    write.revision = entry ? entry->revision : 0;
    const Subresource *below = target.version->subresource(subresource);
    if (!below || below->kind.empty())
        write.schema = target.version->schema;
    write.isTyped = write.schema && !target.type->custom;
    write.options = optionsFor(operation);
    write.dryRun = dryRun;
    return write;
}

JsonObject Admission::optionsFor(Operation operation) const
{
    if (operation == Operation::Connect)
        return {};
    JsonObject options {{"kind", optionsKindOf(operation)}, {"apiVersion", "meta.k8s.io/v1"}};
    if (operation == Operation::Delete && m_request.body && m_request.body->is_object()) {
        for (const auto &member : m_request.body->get_object()) {
            if (member.key() != "kind" && member.key() != "apiVersion")
                options.emplace(member.key(), member.value());
        }
        return options;
    }
    const std::vector<std::string_view> names = operation == Operation::Delete
        ? std::vector<std::string_view> {"propagationPolicy"}
        : std::vector<std::string_view> {"fieldManager", "fieldValidation"};
    for (const std::string_view name : names) {
        if (const auto value = m_request.parameter(name); !value.empty())
            options[name] = value;
    }
    const auto grace = base::parseNumber<std::int64_t>(m_request.parameter("gracePeriodSeconds"));
    if (operation == Operation::Delete && grace)
        options["gracePeriodSeconds"] = *grace;
    if (const auto value = m_request.parameter("dryRun"); !value.empty())
        options["dryRun"] = JsonArray {value};
    return options;
}

Answer<bool> Admission::needsAsking(Phase phase, const AdmittedWrite &write, const Json *object) const
{
    const WebhookList &hooks = phase == Phase::Mutate ? m_webhooks.mutating() : m_webhooks.validating();
    for (const WebhookPtr &hook : hooks) {
        const auto form = formFor(*hook, write, object, *m_user, m_webhooks.cluster());
        if (!form)
            return tl::unexpected(form.error());
        if (*form)
            return true;
    }
    return false;
}

Answer<> Admission::begin(
    Phase phase, const AdmittedWrite &write, const Json *draft, const OwnersOf &owners, RoundPtr &round)
{
    if (!m_wait.mayAsk()) {
        m_wait.waitForTurn();
        return notYet();
    }
    if (m_takesTurns && !write.name.empty() && !m_turns.claim(nameOf(write), *this)) {
        m_wait.waitForTurn();
        return notYet();
    }
    auto object = seenOutside(draft, owners);
    if (!object)
        return tl::unexpected(object.error());
    AdmittedWrite asked = write;
    if (asked.old)
        asked.old = withManagedFields(asked.old);
    round = std::make_shared<AdmissionRound>(
        m_webhooks, phase, std::move(asked), std::move(*object), m_user, m_deadline);
    round->start([this] { m_wait.closed(); });
    if (!round->isOver())
        m_wait.opened();
    return {};
}

Answer<> Admission::pass(Phase phase, const AdmittedWrite &write, Json *draft, const OwnersOf &owners)
{
    if (!m_asksWebhooks)
        return {};
    RoundPtr &round = m_rounds[std::string(phase == Phase::Mutate ? "mutate " : "validate ")
        + std::string(operationName(write.operation)) + " " + write.subresource + " " + nameOf(write)];
    if (round && round->isOver() && !round->isFor(write)) {
        round.reset();
        if (++m_beginnings > mostBeginnings)
            return refuse(conflict({write.name, write.asked().group, write.asked().resource, {}},
                "the object has been modified; please apply your changes to the latest version and try "
                "again"));
    }
    if (!round) {
        const auto needed = needsAsking(phase, write, draft);
        if (!needed)
            return tl::unexpected(needed.error());
        if (!*needed)
            return {};
        if (auto begun = begin(phase, write, draft, owners, round); !begun)
            return begun;
    }
    if (!round->isOver())
        return notYet();
    if (!round->verdict())
        return refuse(round->verdict().error());
    if (!draft || !round->object())
        return {};
    *draft = *round->object();
    if (owners)
        metadataOf(*draft).erase("managedFields");
    return {};
}

std::vector<std::string> Admission::warnings() const
{
    constexpr std::size_t mostWarnings = 20;
    std::vector<std::string> all;
    const auto add = [&](const std::vector<std::string> &warnings) {
        for (const std::string &warning : warnings) {
            if (all.size() < mostWarnings && std::ranges::find(all, warning) == all.end())
                all.push_back(warning);
        }
    };
    for (const auto &[write, warnings] : m_policyWarnings)
        add(warnings);
    for (const auto &[name, round] : m_rounds) {
        if (round)
            add(round->warnings());
    }
    return all;
}

bool Turns::claim(const std::string &object, Admission &admission)
{
    std::vector<Admission *> &queue = m_queues[object];
    if (std::ranges::find(queue, &admission) == queue.end())
        queue.push_back(&admission);
    return queue.front() == &admission;
}

void Turns::release(Admission &admission)
{
    for (auto at = m_queues.begin(); at != m_queues.end();) {
        std::vector<Admission *> &queue = at->second;
        const bool wasFirst = queue.front() == &admission;
        std::erase(queue, &admission);
        if (wasFirst && !queue.empty())
            m_clock.post(m_scope.bind([this, object = at->first] {
                if (const auto found = m_queues.find(object); found != m_queues.end())
                    found->second.front()->turnCame();
            }));
        at = queue.empty() ? m_queues.erase(at) : std::next(at);
    }
}

std::uint64_t Turns::newNumber(Revision revision)
{
    constexpr std::uint64_t factor = 1'000'003; // a revision may see many requests
    return revision * factor + m_numbers++;
}

} // namespace core::lab
