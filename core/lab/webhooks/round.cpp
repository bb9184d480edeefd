// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/round.h"

#include "core/lab/objects.h"
#include "core/lab/patching.h"
#include "core/lab/webhooks/matching.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

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
    return formFor(hook, m_write, m_object ? &*m_object : nullptr, *m_user, m_webhooks.cluster().registry);
}

/// Without asking when that is no use; the answer may come at once.
void AdmissionRound::ask(const Webhook &hook, const HookForm &form, Then then)
{
    if (m_write.dryRun) {
        if (auto refusal = dryRunRefusal(hook))
            return then({.refusal = std::move(refusal)});
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0)
        return then({.refusal = tooLate()});
    JsonObject request = requestOf(m_write, form, *m_user);
    const auto shown = [&](const Json *object) { return object ? inForm(*object, form) : Json(); };
    request["object"] = shown(m_object ? &*m_object : nullptr);
    request["oldObject"] = shown(m_write.old.get());
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
    Answer<bool> changed = false;
    if (verdict.patch && !verdict.patch->get_array().empty())
        changed = patched(hook, form, *verdict.patch);
    if (!changed)
        return end(tl::unexpected(std::move(changed.error())));
    remember(index, *changed);
    mutateNext();
}

/// Whether the object is another one then.
Answer<bool> AdmissionRound::patched(const Webhook &hook, const HookForm &form, const Json &patch)
{
    if (!m_object)
        return refuse(internalError("admission webhook \"" + hook.name
            + "\" attempted to modify the object, which is not supported for this operation"));
    Json shown = inForm(*m_object, form);
    if (auto applied = applyJsonPatch(shown, patch); !applied)
        return refuse(internalError(std::string(api::textAt(*applied.error().body, {"message"}))));
    const Json *metadata = api::find(shown, {"metadata"});
    if (!metadata || !metadata->is_object())
        return refuse(internalError("admission webhook \"" + hook.name + "\" left no object with metadata"));
    if (form.toStored)
        form.toStored(shown);
    if (m_write.schema && !normalize(shown, *m_write.schema))
        return refuse(tooLarge({m_write.name, m_write.asked().group, m_write.asked().resource, {}}));
    const bool isAnother = !api::equal(*m_object, shown);
    m_object = std::move(shown);
    return isAnother;
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

/// Of several that refuse the first one is told.
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
