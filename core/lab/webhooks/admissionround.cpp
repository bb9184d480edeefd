// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/admissionround.h"

#include "core/lab/objects.h"
#include "core/lab/patching.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::JsonPtr;

namespace {

/// A patch that can't be applied is not the fault of who wrote.
std::string withoutVerdict(std::string_view message)
{
    constexpr std::string_view verdict = "the server rejected our request due to an error in our request: ";
    return std::string(message.starts_with(verdict) ? message.substr(verdict.size()) : message);
}

api::Response tooLate()
{
    return failure(504, "Timeout", "Timeout: request did not complete within requested timeout");
}

} // namespace

AdmissionRound::AdmissionRound(Webhooks &webhooks, Phase phase, AdmittedWrite write,
    std::optional<Json> object, access::UserPtr user, HookDeadline deadline)
    : m_webhooks(webhooks)
    , m_phase(phase)
    , m_write(std::move(write))
    , m_generation(webhooks.generation())
    , m_user(std::move(user))
    , m_deadline(deadline)
    , m_hooks(phase == Phase::Mutate ? webhooks.mutating() : webhooks.validating())
    , m_object(std::move(object))
{
}

void AdmissionRound::start(std::function<void()> onEnd)
{
    if (m_phase == Phase::Mutate)
        mutateNext();
    else
        validateAll();
    m_onEnd = std::move(onEnd);
}

void AdmissionRound::end(Answer<> verdict)
{
    m_verdict = std::move(verdict);
    m_isOver = true;
    if (m_onEnd)
        m_onEnd();
}

Answer<const HookForm *> AdmissionRound::formOf(const Webhook &hook) const
{
    return formFor(hook, m_write, m_object ? &*m_object : nullptr, *m_user, m_webhooks.cluster());
}

/// The webhook is not asked when that is no use; the answer may come at once.
void AdmissionRound::ask(const Webhook &hook, const HookForm &form, Then then)
{
    if (m_write.dryRun) {
        if (auto refusal = dryRunRefusal(hook))
            return then({.refusal = std::move(refusal)});
    }
    show(form, [this, &hook, &form, then = std::move(then)](tl::expected<ShownObjects, std::string> shown) {
        if (!shown)
            return then({.refusal = internalError(shown.error())});
        askAbout(hook, form, std::move(*shown), then);
    });
}

/// The objects in that form, at once where nobody has to convert them.
void AdmissionRound::show(const HookForm &form, ThenShown then)
{
    ShownObjects shown;
    std::vector<JsonPtr> unlike;
    std::vector<Json ShownObjects::*> places;
    const auto add = [&](const JsonPtr &object, Json ShownObjects::*place) {
        if (object && needsConversion(*object, form)) {
            unlike.push_back(object);
            places.push_back(place);
        } else if (object) {
            shown.*place = inForm(*object, form);
        }
    };
    add(m_object ? std::make_shared<const Json>(*m_object, boost::json::storage_ptr()) : nullptr,
        &ShownObjects::object);
    add(m_write.old, &ShownObjects::old);
    if (unlike.empty())
        return then(std::move(shown));
    convert(m_webhooks, *form.conversion, std::move(unlike), apiVersionOf(form),
        [weak = weak_from_this(), shown = std::move(shown), places = std::move(places),
            then = std::move(then)](const Converted &converted) mutable {
            const auto self = weak.lock();
            if (!self)
                return;
            if (!converted)
                return then(tl::unexpected(converted.error()));
            for (std::size_t i = 0; i < places.size(); ++i)
                shown.*places[i] = Json(*(*converted)[i], boost::json::storage_ptr());
            then(std::move(shown));
        });
}

void AdmissionRound::askAbout(const Webhook &hook, const HookForm &form, ShownObjects shown, Then then)
{
    const auto isMet = meetsConditions(hook, m_write, form, shown, *m_user, m_webhooks.cluster().access);
    if (!isMet || !*isMet)
        return then(isMet ? HookVerdict() : HookVerdict {.refusal = isMet.error()});
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0)
        return then({.refusal = tooLate()});
    JsonObject request = requestOf(m_write, form, *m_user);
    request["object"] = shown.object;
    request["oldObject"] = std::move(shown.old);
    m_shown = std::move(shown.object);
    const std::string uid = m_webhooks.newUid();
    const auto review = reviewFor(hook, std::move(request), uid);
    if (!review)
        return then({.failure = "could not create admission objects: webhook does not accept known "
                                "AdmissionReview versions (v1, v1beta1)"});
    m_webhooks.call(hook.target, std::min<std::chrono::milliseconds>(left, hook.timeout), *review,
        [weak = weak_from_this(), &hook, isMutating = m_phase == Phase::Mutate, uid, then = std::move(then)](
            const api::HookResult &result) {
            if (const auto self = weak.lock())
                then(readReview(hook, isMutating, uid, result));
        });
}

/// Failures count by the policy of the webhook.
Answer<> AdmissionRound::judge(const Webhook &hook, HookVerdict &verdict)
{
    std::ranges::move(verdict.warnings, std::back_inserter(m_warnings));
    if (verdict.refusal)
        return refuse(std::move(*verdict.refusal));
    if (verdict.failure.empty())
        return {};
    if (!hook.ignoresFailure)
        return refuse(internalError(failedCalling(hook, verdict.failure)));
    return std::chrono::steady_clock::now() < m_deadline ? Answer<>() : refuse(tooLate());
}

void AdmissionRound::mutateNext()
{
    for (; m_at < m_hooks.size(); ++m_at) {
        if (m_isAgain && !m_toAskAgain.contains(m_at))
            continue;
        const Webhook &hook = *m_hooks[m_at];
        const auto form = formOf(hook);
        if (!form)
            return end(tl::unexpected(form.error()));
        if (!*form)
            continue;
        const std::size_t index = m_at++;
        return ask(hook, **form, [this, index, shown = *form](HookVerdict verdict) {
            mutated(index, *shown, std::move(verdict));
        });
    }
    if (m_isAgain || !m_hasChanged || m_toAskAgain.empty())
        return end({});
    m_isAgain = true;
    m_at = 0;
    mutateNext();
}

void AdmissionRound::mutated(std::size_t index, const HookForm &form, HookVerdict verdict)
{
    const Webhook &hook = *m_hooks[index];
    if (auto judged = judge(hook, verdict); !judged)
        return end(std::move(judged));
    if (m_at != index + 1) // asking a later one broke off
        return end(refuse(internalError(verdict.failure)));
    if (!verdict.patch || verdict.patch->get_array().empty()) {
        remember(index, false);
        return mutateNext();
    }
    auto object = patched(hook, form, *verdict.patch);
    if (!object)
        return end(tl::unexpected(std::move(object.error())));
    if (!needsConversion(*object, m_write.asked()))
        return take(index, std::move(*object));
    convert(m_webhooks, *form.conversion, {std::make_shared<const Json>(std::move(*object))},
        apiVersionOf(m_write.asked()), [this, weak = weak_from_this(), index](const Converted &converted) {
            const auto self = weak.lock();
            if (!self)
                return;
            if (!converted)
                return end(refuse(internalError(converted.error())));
            take(index, Json(*converted->front(), boost::json::storage_ptr()));
        });
}

/// What the patch makes of the object that the webhook has seen.
Answer<Json> AdmissionRound::patched(const Webhook &hook, const HookForm &form, const Json &patch) const
{
    if (!m_object)
        return refuse(internalError("admission webhook \"" + hook.name
            + "\" attempted to modify the object, which is not supported for this operation"));
    Json shown(m_shown, boost::json::storage_ptr());
    if (auto applied = applyJsonPatch(shown, patch); !applied)
        return refuse(internalError(withoutVerdict(api::textAt(*applied.error().body, {"message"}))));
    const Json *metadata = api::find(shown, {"metadata"});
    if (!metadata || !metadata->is_object())
        return refuse(internalError("admission webhook \"" + hook.name + "\" left no object with metadata"));
    for (const std::string_view member : {"apiVersion", "kind"}) { // which nobody may change
        const std::string_view before = api::textAt(m_shown, {member});
        const std::string_view after = api::textAt(shown, {member});
        if (!before.empty() && !after.empty() && after != before)
            return refuse(internalError("admission webhook \"" + hook.name + "\" changed the object's "
                + std::string(member) + " to " + clipped(std::string(after))));
        if (!before.empty())
            shown.get_object()[member] = before;
    }
    if (form.conversion)
        shown.get_object()["apiVersion"] = apiVersionOf(form);
    if (form.toStored)
        form.toStored(shown);
    return shown;
}

/// What can't be read of what a webhook has changed; empty: all can.
std::string AdmissionRound::wrongTypeOf(const Json &object) const
{
    FieldErrors errors;
    if (m_write.isTyped)
        check(object, *m_write.schema, "", errors, &*m_object);
    const auto wrong = std::ranges::find(errors, wrongType, &FieldError::reason);
    return wrong == errors.end() ? std::string() : wrong->message;
}

void AdmissionRound::take(std::size_t index, Json object)
{
    if (m_write.schema && !normalize(object, *m_write.schema))
        return end(refuse(tooLarge({m_write.name, m_write.asked().group, m_write.asked().resource, {}})));
    if (const std::string wrong = wrongTypeOf(object); !wrong.empty())
        return end(refuse(internalError(wrong)));
    const bool isAnother = !api::equal(*m_object, object);
    m_object = std::move(object);
    remember(index, isAnother);
    mutateNext();
}

/// Who was asked before a change, and wants to know of it, is asked once more.
void AdmissionRound::remember(std::size_t index, bool hasChanged)
{
    if (hasChanged) {
        m_hasChanged = true;
        m_toAskAgain.merge(std::exchange(m_asked, {}));
    }
    if (m_hooks[index]->isReinvoked)
        m_asked.insert(index);
}

void AdmissionRound::validateAll()
{
    std::vector<std::pair<std::size_t, const HookForm *>> asked;
    for (std::size_t i = 0; i < m_hooks.size(); ++i) {
        const auto form = formOf(*m_hooks[i]);
        if (!form)
            return end(tl::unexpected(form.error()));
        if (*form)
            asked.emplace_back(i, *form);
    }
    m_open = asked.size() + 1; // and this function, so that nothing ends before all are asked
    for (const auto &[index, form] : asked) {
        ask(*m_hooks[index], *form, [this, index = index](HookVerdict verdict) {
            m_verdicts.emplace(index, std::move(verdict));
            validated();
        });
    }
    validated();
}

/// Where several refuse, the first one is told.
void AdmissionRound::validated()
{
    if (--m_open > 0)
        return;
    Answer<> all;
    for (auto &[index, verdict] : m_verdicts) {
        auto judged = judge(*m_hooks[index], verdict);
        if (!judged && all)
            all = std::move(judged);
    }
    end(std::move(all));
}

} // namespace core::lab
